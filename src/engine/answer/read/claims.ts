import {
  type ClaimText,
  claimMark,
  hasFailed,
  isClaimGone,
  isGroundless,
  type JudgedClaim,
  mayClaim,
  nameOfClaim,
} from '../../../domain/answer/claim.ts';
import type { PersonRule } from '../../../domain/answer/context.ts';
import type { PinOffer } from '../../../domain/answer/inherit.ts';
import { decisionText } from '../../../domain/answer/state.ts';
import type { SessionId } from '../../../domain/base/ids.ts';
import { isGlobal } from '../../../domain/base/scope.ts';
import { DAY, iso, type Millis, millis } from '../../../domain/base/time.ts';
import type { Learning } from '../../../domain/memories/decay.ts';
import { confidenceUpdate, type Memory, moreConfident } from '../../../domain/memories/memory.ts';
import { pinIdentity } from '../../../domain/pins/pin.ts';
import type { SessionSnapshot, Snapshot } from '../../../domain/sessions/snapshot.ts';
import type { Thread, ThreadBlocker, ThreadDecision } from '../../../domain/threads/thread.ts';
import type { PendingTask } from '../../../domain/todos/task.ts';
import type { ScopeAndBranch } from '../../../ports/projects/location.ts';
import type { Deps } from '../../base/deps.ts';
import { commitsMade, positionAtEnd } from './history.ts';

/** A failed claim in an explanation. */
export interface ExplainedClaim {
  readonly item: 'pin' | 'rule' | 'memory' | 'decision' | 'blocker' | 'task';
  /** The label of a pin, the id of a memory or a task, the words of another item. */
  readonly of: string;
  /** The claim. For a memory only its index: the text stays with the memory. */
  readonly claim: string | number;
  readonly verdict: string;
  readonly left_out: boolean;
}

/** A text that is to be checked, and the item that it belongs to. */
interface Claimant extends Pick<ExplainedClaim, 'item' | 'of'>, ClaimText {}

/** A memory with the number of its failed claims. */
export interface Contradicted {
  readonly memory: Memory;
  readonly claims: number;
}

/** Everything that may be included and can contain claims. */
interface Claiming {
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
  /** Requested by name: nothing is left out. */
  readonly isByName: boolean;
}

type Judge = (said: ClaimText) => readonly JudgedClaim[];

/** Texts that were checked before they are used. Any other text is looked up on demand. */
export interface CheckedClaims {
  /** The mark of a text. A text not checked before counts as written on this branch, some weeks ago. */
  mark(text: string): string;
  /** Memories whose claims do not all fail; the others are left out. */
  grounded<T extends { readonly memory: Memory }>(all: readonly T[]): T[];
  groundedDecisions(all: readonly ThreadDecision[]): ThreadDecision[];
  /** A thread for codes: without groundless decisions, its other items with their marks. */
  withMarks(all: Thread): Thread;
  readonly failed: readonly ExplainedClaim[];
  /** Memories whose claims failed. */
  readonly contradicted: readonly Contradicted[];
}

/** Checks texts: all of them are looked up in the working tree by one call of git. */
export function checkClaims(
  deps: Pick<Deps, 'judgeClaims' | 'now'>,
  place: ScopeAndBranch,
  sessions: readonly SessionSnapshot[],
  thread: Thread | null,
  said: Partial<Claiming>,
): CheckedClaims {
  const branchOf = (id: SessionId | null) => branchIn(sessions, id);
  const claimants = claimantsIn(said, branchOf);
  const oldest = deps.now() - OLDEST;
  const judge = judgeIn(deps, place, sessions, thread, claimants);
  const ofMemory = (memory: Memory) => claimsOfMemory(memory, branchOf).flatMap(judge);
  const decided = (all: readonly ThreadDecision[]) =>
    all.filter((one) => !isGroundless(judge(decisionClaims(one))));
  const marked = (text: string, at: Millis) => text + claimMark(judge({ text, branch: null, at }));
  return {
    mark: (text) => claimMark(judge({ text, branch: place.branch, at: oldest })),
    grounded: (all) => all.filter(({ memory }) => !isGroundless(ofMemory(memory))),
    groundedDecisions: decided,
    withMarks: (all) => ({
      ...all,
      decisions: decided(all.decisions).map((one) => ({
        ...one,
        choice: one.choice + claimMark(judge(decisionClaims(one))),
      })),
      blockers: all.blockers.map((one) =>
        one.resolved ? one : { ...one, text: marked(one.text, one.at) },
      ),
      next: all.next.map((one) => ({ ...one, text: marked(one.text, one.at) })),
    }),
    failed: explainedIn(claimants, judge, said.isByName === true),
    contradicted: (said.learnings ?? []).flatMap(({ memory }): Contradicted[] => {
      const names = ofMemory(memory)
        .filter(hasFailed)
        .map(({ claim }) => nameOfClaim(claim));
      return names.length > 0 ? [{ memory, claims: new Set(names).size }] : [];
    }),
  };
}

/** Limit of the search in git's history; older texts count as written then. */
const OLDEST = 90 * DAY;
const MOST_KNOWN = 60;
const NONE: readonly JudgedClaim[] = [];

