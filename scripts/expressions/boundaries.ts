import { ANY, type Choice, OTHER, type Part, parseExpression, type Row, WORD } from './parse.ts';

/**
 * The same expression without `\b`. V8 writes what stands beside a boundary several times, for a word before it and for none,
 * in every branch; a look at one side says as much wherever the other is known, and many words compile in a twentieth of
 * the time. Sources keep `\b`, which people read.
 */
export function withoutBoundaries(source: string): string {
  const found: Boundary[] = [];
  visitChoice(parseExpression(source), ANY, ANY, found);
  let written = '';
  let from = 0;
  for (const { at, looks } of found.sort((a, b) => a.at - b.at)) {
    written += source.slice(from, at) + looks;
    from = at + 2;
  }
  return written + source.slice(from);
}

interface Boundary {
  readonly at: number;
  readonly looks: string;
}

/** What says the same as `\b` between these two sides. */
function looksAt(before: number, after: number): string {
  if ((before | after) === ANY && before !== ANY && after !== ANY) return '(?:)';
  if (after === WORD) return '(?<!\\w)';
  if (before === WORD) return '(?!\\w)';
  if (after === OTHER) return '(?<=\\w)';
  return before === OTHER ? '(?=\\w)' : '(?:(?<!\\w)(?=\\w)|(?<=\\w)(?!\\w))';
}

function visitChoice(choice: Choice, before: number, after: number, found: Boundary[]): void {
  for (const row of choice) {
    row.forEach((part, index) => {
      const left = lastOfRow(row.slice(0, index), before);
      const right = firstOfRow(row.slice(index + 1), after);
      visitPart(part, left, right, found);
    });
  }
}

function visitPart(part: Part, before: number, after: number, found: Boundary[]): void {
  if (part.kind === 'boundary') found.push({ at: part.at, looks: looksAt(before, after) });
  else if (part.kind === 'ahead') visitChoice(part.choice, before, ANY, found);
  else if (part.kind === 'behind') visitChoice(part.choice, ANY, after, found);
  else if (part.kind === 'group') visitChoice(part.choice, before, after, found);
  else if (part.kind === 'repeated')
    visitPart(part.part, before | lastOf(part.part, before), after | firstOf(part.part, after), found);
}

const firstOfRow = (row: Row, after: number) => row.reduceRight((next, part) => firstOf(part, next), after);
const lastOfRow = (row: Row, before: number) => row.reduce((next, part) => lastOf(part, next), before);

/** What can stand first from this part on, where `after` can stand behind it. */
function firstOf(part: Part, after: number): number {
  if (part.kind === 'character') return part.can;
  if (part.kind === 'end') return OTHER;
  if (part.kind === 'group') return part.choice.reduce((can, row) => can | firstOfRow(row, after), 0);
  if (part.kind === 'repeated')
    return firstOf(part.part, after | firstOf(part.part, after)) | (part.least === 0 ? after : 0);
  return part.kind === 'unknown' ? ANY : after;
}

function lastOf(part: Part, before: number): number {
  if (part.kind === 'character') return part.can;
  if (part.kind === 'start') return OTHER;
  if (part.kind === 'group') return part.choice.reduce((can, row) => can | lastOfRow(row, before), 0);
  if (part.kind === 'repeated')
    return lastOf(part.part, before | lastOf(part.part, before)) | (part.least === 0 ? before : 0);
  return part.kind === 'unknown' ? ANY : before;
}
