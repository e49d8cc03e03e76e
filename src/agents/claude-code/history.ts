import { idText, pathText, readPlace, words } from '../../domain/base/text/json.ts';
import { HOUR, type Millis } from '../../domain/base/time.ts';
import type { TranscriptFile, Transcripts } from '../../ports/base/transcripts.ts';
import { fromLines, type LineReader, turnEvents } from '../base/turns.ts';

/** A longer pause between two prompts begins another session, where no id says so: older versions wrote none. */
const PAUSE = 4 * HOUR;

/**
 * `~/.claude/history.jsonl`, which is not deleted with the transcripts: every prompt as it was typed. Those of sessions whose
 * transcripts are gone become sessions; the answers went with the transcripts.
 */
export const claudeHistory: NonNullable<Transcripts['outliving']> = {
  name: /^history\.jsonl$/,
  holdsAll: true,
  read: (file, others = []) => turnEvents(fromLines(file, reader(others))),
};

function reader(transcripts: readonly TranscriptFile[]): LineReader {
  const there = new Set(
    transcripts.flatMap(({ path }) =>
      path
        .replace(/\.[^.\\/]*$/, '')
        .split(/[\\/]/)
        .slice(-2),
    ),
  );
  const latest = new Map<string, { readonly session: string; readonly at: Millis }>();
  return function* (line) {
    const [project, text] = [
      pathText(readPlace(line, 'project')),
      words(readPlace(line, 'display')),
    ];
    const typed = readPlace(line, 'timestamp');
    // A line for the shell is no request.
    if (project === null || text === null || typeof typed !== 'number' || text.startsWith('!'))
      return;
    const where = { says: 'person', text, at: typed, cwd: project } as const;
    const known = idText(readPlace(line, 'sessionId'));
    if (known !== null) {
      if (!there.has(known)) yield { ...where, session: known };
      return;
    }
    const last = latest.get(project);
    const session = last && typed - last.at < PAUSE ? last.session : `history ${typed} ${project}`;
    latest.set(project, { session, at: typed });
    // The folder with the transcripts of the project: nobody knows which of them has the words.
    if (!there.has(project.replace(/[^A-Za-z0-9]/g, '-'))) yield { ...where, session };
  };
}
