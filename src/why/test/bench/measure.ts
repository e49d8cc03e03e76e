// Every line of a repository is asked for, and what is answered is compared with the trailers of its commits.
import { join } from 'node:path';
import { readGit } from '../../../../bench/returns/public-data.ts';
import type { ScopeKey, SessionId } from '../../../domain/base/ids.ts';
import type { Deps } from '../../../engine/base/deps.ts';
import { openHome } from '../../../program/compose-home.ts';
import { groupByCommit } from '../../domain/choose.ts';
import { deriveMarkSeed, hashLine } from '../../domain/marks.ts';
import { readFileLines } from '../../engine/file-lines.ts';
import { findAuthors } from '../../engine/who-wrote.ts';
import { touchedLinesOf } from '../../sql.ts';
import type { Stage } from './home.ts';
import { drawn } from './random.ts';

/** The answer for a line. */
export interface Asked {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
  /** Lines of one commit in a row, which stand and fall together. */
  readonly block: number;
  readonly commit: string | null;
  /** As its host knows the session; null where none is named. */
  readonly session: string | null;
  /** Sessions that wrote such a line into some file before the commit. */
  readonly writers: ReadonlySet<string>;
  readonly isProbable: boolean;
  /** How long after the commit the named change was made; negative before it. */
  readonly after: number;
  /** The change was of a file of another name. */
  readonly isElsewhere: boolean;
  /** Whether the session began before the commit. */
  readonly began: number;
}

export interface Answers {
  readonly lines: readonly Asked[];
  readonly files: number;
  /** Milliseconds for each file. */
  readonly times: readonly number[];
}

const NOT_WRITTEN =
  /(?:^|\/)(?:node_modules|vendor|dist)\/|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|go\.sum|Cargo\.lock|uv\.lock|bun\.lock)$|\.(?:svg|min\.js|map|snap)$/;

/** One repository has ten thousand files; each is asked for three times. */
const MOST_FILES = 600;

/** Files that commits with trailers touched and that are there still, without what tools generate; of very many some, drawn. */
export function filesIn(repository: string, commits: ReadonlySet<string>): readonly string[] {
  const there = new Set(
    readGit(repository, 'ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0'),
  );
  const touched = new Set<string>();
  let isMeant = false;
  for (const line of readGit(
    repository,
    'log',
    '--name-only',
    '--no-renames',
    '-m',
    '--format=commit %H',
    'HEAD',
  ).split('\n')) {
    if (line.startsWith('commit ')) isMeant = commits.has(line.slice(7));
    else if (isMeant && there.has(line) && !NOT_WRITTEN.test(line)) touched.add(line);
  }
  const random = drawn('files');
  const drawnFiles = [...touched].sort().map((path) => ({ path, at: random() }));
  return drawnFiles
    .sort((a, b) => a.at - b.at)
    .slice(0, MOST_FILES)
    .map(({ path }) => path)
    .sort();
}

export async function askAll({ tree, env }: Stage, files: readonly string[]): Promise<Answers> {
  const home = openHome(env as Record<string, string>);
  const { deps, close } = home.open();
  const { scope } = deps.locate(tree);
  const seed = deriveMarkSeed(deps.homeSecret()!);
  const hosts = new Map<SessionId, { id: string; began: number }>();
  const known = async (id: SessionId) => {
    const before = hosts.get(id);
    if (before) return before;
    const head = await deps.store.head(id);
    const found = { id: head?.hostSessionId ?? '', began: head?.startedAt ?? 0 };
    hosts.set(id, found);
    return found;
  };
  const writersOf = await writersIn(deps, scope.key, known);
  const lines: Asked[] = [];
  const times: number[] = [];
  let block = 0;
  for (const path of files) {
    const began = performance.now();
    const file = readFileLines(join(tree, path), tree, env['PATH']);
    if (file === null) continue;
    const chosen = await findAuthors(deps, scope.key, file, tree);
    times.push(performance.now() - began);
    const marked = file.lines.map(({ text, origin }) => ({ mark: hashLine(text, seed), origin }));
    for (const { places, origin } of groupByCommit(marked)) {
      block++;
      for (const place of places) {
        const found = chosen[place] ?? null;
        const session = found === null ? null : await known(found.edit.session);
        const at = origin.kind === 'committed' ? origin.commit : null;
        lines.push({
          file: path,
          line: place + 1,
          text: file.lines[place]!.text,
          block,
          commit: at?.id ?? null,
          session: session?.id ?? null,
          writers: at === null ? NOBODY : await writersOf(marked[place]!.mark!, at.at),
          isProbable: found?.isProbable ?? false,
          after: found && at ? found.edit.at - at.at : 0,
          isElsewhere: found !== null && found.edit.path !== path,
          began: session && at ? session.began - at.at : 0,
        });
      }
    }
  }
  close();
  return { lines, files: times.length, times };
}

/** Stands for every mark. */
const EVERY = { has: () => true } as unknown as ReadonlySet<number>;
const NOBODY: ReadonlySet<string> = new Set();
const TWO_MINUTES = 120_000;

/** The sessions that wrote a line with a mark, in any file, up to a moment. */
async function writersIn(
  deps: Deps,
  scopeKey: ScopeKey,
  known: (id: SessionId) => Promise<{ readonly id: string }>,
): Promise<(mark: number, until: number) => Promise<ReadonlySet<string>>> {
  const byMark = new Map<number, { readonly session: SessionId; readonly at: number }[]>();
  for (const { session, at, marks } of await touchedLinesOf(deps).touchedWith(scopeKey, EVERY))
    for (const mark of marks) byMark.set(mark, [...(byMark.get(mark) ?? []), { session, at }]);
  return async (mark, until) => {
    const rows = (byMark.get(mark) ?? []).filter(({ at }) => at <= until + TWO_MINUTES);
    return new Set(await Promise.all(rows.map(async ({ session }) => (await known(session)).id)));
  };
}
