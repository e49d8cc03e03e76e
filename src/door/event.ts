import { join } from 'node:path';
import type { Environment } from '../domain/base/runtimes.ts';
import { fingerprint } from '../domain/base/text/hash.ts';
import type { HostEvent } from '../domain/facts/event.ts';
import { HANDED_KEY } from '../domain/hooks/handed.ts';
import { readHookWords } from '../domain/hooks/hook-words.ts';
import type { Deps } from '../engine/base/deps.ts';
import { takeBackAnswer } from '../engine/base/reply.ts';
import { handle } from '../engine/engine.ts';
import {
  answerSpooled,
  answerWithout,
  spoolEvent,
  takeIn,
  takeInQuietly,
} from '../engine/spool.ts';
import type { Host } from '../ports/base/host.ts';
import type { Limit } from '../ports/base/limit.ts';
import { ticks } from '../system/base/clock.ts';
import { ensureDir } from '../system/base/files.ts';
import { backupsIn } from '../system/base/home.ts';
import {
  abandonedDoors,
  type DoorPlace,
  endLateWriter,
  eventsAt,
  type HandedFile,
  lookAtEvent,
  removeDoor,
  removeEvent,
} from '../system/hooks/hand-over.ts';
import { handedId } from '../system/hooks/handed-id.ts';
import { hookTimesIn, makeHookTimes, recordHookTime } from '../system/hooks/hook-times.ts';
import { furnish } from '../system/hooks/room.ts';
import { NothingSent, parsePayload, type StdinInput } from '../system/hooks/stdin.ts';
import { countMissed, makeMissed, missedIn } from '../system/keeping/missed.ts';
import type { Composition, HookDeps, Started, World } from './world.ts';

/** An event as it was sent, whichever way it came. */
export interface SentEvent extends StdinInput {
  /** `<host> [<event>] [--via <name>] [--id <name of the event>]` */
  readonly args: readonly string[];
  /** The folder of the plugin that called; empty where none did. */
  readonly plugin: string;
  /** The sender does not wait for an answer. */
  readonly isUnanswered?: boolean;
  /** Replaces ids that the host does not send. */
  readonly id?: string;
  /** The payload, for whoever asks: parsed once, since each time takes many times its size. */
  readonly read?: () => unknown;
}

/** The sender of an event, and the event in common words; null if there is none. */
export interface ParsedEvent {
  readonly host: Host;
  /** Tells two configurations of one host apart, copied hooks too; it is stored with every fact, so it is short. */
  readonly via: string;
  readonly event: HostEvent | null;
}

export function parseSentEvent(
  { hostOf }: Pick<Composition, 'hostOf'>,
  from: SentEvent,
  env: Environment,
): ParsedEvent {
  const { args, plugin } = from;
  const words = readHookWords(args);
  const via = fingerprint(words.via ?? (plugin || `${process.argv[1]} ${words.host}`));
  const sent = from.read ? from.read() : parsePayload(from);
  const host = hostOf(words.host, env, sent);
  if (!host) throw new Error(`cortex hook ${words.host ?? ''}: no such host`);
  const event = sent === null ? null : host.parse(sent);
  // A plugin assigns ids to its events, so that one sent over two ways counts once.
  const key = words.id === null ? from.id : `${HANDED_KEY}${words.id}`;
  return {
    via,
    host,
    event: event && event.key === null && key !== undefined ? { ...event, key } : event,
  };
}

/** An agent that another one started inherits its variables: only the host's own hooks have its own. */
export function ownerPid({ ownerVariable }: Host): number | null {
  return (ownerVariable && Number(process.env[ownerVariable])) || null;
}

/** The kind of an event for the cache of compiled code: tools that change files run other code than those that run commands. */
export function codeKind(event: HostEvent): string {
  if (event.kind !== 'tool-use') return event.kind;
  if (event.use.command !== null) return 'command';
  return event.use.changes.length > 0 ? 'change' : event.kind;
}

/** Records the time of a hook, after the answer. `before`: the earlier processor time of a running server. */
export function noteTime(
  { home, now }: World,
  { kind }: HostEvent,
  at: number,
  before?: NodeJS.CpuUsage,
): void {
  const { user, system } = process.cpuUsage(before);
  const times = { at: now(), kind, wallMs: ticks() - at, cpuMs: (user + system) / 1000 };
  recordHookTime(hookTimesIn(home), { ...times, ...(before && { isWarm: true }) });
}

/** The answer to a host. */
export interface HostAnswer {
  readonly text: string;
  /** Takes back an answer that never arrived: nothing of it counts as shown. */
  undelivered?(): Promise<void>;
}

/** The outcome of an event. */
export interface HandledEvent {
  readonly world: World | null;
  readonly host: Host | null;
  readonly via: string;
  readonly event: HostEvent | null;
  readonly said: HostAnswer;
  /** The event is in the database or had nothing to store. Otherwise it is spooled or counted as missed. */
  readonly isStored: boolean;
}

