// Repositories that keep the transcripts of their agents beside the code: on a branch of its own lies a folder for each checkpoint, with the
// sessions that had worked up to there, and a trailer of each commit names its checkpoint.
import { execFileSync } from 'node:child_process';
import { readGit } from '../../../../bench/returns/public-data.ts';

const BRANCH = 'entire/checkpoints/v1';
const SESSION = /^([0-9a-f]{2})\/([0-9a-f]{10})\/(\d+)\/metadata\.json$/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The agents whose transcripts are read, with the name of Cortex's importer. The others are counted. */
const READ: Readonly<Record<string, string>> = {
  'Claude Code': 'claude-code',
  Agent: 'claude-code',
  Codex: 'codex',
  'Copilot CLI': 'copilot',
};

export interface StoredSession {
  /** As its host knows it. */
  readonly id: string;
  readonly host: string;
  /** Its transcripts at each checkpoint: some hold all up to there, some what came since the last. */
  readonly blobs: readonly string[];
}

export interface Checkpoints {
  readonly sessions: ReadonlyMap<string, StoredSession>;
  /** The sessions of a checkpoint. */
  readonly byCheckpoint: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sessions whose transcript is of an agent or a form that is not read. */
  readonly unread: ReadonlySet<string>;
}

export function readCheckpoints(repository: string): Checkpoints {
  const blobs = new Map<string, string>();
  for (const line of readGit(repository, 'ls-tree', '-r', BRANCH).split('\n')) {
    const [, blob, path] = /^\d+ blob ([0-9a-f]+)\t(.*)$/.exec(line) ?? [];
    if (path !== undefined) blobs.set(path, blob!);
  }
  const places = [...blobs.keys()].filter((path) => SESSION.test(path));
  const contents = blobsIn(
    repository,
    places.map((path) => blobs.get(path)!),
  );
  const sessions = new Map<string, StoredSession>();
  const byCheckpoint = new Map<string, Set<string>>();
  const unread = new Set<string>();
  for (const [i, path] of places.entries()) {
    const [, start, rest] = SESSION.exec(path)!;
    const { session_id = '', agent = 'Agent' } = parsed(contents[i]!.toString('utf8'));
    const id = UUID.exec(session_id)?.[0] ?? session_id;
    const host = READ[agent];
    const transcript = blobs.get(path.replace(/metadata\.json$/, 'full.jsonl'));
    if (id === '') continue;
    const checkpoint = `${start}${rest}`;
    byCheckpoint.set(checkpoint, (byCheckpoint.get(checkpoint) ?? new Set()).add(id));
    if (host === undefined || transcript === undefined) {
      unread.add(id);
      continue;
    }
    const known = sessions.get(id)?.blobs ?? [];
    sessions.set(id, {
      id,
      host,
      blobs: [...known.filter((one) => one !== transcript), transcript],
    });
  }
  for (const id of sessions.keys()) unread.delete(id);
  return { sessions, byCheckpoint, unread };
}

/** The sessions of each commit behind HEAD, by its trailers. */
export function readKey(
  repository: string,
  { byCheckpoint }: Checkpoints,
): ReadonlyMap<string, ReadonlySet<string>> {
  const key = new Map<string, ReadonlySet<string>>();
  const format = '--format=%H %(trailers:key=Entire-Checkpoint,valueonly,separator=%x2C)';
  for (const line of readGit(repository, 'log', format, 'HEAD').split('\n')) {
    const [commit = '', named = ''] = line.split(' ');
    const ids = named.split(',').flatMap((one) => [...(byCheckpoint.get(one.trim()) ?? [])]);
    if (named.trim() !== '') key.set(commit, new Set(ids));
  }
  return key;
}

export function blobsIn(repository: string, ids: readonly string[]): Buffer[] {
  if (ids.length === 0) return [];
  const all = execFileSync('git', ['-C', repository, 'cat-file', '--batch'], {
    input: ids.join('\n'),
    maxBuffer: 2 ** 31 - 1,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const found: Buffer[] = [];
  for (let at = 0; at < all.length; ) {
    const end = all.indexOf(10, at);
    const head = all.subarray(at, end).toString('latin1').split(' ');
    // A stored copy may lack its largest files.
    const size = head[1] === 'missing' ? null : Number(head[2]);
    found.push(all.subarray(end + 1, end + 1 + (size ?? 0)));
    at = end + 1 + (size === null ? 0 : size + 1);
  }
  return found;
}

function parsed(text: string): { readonly session_id?: string; readonly agent?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
