import { personsWords } from '../turns/asked.ts';
import { type Unit, unitsOf } from '../turns/units.ts';
import { DOUBTFUL, FORMS, type Form, KINDS } from './forms.ts';
import { GUARDS, SOFTENERS } from './guards.ts';

/** Sentences of a person's message that rule for good, and those that may. */
export interface FoundRules {
  readonly rules: readonly string[];
  /** Doubtful ones: they wait for the person's word and are not told. */
  readonly proposals: readonly string[];
}

/** A longer message holds more than a person types: a ticket, a mail, a specification. */
const LONGEST_MESSAGE = 2_000;
/** A longer sentence is cut where it is quoted. */
const LONGEST_SENTENCE = 300;
const SHORTEST_SENTENCE = 8;

const NONE: FoundRules = { rules: [], proposals: [] };

export function rulesIn(message: string): FoundRules {
  if (message.length > LONGEST_MESSAGE) return NONE;
  const units = unitsOf(personsWords(message));
  const found = units.filter((unit) => isRuleForm(unit, units, RULES));
  const doubtful = units.filter((unit) => !found.includes(unit) && isRuleForm(unit, units, PROPOSALS));
  return { rules: found.map(({ text }) => text), proposals: doubtful.map(({ text }) => text) };
}

function isRuleForm({ text, kind, lead }: Unit, units: readonly Unit[], forms: Table): boolean {
  if (kind === 'row' || kind === 'heading') return false;
  if (text.length > LONGEST_SENTENCE || (text.length < SHORTEST_SENTENCE && !UNSPACED.test(text)))
    return false;
  // A list is about what its first line says.
  if (lead !== null && !isRuleForm({ ...units[lead]!, kind: 'sentence', lead: null }, units, forms))
    return false;
  const said = new Bare(text);
  return !said.asks && said.has(forms) && !said.has(ABOUT_NOW);
}

const UNSPACED = /[\u3400-\u9fff]/;
const QUOTED = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu;
const OTHER_MARK = /[^\p{L}\p{N}'\p{So},:?-]+/gu;
const LEADING_CHINESE = /^(?:(?:另外|还有|对了|请|谢谢|麻烦)[,:]?)+/;

/** A sentence as it is compared: its words without what it quotes and without those that lead into it. */
export class Bare {
  readonly words: readonly string[];
  /** The same without spaces, for languages that have none. */
  readonly letters: string;

  constructor(sentence: string) {
    const plain = sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/[，：？]/g, (mark) => PLAIN_MARKS[mark]!)
      .replace(/`[^`]*`/g, 'x')
      .replace(QUOTED, ' ')
      .replace(OTHER_MARK, ' ')
      .replace(/[,:?]/g, ' $& ');
    const words = plain.split(' ').filter((word) => word !== '');
    let start = 0;
    for (let lead = leading(words, start); lead > 0; lead = leading(words, start)) start += lead;
    this.words = words.slice(start);
    this.letters = words.join('').replace(LEADING_CHINESE, '');
  }

  get asks(): boolean {
    return this.words.at(-1) === '?';
  }

  has(table: Table): boolean {
    return (
      table.spaced.some(({ parts, isFirst }) => {
        const last = isFirst ? 0 : this.words.length - 1;
        for (let at = 0; at <= last; at++) if (fits(parts, this.words, at)) return true;
        return false;
      }) ||
      table.unspaced.some(({ parts, isFirst }) => {
        let at = 0;
        for (const part of parts) {
          const found = this.letters.indexOf(part, at);
          if (found < 0 || (isFirst && part === parts[0] && found > 0)) return false;
          at = found + part.length;
        }
        return true;
      })
    );
  }
}

const PLAIN_MARKS: Readonly<Record<string, string>> = { '，': ',', '：': ':', '？': '?' };

interface Wording {
  readonly parts: readonly string[];
  /** It stands at the beginning of the sentence. */
  readonly isFirst: boolean;
}

/** Wordings of a row of the table, or of several, in every language. */
export interface Table {
  readonly spaced: readonly Wording[];
  readonly unspaced: readonly Wording[];
}

const wordings = (row: string) => row.trim().split(/\s*\|\s*/);

export function tableOf(rows: readonly Form[]): Table {
  const all = rows.flatMap((row) => Object.values(row).flatMap(wordings));
  const read = (wording: string, between: string): Wording => ({
    parts: wording.replace(/^\^/, '').split(between),
    isFirst: wording.startsWith('^'),
  });
  return {
    spaced: all.filter((one) => !UNSPACED.test(one)).map((one) => read(one, ' ')),
    unspaced: all.filter((one) => UNSPACED.test(one)).map((one) => read(one, ' … ')),
  };
}

const KIND_WORDS = new Map(
  Object.entries(KINDS).map(([kind, row]) => [kind, wordings(row).map((one) => one.split(' '))]),
);
const SOFTENER_WORDS = wordings(SOFTENERS).map((one) => one.split(' '));
/** As many words stand for `…` at most. */
const LONGEST_GAP = 8;

/** Whether the words at a place are those of a wording. */
function fits(parts: readonly string[], words: readonly string[], place: number): boolean {
  let at = place;
  for (const [i, part] of parts.entries()) {
    const rest = () => parts.slice(i + 1);
    if (part === '…') {
      const after = rest();
      for (let gap = 0; gap <= LONGEST_GAP; gap++) if (fits(after, words, at + gap)) return true;
      return false;
    }
    if (i > 0 && part !== ',' && words[at] === ',') at++;
    const [, not, kind] = /^<(!?)(\w+)>$/.exec(part) ?? [];
    if (kind !== undefined) {
      const known = KIND_WORDS.get(kind)!;
      if (not) return at < words.length && !known.some((one) => fits(one, words, at));
      const after = rest();
      return known.some((one) => fits([...one, ...after], words, at));
    }
    if (!isWord(part, words[at])) return false;
    at++;
  }
  return true;
}

function isWord(part: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  const star = part.indexOf('*');
  if (star < 0) return part === word;
  return word.startsWith(part.slice(0, star)) && word.endsWith(part.slice(star + 1));
}

/** How many words at a place only lead into a sentence. */
function leading(words: readonly string[], at: number): number {
  if (words[at] === ',' || words[at] === ':') return 1;
  return SOFTENER_WORDS.find((one) => fits(one, words, at))?.length ?? 0;
}

const RULES = tableOf(FORMS);
const PROPOSALS = tableOf(DOUBTFUL);
const ABOUT_NOW = tableOf([GUARDS]);
