import {
  type Context,
  type Contributor,
  NOTHING,
  type PersonRule,
} from '../../domain/answer/contributors.ts';
import type { ToldTurns } from '../../domain/answer/last-time.ts';
import { type Loaded, loadedSentences } from '../../domain/answer/loaded.ts';
import { EMPTY_STATE, type StateContent } from '../../domain/answer/state.ts';
import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../domain/ids.ts';
import type { Learning } from '../../domain/memories/learning.ts';
import { hasExpired, type Memory } from '../../domain/memories/memory.ts';
import { originOfOwner } from '../../domain/owner.ts';
import type { PinOffer } from '../../domain/pins/inherit.ts';
import { pinOffers } from '../../domain/pins/offers.ts';
import { type Book, isFresh, type LeftTask, type Touched } from '../../domain/restore/ageing.ts';
import {
  type Candidate,
  isTaken,
  type Ranked,
  rankCandidates,
  TAKEN,
} from '../../domain/restore/contribute.ts';
import { threadWithoutMuted } from '../../domain/restore/muted.ts';
import {
  EMPTY_SNAPSHOT,
  hasPast,
  type SessionSnapshot,
  type ShortForm,
  type Snapshot,
  sessionSnapshot,
  sessionsAsOf,
  stoppedAtLimit,
  type Uncommitted,
  uncommittedAt,
} from '../../domain/restore/snapshot.ts';
import { isGlobal, projectName, type Scope } from '../../domain/scope.ts';
import {
  EMPTY_THREAD,
  type Thread,
  type ThreadBlocker,
  withoutSessions,
} from '../../domain/thread/thread.ts';
import { DAY, MINUTE, type Millis } from '../../domain/time.ts';
import type { LetGo, SessionHead, SnapshotNow, ThreadHead } from '../../store.ts';
import { type Deps, inTime } from '../deps.ts';
import { quotesOf } from '../search/quotes.ts';
import type { Recalled } from '../search/recall.ts';
import { type DismissedIn, type TaskCheck, taskCheck } from '../tasks/tasks.ts';
import { othersAsOf } from '../team.ts';
import { threadsIn } from '../thread/idle.ts';
import { withoutGone } from '../thread/threads.ts';
import { atWork, byWork } from './at-work.ts';
import { ageingLimits, openBook } from './book.ts';
import { type CheckedClaims, checkClaims, claimsIn } from './claims.ts';
import { memoriesCalled, memoriesPushed } from './learnings.ts';
import { linesOf, type TreeHistory, treeHistory } from './lineage.ts';
import { keywordsOfNow, recalledFor } from './recalled.ts';
import { sinceThen } from './since.ts';
import { earlierOf, turnsTold, withoutMutedWords } from './turns.ts';
import { branchesUnmerged, type Unmerged, unmergedOf, withoutUnmerged } from './unmerged.ts';

/** A thread as a restore knows it. */
export interface LineOfWork {
  readonly head: Pick<ThreadHead, 'id' | 'scope' | 'imported'>;
  readonly thread: Thread;
}

/** Everything that earlier sessions have for one: read before it is decided what it is told. */
export interface RestoreInputs {
  readonly into: SessionId;
  readonly scopeKey: ScopeKey;
  /** The context of a start, before pins and memories are weighed. */
  readonly context: Context;
  readonly ranked: readonly Ranked[];
  /** The session that is told as LAST TIME, or the running one after compaction. */
  readonly lastTime: SessionSnapshot | null;
  readonly state: StateContent;
  /** Blockers of the last thread, where none is active. */
  readonly leftBlockers: readonly ThreadBlocker[];
  readonly book: Book;
  /** How many rules wait for the person's word. */
  readonly proposals: number;
  readonly offers: readonly PinOffer[];
  /** Memories that match the prompt. */
  readonly called: readonly Learning[];
  /** Memories of the contributing sessions, and others of the scope. */
  readonly learnings: readonly Learning[];
  readonly unmerged: Unmerged;
  /** The line of work that is under way here. */
  readonly thread: LineOfWork | null;
  readonly dismissed: LetGo;
  readonly keywords: ReadonlySet<string>;
  /** The verdicts on everything about to be told. */
  readonly claims: CheckedClaims;
  /** Names that everything here has: of the project, and of branches. */
  readonly names: readonly (string | null)[];
  /** Topics that most sessions of the scope share. */
  readonly commonTopics: ReadonlySet<string>;
  /** Sentences that the session's host loads by itself. */
  readonly loaded: Loaded;
  readonly startedAt: number;
}

