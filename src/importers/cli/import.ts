import type { AgentMemories } from '../../agent-memories.ts';
import { keptSource } from '../../domain/memories/kept.ts';
import { isGlobal } from '../../domain/scope.ts';
import { type ImportReport, importAll } from '../../engine/upkeep/transfer.ts';
import { command, JSON_FLAG } from '../../surfaces/cli/command.ts';
import type { Cli, InputLine } from '../../surfaces/cli/context.ts';
import { Failure, UsageError } from '../../surfaces/cli/errors.ts';
import { withOwnStore } from '../../surfaces/cli/store.ts';
import { count } from '../../surfaces/cli/times.ts';
import type { Transcripts } from '../../transcripts.ts';
import { FOREIGN_SYSTEMS, type ForeignSystem } from '../engine/foreign-tally.ts';
import { importForeign } from '../engine/import-foreign.ts';
import { importKept } from '../engine/import-memories.ts';
import { importTranscripts } from '../engine/import-transcripts.ts';
import { foreignData, memoryPlaces, transcriptPlaces } from '../places.ts';
import { printForeign } from './foreign-report.ts';
import { printKept } from './kept-report.ts';
import { barFrom, forgottenLine, printTranscripts } from './transcript-report.ts';

/** Lines that are named one by one. */
const MOST_NAMED = 10;

export const importCommand = command({
  name: 'import',
  summary: 'Import past sessions and memory of an agent, an export, or another system.',
  about: [
    'Ids are kept, and nothing is taken twice: an import that was interrupted is simply run again. Lines that are damaged are ' +
      'named and passed over.',
    'An agent, such as claude-code: its own transcripts become sessions, read line by line, without secrets. Sessions that ' +
      'Cortex captured itself stay as they are; those that were forgotten here, and transcripts of the last half hour, whose ' +
      'session may still run, are left out. What was read before and has not changed is not read again. Work goes on with the ' +
      'thread of its project; where that thread has newer work, it becomes an archived one.',
    'claude-code-memory, codex-memory: what that agent keeps as memory becomes memories of the project that it is about, marked ' +
      'as imported: never rules, never pins. What changed in its files is brought up to date, what is gone from them is named, ' +
      'what was forgotten here stays so, and what has no project for sure is left.',
    'A file that cortex export wrote: a project of another machine is known here once its folder is linked with cortex project ' +
      'link, or its remote is trusted; until then it keeps to itself, and the command says so. Metrics, the trust in ' +
      'instructions of a project, and sessions that were forgotten here are left out.',
    'cerberus, cortex, drift: what that system left here is taken over, its sessions as threads of work or as sessions, its ' +
      'memories, its pins. Its databases are only read; an active-….json that was taken over gets .imported at the end of its name.',
  ].join('\n\n'),
  args: [
    {
      name: 'source',
      help: 'An agent such as claude-code, its memory (claude-code-memory); what cortex export wrote, - for standard input; or cerberus, cortex, drift.',
      choices: 'sources',
    },
    {
      name: 'path',
      help: 'Of all but an export: a file or folder, where it is not in its usual place.',
      optional: true,
    },
  ],
  flags: {
    'dry-run': { help: 'Only say what would be taken over.' },
    again: {
      help: 'Also read the transcripts that were read before, and bring forgotten sessions and memories of an agent back.',
    },
    here: { help: "An agent's memory at <path>: it is of the project in this folder." },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex import claude-code', says: 'the sessions from before Cortex was there' },
    {
      line: 'cortex import claude-code-memory --dry-run',
      says: 'what Claude Code noted, and for which projects',
    },
    { line: 'cortex import cortex.jsonl --dry-run', says: 'what is in it that is not here' },
    { line: 'gzip -dc cortex.jsonl.gz | cortex import -', says: 'from a pipe' },
    { line: 'cortex import cerberus --dry-run', says: 'what Cerberus left in ~/.cerberus' },
    { line: 'cortex import cortex ~/.openclaw/workspace/memory', says: 'the data of an older Cortex' },
  ],
  run: async (cli, { args, flags }) => {
    const path = args[0]!;
    const keeper = memoryPlaces(cli).keepers.find(({ host }) => keptSource(host) === path);
    if (keeper) return takeKept(cli, keeper, placeNamed(cli, args[1]), flags);
    if (flags.here) throw new UsageError("--here goes with an agent's memory.", `cortex import ${path}`);
    const transcripts = transcriptPlaces(cli).hosts.find(({ host }) => host === path);
    if (transcripts) return takeTranscripts(cli, transcripts, placeNamed(cli, args[1]), flags);
    const system = FOREIGN_SYSTEMS.find((name) => name === path);
    if (system) return takeForeign(cli, system, placeNamed(cli, args[1]), flags);
    if (args[1] !== undefined)
      throw new UsageError(
        'Only agents, their memories, cerberus, cortex and drift take a path.',
        `cortex import ${path}`,
      );
    if (path !== '-' && cli.look(path)?.kind !== 'file') throw nothingAt(cli, path);
    return withOwnStore(cli, async (deps, home) => {
      const lines = withProgress(cli, cli.readLines(path));
      const { notes } = transcriptPlaces(cli);
      const report = await importAll(deps, home.copies(), lines, {
        dryRun: flags['dry-run'],
        isForgotten: (...session) => !flags.again && notes.isForgotten(...session),
      });
      cli.err.progress('');
      if (flags.json) cli.out.json(report);
      else print(cli, report);
      return report.refused.length === 0 && report.complete ? 0 : 1;
    });
  },
});

/** Names that can stand in place of a file. */
export function importSources(cli: Cli): readonly string[] {
  return [
    ...transcriptPlaces(cli).hosts.map(({ host }) => host),
    ...memoryPlaces(cli).keepers.map(({ host }) => keptSource(host)),
    ...FOREIGN_SYSTEMS,
  ];
}

