import { patternOnFirstUse } from '../base/text/pattern.ts';
import data from './talk.json' with { type: 'json' };

/** Sentences that carry no news, by language: an agent's words about what it looks at next, a nod, a greeting. */

interface TalkWords {
  /** Words before an announcement. */
  readonly lead?: string;
  /** "Let me": whatever follows but these is an announcement. */
  readonly let?: string;
  readonly not?: string;
  /** "I will": an announcement with a verb of looking, also with a word between them. */
  readonly will?: string;
  readonly look?: string;
  readonly between?: string;
  /** An announcement in languages with another order of words. */
  readonly whole?: string;
  /** A sentence with a reason says more than what comes next. */
  readonly why?: string;
  readonly praise?: string;
  readonly nod: string;
  readonly greet: string;
  /** A question by which an agent offers more, where it names no choice. */
  readonly offer: string;
  readonly or: string;
}

const LANGUAGES: readonly TalkWords[] = Object.values(data);

function allOf(part: keyof TalkWords): string {
  return LANGUAGES.flatMap((language) => language[part] ?? []).join('|');
}

/** Compiling all of them takes a fifth of what a bare Node does. */
const onFirstUse = (source: () => string) => patternOnFirstUse(source, 'u');

const why = onFirstUse(() => `(?:^|\\s)(?:${allOf('why')})(?:\\s|$)|因为|由于|否则|ので|ため`);
const nod = onFirstUse(() => onlyOf(`${allOf('nod')}|${allOf('greet')}`));
const greeting = onFirstUse(() => onlyOf(allOf('greet')));
const offer = onFirstUse(() => `^(?:${allOf('offer')})`);
const between = onFirstUse(() => LANGUAGES.map(choice).join('|'));
const praise = onFirstUse(() => `^(?:(?:${allOf('praise')})[,.!…，。！]*\\s*)+$`);

/** A pattern that can hold only in a sentence that begins with one of some words, or that has letters without blanks between words. */
interface Opened {
  readonly begins: (said: string) => boolean;
  readonly pattern: () => RegExp;
}

let announced: readonly Opened[] | undefined;

function announcements(): readonly Opened[] {
  announced ??= [
    ...LANGUAGES.map((language) => ({
      begins: opening(language),
      pattern: onFirstUse(() => `^(?:${announcement(language)})$`),
    })),
    { begins: beginsWithOneOf(firstWords(allOf('praise'))), pattern: praise },
  ];
  return announced;
}

function opening({ lead, let: asks, will, whole }: TalkWords): Opened['begins'] {
  if (whole !== undefined) return (said) => /[\u2e80-\uffef]/.test(said);
  const words = new Set(firstWords(`${lead}|${asks}|${will}`));
  return (said) => words.has(said.split(/[\s,.!:]/, 1)[0]!);
}

/** Praise stands without a blank before more of it. */
function beginsWithOneOf(words: readonly string[]): Opened['begins'] {
  return (said) => words.some((word) => said.startsWith(word));
}

/** The words that a pattern of alternatives can begin with, and some that it cannot. */
function firstWords(pattern: string): string[] {
  return Array.from(pattern.matchAll(/(?:^|[|)]\??|\(\?:)([^\s()?|]+)/g), ([, word]) => word!);
}

function announcement({ lead, let: asks, not, will, look, between, whole }: TalkWords): string {
  if (whole !== undefined) return whole;
  const before = `(?:(?:${lead})[,.!:]?\\s+)*`;
  return `${before}(?:(?:${asks})(?:$|\\s(?!(?:${not})(?:\\s|$)).*)|(?:${will})\\s(?:(?:${between})\\s){0,2}(?:${look})(?![\\p{L}]).*)`;
}

/** A word for "or" between two things; in a language without blanks it may stand anywhere. */
function choice({ or, whole }: TalkWords): string {
  return whole === undefined ? `(?:^|[\\s,])(?:${or})\\s` : or;
}

function onlyOf(words: string): string {
  return `^(?:(?:${words})(?:[\\s,.!:;…。！，、)(-]+|$))+$`;
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/^[¡¿]/, '').replaceAll('’', "'");
}

/** A longer announcement says what is done as well. */
const LONGEST_PROCESS = 140;
const LONGEST_NOD = 60;

/** Whether a sentence only says what the agent does next: "Let me look at the file". */
export function isProcessTalk(sentence: string): boolean {
  const said = plain(sentence);
  return (
    said.length <= LONGEST_PROCESS &&
    announcements().some(({ begins, pattern }) => begins(said) && pattern().test(said)) &&
    !why().test(said)
  );
}

/** Whether a person's words only agree, thank or greet. */
export function isNod(words: string): boolean {
  const said = plain(words);
  return said.length <= LONGEST_NOD && nod().test(said);
}

export function isGreeting(words: string): boolean {
  const said = plain(words);
  return said.length <= LONGEST_NOD && greeting().test(said);
}

/** Whether a question only offers to do more: nothing waits for its answer. */
export function isOffer(question: string): boolean {
  const asked = plain(question);
  const isChoice = asked.includes(' · ') || between().test(asked);
  return !isChoice && offer().test(asked);
}
