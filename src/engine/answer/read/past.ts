import {
  isTaken,
  qualifies,
  type RankedSession,
  type SessionCandidate,
  TAKEN,
  takeContributors,
} from '../../../domain/answer/contribute.ts';
import type { QuotedTurns, TurnsRole } from '../../../domain/answer/last-time.ts';
import { withoutMuted } from '../../../domain/answer/muted.ts';
import { compareFiles, type SharedFiles } from '../../../domain/answer/shared-files.ts';
import type { SessionId } from '../../../domain/base/ids.ts';
import { DAY, type Millis } from '../../../domain/base/time.ts';
import {
  byLatestActivity,
  hasTurns,
  type SessionSnapshot,
  type ShortForm,
  sessionDidSomething,
} from '../../../domain/sessions/snapshot.ts';
import { type ClosedSessions, markClosed } from '../../../domain/tasks/closed.ts';
import { findGoal, turnDidSomething as saidSomething } from '../../../domain/turns/turn.ts';
import type { Dismissed } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import { sessionsNamed } from '../../sessions/named.ts';
import { continuedSessions } from '../told.ts';
import type { EarlierSessions, StoredScope } from './sessions.ts';

/** Other sessions that are quoted beside the main one. */
const MOST_OTHERS = 2;
/** The newest sessions whose files and open ends are looked at. */
const NEWEST = 12;

/** The newest sessions of a scope with their turns. */
export interface NewestWork {
  /** The sessions that stand beside the last one, in reading order; none if the scope has no stored work. */
  readonly told: readonly QuotedTurns[];
  /** The newest others, the latest first, without the words that a person muted. */
  readonly others: readonly UntoldSession[];
  /** How two of them go together by their files. */
  readonly compare: (one: SessionId, other: SessionId) => SharedFiles;
}

export interface UntoldSession extends Pick<QuotedTurns, 'turns'> {
  readonly session: SessionCandidate;
}

/** Earlier work as it is told: whose turns, and which sessions contribute. */
export interface ToldPast {
  readonly newest: NewestWork;
  /** Quoted turns, also where nothing is recent enough to be inherited. */
  readonly told: readonly QuotedTurns[];
  /** The session of LAST TIME, or the running one after compaction. */
  readonly lastTime: SessionSnapshot | null;
  readonly shortForm: ShortForm | null;
  /** All sessions by their score, each with the verdict on it. */
  readonly ranked: readonly RankedSession[];
  /** The contributing ones. */
  readonly taken: readonly RankedSession[];
}

/** Reads the turns of the newest sessions, and decides which are told and which sessions contribute. */
export async function readPast(
  deps: Deps,
  stored: StoredScope,
  sessions: EarlierSessions,
): Promise<ToldPast> {
  const { recipient, earlier, check } = stored;
  const { own, again } = earlier;
  const { texts: muted, closed } = check.dismissed.here;
  const isByTime = deps.config['relevance.latest'];
  const newest = isByTime
    ? await readNewest(deps, {
        own,
        tree: recipient.scope.root,
        quiet: sessions.quiet,
        muted,
        closed,
      })
    : NO_WORK;
  const ranked = takeContributors(
    sessions.judged,
    isByTime ? mainFirst(newest.told) : null,
    deps.config['session_persistence.max_sessions_scored'],
  ).map((one) => contributeAgain(one, again));
  const taken = ranked.filter(isTaken);
  const isRecent = ranked.some(qualifies);
  const shortForm = isRecent || own ? null : findShortForm(deps, stored, sessions);
  const isTold = isByTime && (own !== null || isRecent || shortForm !== null);
  const known = shortForm?.last.isCold
    ? await readColdEnd(deps, shortForm.last.id, check.dismissed.here)
    : newest.told;
  const told = isTold ? known : [];
  const main = told.find(isMain)?.session;
  const latest = taken.find(({ scopeKey }) => scopeKey === recipient.scope.key) ?? null;
  return { newest, told, lastTime: main ?? own ?? latest, shortForm, ranked, taken };
}

/** The session that tells where work stopped; the others stand beside it. */
export function isMain({ role }: QuotedTurns): boolean {
  return role === 'last' || role === 'own';
}

/** The sessions that are told, the last one first, then the newest of the others. */
function mainFirst(told: readonly QuotedTurns[]): SessionId[] {
  return told
    .toSorted(
      (a, b) => Number(isMain(b)) - Number(isMain(a)) || byLatestActivity(a.session, b.session),
    )
    .map(({ session }) => session.id);
}

