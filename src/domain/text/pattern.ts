import { type Assertion, type Node, PatternError, parsePattern } from './pattern-syntax.ts';

export { PatternError } from './pattern-syntax.ts';

/** A pattern that people wrote. Whatever it says, a search takes time in proportion to the text. */
export interface Pattern {
  /** Whether it is found anywhere in the text; upper and lower case are the same, `^` and `$` are those of lines. */
  isIn(text: string): boolean;
}

/** The worst pattern of this size takes 40 ms for 2,000 letters; real ones have thirty steps, and take none. */
const MAX_STATES = 500;

/**
 * Patterns as JavaScript writes them, without what only backtracking can do: back-references, looking ahead and behind. They
 * run as a machine that is in all its states at once, because `RegExp` takes minutes for `(a+)+$` on forty letters, and
 * a hook has a second. Throws `PatternError`.
 */
export function compilePattern(source: string): Pattern {
  const program: Step[] = [];
  emit(program, parsePattern(source));
  add(program, { kind: 'found' });
  return { isIn: (text) => run(program, text) };
}

interface CharStep {
  readonly kind: 'char';
  readonly ranges: readonly number[];
  readonly negated: boolean;
}

type Step =
  | CharStep
  | { readonly kind: 'split'; other: number }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'found' };

function add<S extends Step>(program: Step[], step: S): S {
  if (program.length >= MAX_STATES) throw new PatternError('it is too large');
  program.push(step);
  return step;
}

/** Steps for a part of the pattern; it ends where the next one begins. */
function emit(program: Step[], node: Node): void {
  switch (node.kind) {
    case 'char':
      add(program, { kind: 'char', ranges: node.ranges, negated: node.negated });
      return;
    case 'assert':
      add(program, { kind: 'assert', what: node.what });
      return;
    case 'sequence':
      for (const item of node.items) emit(program, item);
      return;
    case 'choice': {
      const ends: { to: number }[] = [];
      node.options.forEach((option, i) => {
        const isLast = i === node.options.length - 1;
        const split = isLast ? null : add(program, { kind: 'split', other: 0 });
        emit(program, option);
        if (!split) return;
        ends.push(add(program, { kind: 'jump', to: 0 }));
        split.other = program.length;
      });
      for (const end of ends) end.to = program.length;
      return;
    }
    case 'repeat': {
      for (let i = 0; i < node.min; i++) emit(program, node.item);
      if (node.max === Number.POSITIVE_INFINITY) {
        const start = program.length;
        const split = add(program, { kind: 'split', other: 0 });
        emit(program, node.item);
        add(program, { kind: 'jump', to: start });
        split.other = program.length;
        return;
      }
      const splits: { other: number }[] = [];
      for (let i = node.min; i < node.max; i++) {
        splits.push(add(program, { kind: 'split', other: 0 }));
        emit(program, node.item);
      }
      for (const split of splits) split.other = program.length;
    }
  }
}

/** The machine's states at one place of the text; each is taken up once there. */
interface States {
  readonly list: Int32Array;
  count: number;
}

function run(program: readonly Step[], text: string): boolean {
  const size = program.length;
  const seen = new Int32Array(size).fill(-1);
  const open: number[] = [];
  let now: States = { list: new Int32Array(size), count: 0 };
  let next: States = { list: new Int32Array(size), count: 0 };

  /** Takes up a step, and all that follow it without a letter; true where the pattern is found. */
  const follow = (from: number, into: States, at: number): boolean => {
    open.push(from);
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (seen[state] === at) continue;
      seen[state] = at;
      const step = program[state]!;
      if (step.kind === 'char') into.list[into.count++] = state;
      else if (step.kind === 'split') open.push(step.other, state + 1);
      else if (step.kind === 'jump') open.push(step.to);
      else if (step.kind === 'found') return true;
      else if (holds(step.what, text, at)) open.push(state + 1);
    }
    return false;
  };

  for (let at = 0; ; at++) {
    if (follow(0, now, at)) return true;
    if (at === text.length) return false;
    const code = text.charCodeAt(at);
    const other = otherCase(code);
    for (let i = 0; i < now.count; i++) {
      const state = now.list[i]!;
      if (accepts(program[state] as CharStep, code, other) && follow(state + 1, next, at + 1)) return true;
    }
    now.count = 0;
    [now, next] = [next, now];
  }
}

function holds(what: Assertion, text: string, at: number): boolean {
  switch (what) {
    case 'line start':
      return at === 0 || isLineEnd(text.charCodeAt(at - 1));
    case 'line end':
      return at === text.length || isLineEnd(text.charCodeAt(at));
    case 'word edge':
      return isWord(text, at - 1) !== isWord(text, at);
    case 'no word edge':
      return isWord(text, at - 1) === isWord(text, at);
  }
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}

function isWord(text: string, at: number): boolean {
  return at >= 0 && at < text.length && /\w/.test(text[at]!);
}

function accepts({ ranges, negated }: CharStep, code: number, other: number): boolean {
  return (within(ranges, code) || (other !== code && within(ranges, other))) !== negated;
}

/** Ranges are pairs: from, to. */
function within(ranges: readonly number[], code: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (code >= ranges[i]! && code <= ranges[i + 1]!) return true;
  return false;
}

function otherCase(code: number): number {
  if (code < 128) return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? code ^ 32 : code;
  const char = String.fromCharCode(code);
  const other = char.toLowerCase() === char ? char.toUpperCase() : char.toLowerCase();
  return other.length === 1 && other.charCodeAt(0) >= 128 ? other.charCodeAt(0) : code;
}
