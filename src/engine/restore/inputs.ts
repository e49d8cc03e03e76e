import { type Context, NOTHING, type PersonRule } from '../../domain/answer/contributors.ts';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import { loadedSentences } from '../../domain/answer/loaded.ts';
import { EMPTY_STATE, isCheck, type StateContent } from '../../domain/answer/state.ts';
import { GLOBAL_SCOPE_KEY, type SessionId } from '../../domain/ids.ts';
import { hasExpired, type Memory } from '../../domain/memories/memory.ts';
import { pinOffers } from '../../domain/pins/inherit.ts';
import { pinIdentity } from '../../domain/pins/pin.ts';
import { tellingTopics } from '../../domain/projects/topic.ts';
import { isFresh, type LeftTask, type TaskList, type Touched } from '../../domain/restore/ageing.ts';
import type { ClosedSessions } from '../../domain/restore/closed.ts';
import {
  type Candidate,
  isTaken,
  judgeCandidates,
  qualifies,
  type Ranked,
  TAKEN,
  takeContributors,
} from '../../domain/restore/contribute.ts';
import { threadWithoutMuted } from '../../domain/restore/muted.ts';
import {
  EMPTY_SNAPSHOT,
  hasPast,
  type LeftOpen,
  latestFirst,
  type SessionSnapshot,
  type ShortForm,
  type Snapshot,
  stoppedAtLimit,
} from '../../domain/restore/snapshot.ts';
import { isGlobal, projectName, type Scope } from '../../domain/scope.ts';
import { wordsOfPins } from '../../domain/session/digest.ts';
import { EMPTY_THREAD, type Thread, withoutSessions } from '../../domain/thread/thread.ts';
import { DAY, MINUTE } from '../../domain/time.ts';
import type { SessionHead } from '../../store.ts';
import { type Deps, inTime } from '../deps.ts';
import { sessionsNamed } from '../session/named.ts';
import { taskCheck } from '../tasks/tasks.ts';
import { othersAsOf } from '../team.ts';
import { threadsIn } from '../thread/idle.ts';
import { withoutGone, withoutGoneFailures } from '../thread/threads.ts';
import { checkClaims } from './claims.ts';
import { atWork, byWork } from './company.ts';
import { openElsewhere } from './elsewhere.ts';
import { branchesUnmerged, linesOf, sinceThen, treeHistory, unmergedOf, withoutUnmerged } from './history.ts';
import { memoriesPushed } from './memories.ts';
import { ageingLimits, openTaskList } from './task-list.ts';
import { coldEnd, NO_PAST, readPast } from './turns.ts';
import { uncommittedIn } from './uncommitted.ts';

/** Everything from earlier sessions that a restore can choose from. */
export type RestoreInputs = Awaited<ReturnType<typeof readInputs>>;

export interface Reading {
  /** Sessions that contributed before and do so again, whatever their age by now. */
  readonly again?: readonly SessionId[];
  /** The running session: after compaction its own work is restored. */
  readonly own?: SessionSnapshot | null;
}

export type Into = Pick<SessionHead, 'id' | 'scope' | 'branch'> & { readonly host?: string };

