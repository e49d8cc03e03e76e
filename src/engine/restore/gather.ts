import type { ApartBranch } from '../../domain/answer/apart.ts';
import type { ToldTurns } from '../../domain/answer/last-time.ts';
import type { QuotedPassage } from '../../domain/answer/lines.ts';
import type { PersonSaid } from '../../domain/answer/preamble.ts';
import { decisionText, type StateContent } from '../../domain/answer/state.ts';
import type { TeamContent } from '../../domain/answer/team.ts';
import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../domain/ids.ts';
import type { Learning } from '../../domain/memories/learning.ts';
import { hasExpired, type Memory } from '../../domain/memories/memory.ts';
import { isProposal, isRule } from '../../domain/memories/rule.ts';
import type { PinOffer } from '../../domain/pins/inherit.ts';
import { type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import { type Book, isFresh, type LeftTask, type Touched } from '../../domain/restore/ageing.ts';
import {
  type Candidate,
  isTaken,
  type Ranked,
  rankCandidates,
  TAKEN,
} from '../../domain/restore/contribute.ts';
import {
  type CriticalPin,
  EMPTY_STANDING,
  hasPast,
  inStanding,
  latestFirst,
  type ShortForm,
  type Standing,
  type StandingSession,
  sessionsAsOf,
} from '../../domain/restore/standing.ts';
import { threadWithoutUntold } from '../../domain/restore/untold.ts';
import { isGlobal, projectName, type Scope } from '../../domain/scope.ts';
import type { SessionOutcome } from '../../domain/session/outcome.ts';
import {
  EMPTY_THREAD,
  type Thread,
  type ThreadBlocker,
  type ThreadDecision,
  withoutSessions,
} from '../../domain/thread/thread.ts';
import { DAY, MINUTE, type Millis, millis } from '../../domain/time.ts';
import type { ThreadHead } from '../../store/threads.ts';
import type { LetGo, SessionHead } from '../../store.ts';
import { type Deps, inTime } from '../deps.ts';
import { memoriesForPrompt } from '../search/memories-for-prompt.ts';
import { quotedPassages } from '../search/passages.ts';
import type { Matches, StrongMatch } from '../search/text-match.ts';
import { matchPrompt } from '../search/text-match.ts';
import { letGoIn, messageTasks, taskCheck } from '../tasks/tasks.ts';
import { othersAsOf, teamWords } from '../team.ts';
import { threadsIn } from '../thread/idle.ts';
import { withoutGone } from '../thread/threads.ts';
import { type Apart, apartOf, branchesApart, sourceOf, withoutApart } from './apart.ts';
import { atWork, byWork } from './at-work.ts';
import { ageingLimits, openBook } from './book.ts';
import {
  type Claims,
  type Contradicted,
  claimsIn,
  contradictedIn,
  type ExplainedClaim,
  explainClaims,
  grounded,
  judgeMemory,
  judgePin,
} from './claims.ts';
import { keywordsOfNow } from './keywords.ts';
import { asSaid, learningsFrom } from './learnings.ts';
import { linesOf, treeHistory } from './lineage.ts';
import { sinceThen } from './since.ts';
import { earlierOf, turnsTold, withoutMutedWords } from './turns.ts';

/** A thread as a restore knows it. */
export interface LineOfWork {
  readonly head: Pick<ThreadHead, 'id' | 'scope' | 'imported'>;
  readonly thread: Thread;
}

/** Everything that is known here before somebody says a word. */
export interface Gathered {
  readonly into: SessionId;
  readonly scopeKey: ScopeKey;
  readonly ranked: readonly Ranked[];
  /** The session that is told as LAST TIME, or the running one after compaction. */
  readonly lastTime: StandingSession | null;
  /** Sessions whose turns are told, in the order in which they are read. */
  readonly turns: readonly ToldTurns[];
  readonly shortForm: ShortForm | null;
  readonly state: StateContent;
  /** Blockers of the last thread, where none is active. */
  readonly leftBlockers: readonly ThreadBlocker[];
  readonly book: Book;
  /** A person's rules. */
  readonly said: readonly PersonSaid[];
  /** How many rules wait for the person's word. */
  readonly proposals: number;
  readonly offers: readonly PinOffer[];
  readonly decisions: readonly ThreadDecision[];
  /** Decisions that nobody touched for long. */
  readonly olderDecisions: number;
  /** Items that teammates shared; null where there are none. */
  readonly team: TeamContent | null;
  /** When other machines were last heard of; null where there are none, or it was just now. */
  readonly othersAsOf: Millis | null;
  readonly earlier: readonly StandingSession[];
  /** Memories that match the prompt. */
  readonly called: readonly Learning[];
  /** Memories of the contributing sessions, and others of the scope. */
  readonly learnings: readonly Learning[];
  /** Sections of branches whose commits are not part of what is checked out. */
  readonly branches: readonly ApartBranch[];
  readonly apart: Apart;
  readonly passages: readonly QuotedPassage[];
  /** Sessions beyond the lookback that the prompt fits well. */
  readonly pointers: readonly (StrongMatch & { readonly title: string | null })[];
  /** The line of work that is under way here. */
  readonly thread: LineOfWork | null;
  readonly letGo: LetGo;
  readonly keywords: ReadonlySet<string>;
  /** Its claims that the working tree contradicts. */
  readonly claims: CheckedClaims;
  /** Names that everything here has: of the project, and of branches. */
  readonly names: readonly (string | null)[];
  /** Topics that most sessions of the scope share. */
  readonly commonTopics: ReadonlySet<string>;
  readonly startedAt: number;
}

/** The verdicts on everything about to be told. */
export interface CheckedClaims extends Claims {
  readonly failed: readonly ExplainedClaim[];
  readonly contradicted: readonly Contradicted[];
}

export interface Gathering {
  readonly prompt?: string | null;
  /** Sessions that contributed before and do so again, whatever their age by now. */
  readonly again?: readonly SessionId[];
  /** The session that is running: after compaction it is told where it stopped itself. */
  readonly own?: StandingSession | null;
  /** A first prompt adds to what a start told: the state of the working tree is not told again. */
  readonly adds?: boolean;
}

/** Gathers everything earlier sessions have for this one, from the snapshots of its scope and of the global one. */
export async function gather(
  deps: Deps,
  head: Pick<SessionHead, 'id' | 'scope' | 'branch'>,
  { prompt = null, again = [], own = null, adds = false }: Gathering = {},
): Promise<Gathered> {
  const { config, store } = deps;
  const tree = treeHistory(deps, head.scope);
  const startedAt = deps.ticks();
  const limit = deps.within(config['restore.deadline_ms']);
  const now = deps.now();
  const { scope } = head;
  const lookbackMillis = config['session_persistence.lookback_days'] * DAY;

  inTime(deps, limit, 'looking for earlier sessions');
  const here = await store.standing(scope.key, scope.root, now);
  const { standing } = here;
  const global = isGlobal(scope.key)
    ? EMPTY_STANDING
    : (await store.standing(GLOBAL_SCOPE_KEY, null, now)).standing;
  const letGo = await letGoIn(deps, scope);
  const check = taskCheck(deps, scope, letGo, await messageTasks(deps));
  const matches =
    prompt !== null && config['relevance.text_match']
      ? await matchPrompt(deps, prompt, scope.key, head.id)
      : null;
  const untold = letGo.here.texts;
  const kept = [...standing.sessions, ...global.sessions].filter(({ id }) => id !== head.id);
  const known = new Set(kept.map(({ id }) => id));
  const best = (await matches?.best(now, BEST_MATCHES)) ?? [];
  const wanted = [...again, ...best].filter((id) => !known.has(id) && id !== head.id);
  const named = wanted.length > 0 ? await sessionsNamed(deps, wanted) : [];
  const sessions = [...kept, ...named];
  const fits = await matches?.weigh(sessions.map(({ id }) => id));
  const lines = linesOf(
    tree,
    sessions.filter(({ scopeKey }) => scopeKey === scope.key),
  );
  const candidates = sessions.map((session): Candidate => {
    const line = lines.get(session.id);
    return {
      ...session,
      tasks: check.stillOpen(session.tasks, session.scopeKey),
      textMatch: fits?.of(session.id) ?? 0,
      ...(fits && { order: fits.order(session.id, session.at, now) }),
      ...(line && { line, isApart: line.isApart }),
    };
  });
  const apart = apartOf(candidates);

  inTime(deps, limit, 'ranking');
  // Without a prompt nobody fits better than another.
  const keywords =
    prompt === null || candidates.length === 0 ? NO_WORDS : await keywordsOfNow(deps, head, prompt);
  const ranking = rankCandidates(
    candidates,
    { now, scopeKey: scope.key, tree: scope.root, keywords },
    {
      threshold: config['session_persistence.relevance_threshold'],
      best: config['session_persistence.max_sessions_scored'],
      sameScope: config['relevance.same_scope'],
      tasksThatForce: config['tasks.force_restore'],
      quietMillis: config['restore.quiet_minutes'] * MINUTE,
      lookbackMillis,
      latest: config['relevance.latest'],
    },
  );
  const ranked = again.length === 0 ? ranking : ranking.map((one) => asBefore(one, again));
  const taken = ranked.filter(isTaken).map(({ candidate }) => candidate);
  const ofScope = candidates.filter(({ scopeKey }) => scopeKey === scope.key);
  const takenHere = taken.filter(({ scopeKey }) => scopeKey === scope.key);
  const latest = takenHere[0] ?? null;
  const busy = new Set(
    ranked.filter(({ verdict }) => verdict === 'busy').map(({ candidate }) => candidate.id),
  );
  const quiet = ofScope.filter(({ id }) => !busy.has(id));
  const shortForm = taken.length === 0 && !own ? shortFormOf(deps, standing, candidates, head.id) : null;
  const isTold = own !== null || latest !== null || (shortForm !== null && !shortForm.last.isCold);
  const turns =
    adds || !isTold || !config['relevance.latest']
      ? []
      : await turnsTold(deps, { own, latest, quiet, muted: untold });
  const lastTime = turns.find(({ role }) => role === 'own' || role === 'last')?.session ?? own ?? latest;

  inTime(deps, limit, 'collecting pins, tasks and memories');
  const limits = ageingLimits(config);
  const { active, left: leftOpen } = threadsIn(deps, here);
  const ofAll = active && threadSeen(deps, active, scope);
  const ofHere = (one: Thread) => threadWithoutUntold(withoutSessions(one, new Set(apart.keys())), untold);
  const thread = ofAll && { ...ofAll, thread: ofHere(ofAll.thread) };
  const left = ofHere({ ...EMPTY_THREAD, ...leftOpen });
  const fresh = (item: Touched) => isFresh(item, ofScope, now, limits);
  const blockers = (thread?.thread.blockers ?? []).filter(({ resolved }) => !resolved).reverse();
  const decisions = (thread?.thread.decisions ?? []).filter(({ replaced }) => !replaced).reverse();
  // A task that is left here as well as elsewhere is left here.
  const hereFirst = [...candidates.filter((one) => !one.isApart), ...candidates.filter((one) => one.isApart)];
  const opened = openBook(deps, {
    scopeKey: scope.key,
    // After compaction the running session is told its own open work again.
    sessions: own ? [{ ...own, tasks: check.stillOpen(own.tasks, own.scopeKey) }, ...hereFirst] : hereFirst,
    next: [...left.next, ...(thread?.thread.next ?? [])],
    // A scope in which nobody ever worked is not told of its own list; messages and global work are everybody's.
    check: hasPast(standing) ? check : { ...check, inProgress: [] },
  });
  const book = withoutApart(toldAgain(opened, again), apart);
  const called = prompt === null ? [] : await calledFor(deps, scope, prompt);
  const learnings = await learnt(deps, scope, standing, global, taken);
  const open = await byWork(
    deps,
    ranked
      .filter(({ verdict, candidate }) => verdict === 'busy' && candidate.scopeKey === scope.key)
      .map(({ candidate }) => candidate),
  );
  const threadBefore = standing.thread?.thread ?? null;
  return checked((texts) => claimsIn(deps, head, ofScope, threadBefore, texts), global, {
    into: head.id,
    scopeKey: scope.key,
    ranked,
    lastTime,
    turns,
    shortForm: shortForm && { ...shortForm, tasks: [...book.told, ...book.older].map(({ title }) => title) },
    branches: branchesApart({
      ...{ ranked, apart, book, thread: ofAll?.thread ?? null },
      told: new Set(turns.map(({ session }) => session.id)),
      since: now - lookbackMillis,
    }),
    apart,
    leftBlockers: left.blockers,
    state: {
      phase: thread?.thread.phase ?? null,
      blockers: blockers.filter(fresh),
      // `cortex thread` shows those of the active thread, and of the last one where none is active.
      olderBlockers: thread ? blockers.filter((one) => !fresh(one)).length : left.blockers.length,
      thread: thread?.thread ?? { files: [], functions: [] },
      uncommitted: own || !lastTime?.stopped ? { files: [], more: 0 } : uncommittedIn(lastTime.stopped),
      busy: [
        ...open.busy,
        ...(adds ? [] : await atWork(deps, scope, new Set([head.id, ...sessions.map(({ id }) => id)]))),
      ],
      waiting: open.waiting,
      since: own || adds || apart.has(lastTime?.id ?? '') ? [] : await sinceThen(deps, tree, scope, lastTime),
    },
    book,
    said: rulesIn([...standing.rules, ...global.rules], now),
    proposals: standing.proposals ?? 0,
    offers: offersOf(deps, ranked, [standing, global], letGo.global, apart),
    decisions: decisions.filter(fresh),
    olderDecisions: decisions.filter((one) => !fresh(one)).length,
    team: await teamOf(deps, scope, thread?.thread.next ?? []),
    othersAsOf: await othersAsOf(deps, scope),
    earlier: await withoutMutedWords(deps, earlierOf(quiet, taken, turns, now - lookbackMillis), untold),
    called,
    learnings,
    passages: prompt && matches ? await passagesFor(deps, prompt, matches) : [],
    pointers: await withTitles(
      deps,
      (await matches?.strong(now - lookbackMillis, config['restore.pointers'])) ?? [],
    ),
    thread,
    letGo: letGo.here,
    keywords,
    names: [projectName(scope.label), head.branch, ...ofScope.map(({ branch }) => branch)],
    commonTopics: commonTopics(ofScope),
    startedAt,
  });
}

function uncommittedIn({ touched, touchedMore }: SessionOutcome): StateContent['uncommitted'] {
  return { files: touched, more: touchedMore };
}

/** Items that teammates shared. A home that shares nothing looks at an empty table once. */
async function teamOf(deps: Deps, scope: Scope, next: Thread['next']): Promise<TeamContent | null> {
  const words = await teamWords(deps, scope.key);
  const theirs = next.filter(({ from, noted }) => from !== undefined && noted);
  if (words.length + theirs.length === 0) return null;
  return { words, next: theirs, trust: deps.config['share.trust'] };
}

/** Pins that are looked up before it is known which are inherited; others when they are told. */
const MOST_PINS_CHECKED = 12;

/** Everything about to be told, without items whose claims are all gone, and the verdicts on the rest. */
function checked(
  claimsOf: (texts: readonly { readonly text: string; readonly at: Millis }[]) => Claims,
  global: Standing,
  gathered: Omit<Gathered, 'claims'>,
): Gathered {
  const { offers, letGo, said, learnings, called, decisions, state, book } = gathered;
  const saidAt = (task: { readonly last_activity: string }) => millis(task.last_activity) ?? 0;
  const claims = claimsOf([
    ...offers.map(({ pin }) => ({ text: pin.content, at: pin.pinnedAt })),
    ...[...said, ...state.blockers],
    ...[...called, ...learnings].map(({ memory }) => ({ text: memory.content, at: memory.updatedAt })),
    ...decisions.map((one) => ({ text: decisionText(one), at: one.at })),
    ...book.told.map((task) => ({ text: task.title, at: saidAt(task) })),
  ]);
  const elsewhere = new Set([
    ...global.sessions.map(({ id }) => id),
    ...global.critical.map((one) => one.sessionId),
  ]);
  const failed: ExplainedClaim[] = [];
  const pins = offers.filter((one) => !one.letGo && !one.weak && !letGo.pins.has(pinIdentity(one.pin)));
  for (const { pin, sessionId } of pins.slice(0, MOST_PINS_CHECKED)) {
    if (elsewhere.has(sessionId as SessionId)) continue;
    failed.push(
      ...explainClaims('pin', pin.label ?? pin.content, judgePin(claims, pin, sessionId as SessionId)),
    );
  }
  for (const { memoryId, text, at } of said) {
    failed.push(...explainClaims('rule', memoryId ?? text, claims.judge(text, null, at)));
  }
  const toldOf = (list: readonly Learning[]) => {
    const kept = grounded(list, ({ memory }) => judgeMemory(claims, memory));
    for (const one of list) {
      const judged = judgeMemory(claims, one.memory);
      failed.push(...explainClaims('memory', one.memory.id, judged, !kept.includes(one)));
    }
    return kept;
  };
  const kept = { called: toldOf(called), learnings: toldOf(learnings) };
  const standing = grounded(decisions, (one) => claims.judge(decisionText(one), null, one.at));
  for (const one of decisions) {
    const judged = claims.judge(decisionText(one), null, one.at);
    failed.push(...explainClaims('decision', decisionText(one), judged, !standing.includes(one)));
  }
  for (const { text, at } of state.blockers)
    failed.push(...explainClaims('blocker', text, claims.judge(text, null, at)));
  for (const task of book.told)
    failed.push(...explainClaims('task', task.task_id, claims.judge(task.title, null, saidAt(task))));
  return {
    ...gathered,
    ...kept,
    decisions: standing,
    claims: {
      ...claims,
      failed: eachOnce(failed),
      contradicted: contradictedIn(claims, [...called, ...learnings]),
    },
  };
}

function eachOnce(failed: readonly ExplainedClaim[]): ExplainedClaim[] {
  return [...new Map(failed.map((one) => [JSON.stringify(one), one])).values()];
}

/** Sessions by their ids, as a standing would hold them. */
export async function sessionsNamed(
  deps: Pick<Deps, 'store' | 'now'>,
  ids: readonly SessionId[],
): Promise<StandingSession[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const state = await deps.store.session(id);
      return state && inStanding(state, null, (await deps.store.head(id))?.place);
    }),
  );
  return sessionsAsOf(
    found.filter((session) => session !== null),
    deps.now(),
  );
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Sessions that a prompt fits best take part, also where they are not among the latest. */
const BEST_MATCHES = 6;

