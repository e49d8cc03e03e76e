import { dirname } from 'node:path';
import { ALL_MEMORIES, ALL_TRANSCRIPTS } from '../../agents/all.ts';
import { isGlobal } from '../../domain/base/scope.ts';
import { keptSource } from '../../domain/memories/kept.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { importAll } from '../../engine/keeping/transfer.ts';
import type { AgentMemories, TranscriptFile, Transcripts } from '../../ports/base/transcripts.ts';
import { type CommandInput, declareCommand, JSON_FLAG } from '../../surfaces/cli/base/command.ts';
import type { Cli, Home, InputLine } from '../../surfaces/cli/base/context.ts';
import { Failure, UsageError } from '../../surfaces/cli/base/errors.ts';
import { withStore } from '../../surfaces/cli/base/store.ts';
import { importForeign } from '../foreign/import-foreign.ts';
import { FOREIGN_SYSTEMS, type ForeignSystem } from '../foreign/taking.ts';
import { importKept } from '../memories.ts';
import { foreignPlaces, hostFiles, transcriptNotes } from '../places.ts';
import { importTranscripts } from '../transcripts.ts';
import { barFrom, printExport, printForeign, printKept, printTranscripts } from './reports.ts';

const FLAGS = {
  'dry-run': { help: 'Only say what would be taken over.' },
  again: {
    help: 'Also read the transcripts that were read before, and bring forgotten sessions and memories of an agent back.',
  },
  here: { help: "An agent's memory at <path>: it is of the project in this folder." },
  ...JSON_FLAG,
} as const;
type ImportFlags = Partial<CommandInput<typeof FLAGS>['flags']>;

export const importCommand = declareCommand({
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
      'as imported: never rules, never pins. What was forgotten here stays so, and what has no project for sure is left.',
    'A file that cortex export wrote: a project of another machine is known here once its folder is linked with cortex project ' +
      'link, or its remote is trusted; until then it keeps to itself, and the command says so. Metrics, the trust in ' +
      'instructions of a project, and sessions that were forgotten here are left out.',
    'claude-mem: its sessions with your prompts, the files and its own summary of each, and its observations as memories. It keeps ' +
      'no replies; older versions keep no commands either. Import the transcripts of your agents first: a session that is here stays as it is.',
    'cerberus, cortex, drift: what that system left here is taken over, its sessions as threads of work or as sessions, its ' +
      'memories, its pins. Its databases are only read; an active-….json that was taken over gets .imported at the end of its name.',
  ].join('\n\n'),
  args: [
    {
      name: 'source',
      help: 'An agent such as claude-code, its memory (claude-code-memory); what cortex export wrote, - for standard input; or claude-mem, cerberus, cortex, drift.',
    },
    {
      name: 'path',
      help: 'Of all but an export: a file or folder, where it is not in its usual place.',
      optional: true,
    },
  ],
  flags: FLAGS,
  examples: [
    { line: 'cortex import claude-code', says: 'the sessions from before Cortex was there' },
    {
      line: 'cortex import claude-code-memory --dry-run',
      says: 'what Claude Code noted, and for which projects',
    },
    { line: 'cortex import cortex.jsonl --dry-run', says: 'what is in it that is not here' },
    { line: 'gzip -dc cortex.jsonl.gz | cortex import -', says: 'from a pipe' },
    { line: 'cortex import claude-mem --dry-run', says: 'what claude-mem keeps in ~/.claude-mem' },
    { line: 'cortex import cerberus --dry-run', says: 'what Cerberus left in ~/.cerberus' },
    {
      line: 'cortex import cortex ~/.openclaw/workspace/memory',
      says: 'the data of an older Cortex',
    },
  ],
  run: (cli, { args, flags }) => importFrom(cli, args[0]!, args[1], flags),
});

/** Imports from a source and prints the outcome. */
export function importFrom(
  cli: Cli,
  source: string,
  path?: string,
  flags: ImportFlags = {},
): Promise<number> {
  const taken = sourceNamed(cli, source, path, flags);
  const takeOver = async (deps: Deps, home: Home) => {
    const { report, print, isWhole } = await taken(deps, home);
    cli.err.progress('');
    if (flags.json) cli.out.json(report);
    else print();
    return isWhole ? 0 : 1;
  };
  return withStore(cli, takeOver, true);
}

/** Names that can stand in place of a file. */
const IMPORT_SOURCES: readonly string[] = [
  ...ALL_TRANSCRIPTS.map(({ host }) => host),
  ...ALL_MEMORIES.map(({ host }) => keptSource(host)),
  ...FOREIGN_SYSTEMS,
];

interface ImportResult {
  readonly report: object;
  readonly print: () => void;
  /** True if the source was found and nothing of it was lost. */
  readonly isWhole: boolean;
}

type Take = (deps: Deps, home: Home) => Promise<ImportResult>;