/** Reads the inputs of a restore from the snapshots of the scope and of the global scope, step by step. */
export async function readInputs(deps: Deps, head: Into, { again = [], own = null }: Reading = {}) {
  const startedAt = deps.ticks();
  const limit = deps.within(deps.config['restore.deadline_ms']);
  inTime(deps, limit, 'looking for earlier sessions');
  const world = await worldOf(deps, head, { again, own });
  const sessions = { ...world, ...(await sessionsIn(deps, world)) };
  const turns = { ...sessions, ...(await turnsIn(deps, sessions)) };

  inTime(deps, limit, 'collecting pins, tasks and memories');
  const work = { ...turns, ...workIn(deps, turns) };
  const { here, global, check, ranked, taken, ofScope, unmerged, told, past } = work;
  const learnings = await memoriesPushed(deps, head.scope, [here, global], taken);
  const state = await stateIn(deps, work);
  const rules = rulesIn([...here.rules, ...global.rules], deps.now());
  const offers = offersIn(deps, work);
  const claims = checkClaims(deps, head, ofScope, here.thread?.thread ?? null, {
    ...{ offers, dismissed: check.dismissed.here.pins, global, rules, learnings },
    ...{ decisions: work.decisions, blockers: state.blockers, tasks: work.book.told },
  });
  const { told: tasks, older, overtaken } = work.book;
  const elsewhere = openElsewhere(
    past,
    {
      ...{ blockers: state.blockers, uncommitted: state.uncommitted, tasks, sessions: ofScope },
      next: work.thread?.next ?? [],
    },
    deps.now(),
  );
  /** The context of a start, before pins and memories are weighed. */
  const context = {
    ...NOTHING,
    ...{ turns: told, state, rules, tasks, mark: claims.mark },
    shortForm: work.shortForm && {
      ...work.shortForm,
      tasks: [...tasks, ...older].map(({ title }) => title),
    },
    branches: branchesUnmerged(work),
    unmergedBranch: (session: string) => unmerged.get(session) ?? null,
    olderTasks: older.length + overtaken.length,
    decisions: claims.groundedDecisions(work.decisions),
    olderDecisions: work.olderDecisions,
    guests: await guestsIn(deps, head.scope, work.thread),
    othersAsOf: await othersAsOf(deps, head.scope),
    elsewhere: elsewhere.matters,
    moreElsewhere: elsewhere.all.length - elsewhere.matters.length,
    ...namesIn(work),
  } satisfies Context;
  return {
    ...{ into: head.id, scopeKey: head.scope.key, context, ranked, unmerged, claims, offers, startedAt },
    // The session of LAST TIME, or the running one after compaction.
    lastTime: work.lastTime,
    openMatters: elsewhere.all,
    // Blockers of the last thread, where none is active.
    leftBlockers: work.left.blockers,
    ...{ book: work.book, threadId: work.thread && here.thread!.id },
    snapshots: [here, global] as const,
    // Separates closed, unpinned and muted items from open ones.
    check,
    learnings: claims.grounded(learnings),
    loaded: loadedSentences(head.host ? deps.loadedBy(head.host, head.scope.root) : []),
  };
}

type World = Awaited<ReturnType<typeof worldOf>>;

/** The asking session, the snapshots, and the checks that apply to their items. */
async function worldOf(deps: Deps, head: Into, reading: Required<Reading>) {
  const { scope } = head;
  const tree = treeHistory(deps, scope);
  const here = await deps.store.snapshot(scope.key, scope.root, deps.now());
  const global = isGlobal(scope.key)
    ? EMPTY_SNAPSHOT
    : await deps.store.snapshot(GLOBAL_SCOPE_KEY, null, deps.now());
  const since = deps.now() - deps.config['session_persistence.lookback_days'] * DAY;
  return { ...reading, head, scope, tree, here, global, check: await taskCheck(deps, scope), since };
}

async function candidatesIn(deps: Deps, world: World): Promise<readonly Candidate[]> {
  const { head, scope, again, here, global, tree, check } = world;
  const kept = [...here.sessions, ...global.sessions].filter(({ id }) => id !== head.id);
  const known = new Set(kept.map(({ id }) => id));
  const wanted = again.filter((id) => !known.has(id) && id !== head.id);
  const sessions = [...kept, ...(await sessionsNamed(deps, wanted))];
  const left = await leftIn(deps, sessions);
  const lines = linesOf(
    tree,
    sessions.filter(({ scopeKey }) => scopeKey === scope.key),
  );
  return sessions.map((session): Candidate => {
    const line = lines.get(session.id);
    return {
      ...session,
      tasks: check.stillOpen(session.tasks, session.scopeKey),
      ...(left.has(session.id) && { isLeft: true }),
      ...(line && { line, isUnmerged: line.isUnmerged }),
    };
  });
}

/**
 * Open sessions without work: no turn is running, and they stopped at a usage limit, their process has begun
 * this conversation (`/new`), or their machine is another one, of which nobody here knows whether it is still there.
 */
