import { ALL_TRANSCRIPTS } from '../../agents/all.ts';
import { type HealthCheck, noteCheck } from '../../domain/base/check.ts';
import { DAY, iso, type Millis } from '../../domain/base/time.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { count, localTime } from '../../operations/base/words.ts';
import type { Deletion, TranscriptFile, Transcripts } from '../../ports/base/transcripts.ts';
import type { Cli, Home, RoomStatus } from '../../surfaces/cli/base/context.ts';
import { readSettings } from '../../surfaces/cli/base/settings-text.ts';
import { withOpen } from '../../surfaces/cli/base/store.ts';

import { hostFiles, settingsFile, transcriptNotes } from '../places.ts';
import { recordOf, sessionIdOf } from '../transcripts.ts';

/** Transcripts that their agent is about to delete, and whose sessions are not here. */
interface LeavingTranscripts {
  readonly host: string;
  readonly title: string;
  readonly transcripts: number;
  /** The agent's rule, in days. */
  readonly after_days: number;
  readonly setting: string;
  /** When the first of them goes. */
  readonly from: string;
}

/** A week is long enough to be seen, and short enough to be meant. */
const SOON_DAYS = 7;
/** Most files that are opened to see whether their session is here; the import looks at the rest. */
const MOST_OPENED = 500;

/** A row of `cortex status`. */
export const leavingStatus: RoomStatus = {
  read: async (cli, deps) => ({ leaving: deps ? await leavingIn(cli, deps) : [] }),
  rows: ({ leaving: found }) =>
    (found as readonly LeavingTranscripts[]).map((one) => ({
      label: 'transcripts',
      text: `${inWords(one)}: cortex import ${one.host}`,
      isTrouble: true,
    })),
};

/** The same for `cortex doctor`. */
export async function leavingChecks(cli: Cli, home: Home): Promise<readonly HealthCheck[]> {
  if (!cli.look(home.database)?.bytes) return [];
  const found = await withOpen(home, (deps) => leavingIn(cli, deps)).catch(() => []);
  return found.map((one) =>
    noteCheck('transcripts', inWords(one), `Take in what they say: cortex import ${one.host}`),
  );
}

function inWords({
  title,
  transcripts,
  after_days: days,
  from,
  setting,
}: LeavingTranscripts): string {
  const many = count(transcripts, 'transcript that is not here', 'transcripts that are not here');
  return `${title} will delete ${many}, from ${localTime(from).slice(0, 10)} on (after ${count(days, 'day')}; ${setting})`;
}

async function leavingIn(cli: Cli, deps: Deps): Promise<readonly LeavingTranscripts[]> {
  const found: LeavingTranscripts[] = [];
  for (const of of ALL_TRANSCRIPTS) {
    const days = of.deletes ? deletesAfter(cli, of.deletes) : null;
    if (days === null) continue;
    const dueBefore = deps.now() - (days - SOON_DAYS) * DAY;
    const { isDone, isForgotten } = transcriptNotes(cli);
    const due = hostFiles(cli, of)
      .files.filter((file) => recordOf(of, file) === of)
      .filter((file) => file.modified < dueBefore && !isDone(file));
    const left: TranscriptFile[] = [];
    for (const file of due.slice(0, MOST_OPENED)) {
      const id = sessionOf(of, file);
      if (id === null || (await deps.store.sessionOfHost(of.host, id))) continue;
      if (!isForgotten(of.host, id, sessionIdOf(of.host, { hostSessionId: id, part: null })))
        left.push(file);
    }
    if (left.length === 0) continue;
    const first = Math.min(...left.map(({ modified }) => modified)) + days * DAY;
    found.push({
      host: of.host,
      title: titleOf(cli, of.host),
      transcripts: left.length + Math.max(0, due.length - MOST_OPENED),
      after_days: days,
      setting: of.deletes!.setting,
      from: iso(Math.max(first, deps.now()) as Millis),
    });
  }
  return found;
}

/** The days after which an agent deletes a transcript; null: it does not. */
export function deletesAfter(cli: Cli, { settings, daysIn }: Deletion): number | null {
  const text = cli.readText(settingsFile(cli, settings)) ?? '{}';
  try {
    return daysIn(readSettings(text, 'json'));
  } catch {
    return daysIn({});
  }
}

export function titleOf(cli: Cli, host: string): string {
  return cli.hosts.find(({ name }) => name === host)?.title ?? host;
}

/** The conversation in a file, by its first event; null where it holds none. */
function sessionOf(of: Transcripts, file: TranscriptFile): string | null {
  try {
    for (const told of of.read(file)) if ('event' in told) return told.event.hostSessionId;
  } catch {
    // A file that cannot be read cannot be taken in.
  }
  return null;
}
