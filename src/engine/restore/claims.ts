import type { PersonRule } from '../../domain/answer/contributors.ts';
import { decisionText } from '../../domain/answer/state.ts';
import {
  type ClaimPlace,
  hasFailed,
  isGone,
  isGroundless,
  type Judged,
  markOf,
  mayClaim,
  nameOfClaim,
} from '../../domain/claims/claim.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Learning } from '../../domain/memories/learning.ts';
import { confidenceUpdate, type Memory, moreConfident } from '../../domain/memories/memory.ts';
import type { PinOffer } from '../../domain/pins/inherit.ts';
import { type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import type { SessionSnapshot, Snapshot } from '../../domain/restore/snapshot.ts';
import { isGlobal, type Scope } from '../../domain/scope.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import type { Thread, ThreadBlocker, ThreadDecision } from '../../domain/thread/thread.ts';
import { DAY, iso, type Millis, millis } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { commitsMade, stoodAtEnd } from './lineage.ts';

/** A claim that does not hold, as an explanation keeps it. */
export interface ExplainedClaim {
  readonly item: 'pin' | 'rule' | 'correction' | 'memory' | 'decision' | 'blocker' | 'task';
  /** The label of a pin, the id of a memory or a task, the words of another item. */
  readonly of: string;
  /** The claim. For a memory only its number: the words stand with the memory alone. */
  readonly claim: string | number;
  readonly verdict: string;
  readonly left_out: boolean;
}

/** A memory whose claims failed, and how many of them. */
export interface Contradicted {
  readonly memory: Memory;
  readonly claims: number;
}

/** Looks up the claims of everything about to be told in the working tree; each text once. */
export interface Claims {
  judge(text: string, branch: string | null, at: Millis): readonly Judged[];
  /** The mark behind a text. One that was not judged before counts as written on this branch, some weeks ago. */
  mark(text: string): string;
  /** The branch on which a session worked; null where that is not known or not one. */
  branchOf(id: SessionId | null): string | null;
}

const NONE: readonly Judged[] = [];

/** Nothing is loaded and nothing looked up before a text that can hold a claim. `texts` are those that will be judged. */
export function claimsIn(
  deps: Pick<Deps, 'claimChecker' | 'now'>,
  { scope, branch }: { readonly scope: Scope; readonly branch: string | null },
  sessions: readonly SessionSnapshot[],
  thread: Thread | null,
  texts: ClaimPlace['texts'] = [],
): Claims {
  const known = new Map<string, readonly Judged[]>();
  const { root } = scope;
  let check: ReturnType<Deps['claimChecker']> | null = null;
  const expected = () =>
    texts.filter(({ text }) => mayClaim(text)).map((one) => ({ ...one, at: Math.max(one.at, oldest) }));
  const oldest = deps.now() - OLDEST;
  const judge = (text: string, on: string | null, writtenAt: Millis) => {
    if (root === null || isGlobal(scope.key) || !mayClaim(text)) return NONE;
    const before = known.get(text);
    if (before) return before;
    check ??= deps.claimChecker(placeOf(root, branch, sessions, thread, expected()));
    const judged = check({ text, branch: on, at: Math.max(writtenAt, oldest) });
    known.set(text, judged);
    return judged;
  };
  return {
    judge,
    mark: (text) => markOf(judge(text, branch, oldest)),
    branchOf: (id) => {
      const session = sessions.find((one) => one.id === id);
      const branches = new Set(session ? branchesOf(session) : []);
      return branches.size === 1 ? [...branches][0]! : null;
    },
  };
}

const MOST_KNOWN = 60;
/** Git is searched no further back; older texts count as written then. */
const OLDEST = 90 * DAY;

function placeOf(
  root: string,
  branch: string | null,
  sessions: readonly SessionSnapshot[],
  thread: Thread | null,
  texts: ClaimPlace['texts'],
): ClaimPlace {
  const touched = sessions.flatMap(({ stopped }) => stopped?.touched ?? []);
  const files = (thread?.files ?? []).map(({ path }) => path).reverse();
  return {
    root,
    branch,
    branches: [...new Set(sessions.flatMap(branchesOf))],
    known: [...new Set([...files, ...touched])].slice(0, MOST_KNOWN),
    commits: sessions.flatMap((one) => [...commitsMade(one), stoodAtEnd(one)?.head ?? '']),
    texts,
  };
}

/** A session may have changed its branch on the way. */
function branchesOf({ branch, stopped }: SessionSnapshot): string[] {
  return [branch, stopped?.branch ?? null].filter((one) => one !== null);
}

/** A thread for codes: without decisions that have nothing left to stand on, its other items with their marks. */
export function threadWithMarks(claims: Claims, thread: Thread): Thread {
  const marked = (text: string, at: Millis) => text + markOf(claims.judge(text, null, at));
  const decisions = grounded(thread.decisions, (one) => claims.judge(decisionText(one), null, one.at));
  return {
    ...thread,
    decisions: decisions.map((one) => ({
      ...one,
      choice: one.choice + markOf(claims.judge(decisionText(one), null, one.at)),
    })),
    blockers: thread.blockers.map((one) => (one.resolved ? one : { ...one, text: marked(one.text, one.at) })),
    next: thread.next.map((one) => ({ ...one, text: marked(one.text, one.at) })),
  };
}

/** Judges a memory's claims in this project; a global memory makes no claim about it. */
export function judgeMemory(
  claims: Claims,
  { content, sessionId, scopeKey, updatedAt }: Memory,
): readonly Judged[] {
  return isGlobal(scopeKey) ? NONE : claims.judge(content, claims.branchOf(sessionId), updatedAt);
}

export function judgePin(claims: Claims, pin: Pin, holder: SessionId): readonly Judged[] {
  // The branch of a session that is no longer at hand is unknown: the holder's branch stands in.
  const origin = (pin.origin?.sessionId as SessionId | undefined) ?? holder;
  return claims.judge(pin.content, claims.branchOf(origin) ?? claims.branchOf(holder), pin.pinnedAt);
}

/** Memories and decisions that have nothing left to stand on are not told. */
export function grounded<T>(items: readonly T[], judged: (item: T) => readonly Judged[]): readonly T[] {
  return items.filter((item) => !isGroundless(judged(item)));
}

export function explainClaims(
  item: ExplainedClaim['item'],
  of: string,
  judged: readonly Judged[],
  isLeftOut = false,
): ExplainedClaim[] {
  const isMemory = item === 'memory' || item === 'rule';
  return judged
    .filter((one) => isGone(one) || one.verdict === 'elsewhere')
    .map(({ claim, number, verdict, branch }) => ({
      item,
      of: of.slice(0, 60),
      claim: isMemory ? number : nameOfClaim(claim),
      verdict: branch === null ? verdict : `only on ${branch}`,
      left_out: isLeftOut,
    }));
}

/** Everything that may be told and can claim something. */
export interface Claiming {
  readonly offers: readonly PinOffer[];
  /** Pins that were unpinned here. */
  readonly dismissed: ReadonlySet<string>;
  /** Pins of global sessions claim nothing about this project. */
  readonly global: Snapshot;
  readonly rules: readonly PersonRule[];
  readonly called: readonly Learning[];
  readonly learnings: readonly Learning[];
  readonly decisions: readonly ThreadDecision[];
  readonly blockers: readonly ThreadBlocker[];
  readonly tasks: readonly PendingTask[];
}

/** The verdicts, and what is left of memories and decisions: those with nothing to stand on are not told. */
export interface CheckedClaims extends Claims, Pick<Claiming, 'called' | 'learnings' | 'decisions'> {
  readonly failed: readonly ExplainedClaim[];
  readonly contradicted: readonly Contradicted[];
}

/** Pins that are looked up before it is known which are inherited; others when they are told. */
const MOST_PINS_CHECKED = 12;

export function checkClaims(claimsOf: (texts: ClaimPlace['texts']) => Claims, said: Claiming): CheckedClaims {
  const { offers, rules, blockers, tasks } = said;
  const saidAt = (task: PendingTask) => millis(task.last_activity) ?? 0;
  const claims = claimsOf([
    ...offers.map(({ pin }) => ({ text: pin.content, at: pin.pinnedAt })),
    ...[...rules, ...blockers],
    ...[...said.called, ...said.learnings].map(({ memory }) => ({
      ...{ text: memory.content, at: memory.updatedAt },
    })),
    ...said.decisions.map((one) => ({ text: decisionText(one), at: one.at })),
    ...tasks.map((task) => ({ text: task.title, at: saidAt(task) })),
  ]);
  const ofMemory = ({ memory }: Learning) => judgeMemory(claims, memory);
  const ofDecision = (one: ThreadDecision) => claims.judge(decisionText(one), null, one.at);
  const called = grounded(said.called, ofMemory);
  const learnings = grounded(said.learnings, ofMemory);
  const decisions = grounded(said.decisions, ofDecision);
  const memories = [...called, ...learnings];
  const failed = [
    ...pinsToCheck(said).flatMap(({ pin, sessionId }) =>
      explainClaims('pin', pin.label ?? pin.content, judgePin(claims, pin, sessionId as SessionId)),
    ),
    ...rules.flatMap(({ memoryId, text, at }) =>
      explainClaims('rule', memoryId, claims.judge(text, null, at)),
    ),
    ...[...said.called, ...said.learnings].flatMap((one) =>
      explainClaims('memory', one.memory.id, ofMemory(one), !memories.includes(one)),
    ),
    ...said.decisions.flatMap((one) =>
      explainClaims('decision', decisionText(one), ofDecision(one), !decisions.includes(one)),
    ),
    ...blockers.flatMap(({ text, at }) => explainClaims('blocker', text, claims.judge(text, null, at))),
    ...tasks.flatMap((task) =>
      explainClaims('task', task.task_id, claims.judge(task.title, null, saidAt(task))),
    ),
  ];
  return {
    ...{ ...claims, called, learnings, decisions },
    failed: [...new Map(failed.map((one) => [JSON.stringify(one), one])).values()],
    contradicted: contradictedIn(claims, [...said.called, ...said.learnings]),
  };
}

function pinsToCheck({ offers, dismissed, global }: Claiming): readonly PinOffer[] {
  const elsewhere = new Set<string>([
    ...global.sessions.map(({ id }) => id),
    ...global.critical.map((one) => one.sessionId),
  ]);
  return offers
    .filter((one) => !one.letGo && !one.weak && !dismissed.has(pinIdentity(one.pin)))
    .slice(0, MOST_PINS_CHECKED)
    .filter(({ sessionId }) => !elsewhere.has(sessionId));
}

/** Learnings whose claims failed. A person's rule is no statement of fact and keeps its confidence. */
function contradictedIn(claims: Claims, learnings: readonly Learning[]): Contradicted[] {
  const found = new Map<string, Contradicted>();
  for (const { memory } of learnings) {
    const failed = judgeMemory(claims, memory).filter(hasFailed);
    const names = new Set(failed.map(({ claim }) => nameOfClaim(claim)));
    if (names.size > 0) found.set(memory.id, { memory, claims: names.size });
  }
  return [...found.values()];
}

/** A claim that failed counts against its memory once, however many sessions find it so. */
export async function countAgainst(
  deps: Pick<Deps, 'store' | 'now' | 'config' | 'log'>,
  contradicted: readonly Contradicted[],
  session: SessionId,
): Promise<void> {
  const penalty = deps.config['memories.claim_penalty'];
  if (penalty === 0) return;
  const at = deps.now();
  for (const { memory: told, claims } of contradicted) {
    try {
      const history = await deps.store.memoryHistory(told.id);
      const since = iso(told.updatedAt);
      const counted = history.filter((one) => one.reason === REASON && one.timestamp >= since).length;
      for (let due = claims - counted; due > 0; due--) {
        // Another start may have counted it in between.
        await deps.store.changeMemory(told.id, [session], at, (known, _, changes) => {
          if (changes(REASON) >= claims) return null;
          const memory = moreConfident(known, -penalty);
          return { memory, update: confidenceUpdate(known, memory, REASON, at), facts: [] };
        });
      }
    } catch (error) {
      deps.log.failure('confidence not changed', error, { memory_id: told.id });
    }
  }
}

const REASON = 'claim_gone';
