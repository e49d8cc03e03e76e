import { asRecord, idText, pathText, text, words } from '../../domain/text/json.ts';
import { HOUR, type Millis } from '../../domain/time.ts';
import type { Transcripts } from '../../transcripts.ts';
import { jsonLines, turns, type Utterance } from '../shape/turns.ts';

/** A line of `~/.claude/history.jsonl`, which is not deleted with the transcripts: a prompt as it was typed. */
interface Line {
  display: string;
  timestamp: number;
  project: string;
  /** Older versions did not write it. */
  sessionId: string;
}

/** A longer pause between two prompts begins another session, where no id says so. */
const PAUSE = 4 * HOUR;

/** Prompts of sessions whose transcripts are gone; the answers went with them. */
export const claudeHistory: NonNullable<Transcripts['outliving']> = {
  name: /^history\.jsonl$/,
  holdsAll: true,
  *read(file, there = new Set()) {
    const sessions = new Map<string, Utterance[]>();
    const latest = new Map<string, { readonly session: string; readonly at: Millis }>();
    for (const one of jsonLines(file.lines())) {
      if ('why' in one) {
        yield one;
        continue;
      }
      const line = asRecord<Line>(one.value) ?? {};
      const project = pathText(line.project);
      const said = words(line.display);
      const at = typeof line.timestamp === 'number' ? line.timestamp : null;
      // A line for the shell is no request.
      if (project === null || said === null || at === null || said.startsWith('!')) continue;
      const last = latest.get(project);
      const unnamed = last && at - last.at < PAUSE ? last.session : `history ${at} ${project}`;
      const session = idText(line.sessionId) ?? unnamed;
      if (text(line.sessionId) === null) latest.set(project, { session, at });
      if (there.has(session) || (session === unnamed && there.has(folderOf(project)))) continue;
      const prompt: Utterance = {
        says: 'person',
        text: said,
        at,
        session,
        cwd: project,
        original: 'claude-code',
      };
      sessions.set(session, [...(sessions.get(session) ?? []), prompt]);
    }
    for (const prompts of sessions.values()) yield* turns(prompts);
  },
};

/** The folder with the transcripts of a project. */
function folderOf(project: string): string {
  return project.replace(/[^A-Za-z0-9]/g, '-');
}
