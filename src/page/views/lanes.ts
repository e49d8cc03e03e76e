import { iso, millis } from '../../domain/base/time.ts';
import { ENDING_WORDS } from '../../domain/matters/matter.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import { type Matter, mattersAmong, openWorkIn, openWorkOf } from '../../engine/matters/matters.ts';
import { endingOfSession } from '../../engine/matters/standing.ts';
import { type SessionStatus, sessionsOf } from '../../engine/sessions/sessions.ts';
import { resolveSession } from '../../operations/base/meant.ts';
import type { OperationCall } from '../../operations/base/operation.ts';
import { cardOf, isRed, type SessionCard } from './card.ts';

/** Something that happened in a session, at its place in time. */
export interface LaneMark {
  readonly kind: 'commit' | 'red' | 'green' | 'cut';
  readonly at: string;
  readonly text: string;
}

/** A session in the picture of the work. */
export interface LaneBar
  extends Pick<SessionCard, 'session_id' | 'title' | 'host' | 'outcome' | 'result'> {
  readonly start: string;
  readonly end: string;
  readonly turns: number;
  /** How it ended, for a person. */
  readonly ended: string;
  readonly marks: readonly LaneMark[];
}

/** The sessions of one matter, as a branch of the picture. */
export interface Lane {
  readonly title: string | null;
  readonly scope: string;
  /** Open ends; empty where nothing is known to be open. */
  readonly open: readonly string[];
  /** The oldest first. */
  readonly bars: readonly LaneBar[];
}

export interface LanesView {
  /** The matter that was worked on last comes first. */
  readonly lanes: readonly Lane[];
  /** The oldest session that was looked at, to go on from; null where there are no earlier ones. */
  readonly before: string | null;
}

/** Sessions of one look into the past. */
const AT_ONCE = 60;

/** Work of the project or of all by matter. */
export async function lanesView(
  call: OperationCall,
  input: Readonly<Record<string, unknown>>,
): Promise<LanesView> {
  const { deps, scope } = call;
  const { all, before } = input;
  const from =
    typeof before === 'string' ? (await resolveSession(call, before)).session_id : undefined;
  const { sessions, more } = await sessionsOf(deps, all === true ? null : scope.key, AT_ONCE, from);
  const worked = sessions.filter(
    ({ state }) => state.turns.length + state.files_modified.length > 0,
  );
  const work =
    all === true
      ? await openWorkOf(deps, worked)
      : new Map([[scope.key, await openWorkIn(deps, scope, worked)]]);
  const matters = await mattersAmong(deps, worked, work);
  return {
    lanes: matters.map(laneOf),
    before: more ? (sessions.at(-1)?.state.session_id ?? null) : null,
  };
}

function laneOf({ sessions, title, open }: Matter): Lane {
  return { title, scope: sessions.at(-1)!.state.scope, open, bars: sessions.map(barOf) };
}

function barOf(status: SessionStatus): LaneBar {
  const { session_id, title, host, outcome, result, turns, start_time, last_activity } =
    cardOf(status);
  const { state } = status;
  // A process may stay for days after its last words.
  const end =
    state.end_time !== null && state.end_time < last_activity ? state.end_time : last_activity;
  return {
    session_id,
    title,
    host,
    outcome,
    result,
    start: start_time,
    end,
    turns,
    ended: ENDING_WORDS[endingOfSession(status)],
    marks: marksOf(state.turns, { end, outcome }),
  };
}

const MOST_MARKS = 12;

/** Commits, and each time a check changed its colour: where the turn ended in which that happened. */
function marksOf(
  turns: readonly Turn[],
  { end, outcome }: Pick<LaneBar, 'end' | 'outcome'>,
): readonly LaneMark[] {
  const marks: LaneMark[] = [];
  const colours = new Map<string, boolean>();
  for (const [i, turn] of turns.entries()) {
    const next = turns[i + 1];
    const at = iso(next ? Math.max(turn.at, next.at - 1) : (millis(end) ?? turn.at));
    for (const { what, text, ref } of turn.made)
      if (what === 'commit')
        marks.push({ kind: 'commit', at, text: ref ? `${ref.slice(0, 9)} ${text}` : text });
    for (const run of turn.runs) {
      if (colours.get(run.name) === isRed(run)) continue;
      colours.set(run.name, isRed(run));
      const text = run.failing && isRed(run) ? `${run.name}: ${run.failing}` : run.name;
      marks.push({ kind: isRed(run) ? 'red' : 'green', at, text });
    }
  }
  if (outcome === 'cut') marks.push({ kind: 'cut', at: end, text: 'cut off' });
  return marks.slice(-MOST_MARKS);
}