/** Handles one event, from the host's payload to its answer. Never fails. `at`: when it was sent, in `ticks`. */
export async function handleEvent(
  parts: Composition,
  sent: SentEvent,
  env: Environment,
  started: Started,
  open: (world: World, host: Host) => HookDeps,
): Promise<HandledEvent> {
  let world: World | null = null;
  let parsed: ParsedEvent | null = null;
  try {
    // The event comes first: where the home is refused, a session that starts is told so.
    parsed = parseSentEvent(parts, sent, env);
    const { host, via, event } = parsed;
    if (!event) return { world, host, via, event, said: { text: '' }, isStored: true };
    world = parts.openWorld(env, 'hook', started);
    if (!isOneOfMany(event)) adoptAbandoned(parts, world, env, env['CORTEX_RUN'] ?? null);
    const deps = open(world, host);
    // An unanswered event delivers nothing: a restore that is due stays due.
    const injection = sent.isUnanswered ? { ...host.injection, at: [] } : host.injection;
    const { isSpooled, ...said } = await answerOrSpool(deps, { ...host, injection }, via, event);
    if (!isSpooled) afterwards(world, deps, event);
    return { world, host, via, event, said, isStored: !isSpooled };
  } catch (error) {
    const { host = null, via = '', event = null } = parsed ?? {};
    world ??= worldOrNone(parts, env, started);
    // Without a home it cannot be stored.
    world?.log.failure('event not captured', error, { host: sent.args[0] });
    if (world && (event || error instanceof NothingSent)) missed(world, event, error);
    const text = host && event ? host.render(event, answerWithout(event, error)) : '';
    return { world, host, via, event, said: { text }, isStored: false };
  }
}

function worldOrNone({ openWorld }: Composition, env: Environment, started: Started): World | null {
  try {
    return openWorld(env, 'hook', started);
  } catch {
    return null;
  }
}

/** Counts a missed event in a preallocated file, which works on a full disk. */
function missed({ home, now }: World, event: HostEvent | null, error: unknown): void {
  const { code, errcode, message } = Object(error) as Record<string, unknown>;
  countMissed(missedIn(home), event?.kind ?? 'unknown', String(errcode ?? code ?? message), now());
}

/** Stores the event before it answers; on failure spools it. */
async function answerOrSpool(
  deps: HookDeps,
  host: Host,
  via: string,
  event: HostEvent,
): Promise<HostAnswer & { readonly isSpooled?: true }> {
  try {
    return await answerHost(deps, host, via, event);
  } catch (error) {
    deps.log.failure('event set beside the database', error, {
      host: host.name,
      event: event.kind,
    });
    const isStored = deps.hasAppended() && event.kind !== 'session-end';
    const source = { host: host.name, via, injection: host.injection };
    if (!isStored) spoolEvent(deps, source, event);
    const reply = await answerSpooled(deps, source, event, error);
    return { text: host.render(event, reply), isSpooled: true };
  }
}

/** Handles one event and returns the host's answer. Spooled events come first if there is time. */
export async function answerHost(
  deps: Deps,
  host: Host,
  via: string,
  event: HostEvent,
): Promise<HostAnswer> {
  const { kind } = event;
  const isWaiting = !isOneOfMany(event) && deps.spool && deps.spool.names().length > 0;
  const isAnswered = kind === 'session-start' || kind === 'prompt';
  if (isWaiting) await takeIn(deps, isAnswered ? halfOf(deps) : deps.deadline);
  const reply = await handle(deps, { host: host.name, via, injection: host.injection }, event);
  // The end is stored: the rest may take as long as the host allows, and a kill loses nothing.
  if (isWaiting && kind === 'session-end') await takeInQuietly({ ...deps, deadline: UNLIMITED });
  const { receipt } = reply;
  return {
    text: host.render(event, reply),
    ...(receipt && { undelivered: () => takeBackAnswer(deps, receipt) }),
  };
}

/** Most events are of tools: what can wait is not done with each of them. */
export function isOneOfMany({ kind }: HostEvent): boolean {
  return kind === 'tool-use' || kind === 'tool-intent';
}

const UNLIMITED: Limit = { passed: () => false };

/** Half of the time, so that a restore has the other half. */
function halfOf({ config, deadline, within }: Deps): Limit {
  const half = within(config['hook.deadline_ms'] / 2);
  return { passed: () => half.passed() || deadline.passed() };
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

/**
 * Takes over events that were handed to dead servers: each is redacted and spooled for the
 * database. By its key it counts once, even after an interruption.
 */
export function adoptAbandoned(
  parts: Composition,
  world: World,
  env: Environment,
  run: string | null,
): void {
  if (!run) return;
  for (const place of abandonedDoors(run))
    try {
      for (const file of eventsAt(place)) adopt(parts, world, env, place, file);
      removeDoor(place);
    } catch (error) {
      world.log.failure('events of a server that is gone not taken over', error);
    }
}

function adopt(
  parts: Composition,
  world: World,
  env: Environment,
  place: DoorPlace,
  file: HandedFile,
): void {
  const look = lookAtEvent(place, file);
  if (look.kind === 'gone') return;
  if (look.kind === 'waits') {
    endLateWriter(place, file);
    return;
  }
  if (look.kind === 'broken') countBroken(world);
  else
    try {
      const id = handedId(join(place.folder, 'in', file.name), file.at);
      const { host, via, event } = parseSentEvent(parts, { ...look.handed, id }, env);
      const deps = parts.hookDeps({ ...world, began: () => file.at }, place.agent);
      if (event) spoolEvent(deps, { host: host.name, via, injection: host.injection }, event);
    } catch (error) {
      // An invalid event is dropped; one that cannot be written is tried again.
      if (isOfDisk(error)) throw error;
      world.log.failure('event of a server that is gone not understood', error);
      countMissed(missedIn(world.home), 'unknown', 'unreadable', world.now());
    }
  removeEvent(place, file.name);
}

/** Counts an event of which only a part was handed over. */
export function countBroken({ home, log, now }: World): void {
  const error = new Error('the hook was killed while it handed its event over');
  log.failure('event not captured', error);
  countMissed(missedIn(home), 'unknown', error.message, now());
}

function isOfDisk(error: unknown): boolean {
  return typeof Object(error).code === 'string';
}
