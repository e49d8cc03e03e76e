import data from './languages.json' with { type: 'json' };
import type { Language } from './languages.ts';

/**
 * Translates time words of other languages into the English that the forms of `when.ts` read. In a phrase `{n}`, `{unit}`, `{day}`,
 * `{month}`, `{third}`, `{date}` and `{year}` stand for entries of the lists, also in the English text; the first matching phrase counts.
 */
type Spoken = keyof typeof data;

type Lists = Readonly<Record<string, readonly string[]>>;

const ENGLISH: Lists = {
  n: Array.from({ length: 12 }, (_, i) => String(i + 1)),
  unit: ['minute', 'hour', 'day', 'week', 'month', 'year'],
  day: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  month: 'January February March April May June July August September October November December'.split(' '),
  third: ['beginning', 'middle', 'end'],
};

type Rule = (text: string) => string;

const compiled = new Map<Spoken, readonly Rule[]>();

function rulesOf(spoken: Spoken): readonly Rule[] {
  const known = compiled.get(spoken);
  if (known) return known;
  const { numbers, units, weekdays, months, thirds, phrases } = data[spoken];
  const lists = {
    n: numbers,
    unit: units,
    day: weekdays,
    month: months,
    third: thirds,
    date: ['\\d{1,2}'],
    year: ['\\d{4}'],
  };
  const rules = phrases.map(([phrase, english]) =>
    ruleOf(lists, phrase!, english!, 'isUnspaced' in data[spoken]),
  );
  compiled.set(spoken, rules);
  return rules;
}

/** `isUnspaced`: the phrase stands without spaces around it. */
function ruleOf(lists: Lists, phrase: string, english: string, isUnspaced: boolean): Rule {
  const source = phrase
    .replaceAll(' ', '\\s+')
    .replace(
      /\{(\w+)\}/g,
      (_, name: string) => `(?<${name}>${name === 'n' ? '\\d{1,3}|' : ''}${lists[name]!.join('|')})`,
    );
  const pattern = new RegExp(isUnspaced ? source : `(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, 'giu');
  const inEnglish = (name: string, found: string) => {
    const place = lists[name]!.findIndex((one) => new RegExp(`^(?:${one})$`, 'iu').test(found));
    return ENGLISH[name]?.[place] ?? found;
  };
  return (text) =>
    text.replace(pattern, (...match) => {
      const groups = match.at(-1) as Readonly<Record<string, string | undefined>> | string;
      const named = typeof groups === 'string' ? {} : groups;
      const said = english.replace(/\{(\w+)\}/g, (_, name: string) => inEnglish(name, named[name] ?? ''));
      return ` ${said.trim()} `;
    });
}

/** Letters or words that no English question has; most questions stop here. */
const FOREIGN =
  /[^\0-\x7F]|\b(?:(?:vor)*gestern|heute|(?:avant-)*hier|(?:tras)?(?:ante)?ayer|anoche|hoy|(?:tr[ae]s)?(?:ante?)?ontem|hoje|vor|(?:vor)?letzte[nrsm]?|vorige[nrsm]?|diese[nrsm]?|am|im|il y a|hace|week-?end|semaine|semana|mois|mes|dernier|(?:ante)?pasad[oa]|passad[oa]|retrasad[oa]|anfang|mitte|ende|fin|mi|el|le|de|en|em|na|no)\b/i;

/** A question with foreign time words as English ones; those of its own language count first. */
export function withEnglishTimes(question: string, language: Language | null): string {
  if (!FOREIGN.test(question)) return question;
  const others = (Object.keys(data) as Spoken[]).filter((one) => one !== language);
  // `hier` is yesterday in French and "here" in German; `d'hier` is French whatever stands around it.
  const isFrench = language === 'fr' || /[dl]['’]hier\b/i.test(question);
  return [...(language ? [language] : []), ...others]
    .filter((spoken) => spoken !== 'fr' || isFrench || !/\bhier\b/i.test(question))
    .flatMap(rulesOf)
    .reduce((text, translate) => translate(text), question);
}
