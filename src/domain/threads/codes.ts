import { fitSections } from '../base/budget.ts';
import { shortestNames } from '../base/file-names.ts';
import type { Section } from '../base/section.ts';
import { oneLine } from '../base/text/safe-text.ts';
import { estimateTokens, SAFE } from '../base/text/tokens.ts';
import type { Mark, NextAction, Thread, ThreadDecision } from './thread.ts';

/** A thread in its compact notation: plain lines such as `next:add-mutex`, whose words are joined by hyphens. */

/**
 * The sections in the order in which they are shown, with source 003's shares of 1,000 tokens (50 are for scope and phase).
 * The section of the highest precedence is dropped last.
 */
const SECTIONS = {
  files: { share: 300, precedence: 3, noun: 'file' },
  functions: { share: 200, precedence: 2, noun: 'function' },
  decisions: { share: 200, precedence: 4, noun: 'decision' },
  blockers: { share: 100, precedence: 6, noun: 'blocker' },
  next: { share: 100, precedence: 5, noun: 'next action' },
  done: { share: 50, precedence: 1, noun: null },
} as const;

export type CodeSection = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as readonly CodeSection[];

interface CodeLine {
  readonly text: string;
  /** Its position among the kept lines of its section. */
  readonly place: number;
}

/** The lines of each section, those that are dropped last first. Deleted files and resolved blockers are left out. */
export function codesOf(thread: Thread): Readonly<Record<CodeSection, readonly CodeLine[]>> {
  const gone = new Set(
    thread.files.filter((file) => file.how === 'delete').map((file) => file.path),
  );
  const isThere = ({ path }: { readonly path: string }) => !gone.has(path);
  const files = thread.files.filter(isThere);
  const names = shortestNames(files.map((file) => file.path));
  const blockers = thread.blockers.filter((blocker) => !blocker.resolved);
  return {
    files: linesOf(files, ({ path }) => `impl:${oneLine(names.get(path)!)}`),
    functions: linesOf(thread.functions.filter(isThere), ({ name }) => `impl:${oneLine(name)}`),
    decisions: linesOf(
      thread.decisions,
      decisionCode,
      (a, b) => Number(a.item.replaced) - Number(b.item.replaced) || latestPlacedFirst(a, b),
    ),
    blockers: linesOf(
      blockers,
      (one) => `block:${hyphened(one.type) || 'blocked'}:${words(one, one.text)}`,
    ),
    next: linesOf(thread.next, (one) => `next:${words(one, one.text)}`, startedFirst),
    done: linesOf(thread.done, (one) => `done:${words(one, one.text)}`),
  };
}

function decisionCode(decision: ThreadDecision): string {
  const { subject, choice, reason, replaced } = decision;
  const about = subject === null ? '' : `${hyphened(subject)}=`;
  const why = reason === null ? '' : `-${hyphened(reason)}`;
  return `dec:${replaced ? 'replaced:' : ''}${about}${words(decision, choice)}${why}`;
}

function hyphened(text: string): string {
  return oneLine(text).replaceAll(' ', '-');
}

/** Adds the author to a teammate's text. */
function words({ from }: Pick<Mark, 'from'>, text: string): string {
  return hyphened(from === undefined ? text : `${text} [${oneLine(from, 40)}]`);
}

interface Placed<T> {
  readonly item: T;
  readonly place: number;
}

function linesOf<T>(
  items: readonly T[],
  codeOf: (item: T) => string,
  order: (a: Placed<T>, b: Placed<T>) => number = latestPlacedFirst,
): readonly CodeLine[] {
  const placed = items.map((item, place) => ({ item, place })).sort(order);
  const lines = new Map<string, CodeLine>();
  for (const { item, place } of placed) {
    const text = codeOf(item);
    // Two functions of one name are one line.
    if (!lines.has(text)) lines.set(text, { text, place });
  }
  return [...lines.values()];
}

function latestPlacedFirst(a: Placed<unknown>, b: Placed<unknown>): number {
  return b.place - a.place;
}

/** Actions in progress first, then the latest; within one list in its order. */
function startedFirst(a: Placed<NextAction>, b: Placed<NextAction>): number {
  const started = ({ item }: Placed<NextAction>) => Number(item.status === 'in_progress');
  return started(b) - started(a) || b.item.seq - a.item.seq || a.place - b.place;
}

/** A few unusual words may cost some tokens more than estimated; from 90 tokens on that evens out. */
const slack = (tokens: number) => Math.max(0, Math.round(7 - tokens / 13));
const MAX_LABEL = 120;

function counted(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** The thread as codes within a token budget; empty if the thread is empty. */
export function formatThread(thread: Thread, budgetTokens: number, scopeLabel: string): string {
  const budget = Math.floor(budgetTokens * SAFE) - slack(budgetTokens);
  const codes = codesOf(thread);
  const phase = thread.phase === null ? [] : [{ text: `phase:${oneLine(thread.phase)}`, of: null }];
  const sections: Section[] = NAMES.map((name) => {
    const { share, precedence, noun } = SECTIONS[name];
    return {
      heading: null,
      items: codes[name].map((line) => ({ ...line, of: null })),
      share: (share * Math.max(1000, budget)) / 1000,
      precedence,
      more: (count) => `… ${count} more ${noun === null ? name : counted(count, noun)}`,
    };
  });
  const unlimited = Number.POSITIVE_INFINITY;
  const fitted = fitSections(
    [{ heading: null, items: phase, share: unlimited, precedence: unlimited }, ...sections],
    { tokens: budget },
    estimateTokens,
    (blocks) => [`scope:${oneLine(scopeLabel, MAX_LABEL)}`, ...blocks].join('\n'),
  );
  return fitted?.text ?? '';
}
