import type { Language } from './languages.ts';
import { type Token, tokens } from './when-words.ts';

/**
 * Time words of other languages, put into the English that the grammar of `when.ts` reads. In a phrase `{n}`, `{unit}`, `{day}`,
 * `{month}`, `{date}` and `{year}` stand for what the lists name; the English has them too.
 */
interface TimeWords {
  readonly months: string;
  readonly weekdays: string;
  /** From one on. Two forms of a number are joined by `/`. */
  readonly numbers: string;
  /** Minute, hour, day, week, month, year. */
  readonly units: string;
  /** The first that fits counts. */
  readonly phrases: readonly (readonly [phrase: string, english: string])[];
  /** The phrases stand without spaces around them. */
  readonly isUnspaced?: true;
}

type Spoken = Language | 'zh';

const TIME_WORDS: Readonly<Record<Spoken, TimeWords>> = {
  de: {
    months: 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
    weekdays: 'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag',
    numbers: 'eine?[mnr]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf',
    units: 'minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?',
    phrases: [
      ['vorgestern', 'day before yesterday'],
      ['gestern abend', 'last night'],
      ['gestern', 'yesterday'],
      ['heute', 'today'],
      ['(?:letztes|voriges|vergangenes|(?:am |übers )?(?:letzten?|vorigen?)) wochenende', 'last weekend'],
      ['(?:am|übers|dieses) wochenende', 'weekend'],
      ['vor {n} {unit}', '{n} {unit}s ago'],
      ['(?:in den )?letzten {n} {unit}', 'last {n} {unit}s'],
      ['(?:letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?) {unit}', 'last {unit}'],
      ['diese[nrsm]? {unit}', 'this {unit}'],
      ['(?:letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?) {day}', 'last {day}'],
      ['(?:am|diesen) {day}', 'on {day}'],
      ['(?:am )?{date}\\. {month}(?: {year})?', '{date} {month} {year}'],
      ['im {month}(?: {year})?', 'in {month} {year}'],
    ],
  },
  fr: {
    months: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
    weekdays: 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
    numbers: 'une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze',
    units: 'minutes?|heures?|jours?|semaines?|mois|an(?:s|née|nées)?',
    phrases: [
      ['avant-hier', 'day before yesterday'],
      ['hier soir', 'last night'],
      ['hier', 'yesterday'],
      ["aujourd['’]hui", 'today'],
      ['(?:le )?week-?end (?:dernier|passé)', 'last weekend'],
      ['(?:ce|le|pendant le) week-?end', 'weekend'],
      ['il y a {n} {unit}', '{n} {unit}s ago'],
      ['(?:ces |les ){n} derni(?:er|ère)s {unit}', 'last {n} {unit}s'],
      ["(?:la |le |l['’]){unit} (?:derni(?:er|ère)|passée?)", 'last {unit}'],
      ['(?:cette|ce) {unit}', 'this {unit}'],
      ['(?:le )?{day} (?:dernier|passé)', 'last {day}'],
      ['(?:le )?{day}', 'on {day}'],
      ['(?:le )?{date}(?:er)? {month}(?: {year})?', '{date} {month} {year}'],
      ['en {month}(?: {year})?', 'in {month} {year}'],
    ],
  },
  es: {
    months: 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
    weekdays: 'lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo',
    numbers: 'una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce',
    units: 'minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|años?',
    phrases: [
      ['anteayer|antes de ayer', 'day before yesterday'],
      ['anoche', 'last night'],
      ['ayer', 'yesterday'],
      ['hoy', 'today'],
      ['(?:el )?fin de semana pasado', 'last weekend'],
      ['(?:el|este) fin de semana', 'weekend'],
      ['hace {n} {unit}', '{n} {unit}s ago'],
      ['(?:los|las) [uú]ltim[oa]s {n} {unit}', 'last {n} {unit}s'],
      ['(?:la|el) {unit} pasad[oa]', 'last {unit}'],
      ['est[ea] {unit}', 'this {unit}'],
      ['(?:el )?{day} pasado|(?:el )?pasado {day}', 'last {day}'],
      ['el {day}', 'on {day}'],
      ['(?:el )?{date} de {month}(?: (?:de )?{year})?', '{date} {month} {year}'],
      ['en {month}(?: (?:de )?{year})?', 'in {month} {year}'],
    ],
  },
  pt: {
    months: 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
    weekdays: 'segunda|terça|quarta|quinta|sexta|sábado|domingo',
    numbers: 'uma?|dois/duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze',
    units: 'minutos?|horas?|dias?|semanas?|m[eê]s(?:es)?|anos?',
    phrases: [
      ['anteontem', 'day before yesterday'],
      ['ontem à noite', 'last night'],
      ['ontem', 'yesterday'],
      ['hoje', 'today'],
      ['(?:no )?fim de semana passado', 'last weekend'],
      ['(?:no|neste|este) fim de semana', 'weekend'],
      ['há {n} {unit}(?: atrás)?', '{n} {unit}s ago'],
      ['(?:nos|nas|os|as) últim[oa]s {n} {unit}', 'last {n} {unit}s'],
      ['(?:na |no |a |o )?{unit} passad[oa]', 'last {unit}'],
      ['n?est[ea] {unit}', 'this {unit}'],
      ['(?:na |no )?{day}(?:-feira)? passad[oa]', 'last {day}'],
      ['(?:na|no) {day}(?:-feira)?', 'on {day}'],
      ['{date} de {month}(?: (?:de )?{year})?', '{date} {month} {year}'],
      ['em {month}(?: (?:de )?{year})?', 'in {month} {year}'],
    ],
  },
  ru: {
    months:
      'январ[яьеё]|феврал[яье]|март[ае]?|апрел[яье]|ма[яйе]|июн[яье]|июл[яье]|август[ае]?|сентябр[яье]|октябр[яье]|ноябр[яье]|декабр[яье]',
    weekdays: 'понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье',
    numbers: 'од(?:ин|ну)|дв[ае]|три|четыре|пять|шесть|семь|восемь|девять|десять|одиннадцать|двенадцать',
    units: 'минут[уы]?|час(?:а|ов)?|д(?:ень|ня|ней)|недел[юяиь]|месяц(?:а|ев|е)?|(?:год(?:а|у)?|лет)',
    phrases: [
      ['позавчера', 'day before yesterday'],
      ['вчера вечером', 'last night'],
      ['вчера', 'yesterday'],
      ['сегодня', 'today'],
      ['(?:в|на) прошлы[ех] выходны[ех]', 'last weekend'],
      ['(?:в|на|за)(?: эти| этих)? выходны[ех]', 'weekend'],
      ['{n} {unit} назад', '{n} {unit}s ago'],
      ['(?:за )?последн(?:ие|их) {n} {unit}', 'last {n} {unit}s'],
      ['(?:на |в )?прошл(?:ой неделе|ую неделю)', 'last week'],
      ['в прошлом {unit}', 'last {unit}'],
      ['на этой неделе', 'this week'],
      ['в этом {unit}', 'this {unit}'],
      ['(?:в |во )?прошл(?:ый|ую|ое) {day}', 'last {day}'],
      ['(?:в|во) {day}', 'on {day}'],
      ['{date} {month}(?: {year})?', '{date} {month} {year}'],
      ['в {month}(?: {year})?', 'in {month} {year}'],
    ],
  },
  zh: {
    months: '1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月',
    weekdays: '一|二|三|四|五|六|[日天]',
    numbers: '一|[二两兩]|三|四|五|六|七|八|九|十|十一|十二',
    units: '分钟|小时|天|(?:周|週|星期)|月|年',
    isUnspaced: true,
    phrases: [
      ['前天', 'day before yesterday'],
      ['昨晚', 'last night'],
      ['昨[天日]', 'yesterday'],
      ['今[天日]', 'today'],
      ['上(?:个|個)?(?:周末|週末)', 'last weekend'],
      ['(?:这|這|本)?(?:个|個)?(?:周末|週末)', 'weekend'],
      ['上(?:个|個)?(?:周|週|星期|礼拜){day}', 'last week {day}'],
      ['上(?:个|個)?(?:周|週|星期|礼拜)', 'last week'],
      ['(?:这|這|本)(?:个|個)?(?:周|週|星期|礼拜)', 'this week'],
      ['(?:周|週|星期|礼拜){day}', 'on {day}'],
      ['上(?:个|個)?月', 'last month'],
      ['(?:这|這|本)(?:个|個)?月', 'this month'],
      ['去年', 'last year'],
      ['今年', 'this year'],
      ['{n}(?:个|個)?{unit}以?前', '{n} {unit}s ago'],
      ['最近{n}(?:个|個)?{unit}', 'last {n} {unit}s'],
      ['(?:{year}年)?{month}{date}[日号號]', '{date} {month} {year}'],
      ['{year}年{month}', 'in {month} {year}'],
    ],
  },
};

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';
const WEEKDAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
const UNITS = 'minute|hour|day|week|month|year';

