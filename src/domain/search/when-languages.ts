import data from './languages.json' with { type: 'json' };
import type { Language } from './languages.ts';

export interface Token {
  readonly text: string;
  /** Lower case. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

// An ISO date is one token, unless it is part of something longer: an id, a version, a file name.
const PIECES =
  /(?<![\w-])\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?)?(?![\w-])|\p{L}+|\d+|\.\.|\S/gu;

/** A question says when early on; what is longer is a pasted text. */
const MOST = 400;

function tokens(question: string): Token[] {
  const found: Token[] = [];
  for (const { 0: text, index } of question.matchAll(PIECES)) {
    if (found.length === MOST) break;
    found.push({ text, word: text.toLowerCase(), start: index, end: index + text.length });
  }
  return found;
}

/**
 * The time words of other languages are put into the English that the forms of `when.ts` read. In a phrase `{n}`, `{unit}`, `{day}`,
 * `{month}`, `{date}` and `{year}` stand for what the lists name, and the English has them too; the first phrase that fits counts.
 */
type Spoken = keyof typeof data;

const ENGLISH: Readonly<Record<string, readonly string[]>> = {
  n: Array.from({ length: 12 }, (_, i) => String(i + 1)),
  unit: ['minute', 'hour', 'day', 'week', 'month', 'year'],
  day: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  month: 'january february march april may june july august september october november december'.split(' '),
};

interface Rule {
  readonly pattern: RegExp;
  readonly english: (match: RegExpMatchArray) => string;
}

const compiled = new Map<Spoken, readonly Rule[]>();

function rulesOf(spoken: Spoken): readonly Rule[] {
  const known = compiled.get(spoken);
  if (known) return known;
  const { numbers, units, weekdays, months, phrases } = data[spoken];
  const lists: Readonly<Record<string, readonly string[]>> = {
    ...{ n: numbers, unit: units, day: weekdays, month: months },
  };
  const rules = phrases.map(([phrase, english]) => ruleOf(lists, phrase!, english!, spoken === 'zh'));
  compiled.set(spoken, rules);
  return rules;
}

/** `isUnspaced`: the phrases stand without spaces around them. */
function ruleOf(
  lists: Readonly<Record<string, readonly string[]>>,
  phrase: string,
  english: string,
  isUnspaced: boolean,
): Rule {
  const others: Readonly<Record<string, string>> = { date: '\\d{1,2}', year: '\\d{4}' };
  const names: string[] = [];
  const source = phrase.replaceAll(' ', '\\s+').replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return `(${name === 'n' ? '\\d{1,3}|' : ''}${lists[name]?.join('|') ?? others[name]})`;
  });
  const inEnglish = (name: string, found: string) => {
    const place = lists[name]?.findIndex((one) => new RegExp(`^(?:${one})$`, 'iu').test(found)) ?? -1;
    return ENGLISH[name]?.[place] ?? found;
  };
  return {
    pattern: isUnspaced
      ? new RegExp(source, 'gu')
      : new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, 'giu'),
    english: (match) =>
      english.replace(/\{(\w+)\}/g, (_, name: string) => {
        // A phrase may name the same thing in two places.
        const found = names.flatMap((one, i) => (one === name ? [match[i + 1]] : [])).find(Boolean);
        return found === undefined ? '' : inEnglish(name, found);
      }),
  };
}

/** Letters or words that no English question has; most questions stop here. */
const FOREIGN =
  /[^\0-\x7F]|\b(?:(?:vor)?gestern|heute|(?:avant-)?hier|(?:ante)?ayer|anoche|hoy|(?:ante)?ontem|hoje|vor|letzte[nrsm]?|vorige[nrsm]?|diese[nrsm]?|am|im|il y a|hace|week-?end|semaine|semana|mois|mes|dernier|pasad[oa]|passad[oa]|el|le|de|en|em|na|no)\b/i;

/** A question in pieces, foreign time words as English ones; those of its own language count first. */
export function timeTokens(question: string, language: Language | null): Token[] {
  const plain = tokens(question);
  if (!FOREIGN.test(question)) return plain;
  const found: { readonly start: number; readonly end: number; readonly english: string }[] = [];
  const others = (Object.keys(data) as Spoken[]).filter((one) => one !== language);
  for (const spoken of language ? [language, ...others] : others)
    for (const { pattern, english } of rulesOf(spoken))
      for (const match of question.matchAll(pattern)) {
        const start = match.index;
        const end = start + match[0].length;
        const isFree = found.every((one) => end <= one.start || start >= one.end);
        if (isFree && !isHere(question, start, match[0], language))
          found.push({ start, end, english: english(match) });
      }
  found.sort((a, b) => a.start - b.start);
  const pieces: Token[] = [];
  let next = 0;
  for (const { start, end, english } of found) {
    while (next < plain.length && plain[next]!.start < start) pieces.push(plain[next++]!);
    pieces.push(...tokens(english).map((piece) => ({ ...piece, start, end })));
    while (next < plain.length && plain[next]!.start < end) next++;
  }
  return [...pieces, ...plain.slice(next)];
}

/** `hier` is yesterday in French and "here" in German; `d'hier` is French whatever stands around it. */
function isHere(question: string, at: number, words: string, language: Language | null): boolean {
  if (words.toLowerCase() !== 'hier' || language === 'fr') return false;
  return !/[dl]['’]$/i.test(question.slice(Math.max(0, at - 2), at));
}