/** After compaction exactly the earlier contributors contribute again. */
function contributeAgain(ranked: RankedSession, again: readonly SessionId[]): RankedSession {
  if (again.includes(ranked.id)) return { ...ranked, verdict: TAKEN };
  return again.length > 0 && isTaken(ranked)
    ? { ...ranked, verdict: 'better ones were found' }
    : ranked;
}

/** No session qualifies: the last work is named, if it is known. */
function findShortForm(
  { now, config }: Pick<Deps, 'now' | 'config'>,
  { recipient, here }: StoredScope,
  { candidates }: EarlierSessions,
): ShortForm | null {
  const { lastWork } = here;
  // Not the running session itself, nor one that is working elsewhere.
  const isRunning = candidates.some(({ id, running }) => id === lastWork?.id && running);
  if (!lastWork || lastWork.id === recipient.id || isRunning || !config['restore.short_form'])
    return null;
  const inherited = now() - config['session_persistence.critical_inheritance_days'] * DAY;
  const retained = now() - config['retention.cold_after_days'] * DAY;
  return {
    last: lastWork,
    tasks: [],
    critical: here.critical.filter(({ at }) => at < inherited && at >= retained),
  };
}

interface NewestOf {
  /** The running session, after compaction. */
  readonly own: SessionSnapshot | null;
  /** The working tree that the next session runs in. */
  readonly tree: string | null;
  /** Sessions of the scope that are not working now. */
  readonly quiet: readonly SessionCandidate[];
  readonly muted: ReadonlySet<string>;
  readonly closed: ClosedSessions;
}

/** Reads the turns of the newest sessions and chooses those that stand beside the last one. */
async function readNewest(deps: Pick<Deps, 'store' | 'now'>, from: NewestOf): Promise<NewestWork> {
  const { own, tree, quiet, muted, closed } = from;
  const known = quiet
    .filter((one) => hasTurns(one) && (sessionDidSomething(one) || isUnanswered(one)))
    .sort(byLatestActivity);
  const here = known.filter((one) => !one.isUnmerged);
  // If none did anything, a request without a reply is all that is known.
  const main = own ?? newestOf(here, tree) ?? newestOf(known, tree) ?? known[0];
  if (!main) return NO_WORK;
  const heirs = own ? [own.id] : await sinceWork(deps, main, quiet);
  const continued = await continuedBy(deps, heirs, quiet);
  const isContinued = ({ id }: SessionSnapshot) => continued.some((one) => one.id === id);
  const newest = known.filter((one) => one.id !== main.id && !isContinued(one)).slice(0, NEWEST);
  const sessions: readonly SessionCandidate[] = [
    main,
    ...[...continued, ...newest].sort(byLatestActivity),
  ];
  const read = await Promise.all(
    sessions.map(async (session): Promise<UntoldSession> => {
      const turns = withoutMuted(await deps.store.turnsOf(session.id), muted);
      const named = muted.size > 0 ? { ...session, title: findGoal(turns) } : session;
      return { session: markClosed(named, turns, closed), turns };
    }),
  );
  // If a person muted all of it, the one before is the last.
  if (!own && read[0]!.turns.length === 0)
    return readNewest(deps, { ...from, quiet: quiet.filter(({ id }) => id !== main.id) });
  const compare = compareFiles(new Map(read.map((one) => [one.session.id, filesOf(one)])));
  const [first, ...rest] = read.filter(
    ({ session, turns }) => session.id === main.id || turns.length > 0,
  );
  const others = rest.map(({ session }) => session);
  const beside = chooseBeside(
    main,
    others,
    continued.flatMap(({ id }) => others.find((one) => one.id === id) ?? []),
    compare,
  );
  const quoted: QuotedTurns[] = [
    { ...first!, role: own ? 'own' : 'last' },
    ...rest.flatMap((one): QuotedTurns[] =>
      beside.includes(one.session) ? [quotedBeside(one, main, isContinued(one.session))] : [],
    ),
  ];
  const isUnmerged = ({ role }: QuotedTurns) => Number(role === 'unmerged');
  return {
    told: quoted
      .filter(({ turns }) => turns.length > 0)
      .sort((a, b) => isUnmerged(a) - isUnmerged(b) || byLatestActivity(b.session, a.session)),
    others: rest.filter(({ session }) => !beside.includes(session)),
    compare,
  };
}

const NO_WORK: NewestWork = { told: [], others: [], compare: () => 'none' };

/**
 * The sessions beside the main one: what somebody continued in it, what came after it, then those that changed the files of
 * these, rare ones first, then the newest.
 * One on a branch that is apart is told only if it is newer, or if all are apart.
 */