async function leftIn(deps: Deps, sessions: readonly SessionSnapshot[]): Promise<ReadonlySet<SessionId>> {
  const running = sessions.filter((one) => one.running);
  if (running.length === 0) return new Set();
  const heads = await deps.store.openSessions();
  const replaced = new Set(
    heads.filter(({ owner, origin }) => origin !== null || deps.owners.isAround(owner)).map(({ id }) => id),
  );
  const ids = running.filter((one) => stoppedAtLimit(one) || replaced.has(one.id)).map(({ id }) => id);
  const midTurn = ids.length > 0 ? await deps.store.midTurn(ids) : new Set();
  return new Set(ids.filter((id) => !midTurn.has(id)));
}

type Sessions = World & Awaited<ReturnType<typeof sessionsIn>>;

/** Earlier sessions, the contributing ones, those of the scope that are not working now, and what is told of them. */
async function sessionsIn(deps: Deps, world: World) {
  const { config } = deps;
  const { own, again, check } = world;
  const { key: scopeKey, root: tree } = world.scope;
  const candidates = await candidatesIn(deps, world);
  const judged = judgeCandidates(
    candidates,
    { now: deps.now(), scopeKey },
    {
      threshold: config['session_persistence.relevance_threshold'],
      sameScope: config['relevance.same_scope'],
      tasksThatForce: config['tasks.force_restore'],
      quietMillis: config['restore.quiet_minutes'] * MINUTE,
      lookbackMillis: deps.now() - world.since,
    },
  );
  const ofScope = candidates.filter((one) => one.scopeKey === scopeKey);
  const working = judged.filter(({ verdict }) => verdict === 'busy');
  const dismissed = check.dismissed.here;
  const quiet = ofScope.filter(({ id }) => !working.some((one) => one.id === id));
  const past = config['relevance.latest']
    ? await readPast(deps, { own, tree, quiet, muted: dismissed.texts, closed: dismissed.closed })
    : null;
  const ranked = takeContributors(
    judged,
    past && mainFirst(past.told),
    config['session_persistence.max_sessions_scored'],
  ).map((one) => asBefore(one, again));
  return {
    ...{ candidates, ranked, ofScope, quiet, unmerged: unmergedOf(candidates) },
    past: past ?? NO_PAST,
    busy: working.filter((one) => one.scopeKey === scopeKey),
    taken: ranked.filter(isTaken),
  };
}

type TurnsRead = Sessions & Awaited<ReturnType<typeof turnsIn>>;

/** The sessions that are told, the last one first, then the newest of the others. */
function mainFirst(told: readonly QuotedTurns[]): SessionId[] {
  const isMain = ({ role }: QuotedTurns) => Number(role === 'last' || role === 'own');
  return told
    .toSorted((a, b) => isMain(b) - isMain(a) || latestFirst(a.session, b.session))
    .map(({ session }) => session.id);
}

/** Quoted turns, also where nothing is recent enough to be inherited. */
async function turnsIn(deps: Deps, sessions: Sessions) {
  const { scope, own, taken, past, check } = sessions;
  const isRecent = sessions.ranked.some(qualifies);
  const shortForm = !isRecent && !own ? shortFormOf(deps, sessions) : null;
  const cold = shortForm?.last.isCold === true ? shortForm.last.id : null;
  const isTold = own !== null || isRecent || shortForm !== null;
  const { texts, closed } = check.dismissed.here;
  const known = cold === null ? past.told : await coldEnd(deps, cold, texts, closed);
  const told = isTold && deps.config['relevance.latest'] ? known : [];
  const main = told.find(({ role }) => role === 'own' || role === 'last')?.session;
  const latest = taken.find(({ scopeKey }) => scopeKey === scope.key) ?? null;
  return { told, lastTime: main ?? own ?? latest, shortForm };
}

type Work = TurnsRead & ReturnType<typeof workIn>;

