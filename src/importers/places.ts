import { join } from 'node:path';
import type { AgentMemories, MemoryBook } from '../agent-memories.ts';
import { readYaml } from '../entries/yaml.ts';
import { ALL_TRANSCRIPTS } from '../hosts/all.ts';
import { forgottenSessions } from '../platform/forgotten-sessions.ts';
import { openForeign } from '../stores/sqlite/foreign.ts';
import type { AtHost, Cli } from '../surfaces/cli/context.ts';
import type { TranscriptFile, TranscriptFolder, Transcripts } from '../transcripts.ts';
import { booksAt, filesDone, folderOf, keptNotes, settledPlace, transcriptsAt } from './files.ts';
import type { ForeignSystem } from './foreign/taking.ts';

/** A host's own transcripts, where it keeps them or at a place that a person named. */
export function transcriptFiles(
  cli: Cli,
  { folders, name }: Transcripts,
  path: string | null = null,
): { readonly lookedAt: readonly string[]; readonly files: readonly TranscriptFile[] } {
  const lookedAt = path === null ? usual(cli, folders) : [path];
  return { lookedAt, files: lookedAt.flatMap((place) => transcriptsAt(place, name, openForeign)) };
}

/** Which transcripts were read before, and which conversations are not to come back. */
export function transcriptNotes(cli: Cli) {
  const { folder } = cli.home();
  return {
    ...filesDone(join(folder, 'transcripts-read.jsonl')),
    isForgotten: forgottenSessions(folder).has,
  };
}

/** An agent's own memory, where it keeps it or at a place that a person named. */
export function memoryBooks(
  cli: Cli,
  keeper: AgentMemories,
  path: string | null = null,
): { readonly lookedAt: readonly string[]; readonly books: readonly MemoryBook[] } {
  const lookedAt = (path === null ? usual(cli, keeper.folders) : [path]).map(settledPlace);
  const books = lookedAt.flatMap((place) => booksAt(place, keeper, path !== null));
  return { lookedAt, books: books.map((book) => ({ ...book, yaml: readYaml })) };
}

/** Which memories were imported before. */
export function memoryNotes(cli: Cli) {
  return keptNotes(join(cli.home().folder, 'memories-read.jsonl'));
}

/** Default places of another system's data. */
export function foreignPlaces(cli: Cli, system: ForeignSystem): readonly string[] {
  const ofUser = userHome(cli);
  const older = cli.env['CORTEX_DATA_DIR'];
  const openclaw = join(ofUser, '.openclaw');
  return {
    cerberus: [join(ofUser, '.cerberus')],
    cortex: [...(older ? [older] : []), join(openclaw, 'workspace', 'memory'), openclaw],
    drift: [join(cli.cwd(), '.drift'), join(ofUser, '.drift')],
  }[system];
}

/** A shorter one may stand in any name. */
const SHORTEST_ID = 8;

/** The agent's own records of a session, by their names. */
export function transcriptsOf(cli: Cli, { host, host_session_id: id }: AtHost): string[] {
  if (id === null || id.length < SHORTEST_ID) return [];
  return ALL_TRANSCRIPTS.filter((one) => one.host === host)
    .flatMap((one) => transcriptFiles(cli, one).files)
    .map(({ path }) => path)
    .filter((path) => path.includes(id));
}

function usual(cli: Cli, folders: readonly TranscriptFolder[]): string[] {
  return folders.map((folder) => folderOf(folder, cli.env, userHome(cli)));
}

/** Empty where it is not known. */
function userHome(cli: Cli): string {
  try {
    return cli.userHome();
  } catch {
    return '';
  }
}
