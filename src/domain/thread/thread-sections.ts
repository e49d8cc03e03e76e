import { oneLine } from '../text/safe-text.ts';
import { type Code, type CodeSection, formatCode } from './code.ts';
import { shortestNames } from './file-names.ts';
import type { Mark, NextAction, Thread } from './thread.ts';

/** A part of the notation, its lines in the order of what is kept longest. */
export interface Section {
  readonly name: CodeSection;
  readonly lines: readonly SectionLine[];
}

export interface SectionLine {
  readonly text: string;
  /** Its position among the kept lines of its section. */
  readonly place: number;
}

/** The sections of a thread in display order. Deleted files and resolved blockers are left out. */
export function sectionsOf(thread: Thread): readonly Section[] {
  const gone = new Set(thread.files.filter((file) => file.how === 'delete').map((file) => file.path));
  const files = thread.files.filter((file) => !gone.has(file.path));
  const names = shortestNames(files.map((file) => file.path));
  const functions = thread.functions.filter((defined) => !gone.has(defined.path));
  const blockers = thread.blockers.filter((blocker) => !blocker.resolved);
  return [
    section('files', files, ({ path }) => ({ kind: 'file', path: names.get(path)! }), latestFirst),
    section('functions', functions, ({ name }) => ({ kind: 'function', name }), latestFirst),
    section(
      'decisions',
      thread.decisions,
      (decision) => ({ ...decision, kind: 'decision', choice: whose(decision, decision.choice) }),
      standingFirst,
    ),
    section(
      'blockers',
      blockers,
      (one) => ({ kind: 'blocker', type: one.type, text: whose(one, one.text) }),
      latestFirst,
    ),
    section('next', thread.next, (one) => ({ kind: 'next', text: whose(one, one.text) }), startedFirst),
    section('done', thread.done, (one) => ({ kind: 'done', text: whose(one, one.text) }), latestFirst),
  ];
}

/** A teammate's word says whose it is. */
function whose({ from }: Pick<Mark, 'from'>, text: string): string {
  return from === undefined ? text : `${text} [${oneLine(from, 40)}]`;
}

interface Placed<T> {
  readonly item: T;
  readonly place: number;
}

function section<T>(
  name: CodeSection,
  items: readonly T[],
  codeOf: (item: T) => Code,
  order: (a: Placed<T>, b: Placed<T>) => number,
): Section {
  const placed = items.map((item, place) => ({ item, place })).sort(order);
  const lines = new Map<string, SectionLine>();
  for (const { item, place } of placed) {
    const text = formatCode(codeOf(item));
    // Two functions of one name are one line.
    if (!lines.has(text)) lines.set(text, { text, place });
  }
  return { name, lines: [...lines.values()] };
}

function latestFirst(a: Placed<unknown>, b: Placed<unknown>): number {
  return b.place - a.place;
}

function standingFirst(a: Placed<{ replaced: boolean }>, b: Placed<{ replaced: boolean }>): number {
  return Number(a.item.replaced) - Number(b.item.replaced) || b.place - a.place;
}

/** Actions in progress, then those named last; within one list in its order. */
function startedFirst(a: Placed<NextAction>, b: Placed<NextAction>): number {
  const started = (action: NextAction) => Number(action.status === 'in_progress');
  return started(b.item) - started(a.item) || b.item.seq - a.item.seq || a.place - b.place;
}