/** Open work of the thread, of lists and of sessions. `whole` is the thread including unmerged branches. */
function workIn(deps: Deps, turnsRead: TurnsRead) {
  const { scope, here, own, again, check, candidates, ofScope, unmerged, told } = turnsRead;
  const { active, left: leftOpen } = threadsIn(deps, here);
  const whole = active && threadSeen(deps, active, scope);
  const merged = (one: Thread) =>
    threadWithoutMuted(withoutSessions(one, new Set(unmerged.keys())), check.dismissed.here.texts);
  const thread = whole && merged(whole);
  const left = merged(leftThere(deps, leftOpen, scope, check.dismissed.here.closed));
  const fresh = (item: Touched) => isFresh(item, ofScope, deps.now(), ageingLimits(deps.config));
  const blockers = (thread?.blockers ?? []).filter(({ resolved }) => !resolved).reverse();
  const decisions = (thread?.decisions ?? []).filter(({ replaced }) => !replaced).reverse();
  const ofTold = decisionsOf(told, [...decisions, ...left.decisions.toReversed()]);
  // A task that is open both here and on an unmerged branch counts as open here.
  const hereFirst = candidates.toSorted((a, b) => Number(!!a.isUnmerged) - Number(!!b.isUnmerged));
  const opened = openTaskList(deps, {
    scopeKey: scope.key,
    // After compaction the running session gets its own open work again.
    sessions: own ? [{ ...own, tasks: check.stillOpen(own.tasks, own.scopeKey) }, ...hereFirst] : hereFirst,
    next: [...left.next, ...(thread?.next ?? [])],
    // A scope without past work gets no list of its own; messages and global work apply everywhere.
    check: hasPast(here) ? check : { ...check, inProgress: [] },
  });
  // Those of the active thread, and of the last one where none is active: `cortex thread` shows the same.
  const old = thread ? blockers.filter((one) => !fresh(one)) : left.blockers.toReversed();
  return {
    ...{ thread, whole, left },
    blockers: blockers.filter(fresh),
    oldChecks: old.filter(isCheck),
    olderBlockers: old.filter((one) => !isCheck(one)).length,
    decisions: [...ofTold, ...decisions.filter((one) => fresh(one) && !ofTold.includes(one))],
    olderDecisions: decisions.filter((one) => !fresh(one) && !ofTold.includes(one)).length,
    book: withoutUnmerged(toldAgain(opened, again), unmerged),
  };
}

const MOST_DECISIONS = 5;

/** The newest decisions of the matters that are told, whatever their age; `all` has the newest first. */
function decisionsOf(told: readonly QuotedTurns[], all: Thread['decisions']): Thread['decisions'] {
  const sessions = new Set<string>(told.map(({ session }) => session.id));
  return all.filter(({ session = '' }) => sessions.has(session)).slice(0, MOST_DECISIONS);
}

async function stateIn(deps: Deps, work: Work): Promise<StateContent> {
  const { head, scope, own, lastTime, thread, blockers, oldChecks, olderBlockers } = work;
  const open = await byWork(deps, work.busy);
  const known = new Set([head.id, ...work.candidates.map(({ id }) => id)]);
  const isStill = own !== null || work.unmerged.has(lastTime?.id ?? '');
  return {
    ...{ phase: thread?.phase ?? null, blockers, oldChecks, olderBlockers },
    thread: thread ?? EMPTY_STATE.thread,
    uncommitted: own ? [] : await uncommittedIn(deps, scope, work.told, work.quiet),
    busy: [...open.busy, ...(await atWork(deps, scope, known))],
    waiting: open.waiting,
    since: isStill ? [] : await sinceThen(deps, work.tree, scope, lastTime),
  };
}

/** Sections of other rooms. */
async function guestsIn(deps: Deps, scope: Scope, thread: Thread | null): Promise<Context['guests']> {
  const all = await Promise.all(deps.rooms.map((room) => room.contributes?.(deps, scope, thread) ?? null));
  return all.filter((one) => one !== null);
}

/** The thread without files that are gone from this working tree. */
function threadSeen(deps: Deps, active: NonNullable<Snapshot['thread']>, scope: Scope): Thread {
  const { id, label, root, imported, thread } = active;
  const head = { id, imported, scope: { ...scope, label, root } };
  return withoutGone(deps, { head, thread }, scope.root);
}

