import { ownWords } from '../turns/asked.ts';
import { type Unit, unitsOf } from '../turns/units.ts';
import data from './forms.json' with { type: 'json' };

/** Sentences of a person's message that are lasting rules, and doubtful ones. */
export interface FoundRules {
  readonly rules: readonly string[];
  /** Doubtful sentences: proposals that a person has to accept first. */
  readonly proposals: readonly string[];
}

/** A longer message contains pasted text: a ticket, a mail, a specification. */
const LONGEST_MESSAGE = 2_000;
/** A longer sentence is cut when it is stored. */
const LONGEST_SENTENCE = 300;
const SHORTEST_SENTENCE = 8;

const NONE: FoundRules = { rules: [], proposals: [] };

export function rulesIn(message: string): FoundRules {
  if (message.length > LONGEST_MESSAGE) return NONE;
  const units = unitsOf(ownWords(message).replace(QUOTED_SENTENCE, '""'));
  const whole = units.filter(({ text }) => !/[:：]$/.test(text));
  const found = whole.filter((unit) => isRuleForm(unit, units, tables().rules));
  const doubtful = whole.filter(
    (unit) => !found.includes(unit) && isRuleForm(unit, units, tables().proposals),
  );
  return { rules: found.map(({ text }) => text), proposals: doubtful.map(({ text }) => text) };
}

function isRuleForm({ text, kind, lead }: Unit, units: readonly Unit[], forms: Table): boolean {
  if (kind === 'row' || kind === 'heading' || COMMENT.test(text)) return false;
  if (text.length > LONGEST_SENTENCE || (text.length < SHORTEST_SENTENCE && !UNSPACED.test(text)))
    return false;
  // The items of a list are rules only if its first line is one.
  if (lead !== null && !isRuleForm({ ...units[lead]!, kind: 'sentence', lead: null }, units, forms))
    return false;
  const said = new Bare(text);
  const { rules, aboutOthers, aboutNow } = tables();
  const isReport = forms === rules && said.has(aboutOthers);
  return !said.asks && !said.has(aboutNow) && !isReport && said.has(forms);
}

const UNSPACED = /[\u3400-\u9fff]/;
const QUOTED = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu;
/** Quoted sentences. */
const QUOTED_SENTENCE =
  /"[^"]*[.!?。][^"]*"|[“„][^“”]*[.!?。][^“”]*[“”]|«[^»]*[.!?][^»]*»|「[^」]*。[^」]*」/g;
const COMMENT = /^(?:\/[/*]|#|--|<!--)/;
const OTHER_MARK = /[^\p{L}\p{N}'\p{So},:?-]+/gu;
/** A language without spaces is read letter by letter. */
const spaced = (text: string) => text.replace(/[\u3400-\u9fff]/g, ' $& ');

/** A sentence prepared for matching: its words without quotations and without leading filler words. */
export class Bare {
  readonly words: readonly string[];

  constructor(sentence: string) {
    const plain = sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/\bdo not\b|\bdont\b/g, "don't")
      .replace(/[，：？]/g, (mark) => PLAIN_MARKS[mark]!)
      .replace(/`[^`]*`/g, 'x')
      .replace(QUOTED, ' ')
      .replace(OTHER_MARK, ' ')
      .replace(/[,:?]/g, ' $& ');
    const words = spaced(plain)
      .split(' ')
      .filter((word) => word !== '');
    let start = 0;
    for (let lead = leading(words, start); lead > 0; lead = leading(words, start)) start += lead;
    this.words = words.slice(start);
  }

  get asks(): boolean {
    return this.words.at(-1) === '?';
  }

  has(table: Table): boolean {
    return table.some(({ parts, isFirst }) => {
      const last = isFirst ? 0 : this.words.length - 1;
      for (let at = 0; at <= last; at++) if (fits(parts, this.words, at)) return true;
      return false;
    });
  }
}

const PLAIN_MARKS: Readonly<Record<string, string>> = { '，': ',', '：': ':', '？': '?' };

/** Wordings of a language, compiled from the table. */
export type Table = readonly {
  readonly parts: readonly string[];
  /** The wording matches only at the beginning of a sentence. */
  readonly isFirst: boolean;
}[];

/**
 * Wordings of lasting rules. `forms` has rows by language, with ` | ` between wordings. `^` is the beginning of a sentence, `..`
 * up to three words between and `…` up to eight, `a/b` either word, `*` any letters, `+` the ending of a plural, `<place>` a
 * word of that kind, `<!place>` any other; a comma between words is ignored. A row must match two sentences by
 * authors who had not seen it; a test counts them. No form matches a sentence about others: "the app always …" is a report.
 * `doubtful` sentences may be lasting rules: a person is asked. `guards` are words of a sentence that asks, reports, supposes or
 * concerns the present request: no form matches there. `softeners` are filler words at the beginning of a sentence.
 */
const wordings = (rows: string) => rows.split(/[|\n]/).flatMap((one) => one.trim() || []);
const partsOf = (wording: string) => spaced(wording).trim().split(/ +/);

export function tableOf(...rows: readonly string[]): Table {
  return rows.flatMap(wordings).map((one) => ({
    parts: partsOf(one.replace(/^\^/, '')),
    isFirst: one.startsWith('^'),
  }));
}

const words = (rows: string) => wordings(rows).map(partsOf);
/** Most words that a gap matches. */
const GAPS: Readonly<Record<string, number>> = { '..': 3, '…': 8 };

const PLURALS = ['', 's', 'es', 'n', 'en'];

/** Whether the words at a position match a wording. */
function fits([part, ...rest]: readonly string[], said: readonly string[], at: number): boolean {
  if (part === undefined) return true;
  const gap = GAPS[part];
  if (gap !== undefined) return [...Array(gap + 1).keys()].some((more) => fits(rest, said, at + more));
  if (said[at] === ',' && at > 0 && !part.includes(',')) return fits([part, ...rest], said, at + 1);
  const [, not, kind] = /^<(!?)(\w+)>$/.exec(part) ?? [];
  if (kind === undefined) return isWord(part, said[at]) && fits(rest, said, at + 1);
  const known = tables().kinds.get(kind)!;
  if (not) return at < said.length && !known.some((one) => fits(one, said, at)) && fits(rest, said, at + 1);
  return known.some((one) => fits([...one, ...rest], said, at));
}

function isWord(part: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  return part.split('/').some((one) => {
    const star = one.indexOf('*');
    if (one.endsWith('+')) return PLURALS.some((plural) => one.slice(0, -1) + plural === word);
    if (star < 0) return one === word;
    return word.startsWith(one.slice(0, star)) && word.endsWith(one.slice(star + 1));
  });
}

/** Number of filler words at a position. */
function leading(said: readonly string[], at: number): number {
  if (said[at] === ',' || said[at] === ':') return 1;
  return tables().softeners.find((one) => fits(one, said, at))?.length ?? 0;
}

/** Built for the first message: most events have none. */
let made: ReturnType<typeof makeTables> | undefined;
const tables = () => (made ??= makeTables());

function makeTables() {
  return {
    rules: tableOf(...Object.values(data.forms).flat()),
    proposals: tableOf(...data.doubtful),
    aboutOthers: tableOf('^<other>'),
    aboutNow: tableOf(...Object.values(data.guards)),
    kinds: new Map(Object.entries(data.kinds).map(([kind, rows]) => [kind, words(rows)])),
    softeners: words(data.softeners),
  };
}