function chooseBeside(
  main: SessionCandidate,
  sessions: readonly SessionCandidate[],
  continued: readonly SessionCandidate[],
  compare: NewestWork['compare'],
): readonly SessionCandidate[] {
  const isNewer = (one: SessionCandidate) => byLatestActivity(one, main) < 0;
  const possible = sessions.filter((one) => !one.isUnmerged || main.isUnmerged || isNewer(one));
  const [apart, after] = [true, false].map((is) =>
    possible.find((one) => isNewer(one) && (one.isUnmerged === true) === is),
  );
  const sharing = (how: SharedFiles) =>
    possible.filter(({ id }) => [main, ...continued].some((one) => compare(one.id, id) === how));
  const inOrder = [
    ...continued,
    apart,
    after,
    ...sharing('rare'),
    ...sharing('common'),
    ...sharing('none'),
  ];
  return [...new Set(inOrder.filter((one) => one !== undefined))].slice(0, MOST_OTHERS);
}

function quotedBeside(
  one: UntoldSession,
  main: SessionCandidate,
  isContinued: boolean,
): QuotedTurns {
  const quoted = { ...one, role: roleBeside(one.session, main) };
  return isContinued ? { ...quoted, isContinued } : quoted;
}

/** Sessions that somebody continued by name in one of these, the last choice first. */
async function continuedBy(
  deps: Pick<Deps, 'store' | 'now'>,
  heirs: readonly SessionId[],
  quiet: readonly SessionCandidate[],
): Promise<readonly SessionCandidate[]> {
  const restores = await Promise.all(heirs.map((id) => deps.store.restoresOf(id)));
  const ids = new Set(restores.flatMap((done) => continuedSessions(done).reverse()));
  for (const id of heirs) ids.delete(id);
  const known = quiet.filter(({ id }) => ids.has(id));
  const unknown = [...ids].filter((id) => !known.some((one) => one.id === id));
  // One that is at work again is nobody's past.
  const older = (await sessionsNamed(deps, unknown)).filter(({ running }) => !running);
  const all = [...known, ...older];
  return [...ids].flatMap((id) => all.find((one) => one.id === id) ?? []);
}

/** Sessions that ended after the last work without any of their own are looked at. */
const MOST_EMPTY = 3;

/** The session of the last work and those after it, the latest first. */
async function sinceWork(
  { store }: Pick<Deps, 'store'>,
  main: SessionSnapshot,
  quiet: readonly SessionCandidate[],
): Promise<readonly SessionId[]> {
  const empty = await store.emptySessions(main.scopeKey, main.at, MOST_EMPTY);
  const after = quiet.filter((one) => byLatestActivity(one, main) < 0).sort(byLatestActivity);
  return [...empty, ...after.map(({ id }) => id), main.id];
}

function roleBeside(one: SessionCandidate, main: SessionCandidate): TurnsRole {
  if (one.isUnmerged) return 'unmerged';
  return byLatestActivity(one, main) < 0 ? 'after' : 'before';
}

function filesOf({ session, turns }: UntoldSession): ReadonlySet<string> {
  return new Set([...turns.flatMap(({ files }) => files), ...(session.stopped?.touched ?? [])]);
}

/** The end of a session in cold storage: the last request with something behind it. */
async function readColdEnd(
  deps: Pick<Deps, 'store' | 'now'>,
  id: SessionId,
  { texts: muted, closed }: Pick<Dismissed, 'texts' | 'closed'>,
): Promise<QuotedTurns[]> {
  const [session] = await sessionsNamed(deps, [id]);
  const turns = withoutMuted(await deps.store.turnsOf(id), muted);
  const last = turns.findLast(saidSomething) ?? turns.at(-1);
  return session && last
    ? [{ session: markClosed(session, turns, closed), turns: [last], role: 'last' }]
    : [];
}

/** Turns that sessions had since then, the earliest session first. */
export async function readTurnsSince(
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

/** The newest session that did something, of this working tree, else of the scope, at any age and whatever it did. */
function newestOf(
  sessions: readonly SessionCandidate[],
  tree: string | null,
): SessionCandidate | null {
  const doing = sessions.filter(sessionDidSomething);
  return doing.find((one) => one.tree === tree) ?? doing[0] ?? null;
}

/** A session of whose request nothing is known to have come. The end of its turn is no answer: a host may report it without words. */
function isUnanswered({ stopped }: SessionSnapshot): boolean {
  return stopped !== null && (stopped.ended !== 'answered' || stopped.result === null);
}
