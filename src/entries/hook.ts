import { existsSync, writeSync } from 'node:fs';
import {
  backupsIn,
  databasePath,
  type HookDeps,
  hookDeps,
  hostOf,
  openWorld,
  type World,
} from '../compose.ts';
import type { HostEvent } from '../domain/event.ts';
import { isPlain } from '../domain/redact/plain.ts';
import { fingerprint } from '../domain/text/fingerprint.ts';
import { asRecord, idText, pathText } from '../domain/text/json.ts';
import { closedJson } from '../domain/text/json-head.ts';
import { answerSetBeside, answerWithout, setBeside } from '../engine/events/spool.ts';
import { statusLine } from '../engine/session/status-line.ts';
import type { Host } from '../host.ts';
import { ticks } from '../platform/clock.ts';
import { ensureDir } from '../platform/files.ts';
import { hookTimesIn, makeHookTimes, recordHookTime } from '../platform/hook-times.ts';
import { countMissed, makeMissed, missedIn } from '../platform/missed.ts';
import { furnish } from '../platform/room.ts';
import type { Input } from '../platform/stdin.ts';
import { answer, type Said } from '../surfaces/hook/hook.ts';
import type { Started } from './started.ts';

export { endStarting } from '../platform/detach.ts';

/**
 * `cortex hook <host> [--via <name>]`: always exit code 0, and nothing on stdout but the host's answer. Gives what kind of
 * event it was: events of one kind run the same code.
 */
export async function hook(args: readonly string[], input: Input, started: Started): Promise<string | null> {
  let world: World | null = null;
  let event: HostEvent | null = null;
  let host: Host | null = null;
  try {
    // The event comes first: where the home is refused, a session that starts is told so.
    const payload = payloadOf(input);
    host = hostOf(args[0], process.env, payload);
    if (!host) throw new Error(`cortex hook ${args[0] ?? ''}: no such host`);
    event = payload === null ? null : host.parse(payload);
    if (!event) return null;
    world = openWorld(process.env, 'hook', started);
    const deps = hookDeps(world, started.owners ? null : ownerPid(host));
    const said = await answerOrSetBeside(deps, host, via(args), event);
    if (!said.isSetBeside) afterwards(world, deps, event);
    await deliver(world, said, started);
    if (said.isSetBeside) return null;
    timed(world, event, started);
    return runOf(event);
  } catch (error) {
    world ??= worldOrNone(started);
    // Without a home there is nowhere to keep it.
    world?.log.failure('event not captured', error, { host: args[0] });
    if (world && (event || error instanceof NothingSent)) missed(world, event, error);
    if (host && event)
      await deliver(world, { text: host.render(event, answerWithout(event, error)) }, started);
    return null;
  }
}

function worldOrNone(started: Started): World | null {
  try {
    return openWorld(process.env, 'hook', started);
  } catch {
    return null;
  }
}

/** The name is written beside the compiled code: one that could hold a secret, as a server of tools may give it, is not. */
export function runOf(event: HostEvent): string {
  return event.kind === 'tool-use' && isPlain(event.use.name) ? event.use.name : event.kind;
}

/** After the answer: nobody waits for it. */
function timed({ home, now }: World, { kind }: HostEvent, { at = 0 }: Started): void {
  const { user, system } = process.cpuUsage();
  const times = { at: now(), kind, wallMs: ticks() - at, cpuMs: (user + system) / 1000 };
  recordHookTime(hookTimesIn(home), times);
}

/** The log may have no room either: this record needs none. */
function missed({ home, now }: World, event: HostEvent | null, error: unknown): void {
  const { code, errcode, message } = Object(error) as Record<string, unknown>;
  countMissed(missedIn(home), event?.kind ?? 'unknown', String(errcode ?? code ?? message), now());
}

/** `cortex statusline`: one line or none, and exit code 0, whatever happens. */
export async function statusline(input: Input, started: Started): Promise<void> {
  let world: World | null = null;
  try {
    world = openWorld(process.env, 'hook', started);
    const sent = asRecord<{ session_id: unknown; cwd: unknown }>(payloadOf(input));
    // Somebody who only looks makes no database.
    if (!existsSync(databasePath(world)) || !world.config['session_persistence.enabled']) return;
    const asked = { hostSessionId: idText(sent?.session_id), cwd: pathText(sent?.cwd) };
    const text = await statusLine(hookDeps(world), { host: 'claude-code' }, asked);
    if (text) await deliver(world, { text: `${text}\n` }, started);
  } catch (error) {
    world?.log.failure('no status line', error);
  }
}

/** An agent that another one started inherits its variables: only the host's own hooks have its own. */
function ownerPid({ ownerVariable }: Host): number | null {
  return (ownerVariable && Number(process.env[ownerVariable])) || null;
}

/** A host held its pipe open and sent nothing in time: on a busy machine that is an event. */
class NothingSent extends Error {
  override readonly message = 'the host sent nothing in time';
}

/** Characters up to which a payload is parsed without a look at how much it holds. */
const SURELY_FEW = 1024 * 1024;

/** Null where a host calls without a word, to see whether the command exists. Of what is too large the beginning counts. */
function payloadOf({ text, truncated }: Input): unknown {
  if (text.trim() === '') {
    if (truncated) throw new NothingSent();
    return null;
  }
  const whole = truncated || text.length > SURELY_FEW ? closedJson(text) : text;
  if (whole === null) throw new Error('the payload is no JSON');
  return JSON.parse(whole);
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

async function deliver(world: World | null, { text, unheard }: Said, { out }: Started): Promise<void> {
  if (text === '') return;
  try {
    if (out) out.write(text);
    else writeSync(1, text);
  } catch (error) {
    world?.log.failure('answer not delivered', error);
    // The host hung up: whatever asks later may say it again.
    await unheard?.();
  }
}

/** Tells two configurations of one host apart; it is stored with every fact, so it is short. */
function via(args: readonly string[]): string {
  const way = args[1] === '--via' ? args[2] : (process.env['CLAUDE_PLUGIN_ROOT'] ?? process.argv[1]);
  return fingerprint(way ?? '');
}
