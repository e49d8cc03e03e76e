/** A piece of a message that can be quoted alone. */
export interface Unit {
  readonly text: string;
  readonly kind: 'sentence' | 'item' | 'row' | 'heading';
  /** Units of one paragraph have the same number. */
  readonly paragraph: number;
  /** The index of the unit that introduces it; an item is hard to understand without it. */
  readonly lead: number | null;
  /** Something was left out before it. */
  readonly isAfterGap?: true;
}

/** A longer sentence is quoted by its beginning and its end. */
const LONGEST_UNIT = 320;

const FENCE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g;
const QUOTED_LINE = /^[ \t]*>.*$/gm;
const ITEM = /^\s*(?:[-*+•·]|\(?\d{1,2}[.)、]|\(?[a-zA-Z][.)]|\[[ xX]\])\s+/;
const BULLET = /^\s*[-*+•·]\s+/;
const RULE = /^[\s|:=_*-]{3,}$/;
const HEADING = /^(?:#{1,6}\s+\S|\*\*[^*]+\*\*:?$)/;
const TABLE_ROW = /^\|.*\|$|^[^|]+(?:\s\|\s[^|]+){2,}$/;
/** An end of a sentence. A full stop behind a digit ends nothing, so that "2. Mahnung" stays whole; French has a blank before "?". */
const SENTENCE_END = /(?<=[^\d\s.][.!?…]["'”»)*`]*|\s[?!])\s+|(?<=[。！？])/;

/** A message as sentences, list items and table rows, in its own order. Code and quotations are left out. */
export function unitsOf(message: string): Unit[] {
  const prose = message.replace(FENCE, '\n').replace(QUOTED_LINE, '');
  // A message of code only is quoted as it is.
  const text = prose.trim().length > 20 ? prose : message.replace(/^(?:```|~~~)\w*$/gm, '');
  const reader = new Reader();
  const lines = text.split('\n');
  lines.forEach((line, i) => {
    reader.take(line, lines[i + 1] ?? '');
  });
  return reader.units;
}

class Reader {
  readonly units: Unit[] = [];
  #paragraph = 0;
  #lead: number | null = null;
  #isInList = false;
  #isAfterGap = false;

  take(line: string, next: string): void {
    const text = line.trim();
    if (text === '') {
      this.#paragraph++;
      // A list may have blank lines between its items.
      if (!ITEM.test(next)) this.#isInList = false;
    } else if (text === GAP) this.#isAfterGap = true;
    else if (RULE.test(text)) this.#isInList = false;
    else if (HEADING.test(text)) this.#heading(text);
    else if (TABLE_ROW.test(text)) this.#row(text, next);
    else if (ITEM.test(text)) this.#item(text);
    else if (this.#isInList && /^\s{2,}/.test(line)) this.#goOn(text);
    else this.#sentences(text);
  }

  #row(text: string, next: string): void {
    const cells = text.replace(/^\||\|$/g, '').split('|');
    const row = cells.map((cell) => cell.trim()).join(' | ');
    this.#isInList = false;
    if (/^[\s|:-]*-[\s|:-]*$/.test(next)) {
      this.#paragraph++;
      this.#add(row, 'heading', null);
      this.#lead = this.units.length - 1;
    } else this.#add(row, 'row', this.#lead);
  }

  #heading(text: string): void {
    this.#paragraph++;
    this.#add(text.replace(/^#+\s*/, ''), 'heading', null);
    this.#lead = this.units.length - 1;
    this.#isInList = true;
  }

  #item(text: string): void {
    if (!this.#isInList) {
      const before = this.units.at(-1);
      this.#lead = before && /[:：]$/.test(before.text) ? this.units.length - 1 : null;
      this.#isInList = true;
    }
    this.#add(text.replace(BULLET, ''), 'item', this.#lead);
  }

  /** The second line of an item. */
  #goOn(text: string): void {
    const item = this.units.at(-1);
    if (item?.kind !== 'item') this.#sentences(text);
    else this.units[this.units.length - 1] = { ...item, text: shortened(`${item.text} ${plain(text)}`) };
  }

  #sentences(text: string): void {
    this.#isInList = false;
    const lead = this.units.at(-1)?.kind === 'heading' ? this.units.length - 1 : null;
    this.#lead = lead;
    for (const sentence of text.split(SENTENCE_END)) this.#add(sentence, 'sentence', lead);
  }

  #add(raw: string, kind: Unit['kind'], lead: number | null): void {
    const text = plain(raw);
    if (!/[^\s.!?;:,|-]/.test(text)) return;
    const parts = text.length > LONGEST_UNIT ? text.split(/(?<=[;,:—–])\s+/) : [text];
    for (const part of merged(parts)) {
      const gap = this.#isAfterGap && { isAfterGap: true as const };
      this.units.push({ text: shortened(part), kind, paragraph: this.#paragraph, lead, ...gap });
      this.#isAfterGap = false;
    }
  }
}

/** Clauses of a long sentence, joined again as far as they fit. */
function merged(parts: readonly string[]): string[] {
  const out: string[] = [];
  for (const part of parts) {
    const before = out.at(-1);
    if (before !== undefined && before.length + part.length < LONGEST_UNIT)
      out[out.length - 1] = `${before} ${part}`;
    else out.push(part);
  }
  return out;
}

function plain(text: string): string {
  return text
    .replace(/\*\*|__/g, '')
    .replace(/\[([^\]\n]+)\]\([^)\n]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function shortened(text: string): string {
  return middleOut(text, LONGEST_UNIT);
}

/** Beginning and end of a text that is too long, cut between words. */
export function middleOut(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most < 40) return `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
  const head = text.slice(0, Math.ceil(most * 0.6)).replace(/\s+\S*$/, '');
  const tail = text.slice(text.length - Math.floor(most * 0.4) + 3).replace(/^\S*\s+/, '');
  return `${head} … ${tail}`.toWellFormed();
}

/** A line that stands for what is left out. */
const GAP = '…';

/** Chosen units as a text that parses into the same units again. */
export function keptText(chosen: ReadonlySet<number>, units: readonly Unit[]): string {
  const lines: string[] = [];
  let last = -1;
  units.forEach((unit, i) => {
    if (!chosen.has(i)) return;
    if (unit.isAfterGap || i > last + 1) lines.push(GAP);
    if (last >= 0 && units[last]!.paragraph !== unit.paragraph) lines.push('');
    lines.push(MARKED[unit.kind](unit.text));
    last = i;
  });
  return lines.join('\n');
}

const MARKED: Readonly<Record<Unit['kind'], (text: string) => string>> = {
  sentence: (text) => text,
  item: (text) => (ITEM.test(text) ? text : `- ${text}`),
  row: (text) => `| ${text} |`,
  heading: (text) => `# ${text}`,
};

/** Units as one line of text; an ellipsis stands where others are left out. */
export function quoted(chosen: ReadonlySet<number>, units: readonly Unit[]): string {
  let text = '';
  let last = -1;
  units.forEach((unit, i) => {
    if (!chosen.has(i)) return;
    const isGap = unit.isAfterGap || units.slice(last + 1, i).some(({ kind }) => kind !== 'heading');
    if (isGap) text += text === '' ? '… ' : ' … ';
    else if (text !== '') text += unit.kind === 'item' || unit.kind === 'row' ? ' · ' : ' ';
    text += unit.kind === 'heading' ? unit.text.replace(/[:：]?$/, ':') : unit.text;
    last = i;
  });
  if (last >= 0 && units.slice(last + 1).some(({ kind }) => kind !== 'heading')) text += ' …';
  return text;
}
