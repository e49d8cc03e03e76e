import { failingWords } from '../../domain/thread/check.ts';
import { iso } from '../../domain/time.ts';
import { type SessionStatus, sessionsOf } from '../../engine/session/sessions.ts';
import { tasksIn } from '../../engine/tasks/open-tasks.ts';
import { threadHere } from '../../engine/thread/threads.ts';
import type { Call } from '../../operations/operation.ts';
import { told as toldOperation } from '../../operations/restore/session-told.ts';
import { type Changes, newSince, type Seen } from '../seen.ts';
import { cardOf, type SessionCard } from './card.ts';

export interface Headline {
  /** The session that was at work last. */
  readonly last: SessionCard | null;
  /** Checks that fail. */
  readonly red: readonly { readonly text: string; readonly session: string | null; readonly at: string }[];
  /** When a check last passed; null if none is known. */
  readonly checked: string | null;
  /** Blockers other than failing checks. */
  readonly waiting: number;
  readonly open: number;
}

/** Changes in the project since somebody looked. */
export interface News extends Changes {
  /** Finished work and resolved blockers. */
  readonly closed: readonly string[];
  readonly sessions: readonly SessionCard[];
}

/** The latest are looked through for the one that did something. */
const LOOKED_AT = 12;

/** When one of these sessions last saw a check pass. */
function lastGreen(sessions: readonly SessionStatus[]): string | null {
  const turns = sessions.flatMap(({ state }) => state.turns);
  const green = turns.filter(({ runs }) => runs.some(({ outcomes }) => outcomes.at(-1) === 'green'));
  return green.length === 0 ? null : iso(Math.max(...green.map(({ at }) => at)));
}

/** The state of the work and the text for the next session; this look is kept. */
export async function nowView(call: Call, seen: Seen) {
  const { deps, scope } = call;
  const {
    start: _,
    pins: __,
    ...told
  } = toldOperation.json(await toldOperation.run(call, {})) as Record<string, unknown>;
  const { sessions } = await sessionsOf(deps, scope.key, LOOKED_AT);
  const cards = sessions.map(cardOf);
  const thread = (await threadHere(deps, scope))?.thread;
  const stuck = (thread?.blockers ?? []).filter(({ resolved }) => !resolved);
  const red = stuck.filter(({ by }) => by === 'tool');
  const headline: Headline = {
    last: cards.find(({ turns, files }) => turns + files > 0) ?? null,
    red: red.map((one) => ({ text: failingWords(one), session: one.session ?? null, at: iso(one.at) })),
    checked: lastGreen(sessions),
    waiting: stuck.length - red.length,
    open: (await tasksIn(deps, scope)).filter(({ age }) => age === 'open').length,
  };
  const look = newSince(seen, scope.key, told, deps.now());
  const { since } = look;
  const isNew = (at: string) => since !== null && at > since;
  const closed = [
    ...(thread?.done ?? []),
    ...(thread?.blockers ?? []).filter(({ resolved }) => resolved),
  ].filter(({ at }) => isNew(iso(at)));
  const news: News = {
    ...look,
    closed: closed.map(({ text }) => text),
    sessions: cards.filter(({ last_activity, turns }) => turns > 0 && isNew(last_activity)),
  };
  return { ...told, headline, news };
}
