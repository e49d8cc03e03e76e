import { join } from 'node:path';
import type { MetricHead, Seal } from '../../domain/metrics/seal.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import { ensureGiven, listNames, readBounded, safeName, writeAtomic } from '../base/files.ts';

/** The JSON copy of a session, for people and other programs: whole or not there. */
export function writeMirror(
  folder: string,
  state: SessionState,
  head: MetricHead | null,
  seal: Seal | null = null,
): void {
  ensureGiven(folder);
  const text = mirrorText(state, head);
  writeAtomic(mirrorPath(folder, state.session_id), seal ? withSeal(text, seal) : text);
}

/** The last entry: everything before it is what it seals. */
const SEAL = /,\n {2}"seal": "([0-9a-f]{64})"\n\}\n$/;

function withSeal(text: string, seal: Seal): string {
  return `${text.slice(0, -'\n}\n'.length)},\n  "seal": "${seal(text)}"\n}\n`;
}

/** A sealed mirror that we changed ourselves, sealed as it is now; any other text as it is. */
export function sealedAgain(text: string, seal: Seal): string {
  return SEAL.test(text) ? withSeal(text.replace(SEAL, '\n}\n'), seal) : text;
}

export type MirrorVerdict = 'as written' | 'unsealed' | 'edited';

/** Whether a mirror says what was written into it. Those of older versions have no seal. */
export function judgeMirror(text: string, seal: Seal): MirrorVerdict {
  const found = SEAL.exec(text)?.[1];
  if (found) return seal(text.replace(SEAL, '\n}\n')) === found ? 'as written' : 'edited';
  // A seal at another place, or in another form, is not one that we wrote.
  return /"seal"\s*:\s*"[0-9a-f]{64}"/.test(text) ? 'edited' : 'unsealed';
}

/** The verdict on each mirror, by its name. */
export function mirrorVerdicts(
  folder: string,
  seal: Seal,
): { readonly name: string; readonly verdict: MirrorVerdict }[] {
  return [...mirrorNames(folder)].map((name) => {
    const text = readBounded(join(folder, name), LARGEST)?.toString('utf8') ?? '';
    return { name, verdict: judgeMirror(text, seal) };
  });
}

const LARGEST = 64 * 1024 * 1024;

/** Indented for people; where that would make it too large, a line for each field. */
function mirrorText(state: SessionState, head: MetricHead | null): string {
  const all = { ...state, ...(head && { metrics_head: head }) };
  const text = `${JSON.stringify(all, null, 2)}\n`;
  if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  const lines = Object.entries(all).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** 50 KB, less the seal. */
const MOST_BYTES = 51_100;

export function mirrorPath(folder: string, sessionId: string): string {
  return join(folder, mirrorName(sessionId));
}

export function mirrorName(sessionId: string): string {
  return `${safeName(sessionId)}.json`;
}

/** Names of mirrors, to find those that are left of a session by its id. */
export function mirrorNames(folder: string): ReadonlySet<string> {
  return new Set(listNames(folder).filter((name) => name.endsWith('.json')));
}

/** Far above a mirror of the largest size; an archive names its head before its rows. */
const MOST_READ_BYTES = 256 * 1024;

/** Within a string of JSON every quote has a backslash, so nobody's words can look like this. */
const HEAD = /"metrics_head": *\{\s*"seq": *(\d{1,15}),\s*"hash": *"([0-9a-f]{64})"\s*\}/;

/** The last metric that each mirror knew, of those that are there and those in the archive. */
export function mirrorHeads(folder: string): MetricHead[] {
  const months = listNames(join(folder, 'archive')).map((month) => join(folder, 'archive', month));
  return [folder, ...months].flatMap((place) =>
    [...mirrorNames(place)].flatMap((name) => readMirrorHead(join(place, name)) ?? []),
  );
}

/** The last metric that was recorded when a mirror was written. */
export function readMirrorHead(path: string): MetricHead | null {
  const text = readBounded(path, MOST_READ_BYTES)?.toString('utf8') ?? '';
  const [, seq, hash] = HEAD.exec(text) ?? [];
  return seq ? { seq: Number(seq), hash: hash! } : null;
}
