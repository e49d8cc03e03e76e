import type { Scope } from '../../domain/base/scope.ts';
import { MINUTE, type Millis } from '../../domain/base/time.ts';
import { remoteElsewhere } from '../../domain/projects/signs.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { isGitStream } from '../domain/record.ts';
import { hasWaited, isSendDue, joinsByItself, markWaited, sendNextAt } from '../due.ts';
import { type SharedProject, sharedOf } from '../sql/at-events.ts';

/** Every turn may send, but starts at most one process. */
const LEAST_PAUSE_MS = 1_000;

/** Least time between two automatic syncs with a server. */
export function pauseOf(config: Deps['config']): number {
  return config['share.push'] === 'turn' ? LEAST_PAUSE_MS : config['share.every_seconds'] * 1000;
}

type AskDeps = Pick<Deps, 'store' | 'config' | 'now' | 'start' | 'log' | 'home'>;

/**
 * Asks at the end of a turn or session whether a sync is due, and starts it where nobody waits for it. Within the pause after
 * the last one nothing is started: that one looks again at its end, so that a session that ends seconds after its last turn is sent whole.
 * Through git every end of a turn is sent at once, for the machine may be gone a moment later.
 */
export async function syncWhenDue(deps: AskDeps, { key }: Scope): Promise<void> {
  const { config } = deps;
  if (!config['share.auto']) return;
  try {
    const shared = await sharedOf(deps).sharedProject(key);
    if (shared) await ask(deps, shared, isGitStream(shared.origin) ? 0 : pauseOf(config));
  } catch (error) {
    deps.log.failure('sync not started', error);
  }
}

async function ask(
  deps: AskDeps,
  { scopeKey, origin }: SharedProject,
  pause: number,
): Promise<void> {
  if (!(await sharedOf(deps).askForSync(scopeKey, deps.now(), pause))) return;
  if (isGitStream(origin)) sendNextAt(deps.home, deps.now() + withinTurn(deps));
  deps.start(SYNC);
}

function withinTurn({ config }: Pick<Deps, 'config'>): Millis {
  return config['share.every_seconds'] * 1000;
}

/** In the middle of a turn what was done so far is sent now and then: a container may not live to its end. */
export async function syncWithinTurn(
  deps: AskDeps & Pick<Deps, 'locate'>,
  cwd: string | null,
): Promise<void> {
  if (!deps.config['share.auto'] || !isSendDue(deps.home, deps.now())) return;
  try {
    const shared = await sharedOf(deps).sharedProject(deps.locate(cwd).scope.key);
    if (shared && isGitStream(shared.origin)) await ask(deps, shared, withinTurn(deps));
    // Work elsewhere need not look again with every tool.
    else sendNextAt(deps.home, deps.now() + withinTurn(deps));
  } catch (error) {
    deps.log.failure('sync not started', error);
  }
}

/** The command that syncs every shared project. */
export const SYNC = ['share', 'sync', '--auto'];

const LOOK_MS = 25;

type FreshenDeps = AskDeps & Pick<Deps, 'ticks' | 'pause' | 'deadline' | 'locate' | 'signs'>;

/**
 * Before a start tells what is known: where that is old, a sync is started, and what it brings is told at the first prompt. Only
 * a shared project of which nothing was ever received is waited for, and not long.
 */
export async function freshen(deps: FreshenDeps, scope: Scope): Promise<void> {
  const { config } = deps;
  if (!config['share.auto']) return;
  try {
    const shared = await sharedOf(deps).sharedProject(scope.key);
    if (!shared && !mayJoin(deps, scope)) return;
    const isGit = !shared || isGitStream(shared.origin);
    const limit = isGit ? 0 : config['share.fresh_minutes'] * MINUTE;
    if (shared && isFresh(shared.pulledAt, deps.now(), limit)) return;
    if (shared) await syncWhenDue(deps, scope);
    else deps.start([...JOIN, scope.root!]);
    const isNew = (shared?.pulledAt ?? null) === null;
    if (isNew && !(isGit && hasWaited(deps.home)))
      await awaitFirst(deps, scope, config['share.wait_ms']);
  } catch (error) {
    deps.log.failure('shared project not looked at', error);
  }
}

/** The command with which a home joins a project by the key in its environment. */
const JOIN = ['share', 'join', '--auto'];

function mayJoin({ home, locate, signs }: FreshenDeps, { root }: Scope): boolean {
  if (root === null || !joinsByItself(home)) return false;
  const { place } = locate(root);
  if (place === undefined) return false;
  const claims = signs.read(place);
  return (claims.declared ?? remoteElsewhere(claims)) !== null;
}

/** The time that a first prompt waits: without a person it follows its start within milliseconds. */
const PROMPT_MS = 2_000;

/** A first prompt in a home that never received anything waits a little longer, once. */
export async function awaitAtPrompt(deps: FreshenDeps, scope: Scope): Promise<void> {
  const { config, home } = deps;
  if (!config['share.auto'] || hasWaited(home)) return;
  try {
    const shared = await sharedOf(deps).sharedProject(scope.key);
    if (shared ? !isGitStream(shared.origin) : !mayJoin(deps, scope)) return;
    markWaited(home);
    if ((shared?.pulledAt ?? null) === null) await awaitFirst(deps, scope, PROMPT_MS);
  } catch (error) {
    deps.log.failure('shared project not waited for', error);
  }
}

/** Waits until anything was received, or the time is over. */
async function awaitFirst(
  deps: Pick<Deps, 'store' | 'ticks' | 'pause' | 'deadline'>,
  { key }: Scope,
  millis: number,
): Promise<void> {
  const until = deps.ticks() + millis;
  while (deps.ticks() < until && !deps.deadline.passed()) {
    await deps.pause(LOOK_MS);
    const shared = await sharedOf(deps).sharedProject(key);
    if (shared && shared.pulledAt !== null) return;
  }
}

function isFresh(pulledAt: Millis | null, now: Millis, limit: number): boolean {
  return pulledAt !== null && Math.abs(now - pulledAt) < limit;
}