/** The thread without files that are gone from this working tree. */
function threadSeen(
  deps: Deps,
  { id, label, root, imported, thread }: NonNullable<Standing['thread']>,
  scope: Scope,
): LineOfWork {
  const head = { id, imported, scope: { ...scope, label, root } };
  return { head, thread: withoutGone(deps, { head, thread }, scope.root) };
}

/** After compaction those speak who spoke before, and nobody else. */
function asBefore(ranked: Ranked, again: readonly SessionId[]): Ranked {
  if (again.includes(ranked.candidate.id)) return { ...ranked, verdict: TAKEN };
  return isTaken(ranked) ? { ...ranked, verdict: 'better ones came first' } : ranked;
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
  standing: Standing,
  candidates: readonly Candidate[],
  self: SessionId,
): ShortForm | null {
  const { lastWork } = standing;
  // The running session is no past, and one that is at work elsewhere is told as such.
  const isRunning = candidates.some(({ id, running }) => id === lastWork?.id && running);
  if (!lastWork || lastWork.id === self || isRunning || !deps.config['restore.short_form']) return null;
  const inherited = deps.now() - deps.config['session_persistence.critical_inheritance_days'] * DAY;
  const retained = deps.now() - deps.config['retention.cold_after_days'] * DAY;
  return {
    last: lastWork,
    tasks: [],
    critical: standing.critical.filter(({ at }) => at < inherited && at >= retained),
  };
}