/** The import that a source stands for. */
function sourceNamed(cli: Cli, source: string, path: string | undefined, flags: ImportFlags): Take {
  const keeper = ALL_MEMORIES.find(({ host }) => keptSource(host) === source);
  const transcripts = ALL_TRANSCRIPTS.find(({ host }) => host === source);
  const system = FOREIGN_SYSTEMS.find((name) => name === source);
  const usage = (why: string, how = '') => new UsageError(why, `cortex import ${source}${how}`);
  if (flags.here && !keeper) throw usage("--here goes with an agent's memory.");
  if (flags.here && path === undefined)
    throw usage(
      '--here takes one folder or file of memories for this project: name it.',
      ' <path> --here',
    );
  if (path !== undefined && !keeper && !transcripts && !system)
    throw usage(`Only agents, their memories, ${FOREIGN_SYSTEMS.join(', ')} take a path.`);
  if (path !== undefined && !cli.look(path)) throw new Failure(`There is nothing at ${path}.`);
  if (keeper) return ofMemory(cli, keeper, path ?? null, flags);
  if (transcripts) return ofTranscripts(cli, transcripts, path ?? null, flags);
  if (system) return ofSystem(cli, system, path ?? null, flags);
  if (source !== '-' && cli.look(source)?.kind !== 'file') throw nothingAt(cli, source);
  return ofExport(cli, source, flags);
}

function ofMemory(cli: Cli, keeper: AgentMemories, path: string | null, flags: ImportFlags): Take {
  return async (deps) => {
    const { scope } = deps.locate(cli.cwd());
    if (flags.here && isGlobal(scope.key)) throw new Failure('This folder is in no repository.');
    const { lookedAt, files } = hostFiles(cli, keeper, path);
    const { isForgotten } = transcriptNotes(cli);
    const report = await importKept(deps, keeper, files, {
      dryRun: flags['dry-run'] === true,
      lookedAt,
      into: flags.here ? scope : null,
      transcripts: transcriptsBeside(cli, keeper, files),
      isForgotten: (source, id) => !flags.again && isForgotten(source, id),
    });
    const isWhole = report.files.found > 0 && report.skipped.length + report.unplaced.length === 0;
    return { report, print: () => printKept(cli, report), isWhole };
  };
}

/** Transcripts of the folder that a memory lies in, wherever that is. */
function transcriptsBeside(cli: Cli, { host }: AgentMemories, files: readonly TranscriptFile[]) {
  const folders = new Set(files.map(({ path }) => dirname(path.split(/[\\/]memory[\\/]/)[0]!)));
  return ALL_TRANSCRIPTS.filter((one) => one.host === host).flatMap((one) =>
    [...folders].flatMap((folder) => hostFiles(cli, one, folder).files),
  );
}

function ofTranscripts(
  cli: Cli,
  transcripts: Transcripts,
  path: string | null,
  flags: ImportFlags,
): Take {
  return async (deps) => {
    const { lookedAt, files } = hostFiles(cli, transcripts, path);
    const { done, ...notes } = transcriptNotes(cli);
    const bar = barFrom(performance.now());
    const report = await importTranscripts(deps, transcripts, files, {
      dryRun: flags['dry-run'] === true,
      lookedAt,
      done,
      isDone: (file) => !flags.again && notes.isDone(file),
      isForgotten: (...part) => !flags.again && notes.isForgotten(...part),
      progress: (read, all) => cli.err.progress(bar(read, all)),
    });
    const lost = report.files.skipped + report.damaged + report.sessions.refused;
    const isWhole = report.files.found > 0 && lost === 0;
    return { report, print: () => printTranscripts(cli, report), isWhole };
  };
}

function ofSystem(cli: Cli, system: ForeignSystem, path: string | null, flags: ImportFlags): Take {
  return async (deps, home) => {
    const places = path === null ? foreignPlaces(cli, system) : [path];
    const { isForgotten } = transcriptNotes(cli);
    const report = await importForeign(deps, system, places, home.database, {
      dryRun: flags['dry-run'] === true,
      progress: (text: string) => cli.err.progress(text),
      isForgotten: (...session) => !flags.again && isForgotten(...session),
    });
    const isWhole = report.read.length + report.imported_before.length > 0;
    return { report, print: () => printForeign(cli, report), isWhole };
  };
}

function ofExport(cli: Cli, source: string, flags: ImportFlags): Take {
  return async (deps) => {
    const { isForgotten } = transcriptNotes(cli);
    const report = await importAll(deps, withProgress(cli, cli.readLines(source)), {
      dryRun: flags['dry-run'] === true,
      isForgotten: (...session) => !flags.again && isForgotten(...session),
    });
    const isWhole = report.refused.length === 0 && report.complete;
    return { report, print: () => printExport(cli, report), isWhole };
  };
}

function nothingAt(cli: Cli, path: string): Failure {
  const host = cli.hosts.find(({ name }) => name === path);
  const why = host ? `The transcripts of ${host.title} cannot be read.` : `${path} is no file.`;
  return new Failure(why, `Instead of a file it takes ${IMPORT_SOURCES.join(', ')}.`);
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
