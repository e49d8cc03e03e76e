import type { Environment } from '../domain/base/runtimes.ts';
import { asRecord, text } from '../domain/base/text/json.ts';
import type { Host, Marks, Payload } from '../ports/base/host.ts';

/** The host whose payload form others copied: the default when nothing else identifies the sender. */
const BY_DEFAULT = 'claude-code';

/**
 * Decides by the payload which host calls, and by the name only where the payload fits it. `auto` is the name where one command
 * is installed in several hosts. The environment comes last: a host that another one started in its shell inherits its variables.
 */
export function callerOf(
  hosts: readonly Host[],
  name: string | undefined,
  env: Environment,
  payload: unknown,
): string | undefined {
  const sent: Payload = asRecord<Payload>(payload) ?? {};
  const first = (test: (marks: Marks) => boolean | undefined) =>
    hosts.find(({ marks }) => marks && test(marks))?.name;
  const transcript = text(sent['transcript_path']) ?? '';
  const named = hosts.find((host) => host.name === name);
  // Nearly every event: nobody else has to be asked.
  if (named?.marks?.transcript?.test(transcript)) return name;
  const proven =
    first((marks) => marks.proves?.(sent)) ?? first((marks) => marks.transcript?.test(transcript));
  if (proven !== undefined) return proven;
  const isItself = named && !named.marks?.denies?.(sent, env);
  if (isItself || (name !== 'auto' && !named)) return name;
  return first((marks) => marks.suggests?.(env, sent)) ?? BY_DEFAULT;
}