interface Rule {
  readonly pattern: RegExp;
  readonly english: (match: RegExpMatchArray) => string;
}

const compiled = new Map<Spoken, readonly Rule[]>();

function rulesOf(language: Spoken): readonly Rule[] {
  let rules = compiled.get(language);
  if (!rules) {
    const words = TIME_WORDS[language];
    rules = words.phrases.map(([phrase, english]) => ruleOf(words, phrase, english));
    compiled.set(language, rules);
  }
  return rules;
}

function ruleOf(words: TimeWords, phrase: string, english: string): Rule {
  const either = (list: string) => list.replaceAll('/', '|');
  const lists: Readonly<Record<string, string>> = {
    n: `\\d{1,3}|${either(words.numbers)}`,
    unit: words.units,
    day: words.weekdays,
    month: words.months,
    date: '\\d{1,2}',
    year: '\\d{4}',
  };
  const names: string[] = [];
  const source = phrase.replaceAll(' ', '\\s+').replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return `(${lists[name]})`;
  });
  const pattern = words.isUnspaced
    ? new RegExp(source, 'gu')
    : new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, 'giu');
  return {
    pattern,
    english: (match) =>
      english.replace(/\{(\w+)\}/g, (_, name: string) => {
        // A phrase may name the same thing in two places.
        const found = names.flatMap((one, i) => (one === name ? [match[i + 1]] : [])).find(Boolean);
        return found === undefined ? '' : inEnglish(words, name, found);
      }),
  };
}

