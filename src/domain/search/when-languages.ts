import { type Token, tokens } from './when-words.ts';

/**
 * Time words of German, French, Spanish, Portuguese and Chinese, put into the English that the grammar of `when.ts` reads.
 * Each piece keeps its place in the question.
 */
type Rule = readonly [pattern: RegExp, english: string | ((...found: string[]) => string)];

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

interface Names {
  readonly months: string;
  readonly weekdays: string;
  readonly numbers: string;
  readonly units: readonly (readonly [pattern: string, english: string])[];
}

const NAMES: Readonly<Record<'de' | 'fr' | 'es' | 'pt', Names>> = {
  de: {
    months: 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
    weekdays: 'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag',
    numbers: 'eine?[mnr]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf',
    units: [
      ['tag(?:en?)?', 'day'],
      ['wochen?', 'week'],
      ['monat(?:en?)?', 'month'],
      ['jahr(?:en?)?', 'year'],
      ['stunden?', 'hour'],
      ['minuten?', 'minute'],
    ],
  },
  fr: {
    months: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
    weekdays: 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
    numbers: 'une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze',
    units: [
      ['jours?', 'day'],
      ['semaines?', 'week'],
      ['mois', 'month'],
      ['an(?:s|née|nées)?', 'year'],
      ['heures?', 'hour'],
      ['minutes?', 'minute'],
    ],
  },
  es: {
    months: 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
    weekdays: 'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
    numbers: 'una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce',
    units: [
      ['días?', 'day'],
      ['semanas?', 'week'],
      ['mes(?:es)?', 'month'],
      ['años?', 'year'],
      ['horas?', 'hour'],
      ['minutos?', 'minute'],
    ],
  },
  pt: {
    months: 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
    weekdays: 'segunda|terça|quarta|quinta|sexta|sábado|domingo',
    numbers: 'uma?|du?as|dois|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze',
    units: [
      ['dias?', 'day'],
      ['semanas?', 'week'],
      ['m[eê]s(?:es)?', 'month'],
      ['anos?', 'year'],
      ['horas?', 'hour'],
      ['minutos?', 'minute'],
    ],
  },
};

/** A word that stands alone, also beside letters beyond ASCII. */
function phrase(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'giu');
}

function placeIn(list: string, word: string): number {
  return list.split('|').findIndex((one) => new RegExp(`^(?:${one})$`, 'iu').test(word));
}

