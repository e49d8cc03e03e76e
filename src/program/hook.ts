import { existsSync, writeSync } from 'node:fs';
import type { Environment } from '../domain/base/runtimes.ts';
import { asRecord, idText, pathText } from '../domain/base/text/json.ts';
import {
  codeKind,
  type HostAnswer,
  handleEvent,
  noteTime,
  ownerPid,
  type SentEvent,
} from '../door/event.ts';
import { type Resident, residentAt } from '../door/resident.ts';
import { serveStream } from '../door/stream.ts';
import type { Started, World } from '../door/world.ts';
import { statusLine } from '../engine/sessions/sessions.ts';
import { parsePayload, type StdinInput } from '../system/hooks/stdin.ts';
import { COMPOSITION, databasePath, hookDeps, livingComposition, openWorld } from './compose.ts';

/** The server's end of the door at a folder; null if no launcher made it. */
export function openResident(env: Environment, folder: string): Resident | null {
  return residentAt(livingComposition(), env, folder);
}

/** `cortex hook <host> --stream`, for as long as the host is there. */
export function serveEvents(args: readonly string[]): Promise<void> {
  return serveStream(livingComposition(), args);
}

/**
 * `cortex hook <host> [<event>] [--via <name>]`: always exit code 0, and only the host's answer on stdout. Returns the kind of
 * event it was: events of one kind run the same code.
 */
export async function hook(sent: SentEvent, started: Started): Promise<string | null> {
  const { world, event, said, isStored } = await handleEvent(
    COMPOSITION,
    sent,
    process.env,
    started,
    (opened, host) => hookDeps(opened, started.owners ? null : ownerPid(host)),
  );
  await deliver(world, said, started);
  if (!world || !event || !isStored) return null;
  noteTime(world, event, started.at ?? 0);
  return codeKind(event);
}

/** `cortex statusline`: one line or none, and exit code 0, whatever happens. */
export async function statusline(input: StdinInput, started: Started): Promise<void> {
  let world: World | null = null;
  try {
    world = openWorld(process.env, 'hook', started);
    const sent = asRecord<{ session_id: unknown; cwd: unknown }>(parsePayload(input));
    // A status line must not create a database.
    if (!existsSync(databasePath(world)) || !world.config['session_persistence.enabled']) return;
    const asked = { hostSessionId: idText(sent?.session_id), cwd: pathText(sent?.cwd) };
    const text = await statusLine(hookDeps(world), { host: 'claude-code' }, asked);
    if (text) await deliver(world, { text: `${text}\n` }, started);
  } catch (error) {
    world?.log.failure('no status line', error);
  }
}

async function deliver(
  world: World | null,
  { text, undelivered }: HostAnswer,
  { out }: Started,
): Promise<void> {
  if (text === '') return;
  try {
    if (out) out.write(text);
    else writeSync(1, text);
  } catch (error) {
    world?.log.failure('answer not delivered', error);
    // The host closed the pipe: a later answer may repeat it.
    await undelivered?.();
  }
}