export interface Reading {
  readonly prompt?: string | null;
  /** Sessions that contributed before and do so again, whatever their age by now. */
  readonly again?: readonly SessionId[];
  /** The session that is running: after compaction it is told where it stopped itself. */
  readonly own?: SessionSnapshot | null;
  /** A first prompt adds to what a start told: the state of the working tree is not told again. */
  readonly adds?: boolean;
}

type Into = Pick<SessionHead, 'id' | 'scope' | 'branch'> & { readonly host?: string };

/** Reads everything earlier sessions have for this one, from the snapshots of its scope and of the global one. */
export async function readInputs(
  deps: Deps,
  head: Into,
  { prompt = null, again = [], own = null, adds = false }: Reading = {},
): Promise<RestoreInputs> {
  const { config } = deps;
  const startedAt = deps.ticks();
  const limit = deps.within(config['restore.deadline_ms']);
  const { scope } = head;
  const since = deps.now() - config['session_persistence.lookback_days'] * DAY;

  inTime(deps, limit, 'looking for earlier sessions');
  const world = await worldOf(deps, head, prompt);
  // A preamble is decided without the prompt: the same at a start and where the first prompt carries it.
  const weighed = adds ? prompt : null;
  const candidates = await candidatesIn(
    deps,
    head,
    weighed === null ? { ...world, recalled: null } : world,
    again,
  );
  inTime(deps, limit, 'ranking');
  const sessions = await rankedIn(deps, head, candidates, { prompt: weighed, again, since });
  const turns = await turnsIn(deps, head, world, sessions, own, adds);

  inTime(deps, limit, 'collecting pins, tasks and memories');
  const work = workIn(deps, scope, world, sessions, { own, again });
  const called = prompt === null ? [] : await memoriesCalled(deps, scope, prompt);
  const learnings = await memoriesPushed(deps, scope, [world.here, world.global], sessions.taken);
  const state = await stateIn(deps, head, world, sessions, { ...work, turns, own, adds });
  const { book, thread } = work;
  const { ranked, unmerged } = sessions;
  const rules = rulesIn([...world.here.rules, ...world.global.rules], deps.now());
  const offers = pinOffers(ranked, [world.here, world.global], {
    criticalSince: deps.now() - config['session_persistence.critical_inheritance_days'] * DAY,
    threshold: config['pins.threshold'],
    dismissedGlobally: world.dismissed.global.pins,
    unmerged,
  });
  const claims = checkClaims(
    (texts) => claimsIn(deps, head, sessions.ofScope, world.here.thread?.thread ?? null, texts),
    {
      ...{ offers, dismissed: world.dismissed.here.pins, global: world.global, rules, called, learnings },
      ...{ decisions: work.decisions, blockers: state.blockers, tasks: book.told },
    },
  );
  const told = new Set(turns.told.map(({ session }) => session.id));
  const earlier = earlierOf(sessions.quiet, sessions.taken, turns.told, since);
  const context: Context = {
    ...NOTHING,
    turns: turns.told,
    shortForm: turns.shortForm && {
      ...turns.shortForm,
      tasks: [...book.told, ...book.older].map(({ title }) => title),
    },
    state,
    branches: branchesUnmerged({ ranked, unmerged, book, thread: work.whole, told, since }),
    unmergedBranch: (session) => unmerged.get(session) ?? null,
    rules,
    decisions: claims.decisions,
    olderDecisions: work.olderDecisions,
    guests: await guestsIn(deps, scope, thread?.thread ?? null),
    othersAsOf: await othersAsOf(deps, scope),
    earlier: await withoutMutedWords(deps, earlier, world.dismissed.here.texts),
    recalled: world.recalled ? quotesOf(world.recalled, 'unasked') : [],
    project: projectName(scope.label),
    mark: claims.mark,
  };
  return {
    ...{ into: head.id, scopeKey: scope.key, context, ranked, lastTime: turns.lastTime, state },
    ...{ leftBlockers: work.left.blockers, book, proposals: world.here.proposals ?? 0, offers },
    ...{ called: claims.called, learnings: claims.learnings, unmerged, thread, claims, startedAt },
    dismissed: world.dismissed.here,
    keywords: sessions.keywords,
    loaded: loadedSentences(head.host ? deps.loadedBy(head.host, scope.root) : []),
    names: [projectName(scope.label), head.branch, ...sessions.ofScope.map(({ branch }) => branch)],
    commonTopics: commonTopics(sessions.ofScope),
  };
}

/** The snapshots, and what decides over all that they hold. */
interface World {
  readonly now: SnapshotNow;
  readonly here: Snapshot;
  readonly global: Snapshot;
  readonly tree: TreeHistory;
  readonly dismissed: DismissedIn;
  readonly check: TaskCheck;
  readonly recalled: Recalled | null;
}