/** Rules hold for the scope, whatever their age. */
function rulesIn(rules: readonly Memory[], now: number): PersonSaid[] {
  return rules
    .filter((rule) => !hasExpired(rule, now))
    .map((rule) => ({ memoryId: rule.id, text: rule.content, at: rule.updatedAt }));
}

/** CRITICAL pins of any session within their days, then those of the contributing sessions, the latest session first. */
function offersOf(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  ranked: readonly Ranked[],
  standings: readonly Standing[],
  letGoGlobally: LetGo,
  apart: Apart,
): PinOffer[] {
  const busy = new Set(
    ranked.filter(({ verdict }) => verdict === 'busy').map(({ candidate }) => candidate.id),
  );
  const since = now() - config['session_persistence.critical_inheritance_days'] * DAY;
  const newest = newestPins(ranked, apart);
  const offer = (held: CriticalPin, isWeak: boolean, fromGlobal: boolean): PinOffer => {
    // The session that pinned it again may count too little by now; what it said still took the place of this.
    const { pin, sessionId, at } = laterOf(held, newest.get(nameIn(held.pin, fromGlobal)));
    return {
      pin,
      sessionId,
      heldAt: at,
      ...(fromGlobal && letGoGlobally.pins.has(pinIdentity(pin)) && { letGo: true }),
      ...(isWeak && { weak: true }),
      ...(apart.has(sourceOf(pin, sessionId)) && { apart: true }),
    };
  };
  const critical = standings.flatMap(({ critical: pins }, i) =>
    pins
      .filter(({ at, sessionId }) => at >= since && !busy.has(sessionId))
      .map((one) => offer(one, false, i > 0)),
  );
  const contributing = ranked.filter(isTaken).sort((a, b) => latestFirst(a.candidate, b.candidate));
  const held = contributing.flatMap(({ candidate: { id, at, place, pins, scopeKey }, score }) =>
    pins.map((pin) =>
      offer(
        { pin, sessionId: id, at, place },
        !pin.critical && score.total < config['pins.threshold'],
        isGlobal(scopeKey),
      ),
    ),
  );
  const known = new Set(critical.map((one) => `${one.sessionId} ${pinIdentity(one.pin)}`));
  return [...critical, ...held.filter((one) => !known.has(`${one.sessionId} ${pinIdentity(one.pin)}`))];
}