/** A path that a person named has to be there; null where none was named. */
function placeNamed(cli: Cli, path: string | undefined): string | null {
  if (path !== undefined && !cli.look(path)) throw new Failure(`There is nothing at ${path}.`);
  return path ?? null;
}

function nothingAt(cli: Cli, path: string): Failure {
  const host = cli.hosts.find(({ name }) => name === path);
  const why = host ? `The transcripts of ${host.title} cannot be read.` : `${path} is no file.`;
  return new Failure(why, `Instead of a file it takes ${importSources(cli).join(', ')}.`);
}

function takeForeign(
  cli: Cli,
  system: ForeignSystem,
  path: string | null,
  flags: { readonly 'dry-run': boolean; readonly json: boolean },
): Promise<number> {
  return withOwnStore(cli, async (deps) => {
    const run = { dryRun: flags['dry-run'], progress: (text: string) => cli.err.progress(text) };
    const report = await importForeign(deps, foreignData(cli), system, path, run);
    cli.err.progress('');
    if (flags.json) cli.out.json(report);
    else printForeign(cli, report);
    return report.read.length + report.imported_before.length > 0 ? 0 : 1;
  });
}

function takeKept(
  cli: Cli,
  keeper: AgentMemories,
  path: string | null,
  flags: {
    readonly 'dry-run': boolean;
    readonly json: boolean;
    readonly again: boolean;
    readonly here: boolean;
  },
): Promise<number> {
  if (flags.here && path === null)
    throw new UsageError(
      '--here takes one folder or file of memories for this project: name it.',
      `cortex import ${keptSource(keeper.host)} <path> --here`,
    );
  return withOwnStore(cli, async (deps) => {
    const { scope } = deps.locate(cli.cwd());
    const memories = memoryPlaces(cli);
    if (flags.here && isGlobal(scope.key)) throw new Failure('This folder is in no repository.');
    const lookedAt = path === null ? memories.folders(keeper) : [memories.settled(path)];
    const books = lookedAt.flatMap((place) => memories.at(place, keeper, path !== null));
    const report = await importKept(deps, keeper, books, {
      ...{ dryRun: flags['dry-run'], again: flags.again, lookedAt, notes: memories.notes },
      into: flags.here ? scope : null,
      progress: (text) => cli.err.progress(text),
    });
    cli.err.progress('');
    if (flags.json) cli.out.json(report);
    else printKept(cli, report);
    return report.files.found > 0 && report.skipped.length + report.unplaced.length === 0 ? 0 : 1;
  });
}

function takeTranscripts(
  cli: Cli,
  transcripts: Transcripts,
  path: string | null,
  flags: { readonly 'dry-run': boolean; readonly json: boolean; readonly again: boolean },
): Promise<number> {
  return withOwnStore(cli, async (deps) => {
    const { folders, at, notes } = transcriptPlaces(cli);
    const lookedAt = path === null ? folders(transcripts) : [path];
    const files = lookedAt.flatMap((place) => at(place, transcripts));
    const bar = barFrom(performance.now());
    const report = await importTranscripts(deps, transcripts, files, {
      ...{ dryRun: flags['dry-run'], lookedAt, done: notes.done },
      isDone: (file) => !flags.again && notes.isDone(file),
      isForgotten: (...part) => !flags.again && notes.isForgotten(...part),
      progress: (read, all) => cli.err.progress(bar(read, all)),
    });
    cli.err.progress('');
    if (flags.json) cli.out.json(report);
    else printTranscripts(cli, report);
    const lost = report.files.skipped + report.damaged + report.sessions.refused;
    return report.files.found > 0 && lost === 0 ? 0 : 1;
  });
}

function* withProgress(cli: Cli, lines: Iterable<InputLine>): Generator<InputLine> {
  for (const line of lines) {
    if (line.number % 20 === 0) {
      const share = line.size > 0 ? ` (${Math.floor((100 * line.read) / line.size)} %)` : '';
      cli.err.progress(`${line.number} lines${share}`);
    }
    yield line;
  }
}

function print({ out, err }: Cli, report: ImportReport): void {
  const { dim } = out.style;
  const would = report.dry_run ? 'would be ' : '';
  const { sessions } = report;
  out.block(`${count(sessions.new, 'session')} ${would}taken over, ${sessions.known} here already.`);
  if (sessions.grown > 0) {
    out.block(
      `${count(sessions.grown, 'session that went on elsewhere', 'sessions that went on elsewhere')} ${would}brought up to date.`,
    );
  }
  if (sessions.forgotten > 0) out.block(dim(forgottenLine(sessions.forgotten)));
  for (const [table, rows] of Object.entries(report.rows)) {
    if (rows.new > 0) out.block(`${count(rows.new, 'row')} of ${table} ${would}taken over.`);
  }
  for (const { project, sessions: of } of report.unplaced) {
    out.block(
      `${project} (${count(of, 'session')}) has no place here yet: it comes from another machine or folder. In its folder: cortex project link`,
    );
  }
  if (report.redacted > 0)
    out.block(`${count(report.redacted, 'text')} held what looked like a secret; it was removed.`);
  for (const [table, rows] of Object.entries(report.left_out)) {
    out.block(dim(`${count(rows, 'row')} of ${table} left out.`));
  }
  for (const { line, why } of report.refused.slice(0, MOST_NAMED))
    err.block(`Line ${line} was skipped: ${why}.`);
  const more = report.refused.length - MOST_NAMED;
  if (more > 0) err.block(`${count(more, 'more line was', 'more lines were')} skipped.`);
  if (!report.complete) err.block('The file is cut short, and so is what was imported.');
}
