import { fitSections } from '../answer/budget.ts';
import type { Section } from '../answer/section.ts';
import { oneLine } from '../text/safe-text.ts';
import { estimateTokens } from '../text/tokens.ts';
import { type CodeSection, formatCode } from './code.ts';
import type { Thread } from './thread.ts';
import { sectionsOf } from './thread-sections.ts';

export interface FormattedThread {
  readonly text: string;
  readonly lines: readonly string[];
  /** Token charge of the text; the real count is not higher. */
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

/** Sections by priority: the first gives way last. */
const ORDER: readonly CodeSection[] = ['blockers', 'next', 'decisions', 'files', 'functions', 'done'];

/** The estimate may fall short of the true count, by 3 % where it is at its worst. */
const SAFE = 0.97;
/** A few odd words can be some tokens dearer than their estimate; from 90 tokens on that evens out. */
const slack = (tokens: number) => Math.max(0, Math.round(7 - tokens / 13));
const MAX_LABEL = 120;

/** The thread as codes within a budget of real tokens; nothing where it holds nothing. */
export function formatThread(thread: Thread, budgetTokens: number, scopeLabel: string): FormattedThread {
  const tokens = Math.floor(budgetTokens * SAFE) - slack(budgetTokens);
  const sections = codeSections(thread, scopeLabel, null, Math.max(SHARED, tokens));
  const fitted = fitSections(sections, { tokens }, codeTokens);
  const text = fitted?.text ?? '';
  const more = Object.fromEntries(
    sectionsOf(thread).map(({ name, lines }, i) => [name, fitted?.more[i + 1] ?? lines.length]),
  ) as Record<CodeSection, number>;
  return { text, lines: text === '' ? [] : text.split('\n'), tokens: codeTokens(text), more };
}

/** A thread as sections of an answer: the phase first, then those of the notation. */
export function codeSections(
  thread: Thread,
  scopeLabel: string,
  heading: string | null,
  share: number,
  rank = 0,
): Section[] {
  const scope = formatCode({ kind: 'scope', label: oneLine(scopeLabel, MAX_LABEL) });
  const group = { heading, lead: [scope], share };
  const phase = thread.phase === null ? [] : [formatCode({ kind: 'phase', text: thread.phase })];
  return [
    {
      heading: null,
      items: phase.map((text) => ({ text, of: null })),
      share: Number.POSITIVE_INFINITY,
      precedence: rank + 0.9,
      group,
    },
    ...sectionsOf(thread).map(({ name, lines }) => ({
      heading: null,
      items: lines.map(({ text, place }) => ({ text, of: null, place })),
      share: (SHARES[name] * share) / SHARED,
      precedence: rank - ORDER.indexOf(name) / 10,
      more: (count: number) => formatCode({ kind: 'more', count, of: name }),
      countsAlone: true as const,
      group,
    })),
  ];
}

/**
 * Token cost of codes, whose estimate was made for prose. For Greek, Cyrillic, Semitic, Indic and Korean words the
 * tokenizer knows the form behind a blank: behind a hyphen each costs about a token more (0.7 to 1.1, six languages).
 * Kana that make no common word cost 9 % more.
 */
export function codeTokens(text: string): number {
  if (text === '') return 0;
  if (/^[\n -~]*$/.test(text)) return estimateTokens(text);
  const hanging = text.match(/[!-/:-@\\][\u0370-\u1fff\uac00-\ud7a3]/g)?.length ?? 0;
  const kana = text.match(/[\u3041-\u30ff]/g)?.length ?? 0;
  return estimateTokens(text) + hanging + Math.ceil(kana / 10);
}
