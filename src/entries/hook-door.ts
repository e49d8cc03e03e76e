import { writeSync } from 'node:fs';
import { hostOf, openWorld, type World } from '../compose.ts';
import type { HostEvent } from '../domain/event.ts';
import type { Host } from '../host.ts';
import { countMissed, missedIn } from '../platform/missed.ts';
import type { Input } from '../platform/stdin.ts';
import type { Said } from '../surfaces/hook/hook.ts';
import type { Started } from './started.ts';

/** What answers an event; an empty text is silence. */
type Answer = (world: World, host: Host, via: string, event: HostEvent) => Promise<Said>;

export const SILENT: Said = { text: '' };

/** `cortex hook <host> [--via <name>]`: always exit code 0, and nothing on stdout but the host's answer. */
export async function hookWith(
  args: readonly string[],
  input: Input,
  started: Started,
  answer: Answer,
): Promise<void> {
  let world: World | null = null;
  let event: HostEvent | null = null;
  try {
    world = openWorld(process.env, 'hook', started);
    if (input.truncated) throw new Error('the payload is larger than a hook reads');
    // A host may call without a word, to see whether the command exists.
    const payload: unknown = input.text.trim() ? JSON.parse(input.text) : null;
    const host = hostOf(args[0], process.env, payload);
    if (!host) throw new Error(`cortex hook ${args[0] ?? ''}: no such host`);
    event = payload === null ? null : host.parse(payload);
    const said = event ? await answer(world, host, via(args), event) : SILENT;
    if (said.text) await deliver(world, said, started);
  } catch (error) {
    // Without a home there is nowhere to say it; `cortex doctor` finds out.
    world?.log.failure('event not captured', error, { host: args[0] });
    if (world && event) missed(world, event, error);
  }
}

/** The log may have no room either: this record needs none. */
function missed({ home, now }: World, { kind }: HostEvent, error: unknown): void {
  const { code, errcode, message } = Object(error) as Record<string, unknown>;
  countMissed(missedIn(home), kind, String(errcode ?? code ?? message), now());
}

async function deliver({ log }: World, { text, unheard }: Said, { out }: Started): Promise<void> {
  try {
    if (out) out.write(text);
    else writeSync(1, text);
  } catch (error) {
    log.failure('answer not delivered', error);
    // The host hung up: whatever asks later may say it again.
    await unheard?.();
  }
}

function via(args: readonly string[]): string {
  return args[1] === '--via' ? (args[2] ?? '') : (process.env['CLAUDE_PLUGIN_ROOT'] ?? process.argv[1] ?? '');
}
