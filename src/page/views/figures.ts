import { DAY, HOUR, iso, millis } from '../../domain/base/time.ts';
import { sessionsOf } from '../../engine/sessions/sessions.ts';
import type { OperationCall } from '../../operations/base/operation.ts';
import { cardOf } from './card.ts';

/** Figures of the last days that one likes to show. */
export interface FiguresView {
  readonly days: number;
  readonly sessions: number;
  readonly hours: number;
  readonly commits: number;
  /** Checks that were red and became green. */
  readonly greened: number;
  /** Agents, the one with the most sessions first. */
  readonly agents: readonly { readonly host: string; readonly sessions: number }[];
  /** There were more sessions than are counted. */
  readonly isCut: boolean;
}

const DAYS = 30;
const MOST_SESSIONS = 200;
/** A pause longer than this is no work. */
const LONGEST_PAUSE = HOUR / 2;

export async function figuresView(
  { deps, scope }: OperationCall,
  { all }: Readonly<Record<string, unknown>>,
): Promise<FiguresView> {
  const since = iso(deps.now() - DAYS * DAY);
  const found = await sessionsOf(deps, all === true ? null : scope.key, MOST_SESSIONS);
  const recent = found.sessions.filter(
    ({ state }) => state.last_activity >= since && state.turns.length > 0,
  );
  const cards = recent.map(cardOf);
  const hosts = Map.groupBy(cards, ({ host }) => host);
  return {
    days: DAYS,
    sessions: cards.length,
    hours: recent.reduce((sum, { state }) => sum + workedMillis(state), 0) / HOUR,
    commits: cards.reduce((sum, { commits }) => sum + commits, 0),
    greened: cards.flatMap(({ checks }) => checks).filter(isGreened).length,
    agents: [...hosts]
      .map(([host, own]) => ({ host, sessions: own.length }))
      .sort((a, b) => b.sessions - a.sessions),
    isCut: found.more && recent.length === found.sessions.length,
  };
}

/** Milliseconds in which turns followed each other. */
function workedMillis({
  turns,
  last_activity,
}: {
  readonly turns: readonly { readonly at: number }[];
  readonly last_activity: string;
}): number {
  const times = [...turns.map(({ at }) => at), millis(last_activity) ?? 0];
  return times.reduce(
    (sum, at, i) => (i === 0 ? 0 : sum + Math.max(0, Math.min(LONGEST_PAUSE, at - times[i - 1]!))),
    0,
  );
}

function isGreened({ outcomes }: { readonly outcomes: readonly string[] }): boolean {
  return outcomes.includes('red') && outcomes.at(-1) === 'green';
}
