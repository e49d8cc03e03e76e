import { join, resolve } from 'node:path';
import { ALL_TRANSCRIPTS } from '../agents/all.ts';
import type {
  AgentMemories,
  TranscriptFile,
  TranscriptFolder,
  Transcripts,
} from '../ports/base/transcripts.ts';
import { openForeign } from '../store/base/foreign.ts';
import type { AtHost, Cli } from '../surfaces/cli/base/context.ts';
import { forgottenSessions } from '../system/keeping/forgotten-sessions.ts';
import { type FilesDone, filesAt, filesDone, locateTranscriptFolder } from './files.ts';
import type { ForeignSystem } from './foreign/taking.ts';

/** A host's own transcripts or memory, where it keeps them or at a place that a person named. */
export function hostFiles(
  cli: Cli,
  { folders, name }: Pick<Transcripts | AgentMemories, 'folders' | 'name'>,
  path: string | null = null,
): { readonly lookedAt: readonly string[]; readonly files: readonly TranscriptFile[] } {
  const usual = folders.map((folder) => locateTranscriptFolder(folder, cli.env, userHome(cli)));
  const lookedAt = path === null ? usual : [resolve(cli.cwd(), path)];
  return { lookedAt, files: lookedAt.flatMap((place) => filesAt(place, name, openForeign)) };
}

/** A file of settings of a host. */
export function settingsFile(cli: Cli, place: TranscriptFolder): string {
  return locateTranscriptFolder(place, cli.env, userHome(cli));
}

/** The transcripts that were read before, and the conversations that are not to come back. */
export interface TranscriptNotes extends FilesDone {
  isForgotten(host: string, hostSessionId: string, part?: string): boolean;
}

export function transcriptNotes(cli: Cli): TranscriptNotes {
  const { folder } = cli.home();
  return {
    ...filesDone(join(folder, 'transcripts-read.jsonl')),
    isForgotten: forgottenSessions(folder).has,
  };
}

/** Default places of another system's data. */
export function foreignPlaces(cli: Cli, system: ForeignSystem): readonly string[] {
  const ofUser = userHome(cli);
  const older = cli.env['CORTEX_DATA_DIR'];
  const openclaw = join(ofUser, '.openclaw');
  return {
    cerberus: [join(ofUser, '.cerberus')],
    'claude-mem': [cli.env['CLAUDE_MEM_DATA_DIR'] || join(ofUser, '.claude-mem')],
    cortex: [...(older ? [older] : []), join(openclaw, 'workspace', 'memory'), openclaw],
    drift: [join(cli.cwd(), '.drift'), join(ofUser, '.drift')],
  }[system];
}

/** Least letters of an id that is looked for in names of files: a shorter one may stand in any name. */
const SHORTEST_ID = 8;

/** The agent's own records of a session, by their names. */
export function findTranscripts(cli: Cli, { host, host_session_id: id }: AtHost): string[] {
  if (id === null || id.length < SHORTEST_ID) return [];
  return ALL_TRANSCRIPTS.filter((one) => one.host === host)
    .flatMap((one) => hostFiles(cli, one).files)
    .map(({ path }) => path)
    .filter((path) => path.includes(id));
}

/** The person's home folder; empty where it is not known. */
function userHome(cli: Cli): string {
  try {
    return cli.userHome();
  } catch {
    return '';
  }
}