async function worldOf(deps: Deps, head: Into, prompt: string | null): Promise<World> {
  const { store } = deps;
  const { scope } = head;
  const tree = treeHistory(deps, scope);
  const now = await store.standing(scope.key, scope.root, deps.now());
  const global = isGlobal(scope.key)
    ? EMPTY_SNAPSHOT
    : (await store.standing(GLOBAL_SCOPE_KEY, null, deps.now())).standing;
  const check = await taskCheck(deps, scope);
  const recalled = await recalledFor(deps, head, prompt);
  return { now, here: now.standing, global, tree, dismissed: check.dismissed, check, recalled };
}

async function candidatesIn(
  deps: Deps,
  { id: self, scope }: Into,
  { here, global, tree, check, recalled }: World,
  again: readonly SessionId[],
): Promise<readonly Candidate[]> {
  const kept = [...here.sessions, ...global.sessions].filter(({ id }) => id !== self);
  const known = new Set(kept.map(({ id }) => id));
  const wanted = again.filter((id) => !known.has(id) && id !== self);
  const sessions = [...kept, ...(wanted.length > 0 ? await sessionsNamed(deps, wanted) : [])];
  const left = await leftIn(deps, sessions);
  const shares = new Map(recalled?.turns.toReversed().map(({ document, fit }) => [document.ref, fit.share]));
  const lines = linesOf(
    tree,
    sessions.filter(({ scopeKey }) => scopeKey === scope.key),
  );
  return sessions.map((session): Candidate => {
    const line = lines.get(session.id);
    return {
      ...session,
      tasks: check.stillOpen(session.tasks, session.scopeKey),
      textMatch: shares.get(session.id) ?? 0,
      ...(left.has(session.id) && { isLeft: true }),
      ...(line && { line, isUnmerged: line.isUnmerged }),
    };
  });
}

/**
 * Sessions that run and that nobody works in: no turn is under way, and they stopped at a usage limit or their own process has begun
 * this conversation (`/new`).
 */
async function leftIn(deps: Deps, sessions: readonly SessionSnapshot[]): Promise<ReadonlySet<SessionId>> {
  const running = sessions.filter((one) => one.running);
  if (running.length === 0) return new Set();
  const heads = await deps.store.openSessions();
  const replaced = new Set(
    heads
      .filter(({ owner }) => originOfOwner(owner) === null && deps.owners.isAround(owner))
      .map(({ id }) => id),
  );
  const ids = running.filter((one) => stoppedAtLimit(one) || replaced.has(one.id)).map(({ id }) => id);
  const midTurn = ids.length > 0 ? await deps.store.midTurn(ids) : new Set();
  return new Set(ids.filter((id) => !midTurn.has(id)));
}

/** Earlier sessions and which of them contribute. */
interface Sessions {
  readonly candidates: readonly Candidate[];
  readonly ranked: readonly Ranked[];
  readonly taken: readonly Candidate[];
  readonly ofScope: readonly Candidate[];
  /** Sessions of the scope that are not at work now. */
  readonly quiet: readonly Candidate[];
  readonly unmerged: Unmerged;
  readonly keywords: ReadonlySet<string>;
}

async function rankedIn(
  deps: Deps,
  head: Into,
  candidates: readonly Candidate[],
  { prompt, again, since }: { prompt: string | null; again: readonly SessionId[]; since: Millis },
): Promise<Sessions> {
  const { config } = deps;
  const { scope } = head;
  // Without a prompt nobody fits better than another.
  const keywords =
    prompt === null || candidates.length === 0 ? NO_WORDS : await keywordsOfNow(deps, head, prompt);
  const ranking = rankCandidates(
    candidates,
    { now: deps.now(), scopeKey: scope.key, tree: scope.root, keywords },
    {
      threshold: config['session_persistence.relevance_threshold'],
      best: config['session_persistence.max_sessions_scored'],
      sameScope: config['relevance.same_scope'],
      tasksThatForce: config['tasks.force_restore'],
      quietMillis: config['restore.quiet_minutes'] * MINUTE,
      lookbackMillis: deps.now() - since,
      latest: config['relevance.latest'],
    },
  );
  const ranked = again.length === 0 ? ranking : ranking.map((one) => asBefore(one, again));
  const busy = new Set(
    ranked.filter(({ verdict }) => verdict === 'busy').map(({ candidate }) => candidate.id),
  );
  const ofScope = candidates.filter(({ scopeKey }) => scopeKey === scope.key);
  return {
    ...{ candidates, ranked, ofScope, keywords },
    taken: ranked.filter(isTaken).map(({ candidate }) => candidate),
    quiet: ofScope.filter(({ id }) => !busy.has(id)),
    unmerged: unmergedOf(candidates),
  };
}

