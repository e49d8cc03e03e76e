import { quotablePart, splitSentences } from '../base/text/sentences.ts';

/** A piece of a message that can be quoted alone: a whole sentence, or the beginning of a very long one. */
export interface Unit {
  readonly text: string;
  readonly kind: 'sentence' | 'item' | 'row' | 'heading';
  /** Units of one paragraph have the same number. */
  readonly paragraph: number;
  /** The index of the unit that introduces it; an item is hard to understand without it. */
  readonly lead: number | null;
  /** Items of one list and rows of one table have the same number. */
  readonly list: number | null;
  /** Number of items of its list that were left out. */
  readonly more?: number;
  /** Something was left out before it. */
  readonly isAfterGap?: true;
  /** Something was left out behind it, and no unit follows. */
  readonly isBeforeGap?: true;
}

const FENCE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g;
const QUOTED_LINE = /^[ \t]*>.*$/gm;
const ITEM =
  /^\s*(?:[-*+•·]|\(?\d{1,3}[.)、]|\(?[a-zA-Z][.)]|\[[ xX]\]|\p{Extended_Pictographic}\uFE0F?)\s+/u;
const BULLET = /^\s*[-*+•·]\s+/;
/** The number of an item alone: the item is the next line. */
const MARK = /^\s*(?:[-*+•·]|\(?(?:\d{1,3}|[a-zA-Z])[.)、])$/;
/** A sentence that says of which part of a section it speaks: `Analysis: …`. */
const LABELLED = /^[^\s:：][^:：.!?。]{0,40}[:：]\s?\S/;
const RULE = /^[\s|:=_*-]{3,}$/;
const HEADING = /^(?:#{1,6}\s+\S|\*\*[^*]+\*\*:?$)/;
const TABLE_ROW = /^\|.*\|$|^[^|]+(?:\s\|\s[^|]+){2,}$/;
/** A line that stands for what is left out, with the number of items among it. */
const GAP = /^…(?: (\d{1,4}))?$/;
/** A line that stands for code or a quotation. */
const CODE = '```';

/** A sentence that leads to what follows, and is told only with it. */
export function isIntroduction({ text, kind }: Pick<Unit, 'text' | 'kind'>): boolean {
  return kind !== 'heading' && /[:：]$/.test(text);
}

export const QUESTION = /[?？]["')\s]*$/;

/** A message as sentences, list items and table rows, in its own order. Code and quotations are left out. */
export function parseUnits(message: string): Unit[] {
  const prose = message.replace(FENCE, `\n${CODE}\n`).replace(QUOTED_LINE, CODE);
  // A message of code only is quoted as it is.
  const isProse = prose.replaceAll(CODE, '').trim().length > 20 || prose === message;
  const text = isProse ? prose : message.replace(/^(?:```|~~~)\w*$/gm, '');
  const reader = new UnitReader();
  const lines = joinWrapped(text).split('\n');
  lines.forEach((line, i) => {
    reader.take(line, lines[i + 1] ?? '');
  });
  return reader.end();
}

/** Number of last units among which a reply may still ask. */
const LAST_FEW = 6;

/** Whether a reply waits for an answer: to such a one "yes" is a decision. */
export function asksForAnswer(reply: string): boolean {
  return parseUnits(reply)
    .slice(-LAST_FEW)
    .some(({ text }) => QUESTION.test(text));
}

/** A line that was wrapped is at least this long. */
const WRAPPED = 60;

/** The text with a blank in place of each line end at which a sentence goes on. */
export function joinWrapped(text: string): string {
  const whole: string[] = [];
  for (const line of text.split('\n')) {
    const before = whole.at(-1);
    if (before !== undefined && goesOn(before, line)) whole[whole.length - 1] = `${before} ${line}`;
    else whole.push(line);
  }
  return whole.join('\n');
}

function goesOn(before: string, line: string): boolean {
  const [above, text] = [before.trim(), line.trim()];
  if (isApart(above) || isApart(text) || ITEM.test(line)) return false;
  if (MARK.test(above)) return true;
  if (ITEM.test(before)) return /^\s{2,}/.test(line) || isWrapped(above);
  return isWrapped(above);
}

/** Whether a line is no prose, or no text at all. */
function isApart(text: string): boolean {
  return (
    text === '' ||
    text === CODE ||
    GAP.test(text) ||
    RULE.test(text) ||
    HEADING.test(text) ||
    TABLE_ROW.test(text)
  );
}

function isWrapped(text: string): boolean {
  return text.length >= WRAPPED && !/[.!?…。！？:：;；]["'”»)*`\]]*$/.test(text);
}

/** An item that others may belong to. */
interface OpenItem {
  /** Its index among the units. */
  readonly place: number;
  readonly indent: number;
  /** Its sign, of which figures and letters are one each. */
  readonly sign: string;
  readonly number: number;
  readonly isIntroduction: boolean;
}

/** Items are below one that is less indented, or that ends with a colon and has another sign. */
function isBelow(item: OpenItem, indent: number, sign: string): boolean {
  if (indent > item.indent + 1) return true;
  return indent >= item.indent - 1 && item.isIntroduction && item.sign !== sign;
}

function signOf(item: string): string {
  return ITEM.exec(item)![0]
    .trim()
    .replace(/\d+/, '1')
    .replace(/[a-zA-Z]/, 'a');
}

function numberOf(item: string): number {
  return Number(/^\(?(\d+)/.exec(item)?.[1]);
}

class UnitReader {
  readonly units: Unit[] = [];
  #paragraph = 0;
  #lead: number | null = null;
  #list = 0;
  #isInList = false;
  /** The items of the list that items behind them may belong to, the outermost first. */
  #within: OpenItem[] = [];
  /** The heading of the section. */
  #section: number | null = null;
  #isAfterGap = false;
  /** Code was left out since the last unit: an introduction before it leads to nothing that can be quoted. */
  #isAfterCode = false;

  take(line: string, next: string): void {
    const text = line.trim();
    const gap = GAP.exec(text);
    if (text === '') {
      this.#paragraph++;
      // A list may have blank lines between its items.
      if (!ITEM.test(next)) this.#isInList = false;
    } else if (gap) this.#gap(Number(gap[1] ?? 0));
    else if (text === CODE) {
      this.#isAfterGap = true;
      this.#isAfterCode = true;
    } else if (RULE.test(text)) this.#isInList = false;
    else if (HEADING.test(text)) this.#heading(text);
    else if (TABLE_ROW.test(text)) this.#row(text, next);
    else if (ITEM.test(text)) this.#item(text, /^\s*/.exec(line)![0].length);
    else if (MARK.test(text) && this.units.length > 0) this.#isAfterGap = true;
    else if (this.#isInList && /^\s{2,}/.test(line)) this.#partsOfItem(text);
    else this.#sentences(text);
  }

  end(): Unit[] {
    const last = this.units.at(-1);
    if (last !== undefined && this.#isAfterGap)
      this.units[this.units.length - 1] = { ...last, isBeforeGap: true };
    return this.units;
  }

  #gap(items: number): void {
    this.#isAfterGap = true;
    const last = this.units.at(-1);
    if (items === 0 || last === undefined || last.list === null) return;
    this.units[this.units.length - 1] = { ...last, more: (last.more ?? 0) + items };
  }

  #row(text: string, next: string): void {
    const cells = text.replace(/^\||\|$/g, '').split('|');
    const row = plain(cells.map((cell) => cell.trim()).join(' | '));
    this.#isInList = false;
    if (/^[\s|:-]*-[\s|:-]*$/.test(next)) {
      this.#paragraph++;
      this.#list++;
      this.#add(row, 'heading', this.#introduction());
      this.#lead = this.units.length - 1;
      return;
    }
    if (this.units.at(-1)?.kind !== 'row') this.#list++;
    this.#add(row, 'row', this.#lead);
  }

  #heading(text: string): void {
    this.#paragraph++;
    this.#list++;
    this.#within = [];
    const isTold = this.#add(plain(text.replace(/^#+\s*/, '')), 'heading', this.#introduction());
    this.#section = isTold ? this.units.length - 1 : null;
    this.#lead = this.#section;
    this.#isInList = true;
  }

  #item(text: string, indent: number): void {
    if (!this.#isInList) this.#beginList(text);
    const sign = signOf(text);
    const above = this.#within.findLastIndex((item) => isBelow(item, indent, sign));
    this.#within = this.#within.slice(0, above + 1);
    const lead = this.#within.at(-1)?.place ?? this.#lead;
    const [first, ...rest] = merged(splitSentences(plain(text.replace(BULLET, ''))));
    if (first === undefined || !this.#add(first, 'item', lead)) return;
    const place = this.units.length - 1;
    this.#within.push({
      place,
      indent,
      sign,
      number: numberOf(text),
      isIntroduction: isIntroduction(this.units[place]!),
    });
    for (const part of rest) this.#partsOfItem(part);
  }

  /** Begins a list, or goes on with one that code or a paragraph interrupted. */
  #beginList(text: string): void {
    this.#isInList = true;
    const before = this.#within[0];
    if (before !== undefined && before.number + 1 === numberOf(text)) return;
    this.#within = [];
    this.#list++;
    const last = this.units.at(-1);
    const leads = last !== undefined && (isIntroduction(last) || QUESTION.test(last.text));
    this.#lead = leads && !this.#isAfterCode ? this.units.length - 1 : this.#section;
  }

  /** The sentences of a long item behind its first ones, without which they are never told. */
  #partsOfItem(text: string): void {
    const item = this.units.findLastIndex(({ kind }) => kind === 'item');
    for (const part of merged(splitSentences(plain(text))))
      this.#add(part, 'sentence', item < 0 ? null : item);
  }

  #sentences(text: string): void {
    this.#isInList = false;
    for (const sentence of splitSentences(plain(text))) {
      const isBeside = !this.#isAfterGap || this.#isAfterCode;
      const isFirst = isBeside && this.units.at(-1)?.kind === 'heading';
      const lead = isFirst || LABELLED.test(sentence) ? this.#section : null;
      this.#add(sentence, 'sentence', this.#introduction() ?? lead);
    }
  }

  /** The unit before, if it leads to the next one. */
  #introduction(): number | null {
    const before = this.units.at(-1);
    return before !== undefined && isIntroduction(before) && !this.#isAfterGap
      ? this.units.length - 1
      : null;
  }

  /** Whether the text can be quoted; where it cannot, it leaves a gap. */
  #add(sentence: string, kind: Unit['kind'], lead: number | null): boolean {
    const text = sentence.trim();
    if (!/[^\s.…?!;:,|-]/.test(text)) return false;
    const part = quotablePart(text);
    if (part === null) {
      this.#isAfterGap = true;
      return false;
    }
    const list = kind === 'item' || kind === 'row' ? this.#list : null;
    const gap = this.#isAfterGap && { isAfterGap: true as const };
    this.units.push({ text: part, kind, paragraph: this.#paragraph, lead, list, ...gap });
    this.#isAfterGap = part !== text;
    this.#isAfterCode = false;
    return true;
  }
}

