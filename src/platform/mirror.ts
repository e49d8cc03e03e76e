import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MetricHead } from '../domain/seal.ts';
import type { SessionState } from '../domain/session.ts';
import { ensureDir, readBounded, safeName, writeAtomic } from './files.ts';

/** The JSON copy of a session, for people and other programs: whole or not there. */
export function writeMirror(folder: string, state: SessionState, head: MetricHead | null): void {
  ensureDir(folder);
  writeAtomic(mirrorPath(folder, state.session_id), mirrorText(state, head));
}

export function mirrorText(state: SessionState, head: MetricHead | null): string {
  return `${JSON.stringify({ ...state, ...(head && { metrics_head: head }) }, null, 2)}\n`;
}

export function mirrorPath(folder: string, sessionId: string): string {
  return join(folder, `${safeName(sessionId)}.json`);
}

/** Far above a mirror of the largest size; an archive names its head before its rows. */
const MOST_READ_BYTES = 256 * 1024;

/** Within a string of JSON every quote has a backslash, so nobody's words can look like this. */
const HEAD = /"metrics_head": *\{\s*"seq": *(\d{1,15}),\s*"hash": *"([0-9a-f]{64})"\s*\}/;

/** The last metric that each mirror knew, of those that are there and those in the archive. */
export function mirrorHeads(folder: string): MetricHead[] {
  const months = namesIn(join(folder, 'archive')).map((month) => join(folder, 'archive', month));
  return [folder, ...months].flatMap((place) =>
    namesIn(place)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => headIn(join(place, name)) ?? []),
  );
}

/** The last metric that was recorded when a mirror was written. */
export function headIn(path: string): MetricHead | null {
  const text = readBounded(path, MOST_READ_BYTES)?.toString('utf8') ?? '';
  const [, seq, hash] = HEAD.exec(text) ?? [];
  return seq ? { seq: Number(seq), hash: hash! } : null;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
