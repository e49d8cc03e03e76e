/** Steps that are kept of a plan; a longer one is a document, not a list. */
const MOST_STEPS = 20;
const LONGEST_STEP = 140;

const FENCE = /^\s*(?:```|~~~)/;
const NUMBERED_HEADING = /^#{1,6}\s+(?:(?:step|phase|task|part)\s+)?\d{1,2}\s*[.:)—–-]\s+(\S.*)$/i;
const NUMBERED = /^( {0,3})\d{1,2}[.)]\s+(\S.*)$/;
const BULLET = /^( {0,3})[-*+•]\s+(\S.*)$/;
/** Sections of a plan that hold no steps. */
const ASIDE =
  /^#{1,6}\s+(?:context|background|problem|why|goals?|non-goals|risks?|notes?|verification|testing|test plan|(?:open )?questions|out of scope|references|(?:critical |key )?files)\b/i;
const TICKED = /^\[[xX]\]\s/;

/**
 * The steps of a plan in Markdown, in its own words: its numbered headings, else its numbered items, else its bullets, at
 * the top level each. Bullets beside numbers are remarks.
 */
export function planSteps(plan: string): readonly string[] {
  const lines = withoutAsides(withoutCode(plan.split(/\r?\n/)));
  const headings = lines.flatMap((line) => NUMBERED_HEADING.exec(line)?.[1] ?? []);
  const found = [headings, topLevel(lines, NUMBERED), topLevel(lines, BULLET)];
  const steps = found.find((items) => items.length > 1) ?? found.find((items) => items.length > 0) ?? [];
  return [...new Set(steps.filter((step) => !TICKED.test(step)).map(plain))]
    .filter((step) => /[\p{L}\p{N}]/u.test(step))
    .slice(0, MOST_STEPS);
}

function withoutCode(lines: readonly string[]): string[] {
  let isCode = false;
  return lines.filter((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
}

function withoutAsides(lines: readonly string[]): string[] {
  let isAside = false;
  return lines.filter((line) => {
    if (/^#{1,6}\s/.test(line)) isAside = ASIDE.test(line);
    return !isAside;
  });
}

/** Items as far to the left as any is. */
function topLevel(lines: readonly string[], item: RegExp): string[] {
  const items = lines.flatMap((line) => {
    const [, indent, text] = item.exec(line) ?? [];
    return indent === undefined || text === undefined ? [] : [{ indent: indent.length, text }];
  });
  const least = Math.min(...items.map(({ indent }) => indent));
  return items.filter(({ indent }) => indent === least).map(({ text }) => text);
}

/** One line without the marks of Markdown. */
function plain(step: string): string {
  const line = step
    .replace(/^\[ \]\s+/, '')
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= LONGEST_STEP) return line;
  return `${line
    .slice(0, LONGEST_STEP - 1)
    .toWellFormed()
    .trimEnd()}…`;
}