/** Turns that are told, or the record in their place. */
interface TurnsRead {
  readonly told: readonly ToldTurns[];
  readonly lastTime: SessionSnapshot | null;
  readonly shortForm: ShortForm | null;
}

async function turnsIn(
  deps: Deps,
  { id, scope }: Into,
  { here, dismissed }: World,
  { candidates, taken, quiet }: Sessions,
  own: SessionSnapshot | null,
  adds: boolean,
): Promise<TurnsRead> {
  const latest = taken.find(({ scopeKey }) => scopeKey === scope.key) ?? null;
  const shortForm = taken.length === 0 && !own ? shortFormOf(deps, here, candidates, id) : null;
  const isTold = own !== null || latest !== null || (shortForm !== null && !shortForm.last.isCold);
  const told =
    adds || !isTold || !deps.config['relevance.latest']
      ? []
      : await turnsTold(deps, { own, latest, quiet, muted: dismissed.here.texts });
  const main = told.find(({ role }) => role === 'own' || role === 'last')?.session;
  return { told, lastTime: main ?? own ?? latest, shortForm };
}

/** Open work: of the thread, of lists, of what sessions left. */
interface Work {
  readonly thread: LineOfWork | null;
  /** With what unmerged branches hold. */
  readonly whole: Thread | null;
  /** Open items of the last thread, where none is active. */
  readonly left: Thread;
  readonly blockers: readonly ThreadBlocker[];
  readonly olderBlockers: number;
  readonly decisions: Thread['decisions'];
  readonly olderDecisions: number;
  readonly book: Book;
}

function workIn(
  deps: Deps,
  scope: Scope,
  { now: snapshot, here, dismissed, check }: World,
  { candidates, ofScope, unmerged }: Sessions,
  { own, again }: { own: SessionSnapshot | null; again: readonly SessionId[] },
): Work {
  const { active, left: leftOpen } = threadsIn(deps, snapshot);
  const whole = active && threadSeen(deps, active, scope);
  const merged = (one: Thread) =>
    threadWithoutMuted(withoutSessions(one, new Set(unmerged.keys())), dismissed.here.texts);
  const thread = whole && { ...whole, thread: merged(whole.thread) };
  const left = merged({ ...EMPTY_THREAD, ...leftOpen });
  const fresh = (item: Touched) => isFresh(item, ofScope, deps.now(), ageingLimits(deps.config));
  const blockers = (thread?.thread.blockers ?? []).filter(({ resolved }) => !resolved).reverse();
  const decisions = (thread?.thread.decisions ?? []).filter(({ replaced }) => !replaced).reverse();
  // A task that is left here as well as elsewhere is left here.
  const hereFirst = [
    ...candidates.filter((one) => !one.isUnmerged),
    ...candidates.filter((one) => one.isUnmerged),
  ];
  const opened = openBook(deps, {
    scopeKey: scope.key,
    // After compaction the running session is told its own open work again.
    sessions: own ? [{ ...own, tasks: check.stillOpen(own.tasks, own.scopeKey) }, ...hereFirst] : hereFirst,
    next: [...left.next, ...(thread?.thread.next ?? [])],
    // A scope in which nobody ever worked is not told of its own list; messages and global work are everybody's.
    check: hasPast(here) ? check : { ...check, inProgress: [] },
  });
  return {
    ...{ thread, whole: whole?.thread ?? null, left },
    blockers: blockers.filter(fresh),
    // `cortex thread` shows those of the active thread, and of the last one where none is active.
    olderBlockers: thread ? blockers.filter((one) => !fresh(one)).length : left.blockers.length,
    decisions: decisions.filter(fresh),
    olderDecisions: decisions.filter((one) => !fresh(one)).length,
    book: withoutUnmerged(toldAgain(opened, again), unmerged),
  };
}

