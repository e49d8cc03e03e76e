import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Sent = Readonly<Record<string, unknown>>;

const RECORDED = join(import.meta.dirname, 'recorded');

/** The payloads that a host was seen to send. */
export function recordedOf(name: string): readonly Sent[] {
  const file = join(RECORDED, `${name}.jsonl`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Sent);
}