/** Open work of idle threads without that of closed sessions, and without checks whose files are gone. */
function leftThere(
  { exists }: Pick<Deps, 'exists'>,
  left: LeftOpen,
  { root }: Scope,
  closed: ClosedSessions,
): Thread {
  const isThere = (path: string) => root === null || exists(`${root}/${path}`);
  // An idle thread takes no new facts that would resolve them.
  const isOpen = ({ session, at }: Touched) => session === undefined || at > (closed.get(session) ?? 0);
  const blockers = left.blockers.filter(isOpen).flatMap((one) => withoutGoneFailures(one, isThere));
  return { ...EMPTY_THREAD, ...left, blockers };
}

/** After compaction exactly the earlier contributors contribute again. */
function asBefore(ranked: Ranked, again: readonly SessionId[]): Ranked {
  if (again.includes(ranked.id)) return { ...ranked, verdict: TAKEN };
  return again.length > 0 && isTaken(ranked) ? { ...ranked, verdict: 'better ones were found' } : ranked;
}

/** Tasks of earlier contributors do not age within the conversation. */
function toldAgain(book: TaskList, again: readonly SessionId[]): TaskList {
  const isAgain = ({ session }: LeftTask) => session !== null && again.includes(session.id);
  return {
    ...book,
    told: [...book.told, ...book.older.filter(isAgain)],
    older: book.older.filter((task) => !isAgain(task)),
  };
}

/** No session qualifies: the last work is named, if it is known. */
function shortFormOf({ now, config }: Deps, { head, here, candidates }: Sessions): ShortForm | null {
  const { lastWork } = here;
  // Not the running session itself, nor one that is working elsewhere.
  const isRunning = candidates.some(({ id, running }) => id === lastWork?.id && running);
  if (!lastWork || lastWork.id === head.id || isRunning || !config['restore.short_form']) return null;
  const inherited = now() - config['session_persistence.critical_inheritance_days'] * DAY;
  const retained = now() - config['retention.cold_after_days'] * DAY;
  return {
    last: lastWork,
    tasks: [],
    critical: here.critical.filter(({ at }) => at < inherited && at >= retained),
  };
}

/** Pins that are offered for inheritance. */
function offersIn({ config, now }: Deps, { here, global, check, ranked, unmerged }: Sessions) {
  return pinOffers(ranked, [here, global], {
    criticalSince: now() - config['session_persistence.critical_inheritance_days'] * DAY,
    threshold: config['pins.threshold'],
    dismissedGlobally: check.dismissed.global.pins,
    unmerged,
  });
}

/** Rules of the scope, whatever their age. */
function rulesIn(rules: readonly Memory[], now: number): PersonRule[] {
  return rules
    .filter((rule) => !hasExpired(rule, now))
    .map(({ id, content, updatedAt, sessionId }) => ({
      memoryId: id,
      text: content,
      at: updatedAt,
      sessionId,
    }));
}

/** Projects and topics of the contributing sessions, without the words of pins that were unpinned since. Topics that most sessions of the scope share come last. */
function namesIn({
  head,
  scope,
  taken,
  ofScope,
  check,
}: Sessions): Pick<Context, 'project' | 'projects' | 'topics'> {
  const project = projectName(scope.label);
  const here = taken.filter((one) => !one.isUnmerged && one.scopeKey === scope.key);
  const names = [project, head.branch, ...ofScope.map((one) => one.branch)];
  const holders = (topic: string) => ofScope.filter(({ topics }) => topics.includes(topic)).length;
  const isCommon = (topic: string) => ofScope.length >= 4 && holders(topic) > ofScope.length / 2;
  const left = here.flatMap(({ topics, pins }) => {
    const letGo = wordsOfPins(pins.filter((pin) => check.dismissed.here.pins.has(pinIdentity(pin))));
    return topics.filter((topic) => !letGo.has(topic));
  });
  const topics = tellingTopics([...new Set(left)], names);
  return {
    project,
    projects: [...new Set(taken.flatMap((one) => one.projects))],
    topics: [...topics.filter((one) => !isCommon(one)), ...topics.filter(isCommon)],
  };
}
