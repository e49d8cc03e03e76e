import { patternOnFirstUse } from '../base/text/pattern.ts';
import { ownWords } from '../turns/asked.ts';
import { parseUnits, type Unit } from '../turns/units.ts';
import data from './forms.json' with { type: 'json' };
import { kindsOf, Wordings } from './wordings.ts';

/** Sentences of a person's message that are lasting rules, and doubtful ones. */
export interface FoundRules {
  readonly rules: readonly string[];
  /** Doubtful sentences: proposals that a person has to accept first. */
  readonly proposals: readonly string[];
  /** Orders of the present request that a person may repeat: one that two sessions hear is a proposal. */
  readonly orders: readonly string[];
}

/** A longer message contains pasted text: a ticket, a mail, a specification. */
const LONGEST_MESSAGE = 2_000;
/** A longer sentence is cut when it is stored. */
const LONGEST_SENTENCE = 300;
const SHORTEST_SENTENCE = 8;

const NONE: FoundRules = { rules: [], proposals: [], orders: [] };

export function findRules(message: string): FoundRules {
  if (message.length > LONGEST_MESSAGE) return NONE;
  const units = parseUnits(ownWords(message).replace(QUOTED_SENTENCE, '""'));
  const found: Record<keyof FoundRules, string[]> = { rules: [], proposals: [], orders: [] };
  units.forEach((unit, i) => {
    if (/[:：]$/.test(unit.text)) return;
    const standing = standingOf(unit, units);
    if (standing === null) return;
    const isAboutThat = tables().deictics.isIn(plainWords(unit.text));
    if (standing === 'orders' && isAboutThat) return;
    if (!isAboutThat) {
      found[standing].push(unit.text);
      return;
    }
    // A sentence about "this" says nothing without the one before it.
    const before = units[i - 1];
    if (before === undefined) found.proposals.push(unit.text);
    else if (!tables().over.isIn(plainWords(before.text)))
      found[standing].push(`${before.text} ${unit.text}`);
  });
  return found;
}

/** Whether a sentence holds for good, may do so, or concerns the present alone. */
function standingOf(unit: Unit, units: readonly Unit[]): keyof FoundRules | null {
  const { text, kind, lead } = unit;
  if (kind === 'row' || kind === 'heading' || COMMENT.test(text)) return null;
  if (text.length > LONGEST_SENTENCE || (text.length < SHORTEST_SENTENCE && !UNSPACED.test(text)))
    return null;
  const own = standingOfSentence(text);
  if (own === null || lead === null) return own;
  // The items of a list are rules only if its first line is one.
  const led = standingOfSentence(units[lead]!.text);
  return led === 'rules' ? own : led;
}

function standingOfSentence(text: string): keyof FoundRules | null {
  const { rules, lasting, near, guards, reports, orders } = tables();
  const words = plainWords(text);
  const clauses = clausesOf(words);
  if (words.at(-1) === '?') return null;
  const isRule = clauses.some((clause) => rules.isIn(clause));
  if (guards.isIn(words)) return isRule && lasting.isIn(words) ? 'proposals' : null;
  if (isRule) return 'rules';
  // A premise explains a request.
  const isPremise = clauses.length > 1 || reports.isIn(words);
  if (!isPremise && near.isIn(words)) return 'proposals';
  return orders.isIn(words) ? 'orders' : null;
}

const UNSPACED = /[\u3400-\u9fff]/;
const quoted = patternOnFirstUse(
  () =>
    String.raw`"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])`,
  'gu',
);
/** Quoted sentences. */
const QUOTED_SENTENCE =
  /"[^"]*[.!?。][^"]*"|[“„][^“”]*[.!?。][^“”]*[“”]|«[^»]*[.!?][^»]*»|「[^」]*。[^」]*」/g;
const COMMENT = /^(?:\/[/*]|#|--|<!--)/;
const otherMark = patternOnFirstUse(() => "[^\\p{L}\\p{N}'\\p{So},:;?-]+", 'gu');
const PLAIN_MARKS: Readonly<Record<string, string>> = {
  '，': ',',
  '：': ':',
  '？': '?',
  '；': ';',
};

/** The words of a sentence without quotations, code and leading filler words; letters where words have no spaces. */
export function plainWords(sentence: string): readonly string[] {
  const plain = simplified(sentence)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\bdo not\b|\bdont\b/g, "don't")
    .replace(/[，：？；]/g, (mark) => PLAIN_MARKS[mark]!)
    .replace(/ [–—] |(?<=\w) -+ /g, ' ; ')
    .replace(/`[^`]*`/g, 'x')
    .replace(quoted(), ' ')
    .replace(otherMark(), ' ')
    .replace(/[,:;?]|[\u3400-\u9fff]/g, ' $& ');
  const words = plain.split(' ').filter((word) => word !== '');
  const { fillers, tags } = tables();
  let start = 0;
  for (let more = fillers.lengthAt(words, 0); more > 0; more = fillers.lengthAt(words, start))
    start += more;
  const tag = words.findIndex(
    (_, at) => at > start && tags.lengthAt(words, at) === words.length - at,
  );
  return words.slice(start, tag < 0 ? undefined : tag);
}

/** A sentence in parts, at semicolons and before the request that a premise explains. */
function clausesOf(words: readonly string[]): readonly (readonly string[])[] {
  const clauses: string[][] = [[]];
  words.forEach((word, at) => {
    if (word === ';' || tables().premises.lengthAt(words, at) > 0) clauses.push([]);
    clauses.at(-1)!.push(word);
  });
  return clauses.filter((clause) => clause.some((word) => word !== ';'));
}

/** Traditional Chinese characters, as far as the table has them, as simplified ones. */
function simplified(text: string): string {
  if (!UNSPACED.test(text)) return text;
  return text.replace(/[\u3400-\u9fff]/g, (one) => tables().simplified.get(one) ?? one);
}

/**
 * The table, by language. `rules` are wordings that order the agent and have a word of permanence; `near` ones may, and a person is asked.
 * A row must match sentences of two authors who had not seen it; a test counts them. `guards` are words of a sentence that
 * asks, reports, supposes or concerns the present request. `orders` are prohibitions and limits. `reports` have the speaker, the product or others as their subject.
 * `premises` come before the request that they explain. `deictics` point at the sentence before, which is `over` where it tells of
 * the past. `fillers` stand at the beginning of a sentence and `tags` at its end. Built for the first message: most events have none.
 */
type TableName =
  | ('rules' | 'lasting' | 'near' | 'guards' | 'reports' | 'orders')
  | ('premises' | 'deictics' | 'over' | 'fillers' | 'tags');

interface RuleTables extends Readonly<Record<TableName, Wordings>> {
  /** Simplified Chinese characters by their traditional forms. */
  readonly simplified: ReadonlyMap<string, string>;
}

let made: RuleTables | undefined;
const tables = (): RuleTables => (made ??= makeTables());

function makeTables(): RuleTables {
  const kinds = kindsOf(data.kinds);
  const table = (rows: readonly string[]) => new Wordings(rows, kinds);
  const [traditional, plain] = data.traditional.map((all) => [...all]);
  return {
    rules: table(Object.values(data.rules).flat()),
    lasting: table(['<strong>']),
    near: table(Object.values(data.near).flat()),
    guards: table(Object.values(data.guards).flat()),
    reports: table(data.reports),
    orders: table(data.orders),
    premises: table(data.premises),
    deictics: table(data.deictics),
    over: table(data.over),
    fillers: table(data.fillers),
    tags: table(data.tags),
    simplified: new Map(traditional!.map((one, i) => [one, plain![i]!])),
  };
}
