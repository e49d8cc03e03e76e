import type { Scope } from '../../domain/scope.ts';
import { MINUTE, type Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import { sharedOf } from '../sql/at-events.ts';

/** Every turn may send, but starts at most one process. */
const LEAST_PAUSE_MS = 1_000;

/** Least time between two automatic syncs. */
export function pauseOf(config: Deps['config']): number {
  return config['share.push'] === 'turn' ? LEAST_PAUSE_MS : config['share.every_seconds'] * 1000;
}

/**
 * Asks at the end of a turn or session whether a sync is due, and starts it where nobody waits for it. Within the pause after
 * the last one nothing is started: that one looks again at its end, so that a session that ends seconds after its last turn is sent whole.
 */
export async function syncWhenDue(
  deps: Pick<Deps, 'store' | 'config' | 'now' | 'start' | 'log'>,
  { key }: Scope,
): Promise<void> {
  const { config } = deps;
  if (!config['share.auto']) return;
  try {
    if (await sharedOf(deps).askForSync(key, deps.now(), pauseOf(config))) deps.start(SYNC);
  } catch (error) {
    deps.log.failure('sync not started', error);
  }
}

/** The command that syncs every shared project. */
export const SYNC = ['share', 'sync', '--auto'];

const LOOK_MS = 25;

/**
 * Before a start tells what is known: where that is old, a sync is started, and what it brings is told at the first prompt. Only
 * a shared project of which nothing was ever received is waited for, and not long.
 */
export async function freshen(
  deps: Pick<Deps, 'store' | 'config' | 'now' | 'ticks' | 'start' | 'pause' | 'deadline' | 'log'>,
  scope: Scope,
): Promise<void> {
  const { config } = deps;
  if (!config['share.auto']) return;
  try {
    const shared = await sharedOf(deps).sharedProject(scope.key);
    if (!shared || isFresh(shared.pulledAt, deps.now(), config['share.fresh_minutes'] * MINUTE)) return;
    await syncWhenDue(deps, scope);
    if (shared.pulledAt !== null) return;
    const until = deps.ticks() + config['share.wait_ms'];
    while (deps.ticks() < until && !deps.deadline.passed()) {
      await deps.pause(LOOK_MS);
      if ((await sharedOf(deps).sharedProject(scope.key))?.pulledAt !== null) return;
    }
  } catch (error) {
    deps.log.failure('shared project not looked at', error);
  }
}

function isFresh(pulledAt: Millis | null, now: Millis, limit: number): boolean {
  return pulledAt !== null && Math.abs(now - pulledAt) < limit;
}