/** Sentences of an item, joined as far as they can be quoted as one. */
function merged(sentences: readonly string[]): string[] {
  const out: string[] = [];
  for (const sentence of sentences) {
    const before = out.at(-1);
    const both = `${before} ${sentence}`;
    if (before !== undefined && quotablePart(both) === both) out[out.length - 1] = both;
    else out.push(sentence);
  }
  return out;
}

function plain(text: string): string {
  return text
    .replace(/\*\*(?=\S)([^*\n]*[^*\s])\*\*/g, '$1')
    .replace(/(?<![\w`])__(?=\S)([^_\n]*\s[^_\n]*)__(?![\w`])/g, '$1')
    .replace(/\[([^\]\n]+)\]\([^)\n]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Units that stand together in the message, as one line, and the number of items of a list that were left out of it. */
export interface Quote {
  readonly text: string;
  readonly more: number;
}

/** Chosen units of a message: a new quote begins where something was left out. */
export type Quotation = readonly Quote[];

/** Chosen units as a text that parses into the same units again. */
export function keptText(chosen: ReadonlySet<number>, units: readonly Unit[]): string {
  const more = moreInLists(chosen, units);
  const lines: string[] = [];
  let last = -1;
  units.forEach((unit, i) => {
    if (!chosen.has(i)) return;
    if ((unit.isAfterGap || i > last + 1) && !lines.at(-1)?.startsWith('…')) lines.push('…');
    if (last >= 0 && units[last]!.paragraph !== unit.paragraph) lines.push('');
    lines.push(lineOf(unit, units));
    if (more.has(i)) lines.push(`… ${more.get(i)}`);
    last = i;
  });
  return lines.join('\n');
}

function lineOf(unit: Unit, units: readonly Unit[]): string {
  const { kind, text } = unit;
  const indent = '  '.repeat(itemsAbove(unit, units));
  switch (kind) {
    case 'item':
      return ITEM.test(text) ? indent + text : `${indent}- ${text}`;
    case 'row':
      return `| ${text} |`;
    case 'heading':
      return `# ${text}`;
    case 'sentence':
      return indent + text;
  }
}

function itemsAbove({ lead }: Unit, units: readonly Unit[]): number {
  const above = lead === null ? undefined : units[lead];
  return above?.kind === 'item' ? 1 + itemsAbove(above, units) : 0;
}

/** The number of items left out of each list, by the last chosen item of the list. */
function moreInLists(
  chosen: ReadonlySet<number>,
  units: readonly Unit[],
): ReadonlyMap<number, number> {
  const lists = new Map<number, { last: number; left: number }>();
  units.forEach(({ list, more = 0 }, i) => {
    if (list === null) return;
    const { last, left } = lists.get(list) ?? { last: -1, left: 0 };
    const isChosen = chosen.has(i);
    lists.set(list, { last: isChosen ? i : last, left: left + more + (isChosen ? 0 : 1) });
  });
  return new Map(
    [...lists.values()]
      .filter(({ last, left }) => last >= 0 && left > 0)
      .map(({ last, left }) => [last, left]),
  );
}

/** The separator of units that stand together; Chinese sentences have no blank between them. */
function joint(before: string, { list }: Unit): string {
  if (list !== null) return ' · ';
  return /[。！？]$/.test(before) ? '' : ' ';
}

/** Units as they are quoted. */
export function quoteUnits(chosen: ReadonlySet<number>, units: readonly Unit[]): Quotation {
  const counts = moreInLists(chosen, units);
  const quotes: Quote[] = [];
  let last = -1;
  units.forEach((unit, i) => {
    if (!chosen.has(i)) return;
    const text = unit.kind === 'heading' ? unit.text.replace(/[:：]?$/, ':') : unit.text;
    const isGap = unit.isAfterGap || i > last + 1;
    const before = quotes.at(-1);
    const more = counts.get(i) ?? 0;
    if (before === undefined || isGap || before.more > 0) quotes.push({ text, more });
    else {
      quotes[quotes.length - 1] = { text: before.text + joint(before.text, unit) + text, more };
    }
    last = i;
  });
  return quotes;
}
