import type { Budget } from './budget.ts';
import {
  type CommitGraph,
  DATE,
  FIRST_PARENT,
  HIGH,
  LEVEL,
  NO_PARENT,
  SECOND_PARENT,
  WORDS,
} from './commit-graph.ts';
import type { Commits } from './commits.ts';

/** How two commits stand to each other, from the first one's point of view. */
type Standing = 'contains' | 'within' | 'apart' | 'unknown';

const HERE = 1;
const THERE = 2;
const BOTH = HERE | THERE;

/**
 * Whether `here` contains `there`, lies within it, or neither. Commits that no graph holds are read first: their
 * ancestors end in the graph, which holds all that came before, and there generations tell where to stop.
 */
export function compare(here: string, there: string, commits: Commits, budget: Budget): Standing {
  const [placeHere, placeThere] = [commits.place(here), commits.place(there)];
  const { graph } = commits;
  if (graph && placeHere >= 0 && placeThere >= 0) return inGraph(graph, placeHere, placeThere, budget);
  const above = aboveGraph(here, there, commits);
  if (above.found !== null) return above.found;
  // The graph holds all ancestors of what it holds: it can lead down only to the one of them that is in it.
  const answer =
    graph && placeThere >= 0
      ? reaches(graph, above.edgeHere, placeThere, budget, 'contains')
      : graph && placeHere >= 0
        ? reaches(graph, above.edgeThere, placeHere, budget, 'within')
        : 'apart';
  return answer === 'apart' && above.isCut ? 'unknown' : answer;
}

function inGraph(graph: CommitGraph, here: number, there: number, budget: Budget): Standing {
  // Both are there before either is looked at: dates may come with the second.
  if (graph.ask(here) < 0 || graph.ask(there) < 0) return 'unknown';
  const [high, low] = [generationOf(graph, here), generationOf(graph, there)];
  if (!high || !low) return 'unknown';
  if (high.level > low.level && high.date > low.date)
    return reaches(graph, [here], there, budget, 'contains');
  if (low.level > high.level && low.date > high.date) return reaches(graph, [there], here, budget, 'within');
  return 'apart';
}

/** Each by itself is higher than that of every ancestor; together they rule out more. */
interface Generation {
  readonly level: number;
  /** The commit's date, or as much later as its ancestors need; the level again where dates are not there. */
  readonly date: number;
}

/** Null where the file is broken, or of the first years, when there were no levels. */
function generationOf(graph: CommitGraph, place: number): Generation | null {
  if (graph.ask(place) < 0) return null;
  const { records } = graph;
  const later = graph.later();
  const high = records[place * WORDS + LEVEL]!;
  const level = high >>> 2;
  if (level === 0) return null;
  if (!later) return { level, date: level };
  const more = later[place]! < HIGH ? later[place]! : graph.muchLater(place, later[place]!);
  return more < 0 ? null : { level, date: (high & 3) * 2 ** 32 + records[place * WORDS + DATE]! + more };
}

const LOOK = 15;

/**
 * Whether the target is an ancestor of one of these, or one of them. First parents first: the line of a branch is soon at the
 * target's generation, and the merges that are tried next are the nearest to it. One loop over plain numbers: this code runs
 * once, and nobody compiles it.
 */
function reaches(
  graph: CommitGraph,
  from: readonly number[],
  target: number,
  budget: Budget,
  found: 'contains' | 'within',
): Standing {
  const least = generationOf(graph, target);
  if (!least) return 'unknown';
  const leastLevel = least.level;
  let leastDate = least.date;
  const { records, size } = graph;
  let later = graph.later();
  const seen = new Uint8Array(size);
  const stack = [...from];
  let isWhole = false;
  let left = 0;
  while (stack.length > 0) {
    const place = stack.pop()!;
    if (place === target) {
      budget.givePlaces(left);
      return found;
    }
    if (seen[place] === 1) continue;
    seen[place] = 1;
    if (--left < 0) {
      left += budget.takePlaces();
      if (left < 0) return 'unknown';
    }
    if (!isWhole) {
      const asked = graph.ask(place);
      if (asked < 0) return 'unknown';
      isWhole = asked === 1;
      if (isWhole && !later) {
        later = graph.later();
        leastDate = generationOf(graph, target)?.date ?? 0;
      }
      // A look into the file costs as much as many at what is there.
      if (!isWhole) left -= LOOK;
    }
    const at = place * WORDS;
    const high = records[at + LEVEL]!;
    if (high >>> 2 <= leastLevel) continue;
    if (later !== null) {
      let more = later[place]!;
      if (more >= HIGH) more = graph.muchLater(place, more);
      if (more < 0) return 'unknown';
      if ((high & 3) * 4_294_967_296 + records[at + DATE]! + more <= leastDate) continue;
    }
    const second = records[at + SECOND_PARENT]!;
    if (second >= HIGH) {
      if (!graph.moreParents(place, second, stack)) return 'unknown';
    } else if (second < size) stack.push(second);
    else if (second !== NO_PARENT) return 'unknown';
    const first = records[at + FIRST_PARENT]!;
    if (first < size) stack.push(first);
    else if (first !== NO_PARENT) return 'unknown';
  }
  budget.givePlaces(left);
  return 'apart';
}

interface Above {
  /** Null where the graph has to be asked. */
  readonly found: Standing | null;
  /** Where each side's ancestors enter the graph. */
  readonly edgeHere: readonly number[];
  readonly edgeThere: readonly number[];
  /** Something is missing, or a shallow clone ends: what is not found may still be there. */
  readonly isCut: boolean;
}

/**
 * Paints the ancestors of both, the latest first. It ends when only common ancestors are left to look at: no path from one
 * to the other passes through a common ancestor, so that the order decides how long it takes and not what comes out.
 */
