import type { PersonRule } from '../../domain/answer/contributors.ts';
import { decisionText } from '../../domain/answer/state.ts';
import {
  type ClaimPlace,
  type ClaimText,
  hasFailed,
  isGone,
  isGroundless,
  type Judged,
  markOf,
  mayClaim,
  nameOfClaim,
} from '../../domain/claims/claim.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Learning } from '../../domain/memories/decay.ts';
import { confidenceUpdate, type Memory, moreConfident } from '../../domain/memories/memory.ts';
import type { PinOffer } from '../../domain/pins/inherit.ts';
import { type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import { EMPTY_SNAPSHOT, type SessionSnapshot, type Snapshot } from '../../domain/restore/snapshot.ts';
import { isGlobal, type Scope } from '../../domain/scope.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import type { Thread, ThreadBlocker, ThreadDecision } from '../../domain/thread/thread.ts';
import { DAY, iso, type Millis, millis } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { commitsMade, stoodAtEnd } from './history.ts';

/** A claim that does not hold, as an explanation keeps it. */
export interface ExplainedClaim {
  readonly item: 'pin' | 'rule' | 'memory' | 'decision' | 'blocker' | 'task';
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
  judge(said: ClaimText): readonly Judged[];
  /** The mark behind a text. One that was not judged before counts as written on this branch, some weeks ago. */
  mark(text: string): string;
  /** The branch on which a session worked; null where that is not known or not one. */
  branchOf(id: SessionId | null): string | null;
}

const NONE: readonly Judged[] = [];

interface ClaimingPlace {
  readonly scope: Scope;
  readonly branch: string | null;
}

/** One question to the repository serves all `texts`; another one is looked up when it is told. */
export function claimsIn(
  deps: Pick<Deps, 'judgeClaims' | 'now'>,
  { scope, branch }: ClaimingPlace,
  sessions: readonly SessionSnapshot[],
  thread: Thread | null,
  texts: readonly ClaimText[] = [],
): Claims {
  const known = new Map<string, readonly Judged[]>();
  const { root } = scope;
  const oldest = deps.now() - OLDEST;
  const learn = (all: readonly ClaimText[]) => {
    const asked = all.filter(({ text }) => mayClaim(text) && !known.has(text));
    if (root === null || isGlobal(scope.key) || asked.length === 0) return;
    const place = placeOf(root, branch, sessions, thread);
    const judged = deps.judgeClaims(
      place,
      asked.map((one) => ({ ...one, at: Math.max(one.at, oldest) })),
    );
    asked.forEach(({ text }, i) => {
      known.set(text, judged[i]!);
    });
  };
  learn(texts);
  const judge = (said: ClaimText) => {
    learn([said]);
    return known.get(said.text) ?? NONE;
  };
  return {
    judge,
    mark: (text) => markOf(judge({ text, branch, at: oldest })),
    branchOf: (id) => branchIn(sessions, id),
  };
}

/** A session may have changed its branch on the way: then its branch is not known. */
function branchIn(sessions: readonly SessionSnapshot[], id: SessionId | null): string | null {
  const session = sessions.find((one) => one.id === id);
  const branches = new Set(session ? branchesOf(session) : []);
  return branches.size === 1 ? [...branches][0]! : null;
}

const MOST_KNOWN = 60;
/** Git is searched no further back; older texts count as written then. */
const OLDEST = 90 * DAY;

function placeOf(
  root: string,
  branch: string | null,
  sessions: readonly SessionSnapshot[],
  thread: Thread | null,
): ClaimPlace {
  const touched = sessions.flatMap(({ stopped }) => stopped?.touched ?? []);
  const files = (thread?.files ?? []).map(({ path }) => path).reverse();
  return {
    root,
    branch,
    branches: [...new Set(sessions.flatMap(branchesOf))],
    known: [...new Set([...files, ...touched])].slice(0, MOST_KNOWN),
    commits: sessions.flatMap((one) => [...commitsMade(one), stoodAtEnd(one)?.head ?? '']),
  };
}

function branchesOf({ branch, stopped }: SessionSnapshot): string[] {
  return [branch, stopped?.branch ?? null].filter((one) => one !== null);
}

/** A thread for codes: without decisions that have nothing left to stand on, its other items with their marks. */
export function threadWithMarks(claims: Claims, thread: Thread): Thread {
  const marked = (text: string, at: Millis) => text + markOf(claims.judge({ text, branch: null, at }));
  return {
    ...thread,
    decisions: thread.decisions.flatMap((one) => {
      const judged = claims.judge(decisionClaims(one));
      return isGroundless(judged) ? [] : [{ ...one, choice: one.choice + markOf(judged) }];
    }),
    blockers: thread.blockers.map((one) => (one.resolved ? one : { ...one, text: marked(one.text, one.at) })),
    next: thread.next.map((one) => ({ ...one, text: marked(one.text, one.at) })),
  };
}

/** A text that is about to be told. */
export interface Claimant extends Pick<ExplainedClaim, 'item' | 'of'>, ClaimText {}

/** The claims of a memory in this project; a global memory makes none about it. */
export function memoryClaims(claims: Pick<Claims, 'branchOf'>, memory: Memory): Claimant[] {
  const { id, content, sessionId, scopeKey, updatedAt } = memory;
  if (isGlobal(scopeKey)) return [];
  return [{ item: 'memory', of: id, text: content, branch: claims.branchOf(sessionId), at: updatedAt }];
}

export function pinClaims(claims: Pick<Claims, 'branchOf'>, pin: Pin, holder: SessionId): Claimant {
  // The branch of a session that is no longer at hand is unknown: the holder's branch stands in.
  const origin = (pin.origin?.sessionId as SessionId | undefined) ?? holder;
  const branch = claims.branchOf(origin) ?? claims.branchOf(holder);
  return { item: 'pin', of: pin.label ?? pin.content, text: pin.content, branch, at: pin.pinnedAt };
}

export function taskClaims({ task_id, title, last_activity }: PendingTask): Claimant {
  return { item: 'task', of: task_id, text: title, branch: null, at: millis(last_activity) ?? 0 };
}

/** Memories that have nothing left to stand on are not told. */
export function groundedMemories<T extends { readonly memory: Memory }>(
  claims: Claims,
  all: readonly T[],
): readonly T[] {
  return all.filter(({ memory }) => !isGroundless(judgedIn(claims, memoryClaims(claims, memory))));
}

function judgedIn(claims: Claims, claimants: readonly Claimant[]): readonly Judged[] {
  return claimants.flatMap(claims.judge);
}

/** Claims that do not hold, for whoever asks why. */
export function explainClaims(
  claims: Claims,
  claimants: readonly Claimant[],
  isLeftOut: (claimant: Claimant, judged: readonly Judged[]) => boolean = () => false,
): ExplainedClaim[] {
  return claimants.flatMap((claimant) => {
    const { item, of } = claimant;
    const judged = claims.judge(claimant);
    const failed = judged.filter((one) => isGone(one) || one.verdict === 'elsewhere');
    return failed.map(({ claim, number, verdict, branch }) => ({
      ...{ item, of: of.slice(0, 60) },
      claim: item === 'memory' || item === 'rule' ? number : nameOfClaim(claim),
      verdict: branch === null ? verdict : `only on ${branch}`,
      left_out: isLeftOut(claimant, judged),
    }));
  });
}

/** Everything that may be told and can claim something. */
export interface Claiming {
  readonly offers: readonly PinOffer[];
  /** Pins that were unpinned here. */
  readonly dismissed: ReadonlySet<string>;
  /** Pins of global sessions claim nothing about this project. */
  readonly global: Snapshot;
  readonly rules: readonly PersonRule[];
  readonly learnings: readonly Learning[];
  readonly decisions: readonly ThreadDecision[];
  readonly blockers: readonly ThreadBlocker[];
  readonly tasks: readonly PendingTask[];
}

export const NO_CLAIMS: Claiming = {
  ...{ offers: [], dismissed: new Set(), global: EMPTY_SNAPSHOT, rules: [], learnings: [] },
  ...{ decisions: [], blockers: [], tasks: [] },
};

/** The verdicts, and what is left of memories and decisions: those with nothing to stand on are not told. */
export interface CheckedClaims extends Claims, Pick<Claiming, 'learnings' | 'decisions'> {
  readonly failed: readonly ExplainedClaim[];
  readonly contradicted: readonly Contradicted[];
}

export function checkClaims(
  deps: Pick<Deps, 'judgeClaims' | 'now'>,
  place: ClaimingPlace,
  sessions: readonly SessionSnapshot[],
  thread: Thread | null,
  said: Claiming,
): CheckedClaims {
  const branches = { branchOf: (id: SessionId | null) => branchIn(sessions, id) };
  const decided = said.decisions.map(decisionClaims);
  const claimants: Claimant[] = [
    ...pinsToCheck(said).map(({ pin, sessionId }) => pinClaims(branches, pin, sessionId as SessionId)),
    ...said.rules.map(({ memoryId: of, text, at }) => ({
      item: 'rule' as const,
      of,
      text,
      at,
      branch: null,
    })),
    ...said.learnings.flatMap(({ memory }) => memoryClaims(branches, memory)),
    ...decided,
    ...said.blockers.map(({ text, at }) => ({ item: 'blocker' as const, of: text, text, at, branch: null })),
    ...said.tasks.map(taskClaims),
  ];
  const claims = claimsIn(deps, place, sessions, thread, claimants);
  const isLeftOut = ({ item }: Claimant, judged: readonly Judged[]) =>
    (item === 'memory' || item === 'decision') && isGroundless(judged);
  const failed = explainClaims(claims, claimants, isLeftOut);
  return {
    ...claims,
    learnings: groundedMemories(claims, said.learnings),
    decisions: said.decisions.filter((_, i) => !isGroundless(claims.judge(decided[i]!))),
    failed: [...new Map(failed.map((one) => [JSON.stringify(one), one])).values()],
    contradicted: said.learnings.flatMap(({ memory }) => contradictedIn(claims, memory)),
  };
}

function decisionClaims(one: ThreadDecision): Claimant {
  return { item: 'decision', of: decisionText(one), text: decisionText(one), branch: null, at: one.at };
}

/** Pins that are looked up before it is known which are inherited; others when they are told. */
const MOST_PINS_CHECKED = 12;

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

/** Whether claims of a memory failed. A person's rule is no statement of fact and keeps its confidence. */
function contradictedIn(claims: Claims, memory: Memory): Contradicted[] {
  const failed = judgedIn(claims, memoryClaims(claims, memory)).filter(hasFailed);
  const names = new Set(failed.map(({ claim }) => nameOfClaim(claim)));
  return names.size > 0 ? [{ memory, claims: names.size }] : [];
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