/** The last that was pinned here under each name, whoever contributes. */
function newestPins(ranked: readonly Ranked[], apart: Apart): ReadonlyMap<string, CriticalPin> {
  const newest = new Map<string, CriticalPin>();
  for (const { candidate } of ranked) {
    for (const pin of candidate.pins) {
      if (apart.has(sourceOf(pin, candidate.id))) continue;
      const name = nameIn(pin, isGlobal(candidate.scopeKey));
      const held = { pin, sessionId: candidate.id, at: candidate.at, place: candidate.place };
      newest.set(name, laterOf(held, newest.get(name)));
    }
  }
  return newest;
}

function nameIn(pin: Pin, fromGlobal: boolean): string {
  return `${fromGlobal ? 'global' : 'here'} ${pinIdentity(pin)}`;
}

/** The pin of the later session, if both were made in their sessions; inherited pins compare by their own time. */
function laterOf(one: CriticalPin, other: CriticalPin | undefined): CriticalPin {
  if (!other) return one;
  const areOwn = one.pin.origin === null && other.pin.origin === null;
  const isLater =
    areOwn && one.place !== other.place ? other.place > one.place : other.pin.pinnedAt > one.pin.pinnedAt;
  return isLater ? other : one;
}

/** More memories than these are for whoever asks. */
const MOST_PUSHED = 6;
const MOST_CALLED = 4;
const MOST_PASSAGES = 3;