function aboveGraph(here: string, there: string, commits: Commits): Above {
  const nodes = new Map<string, Node>();
  /** By date, the latest last. */
  const waiting: Node[] = [];
  /** How many of them are not common ancestors. */
  let single = 0;
  const edges = { [HERE]: new Set<number>(), [THERE]: new Set<number>() };
  let isCut = false;
  /** False where the budget is used up. */
  const paint = (id: string, paints: number): boolean => {
    const known = nodes.get(id);
    if (known) {
      const after = known.paints | paints;
      if (after === known.paints) return true;
      known.paints = after;
      if (known.isWaiting) single -= 1;
      else if (known.place < 0 && !known.isEnd) wait(known);
      if (known.place >= 0) enter(known);
      return true;
    }
    const node: Node = {
      id,
      paints,
      place: commits.place(id),
      parents: NONE,
      date: 0,
      isWaiting: false,
      isEnd: false,
    };
    nodes.set(id, node);
    if (node.place >= 0) {
      enter(node);
      return true;
    }
    const commit = commits.read(id);
    if (commit === null) return false;
    node.isEnd = commit === 'missing' || commits.isCut(id);
    isCut ||= node.isEnd;
    if (commit === 'missing' || node.isEnd) return true;
    node.parents = commit.parents;
    node.date = commit.date;
    wait(node);
    return true;
  };
  const enter = ({ paints, place }: Node) => {
    if (paints & HERE) edges[HERE].add(place);
    if (paints & THERE) edges[THERE].add(place);
  };
  const wait = (node: Node) => {
    node.isWaiting = true;
    if (node.paints !== BOTH) single += 1;
    let at = waiting.length;
    while (at > 0 && waiting[at - 1]!.date > node.date) at -= 1;
    if (at === waiting.length) waiting.push(node);
    else waiting.splice(at, 0, node);
  };
  const done = (found: Standing | null): Above => ({
    found,
    edgeHere: [...edges[HERE]],
    edgeThere: [...edges[THERE]],
    isCut,
  });
  if (!paint(here, HERE) || !paint(there, THERE)) return done('unknown');
  const [nodeHere, nodeThere] = [nodes.get(here)!, nodes.get(there)!];
  while (single > 0) {
    const node = waiting.pop()!;
    node.isWaiting = false;
    if (node.paints !== BOTH) single -= 1;
    for (const parent of node.parents) if (!paint(parent, node.paints)) return done('unknown');
    if (nodeThere.paints === BOTH) return done('contains');
    if (nodeHere.paints === BOTH) return done('within');
  }
  return done(null);
}

interface Node {
  readonly id: string;
  paints: number;
  /** In the graph; -1 where it is not. */
  readonly place: number;
  parents: readonly string[];
  date: number;
  isWaiting: boolean;
  /** Nothing is known beyond it. */
  isEnd: boolean;
}

const NONE: readonly string[] = [];

/** Commits counted beyond these are only "more". */
const MOST_COUNTED = 100;

/** How many commits `here` has that `there`, which it contains, has not; null where that would take too long. */
export function countBetween(here: string, there: string, commits: Commits): number | null {
  const { graph } = commits;
  type Counted = { readonly key: string | number; readonly order: number };
  const painted = new Map<string | number, number>();
  const waiting: Counted[] = [];
  const paint = (key: string | number, paints: number): boolean => {
    const before = painted.get(key);
    const after = (before ?? 0) | paints;
    if (after === before) return true;
    painted.set(key, after);
    if (waiting.some((one) => one.key === key)) return true;
    const order = orderOf(key);
    if (order !== null) waiting.push({ key, order });
    return order !== null;
  };
  const keyOf = (id: string) => {
    const place = commits.place(id);
    return place >= 0 ? place : id;
  };
  // Nothing in the graph comes after a commit that is not: those are looked at first.
  const orderOf = (key: string | number): number | null => {
    if (typeof key === 'number') return generationOf(graph!, key)?.level ?? null;
    const commit = commits.read(key);
    return commit === null || commit === 'missing' || commits.isCut(key) ? null : ABOVE + commit.date;
  };
  const parentsOf = (key: string | number): readonly (string | number)[] | null => {
    if (typeof key === 'string') {
      const commit = commits.read(key);
      return commit === null || commit === 'missing' ? null : commit.parents.map(keyOf);
    }
    return parentsIn(graph!, key);
  };
  if (!paint(keyOf(here), HERE) || !paint(keyOf(there), THERE)) return null;
  const own = new Set<string | number>();
  while (waiting.some(({ key }) => painted.get(key) === HERE)) {
    let first = 0;
    for (let i = 1; i < waiting.length; i++) if (waiting[i]!.order > waiting[first]!.order) first = i;
    const [{ key }] = waiting.splice(first, 1) as [Counted];
    const paints = painted.get(key)!;
    if (paints === HERE) own.add(key);
    const parents = parentsOf(key);
    if (own.size > MOST_COUNTED || !parents?.every((parent) => paint(parent, paints))) return null;
  }
  return [...own].filter((key) => painted.get(key) === HERE).length;
}

const ABOVE = 2 ** 40;

function parentsIn(graph: CommitGraph, place: number): readonly number[] | null {
  const parents: number[] = [];
  const second = graph.records[place * WORDS + SECOND_PARENT]!;
  if (second >= HIGH && !graph.moreParents(place, second, parents)) return null;
  const others = [second, graph.records[place * WORDS + FIRST_PARENT]!];
  parents.push(...others.filter((one) => one < HIGH && one !== NO_PARENT));
  return parents.every((one) => one < graph.size) ? parents : null;
}
