import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AgentMemories, MemoryBook } from '../agent-memories.ts';
import { readYaml } from '../entries/yaml.ts';
import { ALL_MEMORIES, ALL_TRANSCRIPTS } from '../hosts/all.ts';
import { forgottenSessions } from '../platform/forgotten-sessions.ts';
import { look, readText } from '../platform/look.ts';
import { openForeign } from '../stores/sqlite/foreign.ts';
import type { AtHost, Cli } from '../surfaces/cli/context.ts';
import type { TranscriptFile, Transcripts } from '../transcripts.ts';
import type { Foreign, ForeignSystem } from './engine/foreign-tally.ts';
import type { KeptRun } from './engine/import-memories.ts';
import type { TranscriptRun } from './engine/import-transcripts.ts';
import { booksAt, filesDone, folderOf, keptNotes, settledPlace, transcriptsAt } from './files.ts';

/** The hosts' own transcripts, their places, and which of them were read before. */
export interface TranscriptPlaces {
  readonly hosts: readonly Transcripts[];
  folders(of: Transcripts): readonly string[];
  at(place: string, of: Transcripts): readonly TranscriptFile[];
  readonly notes: Pick<TranscriptRun, 'isDone' | 'done' | 'isForgotten'>;
}

/** The agents' own memories, their places, and which of them were imported before. */
export interface MemoryPlaces {
  readonly keepers: readonly AgentMemories[];
  /** Settled places. */
  folders(of: AgentMemories): readonly string[];
  /** The one path of a place that somebody names: absolute, without links. */
  settled(place: string): string;
  /** `isNamed`: a person named the place, which is settled; it may be a single book or file. */
  at(place: string, of: AgentMemories, isNamed: boolean): readonly MemoryBook[];
  readonly notes: KeptRun['notes'];
}

export function transcriptPlaces(cli: Cli): TranscriptPlaces {
  const home = cli.home();
  return {
    hosts: ALL_TRANSCRIPTS,
    folders: ({ folders }) => folders.map((folder) => folderOf(folder, cli.env, userHome(cli))),
    at: (place, { name }) => transcriptsAt(place, name, openForeign),
    notes: {
      ...filesDone(join(home.folder, 'transcripts-read.jsonl')),
      isForgotten: forgottenSessions(home.folder).has,
    },
  };
}

export function memoryPlaces(cli: Cli): MemoryPlaces {
  return {
    keepers: ALL_MEMORIES,
    folders: ({ folders }) => folders.map((folder) => settledPlace(folderOf(folder, cli.env, userHome(cli)))),
    settled: settledPlace,
    at: (...asked) => booksAt(...asked).map((book) => ({ ...book, yaml: readYaml })),
    notes: keptNotes(join(cli.home().folder, 'memories-read.jsonl')),
  };
}

/** Data of other systems on this machine. */
export function foreignData(cli: Cli): Foreign {
  const ofUser = userHome(cli);
  const older = cli.env['CORTEX_DATA_DIR'];
  const places: Record<ForeignSystem, () => string[]> = {
    cerberus: () => [join(ofUser, '.cerberus')],
    cortex: () => [
      ...(older ? [older] : []),
      join(ofUser, '.openclaw', 'workspace', 'memory'),
      join(ofUser, '.openclaw'),
    ],
    drift: () => [join(cli.cwd(), '.drift'), join(ofUser, '.drift')],
  };
  return {
    ...foreignFiles,
    places: (system) => places[system](),
    open: openForeign,
    isOwn: (path) => isSameFile(path, cli.home().database),
  };
}

/** Empty where it is not known. */
function userHome(cli: Cli): string {
  try {
    return cli.userHome();
  } catch {
    return '';
  }
}

/** The agent's own records of a session, by their names. */
export function transcriptsOf(cli: Cli, { host, host_session_id: id }: AtHost): string[] {
  if (id === null || id.length < SHORTEST_ID) return [];
  const transcripts = transcriptPlaces(cli);
  return transcripts.hosts
    .filter((one) => one.host === host)
    .flatMap((one) => transcripts.folders(one).flatMap((place) => transcripts.at(place, one)))
    .map(({ path }) => path)
    .filter((path) => path.includes(id));
}

/** A shorter one may stand in any name. */
const SHORTEST_ID = 8;

/** The data of other systems, as far as it is files. */
const foreignFiles = {
  kind: (path: string): 'file' | 'folder' | null => {
    const kind = look(path)?.kind ?? null;
    return kind === 'other' ? null : kind;
  },
  readText,
  names: (folder: string): readonly string[] => {
    try {
      return readdirSync(folder).sort();
    } catch {
      return [];
    }
  },
  join,
  basename,
  setAside,
};

/** Under another name beside it, so that nothing is lost and nobody reads it twice. What stands there stays. */
function setAside(path: string): string {
  for (let n = 1; ; n++) {
    const aside = n === 1 ? `${path}.imported` : `${path}.imported-${n}`;
    if (existsSync(aside)) continue;
    renameSync(path, aside);
    return aside;
  }
}

/** Also through a link, or under two names. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
