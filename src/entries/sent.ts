import { type Environment, hostOf } from '../compose.ts';
import type { HostEvent } from '../domain/event.ts';
import { HANDED_KEY } from '../domain/runtime/handed.ts';
import { fingerprint } from '../domain/text/fingerprint.ts';
import { closedJson } from '../domain/text/json-head.ts';
import type { Host } from '../host.ts';
import type { Input } from '../platform/stdin.ts';

/** An event as it was sent, whichever way it came. */
export interface Sent {
  /** `<host> [--via <name> [--id <name of the event>]]` */
  readonly args: readonly string[];
  readonly input: Input;
  /** The folder of the plugin that called; empty where none did. */
  readonly plugin: string;
  /** Nobody waits for an answer. */
  readonly isUnanswered?: boolean;
  /** Stands for the ids that a host does not send. */
  readonly id?: string;
}

/** The sender of an event, and the event in common words; null if there is none. */
export function eventIn(
  sent: Sent,
  env: Environment,
): { readonly via: string; readonly host: Host; readonly event: HostEvent | null } {
  const via = viaOf(sent);
  const payload = payloadOf(sent.input);
  const host = hostOf(sent.args[0], env, payload);
  if (!host) throw new Error(`cortex hook ${sent.args[0] ?? ''}: no such host`);
  return { via, host, event: payload === null ? null : keyed(host.parse(payload), sent) };
}

function keyed(event: HostEvent | null, sent: Sent): HostEvent | null {
  const id = idOf(sent);
  return event && event.key === null && id !== undefined ? { ...event, key: id } : event;
}

/** A plugin names its events itself, so that one which goes two ways counts once. */
function idOf({ args, id }: Sent): string | undefined {
  return args[3] === '--id' ? `${HANDED_KEY}${args[4] ?? ''}` : id;
}

/** Tells two configurations of one host apart, copied hooks too; it is stored with every fact, so it is short. */
function viaOf({ args, plugin }: Sent): string {
  const way = args[1] === '--via' ? args[2] : plugin || `${process.argv[1]} ${args[0]}`;
  return fingerprint(way ?? '');
}

/** A host held its pipe open and sent nothing in time: on a busy machine that is an event. */
export class NothingSent extends Error {
  override readonly message = 'the host sent nothing in time';
}

/** Characters up to which a payload is parsed without a look at how much it holds. */
const SURELY_FEW = 1024 * 1024;

/** Null where a host calls without a word, to see whether the command exists. Of what is too large the beginning counts. */
export function payloadOf({ text, truncated }: Input): unknown {
  if (text.trim() === '') {
    if (truncated) throw new NothingSent();
    return null;
  }
  const whole = truncated || text.length > SURELY_FEW ? closedJson(text) : text;
  if (whole === null) throw new Error('the payload is no JSON');
  return JSON.parse(whole);
}
