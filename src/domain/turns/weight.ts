import { keptText, middleOut, quoted, type Unit, unitsOf } from './units.ts';

/** Whose words are quoted: a request is told by its beginning, a reply by its end. */
export type Speaker = 'person' | 'agent';

/** How much a word says, by its form alone. */
const WORTH = { figure: 2, name: 1.2, other: 1, small: 0.1 } as const;
/** A word that the quotation already has says less. */
const AGAIN = 0.3;
/** The first unit of a reply often says what came of it. */
const FIRST_OF_REPLY = 1.3;
/** Long units pay for their length, nearly in proportion. */
const LENGTH_EXPONENT = 0.9;
/** Closing lists up to this length stay whole. */
const SHORT_LIST = 6;

const LETTER = 'A-Za-z0-9_$@#\\u00c0-\\u02af\\u0370-\\u1fff\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af';
const WORD = new RegExp(`[${LETTER}](?:[${LETTER}./:%+-]*[${LETTER}%])?`, 'g');
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The distinct words of a text. Languages without spaces are read by pairs of characters. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    if (!UNSPACED.test(word)) words.add(word);
    else for (let i = 0; i < Math.max(1, word.length - 1); i++) words.add(word.slice(i, i + 2));
  }
  return [...words];
}

function worthOf(word: string, sentence: string): number {
  if (/\d/.test(word)) return WORTH.figure;
  if (/^[A-Z\u00c0-\u00de]/.test(word) && !sentence.startsWith(word)) return WORTH.name;
  return word.length < 3 && /^[A-Za-z]+$/.test(word) ? WORTH.small : WORTH.other;
}

/** How rare a word is among units, between 0.05 and about 1. */
export type Rarity = (word: string) => number;

export function rarityIn(units: readonly Pick<Unit, 'text'>[]): Rarity {
  const counts = new Map<string, number>();
  for (const { text } of units)
    for (const word of wordsOf(text.toLowerCase())) counts.set(word, (counts.get(word) ?? 0) + 1);
  const all = units.length + 2;
  return (word) =>
    Math.max(0.05, Math.log(all / ((counts.get(word.toLowerCase()) ?? 1) + 0.5)) / Math.log(all));
}

/**
 * The most telling units of a message within `room` characters, in their own order. Weighs names, numbers and rare words;
 * knows nothing of what a sentence means.
 */
export function mostTelling(units: readonly Unit[], room: number, speaker: Speaker, rarity?: Rarity): string {
  const all = quoted(new Set(units.keys()), units);
  return all.length <= room ? all : choose(units, room, speaker, rarity ?? rarityIn(units)).quoted();
}

function choose(units: readonly Unit[], room: number, speaker: Speaker, rarity: Rarity): Choice {
  const choice = new Choice(units, room, rarity);
  if (speaker === 'person') choice.takeEndsOfRequest();
  else choice.takeEndOfReply();
  choice.takeHeaviest(speaker === 'agent');
  return choice;
}

/** The most telling part of a text, as one line. */
export function tellingPart(text: string, room: number, speaker: Speaker): string {
  return mostTelling(unitsOf(text), room, speaker);
}

/** The most telling part of a text, in its own lines, so that a part of it can be chosen again. */
export function tellingLines(text: string, room: number, speaker: Speaker): string {
  const units = unitsOf(text);
  const all = keptText(new Set(units.keys()), units);
  return all.length <= room ? all : choose(units, room, speaker, rarityIn(units)).kept();
}

class Choice {
  readonly #units: Unit[];
  readonly #rarity: Rarity;
  readonly #room: number;
  /** Places of units that can be told alone. */
  readonly #body: number[];
  readonly #chosen = new Set<number>();
  readonly #heard = new Set<string>();
  #left: number;

  constructor(units: readonly Unit[], room: number, rarity: Rarity) {
    this.#units = [...units];
    this.#room = room;
    this.#left = room;
    this.#rarity = rarity;
    this.#body = [...units.keys()].filter((i) => units[i]!.kind !== 'heading');
    if (this.#body.length === 0) this.#body = [...units.keys()];
  }

  quoted(): string {
    return quoted(this.#chosen, this.#units);
  }

  kept(): string {
    return keptText(this.#chosen, this.#units);
  }

  /** The first sentence of a request asks; the last one often limits it. */
  takeEndsOfRequest(): void {
    this.#take(this.#body[0], true);
    if (this.#left > this.#room * 0.3) this.#take(this.#body.at(-1));
  }

  /** A closing question with its options, a closing list, and the last two sentences always stay. */
  takeEndOfReply(): void {
    const last = this.#body.at(-1);
    this.#take(last, true);
    this.#takeQuestion();
    const before = this.#body.at(-2);
    const isList = [last, before].some((i) => i !== undefined && this.#units[i]!.kind === 'item');
    if (isList) this.#takeClosingList();
    else this.#take(before);
  }

  #takeQuestion(): void {
    const asked = this.#body.slice(-SHORT_LIST).findLast((i) => /[?？]["')\s]*$/.test(this.#units[i]!.text));
    if (asked === undefined) return;
    this.#take(asked);
    const { paragraph } = this.#units[asked]!;
    const isOption = (i: number) =>
      this.#units.slice(i, asked).every((unit) => unit.kind === 'item' || unit.paragraph === paragraph);
    for (const i of this.#body)
      if (this.#units[i]!.paragraph === paragraph || (i < asked && isOption(i))) this.#take(i);
  }

  #takeClosingList(): void {
    const end = this.#units.findLastIndex(({ kind }) => kind === 'item');
    let start = end;
    while (start > 0 && this.#units[start - 1]!.kind === 'item') start--;
    if (end - start >= SHORT_LIST && this.#left <= this.#room * 0.4) return;
    for (let i = start; i <= end; i++) this.#take(i);
  }

  takeHeaviest(isReply: boolean): void {
    const open = new Set(this.#body.filter((i) => !this.#chosen.has(i)));
    while (open.size > 0) {
      let best = -1;
      let most = 0;
      for (const i of open) {
        const weight = this.#weight(i) * (isReply && i === this.#body[0] ? FIRST_OF_REPLY : 1);
        if (weight > most) [best, most] = [i, weight];
      }
      if (best < 0) return;
      this.#take(best);
      open.delete(best);
    }
  }

  #weight(place: number): number {
    const { text } = this.#units[place]!;
    if (text.length > this.#left) return 0;
    let sum = 0;
    for (const word of wordsOf(text)) {
      const isAgain = this.#heard.has(word.toLowerCase());
      sum += worthOf(word, text) * this.#rarity(word) * (isAgain ? AGAIN : 1);
    }
    return sum / (text.length + 20) ** LENGTH_EXPONENT;
  }

  /** A unit and the line that introduces it, where both fit. `must`: what does not fit is cut. */
  #take(place: number | undefined, must = false): void {
    if (place === undefined || this.#chosen.has(place)) return;
    const unit = this.#units[place]!;
    const places = unit.lead === null || this.#chosen.has(unit.lead) ? [place] : [unit.lead, place];
    const size = places.reduce((sum, i) => sum + this.#units[i]!.text.length + 3, 0);
    if (size <= this.#left) for (const i of places) this.#keep(i);
    else if (must) {
      this.#units[place] = { ...unit, text: middleOut(unit.text, Math.max(20, this.#left - 4)) };
      this.#keep(place);
    }
  }

  #keep(place: number): void {
    const { text } = this.#units[place]!;
    this.#chosen.add(place);
    this.#left -= text.length + 3;
    for (const word of wordsOf(text)) this.#heard.add(word.toLowerCase());
  }
}
