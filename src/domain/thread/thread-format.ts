import { oneLine } from '../safe-text.ts';
import { estimateTokens, fitLines } from '../tokens.ts';
import { type CodeSection, formatCode } from './code.ts';
import type { Thread } from './thread.ts';
import { type Section, sectionsOf } from './thread-sections.ts';

export interface FormattedThread {
  readonly text: string;
  readonly lines: readonly string[];
  /** What the text is charged; in real tokens it is not more. */
  readonly tokens: number;
  /** How many of each section were left out. */
  readonly more: Readonly<Record<CodeSection, number>>;
}

/** Source 003's shares of 1,000 tokens; 50 are for scope and phase. */
const SHARES: Readonly<Record<CodeSection, number>> = {
  files: 300,
  functions: 200,
  decisions: 200,
  blockers: 100,
  next: 100,
  done: 50,
};
const SHARED = 1000;

/** Who is served first and gives way last. */
const PRECEDENCE: readonly CodeSection[] = ['blockers', 'next', 'decisions', 'files', 'functions', 'done'];

/** The estimate may fall short of the true count, by 3 % where it is at its worst. */
const SAFE = 0.97;
/** A few odd words can be some tokens dearer than their estimate; from 90 tokens on that evens out. */
const slack = (tokens: number) => Math.max(0, Math.round(7 - tokens / 13));
/** What a line may cost beyond its own charge: the line end before it, and rounding. */
const JOINT = 2;
/** No token of a code is longer on the average; only for not weighing what cannot fit. */
const LONGEST_TOKEN = 16;
const MAX_LABEL = 120;
/** Each round shares out what the last one left; after this many there are crumbs. */
const ROUNDS = 5;

/** How many lines of a section stay; `UNSAID`: not even how many there are. */
type Kept = Record<CodeSection, number>;
const UNSAID = -1;

/** The thread as codes within a budget of real tokens; nothing where it holds nothing. */
export function formatThread(thread: Thread, budgetTokens: number, scopeLabel: string): FormattedThread {
  const budget = Math.floor(budgetTokens * SAFE) - slack(budgetTokens);
  const sections = sectionsOf(thread);
  const header = headerOf(thread, scopeLabel, budget);
  const isEmpty = thread.phase === null && sections.every(({ lines }) => lines.length === 0);
  const kept = isEmpty || header.length === 0 ? everySection(UNSAID) : keptWithin(header, sections, budget);
  const lines = isEmpty || header.length === 0 ? [] : assemble(header, sections, kept);
  const more = everySection(0);
  for (const { name, lines } of sections) more[name] = lines.length - Math.max(0, kept[name]);
  return { text: lines.join('\n'), lines, tokens: charge(lines), more };
}

function headerOf(thread: Thread, scopeLabel: string, budget: number): string[] {
  const scope = formatCode({ kind: 'scope', label: oneLine(scopeLabel, MAX_LABEL) });
  const phase = thread.phase === null ? [] : [formatCode({ kind: 'phase', text: thread.phase })];
  return [[scope, ...phase], [scope]].find((lines) => charge(lines) <= budget) ?? [];
}

function keptWithin(header: readonly string[], sections: readonly Section[], budget: number): Kept {
  const kept = everySection(0);
  const cost = () => charge(assemble(header, sections, kept));
  for (const { name, lines } of sections) kept[name] = lines.length;
  const characters = sections.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.text.length, 0);
  if (characters <= budget * LONGEST_TOKEN && cost() <= budget) return kept;

  for (const name of PRECEDENCE) kept[name] = 0;
  const forCounts = charge(header) + budget / 4;
  for (const name of PRECEDENCE.toReversed()) if (cost() > forCounts) kept[name] = UNSAID;
  shareOut(sections, kept, budget - cost(), SHARES, Math.max(1, budget / SHARED));
  for (let round = 0; round < ROUNDS; round++) if (!shareOut(sections, kept, budget - cost())) break;
  // What is left is less than any line is charged by itself, yet one may fit, or a count that was left unsaid.
  for (const { name, lines } of byPrecedence(sections)) {
    while (kept[name] < lines.length) {
      kept[name] += 1;
      if (cost() <= budget) continue;
      kept[name] -= 1;
      break;
    }
  }
  return kept;
}

/** Lets sections grow in order of precedence, each within its share where there are shares; whether any did. */
function shareOut(
  sections: readonly Section[],
  kept: Kept,
  tokens: number,
  shares: Readonly<Partial<Record<CodeSection, number>>> = {},
  scale = 1,
): boolean {
  let left = tokens;
  let hasGrown = false;
  for (const { name, lines } of byPrecedence(sections)) {
    if (kept[name] === UNSAID || kept[name] === lines.length) continue;
    const allowance = Math.min(left, (shares[name] ?? Number.POSITIVE_INFINITY) * scale) - JOINT;
    const chosen = fitting(
      lines.slice(kept[name]).map((line) => line.text),
      allowance,
    );
    if (chosen.count === 0) continue;
    kept[name] += chosen.count;
    left -= chosen.tokens + JOINT;
    hasGrown = true;
  }
  return hasGrown;
}

function byPrecedence(sections: readonly Section[]): Section[] {
  return PRECEDENCE.map((name) => sections.find((section) => section.name === name)!);
}

function assemble(header: readonly string[], sections: readonly Section[], kept: Kept): string[] {
  return [
    ...header,
    ...sections.flatMap(({ name, lines }) => {
      const shown = lines.slice(0, Math.max(0, kept[name])).sort((a, b) => a.place - b.place);
      const count = lines.length - shown.length;
      const isCut = count > 0 && kept[name] !== UNSAID;
      return [
        ...shown.map((line) => line.text),
        ...(isCut ? [formatCode({ kind: 'more', count, of: name })] : []),
      ];
    }),
  ];
}

/** How many lines from the front, and what they are charged together. */
function fitting(
  lines: readonly string[],
  budget: number,
): { readonly count: number; readonly tokens: number } {
  const most = fitLines(lines, budget);
  const extra = surcharge(most.kept.join('\n'));
  if (extra === 0) return { count: most.kept.length, tokens: most.tokens };
  const { kept, tokens } = fitLines(lines, budget - extra);
  return { count: kept.length, tokens: tokens + surcharge(kept.join('\n')) };
}

function charge(lines: readonly string[]): number {
  const text = lines.join('\n');
  return estimateTokens(text) + surcharge(text);
}

/**
 * What codes cost beyond the estimate, which was made for prose. Of Greek, Cyrillic, Semitic, Indic and Korean words the
 * tokenizer knows the form behind a blank: behind a hyphen each costs about a token more (0.7 to 1.1, six languages).
 * Kana that make no common word cost 9 % more.
 */
function surcharge(text: string): number {
  if (/^[\n -~]*$/.test(text)) return 0;
  const hanging = text.match(/[!-/:-@\\][\u0370-\u1fff\uac00-\ud7a3]/g)?.length ?? 0;
  const kana = text.match(/[\u3041-\u30ff]/g)?.length ?? 0;
  return hanging + Math.ceil(kana / 10);
}

function everySection(count: number): Kept {
  return { files: count, functions: count, decisions: count, blockers: count, next: count, done: count };
}
