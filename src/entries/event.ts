import { backupsIn, type Environment, type HookDeps, openWorld, type World } from '../compose.ts';
import type { HostEvent } from '../domain/event.ts';
import { answerSetBeside, answerWithout, setBeside } from '../engine/events/spool.ts';
import type { Host } from '../host.ts';
import { ensureDir } from '../platform/files.ts';
import { hookTimesIn, makeHookTimes } from '../platform/hook-times.ts';
import { countMissed, makeMissed, missedIn } from '../platform/missed.ts';
import { furnish } from '../platform/room.ts';
import { answer, isOneOfMany, type Said } from '../surfaces/hook/hook.ts';
import { adoptAbandoned } from './adopt.ts';
import { eventIn, NothingSent, type Sent } from './sent.ts';
import type { Started } from './started.ts';

/** The outcome of an event. */
export interface Handled {
  readonly world: World | null;
  readonly host: Host | null;
  readonly via: string;
  readonly event: HostEvent | null;
  readonly said: Said;
  /** The event is in the database, or was nothing to store. Otherwise it is spooled, or on record as missed. */
  readonly isStored: boolean;
}

/** The dependencies of one event. */
export type OpenDeps = (world: World, host: Host) => HookDeps;

/** One event, from what a host sent to what it is answered. Never fails. */
export async function handleEvent(
  sent: Sent,
  env: Environment,
  started: Started,
  open: OpenDeps,
): Promise<Handled> {
  let world: World | null = null;
  let event: HostEvent | null = null;
  let host: Host | null = null;
  let via = '';
  try {
    // The event comes first: where the home is refused, a session that starts is told so.
    ({ host, event, via } = eventIn(sent, env));
    if (!event) return { world, host, via, event, said: SILENT, isStored: true };
    world = openWorld(env, 'hook', started);
    if (!isOneOfMany(event)) adoptAbandoned(world, env, env['CORTEX_RUN'] ?? null);
    const deps = open(world, host);
    const said = await answerOrSetBeside(deps, heardBy(host, sent), via, event);
    if (!said.isSetBeside) afterwards(world, deps, event);
    return { world, host, via, event, said, isStored: !said.isSetBeside };
  } catch (error) {
    world ??= worldOrNone(env, started);
    // Without a home there is nowhere to keep it.
    world?.log.failure('event not captured', error, { host: sent.args[0] });
    if (world && (event || error instanceof NothingSent)) missed(world, event, error);
    const text = host && event ? host.render(event, answerWithout(event, error)) : '';
    return { world, host, via, event, said: { text }, isStored: false };
  }
}

const SILENT: Said = { text: '' };

/** An unanswered event delivers nothing: a restore that is due stays due. */
function heardBy(host: Host, { isUnanswered }: Sent): Host {
  return isUnanswered ? { ...host, hearing: { ...host.hearing, at: [] } } : host;
}

function worldOrNone(env: Environment, started: Started): World | null {
  try {
    return openWorld(env, 'hook', started);
  } catch {
    return null;
  }
}

/** The log may have no room either: this record needs none. */
function missed({ home, now }: World, event: HostEvent | null, error: unknown): void {
  const { code, errcode, message } = Object(error) as Record<string, unknown>;
  countMissed(missedIn(home), event?.kind ?? 'unknown', String(errcode ?? code ?? message), now());
}

/** Nothing that is not stored is told. */
async function answerOrSetBeside(
  deps: HookDeps,
  host: Host,
  via: string,
  event: HostEvent,
): Promise<Said & { readonly isSetBeside?: true }> {
  try {
    return await answer(deps, host, via, event);
  } catch (error) {
    deps.log.failure('event set beside the database', error, { host: host.name, event: event.kind });
    const isStored = deps.hasAppended() && event.kind !== 'session-end';
    const source = { host: host.name, via, hearing: host.hearing };
    if (!isStored) setBeside(deps, source, event);
    const reply = await answerSetBeside(deps, source, event, error);
    return { text: host.render(event, reply), isSetBeside: true };
  }
}

function afterwards(world: World, deps: HookDeps, event: HostEvent): void {
  if (event.kind === 'session-start') {
    for (const warning of world.warnings) world.log.warn('configuration', { warning });
    furnish(world.home);
    // An hour from now the first copy is due.
    ensureDir(backupsIn(world.home));
    makeMissed(missedIn(world.home));
    makeHookTimes(hookTimesIn(world.home));
  }
  // Closing copies the log into the database: now and then, not at every event (see `leave` in bin.ts).
  if (event.kind === 'turn-end' || event.kind === 'session-end') deps.close();
}
