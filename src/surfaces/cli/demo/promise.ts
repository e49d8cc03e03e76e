import type { SessionState } from '../../../domain/session/session.ts';
import { Failure } from '../errors.ts';
import type { Run } from './processes.ts';
import { PINS, type Step, TASK } from './story.ts';

const REPORT_IT = 'This is a bug of Cortex; please report it.';

/** Checks that the next session is told everything. */
export function checkPromise(preamble: string | null): void {
  const missing = [...Object.values(PINS), TASK, '2d ago'].filter((words) => !preamble?.includes(words));
  if (missing.length === 0) return;
  const lines = missing.map((words) => `  ${words}`);
  throw new Failure(['The next session was not told everything. Missing:', ...lines].join('\n'), REPORT_IT);
}

/** Every acknowledged event of the killed session must be on record, and the session closed where it died. */
export function checkRecord(run: Run, hostSessionId: string, story: readonly Step[]): SessionState {
  const sessions = JSON.parse(run(['history', '--json'])) as SessionState[];
  const state = sessions.find((session) => session.host_session_id === hostSessionId);
  if (!state?.crash_recovered) throw new Failure('The killed session was not recovered.', REPORT_IT);
  const facts = JSON.parse(run(['show', state.session_id, '--facts', '--json'])) as { kind: string }[];
  const kept = facts.filter(({ kind }) => ONE_EACH.includes(kind)).length;
  if (kept === story.length) return state;
  throw new Failure(`${kept} of ${story.length} acknowledged events are on record.`, REPORT_IT);
}

/** Every step of the story leaves exactly one of these. */
const ONE_EACH: readonly string[] = ['started', 'prompt', 'tool', 'pinned', 'turn-ended'];