/** Memories of contributing sessions, and the most important ones of the scope. */
async function learnt(
  deps: Deps,
  scope: Scope,
  standing: Standing,
  global: Standing,
  taken: readonly Candidate[],
): Promise<readonly Learning[]> {
  const made = await learningsFrom(
    deps,
    taken.map(({ id, at, learnings }) => ({ id, at, memoryIds: learnings })),
    scope.key,
  );
  const own = made.filter(({ memory }) => isPushed(memory) && !isFinding(memory));
  const known = new Set(own.map(({ memory }) => memory.id));
  const pushed = [...standing.memories, ...global.memories]
    .filter(({ id }) => !known.has(id))
    .sort((a, b) => b.importance - a.importance || b.updatedAt - a.updatedAt)
    .slice(0, MOST_PUSHED);
  return [...own, ...pushed.map(asSaid)];
}

/** Memories and findings that the words of a prompt call for; rules are told already, and proposals to nobody. */
async function calledFor(deps: Deps, scope: Scope, prompt: string): Promise<Learning[]> {
  const fitting = await memoriesForPrompt(deps, scope, prompt, MOST_CALLED);
  return fitting.filter(({ memory }) => isPushed(memory)).map(({ memory }) => asSaid(memory));
}

async function passagesFor(deps: Deps, prompt: string, matches: Matches): Promise<QuotedPassage[]> {
  const quoted = await quotedPassages(deps, prompt, matches, MOST_PASSAGES);
  return quoted.flatMap(({ session, at, by, text }) =>
    by === 'note' ? [] : [{ sessionId: session, at, by, text }],
  );
}

function isPushed(memory: Memory): boolean {
  return !isRule(memory) && !isProposal(memory);
}

function isFinding({ categories }: Memory): boolean {
  return categories.includes('finding');
}

/** Topics that more than half of several sessions share tell nothing about one of them. */
function commonTopics(sessions: readonly StandingSession[]): ReadonlySet<string> {
  if (sessions.length < 4) return NO_WORDS;
  const counts = new Map<string, number>();
  for (const { topics } of sessions)
    for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > sessions.length / 2).map(([topic]) => topic));
}

async function withTitles(deps: Deps, strong: readonly StrongMatch[]): Promise<Gathered['pointers']> {
  if (strong.length === 0) return [];
  const titles = await deps.store.titlesOf(strong.map(({ id }) => id));
  return strong.map((one) => ({ ...one, title: titles.get(one.id) ?? null }));
}