async function stateIn(
  deps: Deps,
  { id: self, scope }: Into,
  { tree }: World,
  { candidates, ranked, quiet, unmerged }: Sessions,
  now: Work & { readonly turns: TurnsRead; readonly own: SessionSnapshot | null; readonly adds: boolean },
): Promise<StateContent> {
  const { thread, blockers, olderBlockers, own, adds } = now;
  const { lastTime } = now.turns;
  const open = await byWork(
    deps,
    ranked
      .filter(({ verdict, candidate }) => verdict === 'busy' && candidate.scopeKey === scope.key)
      .map(({ candidate }) => candidate),
  );
  const known = new Set([self, ...candidates.map(({ id }) => id)]);
  const isStill = own !== null || adds || unmerged.has(lastTime?.id ?? '');
  return {
    ...{ phase: thread?.thread.phase ?? null, blockers, olderBlockers },
    thread: thread?.thread ?? { files: [], functions: [] },
    uncommitted: own ? EMPTY_STATE.uncommitted : uncommittedFiles(deps, scope, lastTime, quiet),
    busy: [...open.busy, ...(adds ? [] : await atWork(deps, scope, known))],
    waiting: open.waiting,
    since: isStill ? [] : await sinceThen(deps, tree, scope, lastTime),
  };
}

/** Files that nobody had committed when a session ended here. What earlier sessions left counts as long as it is there. */
export function uncommittedFiles(
  { fileMark }: Pick<Deps, 'fileMark'>,
  { root }: Scope,
  last: SessionSnapshot | null,
  sessions: readonly SessionSnapshot[],
): Uncommitted {
  if (last === null) return EMPTY_STATE.uncommitted;
  return uncommittedAt(last, sessions, (path) => root !== null && fileMark(`${root}/${path}`) !== null);
}

/** Sections of other rooms. */
async function guestsIn(deps: Deps, scope: Scope, thread: Thread | null): Promise<readonly Contributor[]> {
  const all = await Promise.all(deps.rooms.map((room) => room.contributes?.(deps, scope, thread) ?? null));
  return all.filter((one) => one !== null);
}

/** Sessions by their ids, as a snapshot would hold them. */
export async function sessionsNamed(
  deps: Pick<Deps, 'store' | 'now'>,
  ids: readonly SessionId[],
): Promise<SessionSnapshot[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const state = await deps.store.session(id);
      return state && sessionSnapshot(state, null, (await deps.store.head(id))?.place);
    }),
  );
  return sessionsAsOf(
    found.filter((session) => session !== null),
    deps.now(),
  );
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** The thread without files that are gone from this working tree. */
function threadSeen(
  deps: Deps,
  { id, label, root, imported, thread }: NonNullable<Snapshot['thread']>,
  scope: Scope,
): LineOfWork {
  const head = { id, imported, scope: { ...scope, label, root } };
  return { head, thread: withoutGone(deps, { head, thread }, scope.root) };
}

/** After compaction those speak who spoke before, and nobody else. */
function asBefore(ranked: Ranked, again: readonly SessionId[]): Ranked {
  if (again.includes(ranked.candidate.id)) return { ...ranked, verdict: TAKEN };
  return isTaken(ranked) ? { ...ranked, verdict: 'better ones were found' } : ranked;
}

/** Work that was told before does not age within the conversation that was told of it. */
function toldAgain(book: Book, again: readonly SessionId[]): Book {
  const isAgain = ({ session }: LeftTask) => session !== null && again.includes(session.id);
  if (!book.older.some(isAgain)) return book;
  return {
    ...book,
    told: [...book.told, ...book.older.filter(isAgain)],
    older: book.older.filter((task) => !isAgain(task)),
  };
}

/** No session qualifies: the last work is named, if it is known. */
function shortFormOf(
  deps: Deps,
  here: Snapshot,
  candidates: readonly Candidate[],
  self: SessionId,
): ShortForm | null {
  const { lastWork } = here;
  // The running session is no past, and one that is at work elsewhere is told as such.
  const isRunning = candidates.some(({ id, running }) => id === lastWork?.id && running);
  if (!lastWork || lastWork.id === self || isRunning || !deps.config['restore.short_form']) return null;
  const inherited = deps.now() - deps.config['session_persistence.critical_inheritance_days'] * DAY;
  const retained = deps.now() - deps.config['retention.cold_after_days'] * DAY;
  return {
    last: lastWork,
    tasks: [],
    critical: here.critical.filter(({ at }) => at < inherited && at >= retained),
  };
}

/** Rules hold for the scope, whatever their age. */
function rulesIn(rules: readonly Memory[], now: number): PersonRule[] {
  return rules
    .filter((rule) => !hasExpired(rule, now))
    .map((rule) => ({ memoryId: rule.id, text: rule.content, at: rule.updatedAt }));
}

/** Topics that more than half of several sessions share tell nothing about one of them. */
function commonTopics(sessions: readonly SessionSnapshot[]): ReadonlySet<string> {
  if (sessions.length < 4) return NO_WORDS;
  const counts = new Map<string, number>();
  for (const { topics } of sessions)
    for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > sessions.length / 2).map(([topic]) => topic));
}