function inEnglish(words: TimeWords, name: string, found: string): string {
  const placed = (list: string) =>
    splitList(list).findIndex((one) => new RegExp(`^(?:${one.replaceAll('/', '|')})$`, 'iu').test(found));
  if (name === 'n') return /^\d+$/.test(found) ? found : String(placed(words.numbers) + 1);
  if (name === 'unit') return UNITS.split('|')[placed(words.units)] ?? 'day';
  if (name === 'day') return WEEKDAYS.split('|')[placed(words.weekdays)] ?? '';
  if (name === 'month') return MONTHS.split('|')[placed(words.months)] ?? '';
  return found;
}

/** At the bars between its entries, not at those inside brackets. */
function splitList(list: string): string[] {
  return list.split(/\|(?![^(]*\))/);
}

/** Letters or words that no English question has; most questions stop here. */
const FOREIGN =
  /[^\0-\x7F]|\b(?:(?:vor)?gestern|heute|(?:avant-)?hier|(?:ante)?ayer|anoche|hoy|(?:ante)?ontem|hoje|vor|letzte[nrsm]?|vorige[nrsm]?|diese[nrsm]?|am|im|il y a|hace|week-?end|semaine|semana|mois|mes|dernier|pasad[oa]|passad[oa]|el|le|de|en|em|na|no)\b/i;

/** Words that mean something else in another language: `hier` is yesterday in French and "here" in German. */
const AMBIGUOUS: Readonly<Record<string, Language>> = { hier: 'fr' };

/** A question in pieces, foreign time words as English ones; those of its own language count first. */
export function timeTokens(question: string, language: Language | null): Token[] {
  if (!FOREIGN.test(question)) return tokens(question);
  const found: { readonly start: number; readonly end: number; readonly english: string }[] = [];
  const isFree = (start: number, end: number): boolean =>
    found.every((one) => end <= one.start || start >= one.end);
  const others = (Object.keys(TIME_WORDS) as Spoken[]).filter((one) => one !== language);
  for (const spoken of language ? [language, ...others] : others)
    for (const { pattern, english } of rulesOf(spoken))
      for (const match of question.matchAll(pattern)) {
        const start = match.index;
        const end = start + match[0].length;
        const only = AMBIGUOUS[match[0].toLowerCase()];
        if (!isFree(start, end) || (only && only !== language && !isElided(question, start))) continue;
        found.push({ start, end, english: english(match) });
      }
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

/** `d'hier` is French whatever stands around it. */
function isElided(question: string, at: number): boolean {
  return /[dl]['’]$/i.test(question.slice(Math.max(0, at - 2), at));
}