function rulesOf(): Rule[] {
  const { de, fr, es, pt } = NAMES;
  const unit = (names: Names) => names.units.map(([pattern]) => pattern).join('|');
  const unitIn = (names: Names, word: string): string =>
    names.units.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'iu').test(word))?.[1] ?? 'day';
  const countIn = (names: Names, word: string): string => {
    if (/^\d+$/.test(word)) return word;
    const place = placeIn(names.numbers, word);
    // Portuguese has two words for two.
    const count = names === pt && place > 1 ? place : place + 1;
    return String(count);
  };
  const ago = (names: Names) => (_: string, count: string, word: string) =>
    `${countIn(names, count)} ${unitIn(names, word)}s ago`;
  const rolling = (names: Names) => (_: string, count: string, word: string) =>
    `last ${countIn(names, count)} ${unitIn(names, word)}s`;
  const many = (names: Names) => `(\\d{1,3}|${names.numbers})\\s+(${unit(names)})`;
  const last = (names: Names) => (_: string, word: string) => `last ${unitIn(names, word)}`;
  const now = (names: Names) => (_: string, word: string) => `this ${unitIn(names, word)}`;
  const weekday = (names: Names, which: string) => (_: string, word: string) =>
    `${which} ${WEEKDAYS[placeIn(names.weekdays, word)]}`;
  const date =
    (names: Names) => (_: string, day: string | undefined, month: string, year: string | undefined) =>
      [day, MONTHS[placeIn(names.months, month)], year].filter((one) => one !== undefined).join(' ');
  const inMonth = (names: Names) => (_: string, month: string, year: string | undefined) =>
    `in ${MONTHS[placeIn(names.months, month)]} ${year ?? ''}`;
  return [
    [phrase('vorgestern|avant-hier|anteayer|antes de ayer|anteontem'), 'day before yesterday'],
    [phrase('gestern abend|hier soir|anoche|ontem à noite'), 'last night'],
    [phrase('gestern'), 'yesterday'],
    [phrase('ayer|ontem'), 'yesterday'],
    [phrase("heute|aujourd['’]hui|hoy|hoje"), 'today'],
    [phrase(`vor\\s+${many(de)}`), ago(de)],
    [phrase(`il y a\\s+${many(fr)}`), ago(fr)],
    [phrase(`hace\\s+${many(es)}`), ago(es)],
    [phrase(`há\\s+${many(pt)}(?:\\s+atrás)?`), ago(pt)],
    [phrase(`(?:in\\s+den\\s+)?letzten\\s+${many(de)}`), rolling(de)],
    [phrase(`(?:ces\\s+|les\\s+)(\\d{1,3}|${fr.numbers})\\s+derni(?:er|ère)s\\s+(${unit(fr)})`), rolling(fr)],
    [phrase(`(?:los|las)\\s+últim[oa]s\\s+${many(es)}`), rolling(es)],
    [phrase(`(?:nos|nas|os|as)\\s+últim[oa]s\\s+${many(pt)}`), rolling(pt)],
    [phrase(`(?:letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?)\\s+(${unit(de)})`), last(de)],
    [phrase(`(?:diese[nrsm]?)\\s+(${unit(de)})`), now(de)],
    [phrase(`(?:la|le|l['’])\\s*(${unit(fr)})\\s+(?:derni(?:er|ère)|passée?)`), last(fr)],
    [phrase(`(?:cette|ce)\\s+(${unit(fr)})`), now(fr)],
    [phrase(`(?:la|el)\\s+(${unit(es)})\\s+pasad[oa]`), last(es)],
    [phrase(`est[ea]\\s+(${unit(es)})`), now(es)],
    [phrase(`(?:na\\s+|no\\s+|a\\s+|o\\s+)?(${unit(pt)})\\s+passad[oa]`), last(pt)],
    [phrase(`(?:nest[ea]|est[ea])\\s+(${unit(pt)})`), now(pt)],
    [phrase(`(?:letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?)\\s+(${de.weekdays})`), weekday(de, 'last')],
    [phrase(`(?:am|diesen)\\s+(${de.weekdays})`), weekday(de, 'on')],
    [phrase(`(${fr.weekdays})\\s+dernier`), weekday(fr, 'last')],
    [phrase(`(?:le\\s+)?(${fr.weekdays})`), weekday(fr, 'on')],
    [phrase(`el\\s+(${es.weekdays})\\s+pasado`), weekday(es, 'last')],
    [phrase(`el\\s+(${es.weekdays})`), weekday(es, 'on')],
    [phrase(`(?:na\\s+|no\\s+)?(${pt.weekdays})(?:-feira)?\\s+passad[oa]`), weekday(pt, 'last')],
    [phrase(`(?:na|no)\\s+(${pt.weekdays})(?:-feira)?`), weekday(pt, 'on')],
    [phrase(`(?:am\\s+)?(\\d{1,2})\\.\\s*(${de.months})(?:\\s+(\\d{4}))?`), date(de)],
    [phrase(`(?:le\\s+)?(\\d{1,2})(?:er)?\\s+(${fr.months})(?:\\s+(\\d{4}))?`), date(fr)],
    [phrase(`(?:el\\s+)?(\\d{1,2})\\s+de\\s+(${es.months})(?:\\s+(?:de\\s+)?(\\d{4}))?`), date(es)],
    [phrase(`(\\d{1,2})\\s+de\\s+(${pt.months})(?:\\s+(?:de\\s+)?(\\d{4}))?`), date(pt)],
    [phrase(`im\\s+(${de.months})(?:\\s+(\\d{4}))?`), inMonth(de)],
    [phrase(`en\\s+(${fr.months})(?:\\s+(\\d{4}))?`), inMonth(fr)],
    [phrase(`en\\s+(${es.months})(?:\\s+(?:de\\s+)?(\\d{4}))?`), inMonth(es)],
    [phrase(`em\\s+(${pt.months})(?:\\s+(?:de\\s+)?(\\d{4}))?`), inMonth(pt)],
    ...CHINESE,
  ];
}

const HAN_WEEKDAYS = '一二三四五六日天';
const hanWeekday = (sign: string): string => WEEKDAYS[Math.min(6, HAN_WEEKDAYS.indexOf(sign))]!;
const HAN_NUMBERS = '零一二三四五六七八九十';
const HAN_UNITS: Readonly<Record<string, string>> = { 天: 'day', 周: 'week', 月: 'month', 年: 'year' };