function judgeIn(
  deps: Pick<Deps, 'judgeClaims' | 'now'>,
  { scope, branch }: ScopeAndBranch,
  sessions: readonly SessionSnapshot[],
  thread: Thread | null,
  texts: readonly ClaimText[],
): Judge {
  const known = new Map<string, readonly JudgedClaim[]>();
  const { root } = scope;
  const oldest = deps.now() - OLDEST;
  const learn = (all: readonly ClaimText[]) => {
    const asked = all.filter(({ text }) => mayClaim(text) && !known.has(text));
    if (root === null || isGlobal(scope.key) || asked.length === 0) return;
    const touched = sessions.flatMap(({ stopped }) => stopped?.touched ?? []);
    const files = (thread?.files ?? []).map(({ path }) => path).reverse();
    const place = {
      root,
      branch,
      branches: [...new Set(sessions.flatMap(branchesOf))],
      known: [...new Set([...files, ...touched])].slice(0, MOST_KNOWN),
      commits: sessions.flatMap((one) => [...commitsMade(one), positionAtEnd(one)?.head ?? '']),
    };
    const judged = deps.judgeClaims(
      place,
      asked.map((one) => ({ ...one, at: Math.max(one.at, oldest) })),
    );
    asked.forEach(({ text }, i) => {
      known.set(text, judged[i]!);
    });
  };
  learn(texts);
  return (said) => {
    learn([said]);
    return known.get(said.text) ?? NONE;
  };
}

/** The branch of a session; null if it changed its branch. */
function branchIn(sessions: readonly SessionSnapshot[], id: SessionId | null): string | null {
  const session = sessions.find((one) => one.id === id);
  const branches = new Set(session ? branchesOf(session) : []);
  return branches.size === 1 ? [...branches][0]! : null;
}

function branchesOf({ branch, stopped }: SessionSnapshot): string[] {
  return [branch, stopped?.branch ?? null].filter((one) => one !== null);
}

type BranchOf = (id: SessionId | null) => string | null;

function claimantsIn(said: Partial<Claiming>, branchOf: BranchOf): Claimant[] {
  const { rules = [], learnings = [], decisions = [], blockers = [], tasks = [] } = said;
  const here = { branch: null };
  return [
    ...pinsToCheck(said).map(({ pin, sessionId }): Claimant => {
      // If the original session is no longer loaded, the holder's branch is used.
      const holder = sessionId as SessionId;
      const branch = branchOf((pin.origin?.sessionId as SessionId) ?? holder) ?? branchOf(holder);
      return {
        item: 'pin',
        of: pin.label ?? pin.content,
        text: pin.content,
        branch,
        at: pin.pinnedAt,
      };
    }),
    ...rules.map(
      ({ memoryId: of, text, at }): Claimant => ({ item: 'rule', of, text, at, ...here }),
    ),
    ...learnings.flatMap(({ memory }) => claimsOfMemory(memory, branchOf)),
    ...decisions.map(decisionClaims),
    ...blockers.map(({ text, at }): Claimant => ({ item: 'blocker', of: text, text, at, ...here })),
    ...tasks.map(({ task_id: of, title: text, last_activity }): Claimant => {
      return { item: 'task', of, text, at: millis(last_activity) ?? 0, ...here };
    }),
  ];
}

/** The claims of a memory in this project; a global memory makes none about it. */
function claimsOfMemory(memory: Memory, branchOf: BranchOf): Claimant[] {
  const { id: of, content: text, sessionId, scopeKey, updatedAt: at } = memory;
  return isGlobal(scopeKey) ? [] : [{ item: 'memory', of, text, branch: branchOf(sessionId), at }];
}

function decisionClaims(one: ThreadDecision): Claimant {
  return {
    item: 'decision',
    of: decisionText(one),
    text: decisionText(one),
    branch: null,
    at: one.at,
  };
}

/** Most pins that are checked before inheritance is decided; others are checked when used. */
const MOST_PINS_CHECKED = 12;

function pinsToCheck({ offers = [], dismissed, global }: Partial<Claiming>): readonly PinOffer[] {
  const elsewhere = new Set<string>([
    ...(global?.sessions ?? []).map(({ id }) => id),
    ...(global?.critical ?? []).map((one) => one.sessionId),
  ]);
  return offers
    .filter((one) => !one.refused && !dismissed?.has(pinIdentity(one.pin)))
    .slice(0, MOST_PINS_CHECKED)
    .filter(({ sessionId }) => !elsewhere.has(sessionId));
}

/** Failed claims, each once, for the explanation. */
function explainedIn(
  claimants: readonly Claimant[],
  judge: Judge,
  isByName: boolean,
): ExplainedClaim[] {
  const failed = claimants.flatMap((claimant) => {
    const { item, of } = claimant;
    const judged = judge(claimant);
    const canBeLeftOut = !isByName && (item === 'memory' || item === 'decision');
    return judged
      .filter((one) => isClaimGone(one) || one.verdict === 'elsewhere')
      .map(({ claim, number, verdict, branch }) => ({
        item,
        of: of.slice(0, 60),
        claim: item === 'memory' || item === 'rule' ? number : nameOfClaim(claim),
        verdict: branch === null ? verdict : `only on ${branch}`,
        left_out: canBeLeftOut && isGroundless(judged),
      }));
  });
  return [...new Map(failed.map((one) => [JSON.stringify(one), one])).values()];
}

/** Lowers the confidence of memories with failed claims, once per memory. */
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
      const counted = history.filter(
        (one) => one.reason === REASON && one.timestamp >= since,
      ).length;
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
