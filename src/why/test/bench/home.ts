// A clone of a repository, and a home into which the built program imported its sessions as if they had been held in the clone.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blobsIn, type Checkpoints } from './checkpoints.ts';

export interface Stage {
  /** The working tree. */
  readonly tree: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** A clone with the files that are there: a stored copy may lack its largest ones, and git checks out all or none. */
export function makeTree(repository: string, folder: string): string {
  const tree = join(folder, 'tree');
  const git = (...args: string[]) =>
    execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 });
  git('clone', '-q', '--shared', '--no-tags', '--no-checkout', repository, tree);
  const listed = git('-C', tree, 'ls-tree', '-r', '-z', 'HEAD').toString('utf8').split('\0');
  const files = listed.flatMap((line) => {
    const [, blob, path] = /^100\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    return path === undefined ? [] : [{ blob: blob!, path }];
  });
  const contents = blobsIn(
    repository,
    files.map(({ blob }) => blob),
  );
  for (const [i, { path }] of files.entries()) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), contents[i]!);
  }
  return tree;
}

export interface Making {
  readonly folder: string;
  readonly tree: string;
  readonly program: string;
}

/** The place of a session's transcript, by host. */
const PLACES: Readonly<Record<string, (id: string) => string>> = {
  'claude-code': (id) => `claude/projects/one/${id}.jsonl`,
  codex: (id) => `codex/sessions/rollout-2026-01-01T00-00-00-${id}.jsonl`,
  copilot: (id) => `copilot/session-state/${id}/events.jsonl`,
};

/** Writes the transcripts where their hosts keep them; how many bytes. */
export function writeTranscripts(
  repository: string,
  { sessions }: Checkpoints,
  { folder, tree }: Making,
): number {
  let bytes = 0;
  for (const { id, host, blobs } of sessions.values()) {
    const text = moved(
      joined(blobsIn(repository, blobs).map((blob) => blob.toString('utf8'))),
      tree,
    );
    bytes += text.length;
    const path = join(folder, PLACES[host]!(id));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const last = [...text.matchAll(/"timestamp":"([^"]+)"/g)].at(-1)?.[1];
    const seconds = Date.parse(last ?? '') / 1000;
    if (Number.isFinite(seconds)) utimesSync(path, seconds, seconds);
  }
  return bytes;
}

/** Imports them. `withLines`: whether lines are marked, to compare the size of the two databases. */
export function makeStage({ folder, tree, program }: Making, withLines: boolean): Stage {
  const home = join(folder, withLines ? 'home' : 'home-without');
  mkdirSync(home, { recursive: true });
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    CORTEX_HOME: home,
    CLAUDE_CONFIG_DIR: join(folder, 'claude'),
    CODEX_HOME: join(folder, 'codex'),
    COPILOT_HOME: join(folder, 'copilot'),
    ...(!withLines && { CORTEX_CAPTURE_LINES: 'false' }),
  };
  for (const host of Object.keys(PLACES)) {
    const done = spawnSync(process.execPath, [program, 'import', host, '--json'], {
      cwd: tree,
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    // A damaged line, of which transcripts have some, is told by the exit code too.
    if (existsSync(join(folder, host.replace('-code', ''))) && !done.stdout.startsWith('{'))
      throw new Error(`import failed: ${done.status} ${done.stderr}`);
  }
  return { tree, env, home };
}

/** The lines of several transcripts of one session, each once, the shortest first: the others go on from there. */
function joined(texts: readonly string[]): string {
  const seen = new Set<string>();
  const lines: string[] = [];
  for (const text of texts.toSorted((a, b) => timeIn(a) - timeIn(b) || a.length - b.length))
    for (const line of text.split('\n')) {
      const key = idIn(line) ?? line;
      if (line === '' || seen.has(key)) continue;
      seen.add(key);
      lines.push(line);
    }
  return lines.map((line) => `${line}\n`).join('');
}

function idIn(line: string): string | null {
  try {
    const { uuid } = JSON.parse(line) as { uuid?: unknown };
    return typeof uuid === 'string' ? uuid : null;
  } catch {
    return null;
  }
}

/** When a transcript began. */
function timeIn(text: string): number {
  const time = Date.parse(/"timestamp":"([^"]+)"/.exec(text)?.[1] ?? '');
  return Number.isNaN(time) ? 0 : time;
}

/** The folder in which a session was held becomes the clone. One below its repository's root is cut to the root. */
function moved(text: string, tree: string): string {
  const cwd = /"cwd":"((?:[^"\\]|\\.)+)"/.exec(text)?.[1];
  if (cwd === undefined) return text;
  const parts = cwd.split('/');
  const below = parts.findIndex(
    (_, i) => i > 1 && existsSync(join(tree, ...parts.slice(i))) && i < parts.length,
  );
  const root =
    below > 1 && statSync(join(tree, ...parts.slice(below))).isDirectory()
      ? parts.slice(0, below).join('/')
      : cwd;
  return text.replaceAll(root, tree);
}

export function databaseBytes(home: string): number {
  return statSync(join(home, 'brain.db')).size;
}