function hanCount(text: string): string {
  if (/^\d+$/.test(text)) return text;
  return String(text === '两' || text === '兩' ? 2 : Math.max(1, HAN_NUMBERS.indexOf(text)));
}

const CHINESE: readonly Rule[] = [
  [/前天/g, 'day before yesterday'],
  [/昨[天日]|昨晚/g, (found) => (found === '昨晚' ? 'last night' : 'yesterday')],
  [/今[天日]/g, 'today'],
  [/上(?:个|個)?(?:周|週|星期|礼拜)([一二三四五六日天])/g, (_, day) => `last week ${hanWeekday(day!)}`],
  [/上(?:个|個)?(?:周|週|星期|礼拜)/g, 'last week'],
  [/(?:这|這|本)(?:个|個)?(?:周|週|星期|礼拜)/g, 'this week'],
  [/(?:周|週|星期|礼拜)([一二三四五六日天])/g, (_, day) => `on ${hanWeekday(day!)}`],
  [/上(?:个|個)?月/g, 'last month'],
  [/(?:这|這|本)(?:个|個)?月/g, 'this month'],
  [/去年/g, 'last year'],
  [/今年/g, 'this year'],
  [
    /(\d{1,3}|[一二三四五六七八九十两兩])(?:个|個)?(天|周|週|星期|月|年)(?:以)?前/g,
    (_, count, unit) =>
      `${hanCount(count!)} ${HAN_UNITS[unit === '週' || unit === '星期' ? '周' : unit!]}s ago`,
  ],
  [
    /最近(\d{1,3}|[一二三四五六七八九十两兩])(?:个|個)?(天|周|週|星期|月|年)/g,
    (_, count, unit) =>
      `last ${hanCount(count!)} ${HAN_UNITS[unit === '週' || unit === '星期' ? '周' : unit!]}s`,
  ],
  [
    /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号號]/g,
    (_, year, month, day) => `${day} ${MONTHS[Number(month) - 1] ?? ''} ${year ?? ''}`,
  ],
  [/(\d{4})年(\d{1,2})月/g, (_, year, month) => `in ${MONTHS[Number(month) - 1] ?? ''} ${year}`],
];

let rules: Rule[] | undefined;

/** `hier` is yesterday in French and "here" in German; it counts where French is spoken around it. */
const FRENCH_YESTERDAY = /(?<![\p{L}])hier(?![\p{L}])/giu;
const FRENCH =
  /(?<![\p{L}])(?:le|la|les|des|une|est|qu|que|ai|j|je|nous|on|sur|avons|fait|quoi|était|dans)(?![\p{L}])/iu;

/** Letters or words that no English question has; most questions stop here. */
const FOREIGN =
  /[^\0-\x7F]|\b(?:(?:vor)?gestern|heute|(?:avant-)?hier|(?:ante)?ayer|anoche|hoy|(?:ante)?ontem|hoje|vor|letzte[nrsm]?|vorige[nrsm]?|diese[nrsm]?|am|im|il y a|hace|semaine|semana|mois|mes|dernier|pasad[oa]|passad[oa]|el|le|de|en|em|na|no)\b/i;

/** A question in pieces, foreign time words as English ones. */
export function timeTokens(question: string): Token[] {
  if (!FOREIGN.test(question)) return tokens(question);
  rules ??= rulesOf();
  const found: { readonly start: number; readonly end: number; readonly english: string }[] = [];
  const isFree = (start: number, end: number): boolean =>
    found.every((one) => end <= one.start || start >= one.end);
  const look = ([pattern, english]: Rule): void => {
    for (const match of question.matchAll(pattern)) {
      const [text] = match;
      const start = match.index;
      const end = start + text.length;
      if (!isFree(start, end)) continue;
      found.push({ start, end, english: typeof english === 'string' ? english : english(...match) });
    }
  };
  for (const rule of rules) look(rule);
  if (FRENCH.test(question)) look([FRENCH_YESTERDAY, 'yesterday']);
  if (found.length === 0) return tokens(question);
  found.sort((a, b) => a.start - b.start);
  const plain = tokens(question);
  const pieces: Token[] = [];
  let next = 0;
  for (const { start, end, english } of found) {
    while (next < plain.length && plain[next]!.start < start) pieces.push(plain[next++]!);
    pieces.push(...tokens(english).map(({ text, word }) => ({ text, word, start, end })));
    while (next < plain.length && plain[next]!.start < end) next++;
  }
  return [...pieces, ...plain.slice(next)];
}
