import { isOutside, scopedPath } from '../base/scoped-path.ts';
import { oneLine } from '../base/text/safe-text.ts';
import type { Fact, GitCreation, GitUndoing, RecordedFact } from '../facts/fact.ts';
import { speak, withoutQuotes } from '../turns/quote.ts';
import {
  changedPaths,
  measureWork,
  type Turn,
  type TurnEnd,
  turnDidSomething,
} from '../turns/turn.ts';
import { parseUnits } from '../turns/units.ts';
import { tellingPart } from '../turns/weight.ts';

/** The working tree at the end of a session: its commits, and the files changed after them. */
export interface TreeState {
  /** Commits, branches and pull requests that were not undone, the newest last. */
  readonly made: readonly GitCreation[];
  /** Files changed after the last commit, the newest last. */
  readonly touched: readonly string[];
  readonly touchedMore: number;
  readonly branch: string | null;
  readonly head: string | null;
  /** Files of the last commit: they become uncommitted again if it is undone. */
  readonly committed?: readonly string[];
}

export const EMPTY_TREE: TreeState = {
  made: [],
  touched: [],
  touchedMore: 0,
  branch: null,
  head: null,
};

const MOST_MADE = 3;
const LONGEST_MADE = 120;
const LONGEST_REF = 100;
/** Most files that are listed; further ones are only counted. */
const KNOWN_TOUCHED = 60;

/** Folds facts one by one, so that folding in parts gives the same result. */
export function foldTree(
  before: TreeState,
  facts: readonly RecordedFact[],
  root: string | null,
): TreeState {
  return facts.reduce((tree, { fact }) => apply(tree, fact, root), before);
}

function apply(tree: TreeState, fact: Fact, root: string | null): TreeState {
  switch (fact.kind) {
    case 'tool':
      return foldTool(tree, fact, root);
    case 'made':
      return foldMade(tree, fact);
    case 'undone':
      return foldUndone(tree, fact, root);
    case 'stood':
      return {
        ...tree,
        branch: fact.branch && oneLine(fact.branch, LONGEST_REF),
        head: fact.head && oneLine(fact.head, LONGEST_REF),
      };
    default:
      return tree;
  }
}

function foldTool(
  tree: TreeState,
  fact: Extract<Fact, { kind: 'tool' }>,
  root: string | null,
): TreeState {
  const paths = changedPaths(fact, root);
  if (paths.length === 0) return tree;
  const before = tree.touched.filter((path) => !paths.includes(path));
  const touched = [...before, ...paths.filter((path, i) => paths.lastIndexOf(path) === i)];
  const gone = Math.max(0, touched.length - KNOWN_TOUCHED);
  return { ...tree, touched: touched.slice(gone), touchedMore: tree.touchedMore + gone };
}

function foldMade(tree: TreeState, { what, text, ref }: GitCreation): TreeState {
  const one: GitCreation = {
    what,
    text: oneLine(text, LONGEST_MADE),
    ref: ref && oneLine(ref, LONGEST_REF),
  };
  // An amended commit has the same message and another hash.
  const others = tree.made.filter((other) => other.what !== what || other.text !== one.text);
  const made = [...others, one].slice(-MOST_MADE);
  if (what !== 'commit') return { ...tree, made };
  return { ...tree, made, touched: [], touchedMore: 0, committed: tree.touched };
}

function foldUndone(tree: TreeState, undone: GitUndoing, root: string | null): TreeState {
  const { commits, to, all, files = [], where } = undone;
  const scoped = (path: string) => scopedPath(path, root, root);
  // In another repository.
  if (root !== null && where !== undefined && isOutside(scoped(where))) return tree;
  const own = tree.made.filter(({ what }) => what === 'commit');
  const isTarget = ({ ref }: GitCreation) =>
    ref !== null && to !== undefined && isSameCommit(ref, to);
  const kept = to === undefined ? own.length - (commits ?? 0) : own.findLastIndex(isTarget) + 1;
  const gone = own.slice(Math.max(0, kept));
  const made = tree.made.filter((one) => !gone.includes(one));
  if (all) return { ...tree, made, touched: [], touchedMore: 0, committed: [] };
  const again =
    gone.length > 0 ? (tree.committed ?? []).filter((path) => !tree.touched.includes(path)) : [];
  const given = files.map(scoped);
  const isGiven = (path: string) =>
    given.some((one) => one === '.' || one === path || path.startsWith(`${one}/`));
  return {
    ...tree,
    made,
    touched: [...again, ...tree.touched].filter((path) => !isGiven(path)),
    touchedMore: given.includes('.') ? 0 : tree.touchedMore,
    ...(gone.length > 0 && { committed: [] }),
  };
}

function isSameCommit(ref: string, other: string): boolean {
  return ref.length >= 7 && other.length >= 7 && (ref.startsWith(other) || other.startsWith(ref));
}

/** The end of a session: its working tree, how much it did, and how its last turn ended. */
export interface SessionOutcome extends Omit<TreeState, 'committed'> {
  /** The amount of work; zero if there is nothing to continue. */
  readonly work: number;
  /** The last result, in one line. */
  readonly result: string | null;
  readonly ended: TurnEnd | null;
  /** When the usage limit ends, if it stopped at one. */
  readonly until?: number;
}

export const NO_OUTCOME: SessionOutcome = { ...EMPTY_TREE, work: 0, result: null, ended: null };

const MOST_TOUCHED = 8;
const LONGEST_RESULT = 120;
/** The work of a session that only talked. */
const TALK = 0.1;

/** Null if there was no request, reply or change. */
export function sessionOutcome(turns: readonly Turn[], tree: TreeState): SessionOutcome | null {
  const { committed: _, ...left } = tree;
  if (turns.length === 0 && tree.made.length + tree.touched.length === 0) return null;
  const last = turns.at(-1);
  return {
    ...left,
    touched: tree.touched.slice(-MOST_TOUCHED),
    touchedMore: tree.touchedMore + Math.max(0, tree.touched.length - MOST_TOUCHED),
    work: Math.max(measureWork(turns), turns.some(turnDidSomething) ? TALK : 0),
    result: resultOf(turns, tree),
    ended: last?.ended ?? null,
    ...(last?.until !== undefined && { until: last.until }),
  };
}

/** The last result of the turns, in one line. */
export function resultOf(turns: readonly Turn[], { made }: Pick<TreeState, 'made'>): string | null {
  const commit = made.findLast(({ what }) => what === 'commit');
  if (commit) return `committed "${oneLine(commit.text, LONGEST_RESULT)}"`;
  return lastWords(turns);
}

/** The end of the last reply, in one line; null where there was none. */
export function lastWords(turns: readonly Turn[]): string | null {
  const answered = turns.findLast((turn) => turn.answered !== null)?.answered;
  return answered ? closingWords(answered) : null;
}

/** The end of a reply; where its last sentence is too long for a line, the beginning of that. */
function closingWords(reply: string): string | null {
  const whole = tellingPart(reply, LONGEST_RESULT, 'agent');
  if (whole.length > 0) return speak(whole);
  const last = parseUnits(reply).at(-1);
  return last ? `"${withoutQuotes(oneLine(last.text, LONGEST_RESULT))}"` : null;
}
