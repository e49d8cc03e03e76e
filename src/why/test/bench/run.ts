// npm run bench -- why [--data <folder>] [--only <owner/name>]… [--half dev|held] [--program <cortex.cjs>] [--wrong <n>] [--json]
// Which session wrote a line, compared with the trailers of its commits, in public repositories that keep the transcripts of their agents
// beside the code. Which ones, is fixed in selection.md. `named`: of the telling lines whose commit names a recorded session, and of all
// lines; `right`: of the named ones whose commit names sessions, that one of them is told; `false`: a session that began after the commit.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DATA, findRepository } from '../../../../bench/returns/public-data.ts';
import { readCheckpoints, readKey } from './checkpoints.ts';
import { type Figures, figuresOf, printed } from './figures.ts';
import { databaseBytes, makeStage, makeTree, writeTranscripts } from './home.ts';
import { askAll, filesIn } from './measure.ts';
import { REPOSITORIES } from './repositories.ts';
import { askRewritten } from './rewritten.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: DATA },
    only: { type: 'string', multiple: true },
    half: { type: 'string' },
    program: {
      type: 'string',
      default: join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'cortex.cjs'),
    },
    wrong: { type: 'string', default: '0' },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

interface Row {
  readonly name: string;
  readonly half: string;
  readonly commits: number;
  readonly sessions: number;
  readonly unread: number;
  readonly figures: Figures;
  readonly files: number;
  readonly squash: Awaited<ReturnType<typeof askRewritten>>;
  readonly rebase: Awaited<ReturnType<typeof askRewritten>>;
  readonly bytes: { readonly with: number; readonly without: number; readonly transcripts: number };
  readonly milliseconds: { readonly median: number; readonly p90: number; readonly most: number };
}

async function measure(name: string, half: string): Promise<Row> {
  const repository = findRepository(resolve(values.data), name);
  const folder = mkdtempSync(join(values.keep ?? tmpdir(), 'cortex-why-'));
  try {
    const checkpoints = readCheckpoints(repository);
    const sessions = readKey(repository, checkpoints);
    const tree = makeTree(repository, folder);
    const making = { folder, tree, program: resolve(values.program) };
    const transcripts = writeTranscripts(repository, checkpoints, making);
    const stage = makeStage(making, true);
    const without = makeStage(making, false);
    const files = filesIn(repository, new Set(sessions.keys()));
    const { lines, times, files: asked } = await askAll(stage, files);
    const key = { sessions, read: new Set(checkpoints.sessions.keys()) };
    showWrong(lines, key, Number(values.wrong));
    const squash = await askRewritten(stage, lines, files, 'squash');
    const rebase = await askRewritten(stage, lines, files, 'rebase');
    const sorted = times.toSorted((a, b) => a - b);
    return {
      name,
      half,
      commits: sessions.size,
      sessions: checkpoints.sessions.size,
      unread: checkpoints.unread.size,
      figures: figuresOf(lines, key),
      files: asked,
      squash,
      rebase,
      bytes: {
        with: databaseBytes(stage.home),
        without: databaseBytes(without.home),
        transcripts,
      },
      milliseconds: {
        median: sorted[Math.floor(sorted.length / 2)] ?? 0,
        p90: sorted[Math.floor(sorted.length * 0.9)] ?? 0,
        most: sorted.at(-1) ?? 0,
      },
    };
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true });
  }
}

/** Some blocks that the trailers say otherwise of, for whoever looks into the repositories that may be looked into. */
function showWrong(
  lines: Awaited<ReturnType<typeof askAll>>['lines'],
  { sessions }: { sessions: ReadonlyMap<string, ReadonlySet<string>> },
  most: number,
): void {
  const seen = new Set<number>();
  for (const { file, line, text, block, commit, session, after } of lines) {
    const key = commit === null ? undefined : sessions.get(commit);
    if (seen.size >= most || seen.has(block) || session === null || !key?.size || key.has(session))
      continue;
    seen.add(block);
    const size = lines.filter((one) => one.block === block).length;
    console.log(
      `${file}:${line} (${size}) ${commit?.slice(0, 8)} ${session.slice(0, 8)} not ${[...key].map((id) => id.slice(0, 8))} ${(after / 3_600_000).toFixed(1)} h  ${text.trim().slice(0, 60)}`,
    );
  }
}

function report(row: Row): void {
  const { figures, squash, rebase, bytes, milliseconds } = row;
  const part = (one: number, of: number) =>
    of === 0 ? 'none' : `${((100 * one) / of).toFixed(1)} %`;
  const rows: [string, string][] = [
    [
      'sessions, transcripts not read, commits with trailers',
      `${row.sessions}, ${row.unread}, ${row.commits}`,
    ],
    [
      'files, telling lines, of recorded sessions',
      `${row.files}, ${figures.lines}, ${figures.recorded}`,
    ],
    ['named, of the lines of recorded sessions', printed(figures.namedOfRecorded)],
    ['named, of all lines of these files', printed(figures.namedOfAll)],
    ['named, of lines that a session of their commit wrote', printed(figures.namedOfWritten)],
    ['session right, by the trailer', printed(figures.right)],
    ['the same, where the trailer names one session', printed(figures.rightOfOne)],
    ['of the others: none of the trailer wrote such a line', printed(figures.keyErrs)],
    ['false for sure (after their commit)', String(figures.impossible)],
    ['named under another file name; only probably', `${figures.elsewhere}; ${figures.probable}`],
    [
      'after squashing: the same session, another',
      `${part(squash.same, squash.named)}, ${part(squash.other, squash.named)}`,
    ],
    [
      'after rebasing: the same session, another',
      `${part(rebase.same, rebase.named)}, ${part(rebase.other, rebase.named)}`,
    ],
    [
      'database',
      `${bytes.without} to ${bytes.with} bytes: + ${part(bytes.with - bytes.without, bytes.without)}`,
    ],
    [
      'milliseconds a whole file: median, 90 %, most',
      [milliseconds.median, milliseconds.p90, milliseconds.most]
        .map((one) => one.toFixed(0))
        .join(', '),
    ],
  ];
  console.log(`\n${row.name} (${row.half})`);
  for (const [label, text] of rows) console.log(`  ${label.padEnd(56)} ${text}`);
}

const meant = REPOSITORIES.filter(
  ({ name, half }) =>
    values.only?.includes(name) ?? (values.half === undefined || values.half === half),
);
const rows: Row[] = [];
for (const { name, half } of meant) {
  try {
    const row = await measure(name, half);
    rows.push(row);
    if (!values.json) report(row);
  } catch (error) {
    console.error(`${name}: ${(error as Error).message.slice(0, 200)}`);
    process.exitCode = 1;
  }
}
if (values.json) console.log(JSON.stringify(rows, null, 2));
