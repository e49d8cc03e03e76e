import type { QuotedTurns, TurnsRole } from '../../domain/answer/last-time.ts';
import type { Candidate } from '../../domain/restore/contribute.ts';
import { withoutMuted } from '../../domain/restore/muted.ts';
import {
  didSomething,
  hasTurns,
  latestFirst,
  type SessionSnapshot,
  worked,
} from '../../domain/restore/snapshot.ts';
import { resultOf } from '../../domain/session/outcome.ts';
import { DAY, type Millis } from '../../domain/time.ts';
import { goalOf } from '../../domain/turns/turn.ts';
import type { Deps } from '../deps.ts';

/** Sessions further in time from the main one are unrelated work. */
const NEAR = 14 * DAY;
const MOST_OTHERS = 2;
/** With more characters of turns than this, no second earlier session is added. */
const HALF_FULL = 2_400;

/** The sessions whose turns are quoted, in reading order; none if the scope has no stored work. */
export async function turnsTold(
  deps: Pick<Deps, 'store'>,
  from: {
    /** The running session, after compaction. */
    readonly own: SessionSnapshot | null;
    /** The working tree that the next session runs in. */
    readonly tree: string | null;
    /** Sessions of the scope that are not working now, the latest first. */
    readonly quiet: readonly Candidate[];
    readonly muted: ReadonlySet<string>;
  },
): Promise<QuotedTurns[]> {
  const { own, tree, quiet, muted } = from;
  const known = quiet
    .filter((one) => hasTurns(one) && (didSomething(one) || isUnanswered(one)))
    .sort(latestFirst);
  const here = known.filter((one) => !one.isUnmerged);
  const main = own ?? newestOf(here, tree) ?? newestOf(known, tree);
  if (!main) return [];
  const told = async (session: SessionSnapshot, role: TurnsRole): Promise<QuotedTurns> => {
    const turns = withoutMuted(await deps.store.turnsOf(session.id), muted);
    return { session, turns, role };
  };
  const first = await told(main, own ? 'own' : 'last');
  const others: QuotedTurns[] = [];
  let filled = sizeOf(first);
  for (const one of [...here, ...known.filter(({ isUnmerged }) => isUnmerged)]) {
    if (one.id === main.id || Math.abs(main.at - one.at) > NEAR) continue;
    const isNewer = latestFirst(one, main) < 0;
    const role = one.isUnmerged ? 'unmerged' : isNewer ? 'after' : 'before';
    const alike = others.filter((other) => (other.role === 'unmerged') === (role === 'unmerged')).length;
    // One earlier session is always included, and one that continued elsewhere; others if they fit.
    const isDue = alike === 0 && (role !== 'unmerged' || isNewer);
    if (alike >= MOST_OTHERS || (!isDue && filled > HALF_FULL)) continue;
    others.push(await told(one, role));
    filled += sizeOf(others.at(-1)!);
  }
  const isUnmerged = ({ role }: QuotedTurns) => Number(role === 'unmerged');
  return [first, ...others]
    .filter(({ turns }) => turns.length > 0)
    .sort((a, b) => isUnmerged(a) - isUnmerged(b) || latestFirst(b.session, a.session));
}

/** Turns that sessions had since then, the earliest session first. */
export async function turnsSince(
  deps: Pick<Deps, 'store'>,
  sessions: readonly SessionSnapshot[],
  since: Millis,
  muted: ReadonlySet<string>,
): Promise<QuotedTurns[]> {
  const told = await Promise.all(
    sessions.map(async (session): Promise<QuotedTurns> => {
      const turns = (await deps.store.turnsOf(session.id)).filter(({ at }) => at > since);
      return { session, turns: withoutMuted(turns, muted), role: 'after' };
    }),
  );
  return told.filter(({ turns }) => turns.length > 0).reverse();
}

function sizeOf({ turns }: QuotedTurns): number {
  return turns.reduce(
    (sum, { asked, answered }) =>
      sum + Math.min(600, asked?.length ?? 0) + Math.min(900, answered?.length ?? 0) + 60,
    0,
  );
}

/** The newest session that did something, of this working tree, else of the scope, at any age and whatever it did. */
function newestOf(sessions: readonly Candidate[], tree: string | null): Candidate | null {
  const doing = sessions.filter(didSomething);
  return doing.find((one) => one.tree === tree) ?? doing[0] ?? null;
}

/** A session that ended before anything came of its request. */
function isUnanswered({ stopped }: SessionSnapshot): boolean {
  return stopped !== null && stopped.ended !== 'answered';
}

const MOST_EARLIER = 3;

/** At most three earlier sessions: contributing ones, then the latest others. */
export function earlierOf(
  quiet: readonly Candidate[],
  taken: readonly Candidate[],
  told: readonly QuotedTurns[],
  since: Millis,
): SessionSnapshot[] {
  const here = quiet.filter((one) => !one.isUnmerged && !told.some(({ session }) => session.id === one.id));
  const isTaken = ({ id }: Candidate) => taken.some((one) => one.id === id);
  const contributing = here.filter(isTaken);
  const others = here.filter((one) => !isTaken(one) && one.at >= since && didSomething(one));
  return [...contributing, ...others]
    .filter((one) => one.title !== null || worked(one))
    .slice(0, MOST_EARLIER)
    .sort(latestFirst);
}

/** Earlier sessions without the words that a person muted; one of which nothing is left is not named. */
export async function withoutMutedWords(
  { store }: Pick<Deps, 'store'>,
  sessions: readonly SessionSnapshot[],
  muted: ReadonlySet<string>,
): Promise<readonly SessionSnapshot[]> {
  if (muted.size === 0) return sessions;
  const turns = await Promise.all(sessions.map(({ id }) => store.turnsOf(id)));
  return sessions.flatMap((one, i): SessionSnapshot[] => {
    const left = withoutMuted(turns[i]!, muted);
    if (left.length === 0 && turns[i]!.length > 0) return [];
    const { stopped } = one;
    return [
      { ...one, title: goalOf(left), stopped: stopped && { ...stopped, result: resultOf(left, stopped) } },
    ];
  });
}
