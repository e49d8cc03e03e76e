import { cut } from '../base/text/safe-text.ts';

/** Most steps of a plan that are kept; a longer one is a document, not a list. */
const MOST_STEPS = 20;
const LONGEST_STEP = 140;

const NUMBERED_HEADING =
  /^()#{1,6}\s+(?:(?:step|phase|task|part)\s+)?\d{1,2}\s*[.:)—–-]\s+(\S.*)$/i;
const NUMBERED = /^( {0,3})\d{1,2}[.)]\s+(\S.*)$/;
const BULLET = /^( {0,3})[-*+•]\s+(\S.*)$/;
/** Headings of sections without steps. */
const ASIDE =
  /^#{1,6}\s+(?:context|background|problem|why|goals?|non-goals|risks?|notes?|verification|testing|test plan|(?:open )?questions|out of scope|references|(?:critical |key )?files)\b/i;

export interface PlanStep {
  /** The step's number in the plan, counting ticked steps. */
  readonly number: number;
  readonly text: string;
}

/**
 * The steps of a plan in Markdown, in its own words: its numbered headings, else its numbered items, else its bullets, at
 * the top level each. Bullets next to numbered items are remarks.
 */
export function planSteps(plan: string): readonly PlanStep[] {
  let isCode = false;
  let isAside = false;
  const lines = plan.split(/\r?\n/).filter((line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    else if (!isCode && /^#{1,6}\s/.test(line)) isAside = ASIDE.test(line);
    return !isFence && !isCode && !isAside;
  });
  const found = [NUMBERED_HEADING, NUMBERED, BULLET].map((item) => topLevel(lines, item));
  const steps =
    found.find((items) => items.length > 1) ?? found.find((items) => items.length > 0) ?? [];
  const first = /^(?:#{1,6}\s+(?:[a-z]+\s+)?| {0,3})0\s*[.:)]\s/im.test(plan) ? 0 : 1;
  const numbered = new Map<string, PlanStep>();
  steps.forEach((step, at) => {
    const text = plain(step);
    const isStep = !/^\[[xX]\]\s/.test(step) && /[\p{L}\p{N}]/u.test(text);
    if (isStep && !numbered.has(text)) numbered.set(text, { number: first + at, text });
  });
  return [...numbered.values()].slice(0, MOST_STEPS);
}

/** The items with the smallest indentation. */
function topLevel(lines: readonly string[], item: RegExp): string[] {
  const items = lines.flatMap((line) => {
    const [, indent, text] = item.exec(line) ?? [];
    return text === undefined ? [] : [{ indent: indent!.length, text }];
  });
  const least = Math.min(...items.map(({ indent }) => indent));
  return items.filter(({ indent }) => indent === least).map(({ text }) => text);
}

/** One line without the marks of Markdown. */
function plain(step: string): string {
  const line = step.replace(/^\[ \]\s+|\*\*|__/g, '').replace(/\s+/g, ' ');
  return cut(line.trim(), LONGEST_STEP);
}
