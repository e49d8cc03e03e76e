import { existsSync, writeSync } from 'node:fs';
import { databasePath, hookDeps, openWorld, type World } from '../compose.ts';
import type { HostEvent } from '../domain/event.ts';
import { isPlain } from '../domain/redact/plain.ts';
import { asRecord, idText, pathText } from '../domain/text/json.ts';
import { statusLine } from '../engine/session/status-line.ts';
import type { Host } from '../host.ts';
import { ticks } from '../platform/clock.ts';
import { hookTimesIn, recordHookTime } from '../platform/hook-times.ts';
import type { Input } from '../platform/stdin.ts';
import type { Said } from '../surfaces/hook/hook.ts';
import { handleEvent } from './event.ts';
import { EventQueue } from './event-queue.ts';
import { payloadOf } from './sent.ts';
import type { Started } from './started.ts';

export { endStarting } from '../platform/detach.ts';
export { openResident } from './resident.ts';

/**
 * `cortex hook <host> [--via <name>]`: always exit code 0, and nothing on stdout but the host's answer. Gives what kind of
 * event it was: events of one kind run the same code.
 */
export async function hook(args: readonly string[], input: Input, started: Started): Promise<string | null> {
  const sent = { args, input, plugin: process.env['CLAUDE_PLUGIN_ROOT'] ?? '' };
  const { world, event, said, isStored } = await handleEvent(sent, process.env, started, (opened, host) =>
    hookDeps(opened, started.owners ? null : ownerPid(host)),
  );
  await deliver(world, said, started);
  if (!world || !event || !isStored) return null;
  timed(world, event, started);
  return runOf(event);
}

/** The events of one plugin, for as long as the host is there. */
export interface EventStream {
  /** A line as `plugins/shared/road` writes it: the name of the event, a space, the event. */
  take(line: string): Promise<Said>;
  close(): Promise<void>;
}

/** `cortex hook <host> --via <name> --stream` */
export function openStream(args: readonly string[]): EventStream {
  const queue = new EventQueue(process.env, ownerPid);
  return {
    async take(line) {
      const space = line.indexOf(' ');
      const words = [...args.slice(0, 3), '--id', line.slice(0, space)];
      const sent = { args: words, input: { text: line.slice(space + 1), truncated: false }, plugin: '' };
      const { said } = await queue.handle(sent, ticks());
      return said;
    },
    close: () => queue.close(),
  };
}

/** The name is written beside the compiled code: one that could hold a secret, as a server of tools may give it, is not. */
export function runOf(event: HostEvent): string {
  return event.kind === 'tool-use' && isPlain(event.use.name) ? event.use.name : event.kind;
}

/** After the answer: nobody waits for it. */
export function timed({ home, now }: World, { kind }: HostEvent, { at = 0 }: Started): void {
  const { user, system } = process.cpuUsage();
  const times = { at: now(), kind, wallMs: ticks() - at, cpuMs: (user + system) / 1000 };
  recordHookTime(hookTimesIn(home), times);
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
export function ownerPid({ ownerVariable }: Host): number | null {
  return (ownerVariable && Number(process.env[ownerVariable])) || null;
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
