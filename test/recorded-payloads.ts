import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Sent = Readonly<Record<string, unknown>>;

const RECORDED = join(import.meta.dirname, 'recorded');

/** The payloads that a host was seen to send. */
export const recordedOf = (name: string) => linesOf(`${name}.jsonl`) as readonly Sent[];

/** The event that each of them is, or null where it is none. */
export const eventsOf = (name: string) => linesOf(join('events', `${name}.jsonl`));

/** The edits of its installation, for a person, for a project, and with everything that can be wished for. */
export const installsOf = (name: string) => linesOf(join('installs', `${name}.jsonl`));

/** Its answers to each kind of event that it sent: the host, the kind, the answer with words for the model and without. */
export const answersOf = (name: string) =>
  (linesOf('answers.jsonl') as readonly (readonly string[])[]).filter(([host]) => host === name);

function linesOf(name: string): readonly unknown[] {
  const file = join(RECORDED, name);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}
