/** Groups sessions into matters, and names each for a person. A matter never crosses projects, and no session belongs to two. */

import type { ScopeKey, SessionId } from '../base/ids.ts';
import { isTelling, readQuery } from '../search/query.ts';
import { readReturning } from '../search/returning.ts';
import type { SessionState } from '../sessions/session.ts';
import { isGreeting, isNod } from '../turns/talk.ts';
import { findGoal, type Turn } from '../turns/turn.ts';
import type { MatterSigns } from './workstreams.ts';

/** How a session came out, for a person: the last thing that is known of it. */
export type SessionEnding =
  | 'running'
  | 'answered'
  | 'no reply'
  | 'broken off'
  | 'limit'
  | 'failed'
  | 'killed';

/** The ending in a sentence about the session. */
export const ENDING_WORDS: Readonly<Record<SessionEnding, string>> = {
  running: 'running now',
  answered: 'the agent answered',
  'no reply': 'no reply',
  'broken off': 'you broke it off',
  limit: 'stopped at its usage limit',
  failed: 'the agent failed',
  killed: 'cut off in the middle',
};

/** How a session ended, from its last turn and from whether its process is still there. */
export function endingOf(
  turns: readonly Turn[],
  { isRunning, isKilled }: { readonly isRunning: boolean; readonly isKilled: boolean },
): SessionEnding {
  const last = turns.at(-1);
  if (isRunning) return 'running';
  switch (last?.ended) {
    case 'answered':
      return 'answered';
    case 'usage limit':
      return 'limit';
    case 'failed':
      return 'failed';
    case 'broken off':
      return 'broken off';
    default:
      if (isKilled) return 'killed';
      // Some hosts do not tell the end of a turn.
      return last?.answered == null ? 'no reply' : 'answered';
  }
}

/** The subject of a session, in the person's words; null where they say nothing alone: a greeting, a nod, "continue". */
export function subjectOf({ turns, title }: Pick<SessionState, 'turns' | 'title'>): string | null {
  const goal = findGoal(turns) ?? title;
  if (goal === null || isGreeting(goal) || isNod(goal) || readReturning(goal).isBare) return null;
  return goal;
}

/** The subject of the newest session that has one; else the title of the newest. */
export function matterTitle(
  sessions: readonly Pick<SessionState, 'turns' | 'title'>[],
): string | null {
  for (const one of sessions.toReversed()) {
    const subject = subjectOf(one);
    if (subject !== null) return subject;
  }
  return sessions.at(-1)?.title ?? null;
}

/** The signs of a session by which its matter is known. */
export function signsOf(state: SessionState, continues: readonly SessionId[]): MatterSigns {
  const { session_id: id, scope_key: scopeKey, host, host_session_id: atHost } = state;
  const files = [...state.files_modified, ...state.turns.flatMap((turn) => turn.files)];
  return {
    id,
    scopeKey: scopeKey as ScopeKey,
    conversation: atHost === null ? null : `${host} ${atHost}`,
    continues: new Set(continues),
    files: new Set(files.map((path) => withoutRoot(path, state.project_path))),
    words: tellingWords(
      state.turns.map(({ asked }) => (asked ?? '').slice(0, LONGEST_REQUEST)).join('\n'),
    ),
  };
}

/** `files_modified` has whole paths, turns have those below the project. */
function withoutRoot(path: string, root: string | null): string {
  return root !== null && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** The beginning of a request says what it is about; a pasted log says nothing. */
const LONGEST_REQUEST = 600;
const MOST_WORDS = 200;

function tellingWords(text: string): ReadonlySet<string> {
  const { terms } = readQuery(text, undefined, MOST_WORDS);
  return new Set(terms.filter(isTelling).map(({ forms }) => forms[0]!));
}
