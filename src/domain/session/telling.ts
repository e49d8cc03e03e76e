import { oneLine } from '../text/safe-text.ts';
import { isCommon, tokens } from '../text/words.ts';
import { asks } from './requests.ts';
import { hasWords, isQuestion, sentencesIn } from './sentences.ts';

/** A sentence of the person's and what it carries. */
export interface Telling {
  readonly text: string;
  readonly weight: number;
  readonly terms: readonly string[];
}

const LONGEST = 200;
/** A sentence below this is talk. */
const LEAST = 0.9;
const MOST_TERMS = 12;
const MOST_SENTENCES = 40;

/** The sentences of a text that carry something: names, numbers, paths, limits and rare words. `worth` is the place's. */
export function tellingIn(words: string, worth = 1): Telling[] {
  const found: Telling[] = [];
  for (const sentence of wholeSentences(words.slice(0, 8_000)).slice(0, MOST_SENTENCES)) {
    if (!hasWords(sentence) || sentence.length > 3 * LONGEST) continue;
    const one = weigh(sentence, worth);
    if (one.weight >= LEAST) found.push(one);
  }
  return found;
}

/** A sentence that says how a choice or a correction was taken: "Going with S3." It counts whatever its words weigh. */
export function settlingIn(reply: string): Telling[] {
  const sentence = sentencesIn(reply.slice(0, 2_000)).find(
    (one) =>
      /\S\s+\S+\s+\S|[\u3041-\u9fff]{4}/.test(one) && !isQuestion(one) && !APOLOGY.test(one.toLowerCase()),
  );
  if (sentence === undefined) return [];
  const one = weigh(sentence, 1);
  return [{ ...one, weight: Math.max(one.weight, SETTLING) }];
}

const SETTLING = 2.5;
const APOLOGY =
  /sorry|apolog|you're right|my mistake|entschuldig|tut mir leid|du hast recht|désolé|pardon|tu as raison|perdón|tienes razón|desculp|抱歉|对不起|すみません|申し訳/;

/** What a semicolon joins gives reasons: "never alter them; they are evidence". */
function wholeSentences(words: string): string[] {
  const whole: string[] = [];
  for (const sentence of sentencesIn(words)) {
    const before = whole.at(-1);
    if (before !== undefined && /[;；]$/.test(before) && before.length + sentence.length < LONGEST)
      whole[whole.length - 1] = `${before} ${sentence}`;
    else whole.push(sentence);
  }
  return whole;
}

function weigh(sentence: string, place: number): Telling {
  const worth = new Map<string, number>();
  for (const { term, parts } of tokens(sentence)) {
    const value = parts.length > 0 || /\d/.test(term) ? 2 : isCommon(term) ? 0.5 : byLength(term);
    worth.set(term, Math.max(value, worth.get(term) ?? 0));
  }
  let sum = 0;
  for (const value of worth.values()) sum += value;
  // Numbers, names in capitals inside the sentence, and what stands in quotes or backticks.
  sum += Math.min(2, countOf(sentence, /(?<![\w.])\d[\d.,:]*%?(?![\w])/g)) * 0.8;
  sum += Math.min(3, countOf(sentence, /(?<=[a-zà-ÿ,;)] )[A-ZÀ-Þ][\wà-ÿ]+/g)) * 0.7;
  sum +=
    Math.min(
      2,
      countOf(
        sentence,
        /`[^`\n]{2,80}`|"[^"\n]{2,60}"|“[^”\n]{2,60}”|(?:^|\s)[@#~./]{0,2}[\w.-]+\/[\w./-]+/g,
      ),
    ) * 0.6;
  sum += limitsIn(sentence) * 1.2;
  const length = Math.max(
    6,
    /[\u3041-\u9fff]/.test(sentence) ? sentence.length / 2 : sentence.split(/\s+/).length,
  );
  let weight = worth.size < 2 && sum < 3 ? 0 : sum / Math.sqrt(length);
  if (sentence.split(/[\s,]+/).filter(isWord).length < 3 && !/[\u3041-\u9fff]{4}/.test(sentence)) weight = 0;
  // "It prints this:" announces what is no part of the words.
  if (/[:：](?: …)?$/.test(sentence)) weight *= 0.5;
  if (isQuestion(sentence)) weight *= 0.4;
  else if (asks(sentence)) weight *= 0.7;
  return {
    text: oneLine(sentence, LONGEST),
    weight: Math.round(weight * place * 100) / 100,
    terms: [...worth.keys()].slice(0, MOST_TERMS),
  };
}

/** Words that limit or give a reason: a sentence with one is seldom mere talk. */
const LIMITS = `
not no never none nobody only always must without instead until unless because since before don't doesn't can't
cannot won't isn't aren't shouldn't every nicht kein keine keinen nie niemals nur immer muss müssen ohne statt bis weil
sonst jede jeder darf pas jamais seulement toujours doit sans avant sauf parce chaque faut nunca siempre sólo solo
sin debe hasta porque antes cada hay não nunca sempre só sem deve até cada precisa`;
const LIMITS_UNSPACED =
  /不|别|只|必须|永远|禁止|因为|除非|之前|每|絶対|必ず|ないで|ため|절대|항상|반드시|대신|때문|마세요|말고|않/g;
const MOST_LIMITS = 2;
let limits: ReadonlySet<string> | undefined;

function limitsIn(sentence: string): number {
  limits ??= new Set(LIMITS.trim().split(/\s+/));
  const plain = sentence.toLowerCase().replace(/’/g, "'");
  const found = new Set(plain.split(/[\s,.;:!?()"]+/).filter((word) => limits!.has(word)));
  return Math.min(MOST_LIMITS, found.size + countOf(plain, LIMITS_UNSPACED));
}

/** Short words are common ones, in every language that has spaces. */
function byLength(term: string): number {
  if (term.charCodeAt(0) >= 0x3041) return 1.2;
  return term.length <= 4 ? 0.6 : term.length <= 6 ? 1 : 1.3;
}

/** A word of a sentence, as against a path, an address or a sign. */
function isWord(piece: string): boolean {
  return (
    piece.length < 25 && /^["'(“]?[A-Za-z\u00c0-\u1fff\uac00-\ud7a3]/.test(piece) && !piece.includes('/')
  );
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The sentences that together carry most: a word that one of them has said counts little in the next. */
export function mostTelling(all: readonly Telling[], most: number, length: number): string[] {
  const chosen = new Set<number>();
  const heard = new Set<string>();
  let left = length;
  while (chosen.size < most) {
    let best = -1;
    let bestWeight = LEAST * 0.6;
    all.forEach((one, i) => {
      if (chosen.has(i) || one.text.length > left) return;
      const fresh = one.terms.filter((term) => !heard.has(term)).length;
      const weight = (one.weight * fresh) / Math.max(1, one.terms.length);
      if (weight > bestWeight) {
        best = i;
        bestWeight = weight;
      }
    });
    if (best < 0) break;
    chosen.add(best);
    left -= all[best]!.text.length;
    for (const term of all[best]!.terms) heard.add(term);
  }
  return all.filter((_, i) => chosen.has(i)).map((one) => one.text);
}
