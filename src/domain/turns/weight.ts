import { keptText, middleOut, quoted, type Unit, unitsOf } from './units.ts';

/** The author of a quotation: a request is quoted from its beginning, a reply from its end. */
export type Speaker = 'person' | 'agent';

/** A message beside others of the same dialogue. */
export interface Message {
  readonly units: readonly Unit[];
  readonly speaker: Speaker;
  /** Its weight among the others. */
  readonly share: number;
  /** The message belongs to the last turn of the dialogue: its end is always kept. */
  readonly isNewest: boolean;
}

/** The weight of a word by its form. */
const WORTH = { figure: 1.6, other: 1, small: 0.1 } as const;
/** Factor for a word that the quotation already contains. */
const AGAIN = 0.3;
/** Factor for a word that occurs in a later message, which may supersede this one. */
const SAID_LATER = 0.5;
/** Factor for a word of an earlier message: the dialogue is still about it. */
const SAID_BEFORE = 1.5;
/** Factor for a question that is answered. */
const ANSWERED = 0.4;
/** Long units are penalized nearly in proportion to their length. */
const LENGTH_EXPONENT = 0.8;
/** Closing lists up to this length stay whole. */
const SHORT_LIST = 6;
/** Requests up to this length are quoted whole, because they structure a dialogue. */
const SHORT_REQUEST = 160;

const LETTER = 'A-Za-z0-9_$@#\\u00c0-\\u02af\\u0370-\\u1fff\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af';
const WORD = new RegExp(`[${LETTER}](?:[${LETTER}./:%+-]*[${LETTER}%])?`, 'g');
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
export const QUESTION = /[?？]["')\s]*$/;

/** The distinct words of a text. Languages without spaces are read by pairs of characters. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    if (!UNSPACED.test(word)) words.add(word);
    else for (let i = 0; i < Math.max(1, word.length - 1); i++) words.add(word.slice(i, i + 2));
  }
  return [...words];
}

function formOf(word: string): number {
  if (/\d/.test(word)) return WORTH.figure;
  return word.length < 3 && /^[a-z]+$/.test(word) ? WORTH.small : WORTH.other;
}

/** Quotes the best parts of several messages within `room` characters, each in its own order. */
export function tellTogether(messages: readonly Message[], room: number): string[] {
  const whole = messages.map(({ units }) => quoted(new Set(units.keys()), units));
  const choices = choicesOf(messages);
  let left = room;
  messages.forEach(({ speaker, isNewest }, i) => {
    if (speaker === 'person' && whole[i]!.length <= SHORT_REQUEST) left -= choices[i]!.takeAll(left);
    else if (isNewest) left -= choices[i]!.takeEnds(room / 2);
  });
  const best = choices.map((choice) => choice.heaviest(left));
  for (;;) {
    let most = -1;
    best.forEach((found, i) => {
      const now = found && found.size > left ? choices[i]!.heaviest(left) : found;
      best[i] = now;
      if (now && now.weight > (best[most]?.weight ?? 0)) most = i;
    });
    if (most < 0) return choices.map((choice) => choice.quoted());
    left -= choices[most]!.take(best[most]!.place);
    best[most] = choices[most]!.heaviest(left);
  }
}

/** The most informative part of a text, as one line. */
export function tellingPart(text: string, room: number, speaker: Speaker): string {
  return choiceWithin(text, room, speaker).quoted();
}

/** The most informative part of a text, in its own lines, so that it can be shortened again. */
export function tellingLines(text: string, room: number, speaker: Speaker): string {
  return choiceWithin(text, room, speaker).kept();
}

function choiceWithin(text: string, room: number, speaker: Speaker): Choice {
  const [choice] = choicesOf([{ units: unitsOf(text), speaker, share: 1, isNewest: true }]);
  let left = room - choice!.takeAll(room);
  if (left < room) return choice!;
  left -= choice!.takeEnds(room);
  for (let next = choice!.heaviest(left); next; next = choice!.heaviest(left))
    left -= choice!.take(next.place);
  return choice!;
}

/** The words of a unit and their weights. */
type Worths = readonly (readonly [word: string, worth: number])[];

/** Each message with the weights of its words, relative to the other messages. */
function choicesOf(messages: readonly Message[]): Choice[] {
  const words = messages.map(({ units }) => units.map(({ text }) => wordsOf(text.toLowerCase())));
  const seen = new Map<string, { count: number; first: number; last: number }>();
  words.forEach((units, place) => {
    for (const word of units.flat()) {
      const { count, first } = seen.get(word) ?? { count: 0, first: place };
      seen.set(word, { count: count + 1, first, last: place });
    }
  });
  const all = Math.log(words.flat().length + 2);
  const worth = (word: string, place: number) => {
    const { count, first, last } = seen.get(word)!;
    const rarity = Math.max(0.05, 1 - Math.log(count + 0.5) / all);
    return formOf(word) * rarity * (last > place ? SAID_LATER : 1) * (first < place ? SAID_BEFORE : 1);
  };
  return messages.map((message, place) => {
    const worths = words[place]!.map((unit) => unit.map((word) => [word, worth(word, place)] as const));
    return new Choice(message, worths);
  });
}

interface Heaviest {
  readonly place: number;
  readonly weight: number;
  readonly size: number;
}

/** The selection of units of one message. */
class Choice {
  readonly #units: Unit[];
  readonly #message: Message;
  readonly #worths: readonly Worths[];
  /** Indexes of units that can be quoted alone. */
  readonly #body: number[];
  readonly #chosen = new Set<number>();
  readonly #told = new Set<string>();

  constructor(message: Message, worths: readonly Worths[]) {
    this.#message = message;
    this.#worths = worths;
    this.#units = [...message.units];
    this.#body = [...this.#units.keys()].filter((i) => this.#units[i]!.kind !== 'heading');
    if (this.#body.length === 0) this.#body = [...this.#units.keys()];
  }

  quoted(): string {
    return quoted(this.#chosen, this.#units);
  }

  kept(): string {
    return keptText(this.#chosen, this.#units);
  }

  /** Takes all units if they fit. Returns the used room. */
  takeAll(room: number): number {
    const size = quoted(new Set(this.#units.keys()), this.#units).length;
    if (size > room) return 0;
    for (const i of this.#units.keys()) this.#keep(i);
    return size;
  }

  /** Takes the parts of a dialogue's last message that always stay. */
  takeEnds(room: number): number {
    return this.#message.speaker === 'person' ? this.#endsOfRequest(room) : this.#endOfReply(room);
  }

  /** The first sentence of a request asks; the last one often limits it. */
  #endsOfRequest(room: number): number {
    const first = this.#must(this.#body[0], room);
    return first > room * 0.7 ? first : first + this.#within(this.#body.at(-1), room - first);
  }

  /** A closing question with its options, a closing list, and the last two sentences. */
  #endOfReply(room: number): number {
    const last = this.#body.at(-1);
    const before = this.#body.at(-2);
    const isList = [last, before].some((i) => i !== undefined && this.#units[i]!.kind === 'item');
    const taken = this.#must(last, room);
    const places = [...this.#closingQuestion(), ...(isList ? this.#closingList(room) : [before])];
    return places.reduce((sum: number, place) => sum + this.#within(place, room - sum), taken);
  }

  #closingQuestion(): number[] {
    const asked = this.#body.slice(-SHORT_LIST).findLast((i) => QUESTION.test(this.#units[i]!.text));
    if (asked === undefined) return [];
    const { paragraph } = this.#units[asked]!;
    const isOption = (i: number) =>
      this.#units.slice(i, asked).every((unit) => unit.kind === 'item' || unit.paragraph === paragraph);
    const around = this.#body.filter(
      (i) => this.#units[i]!.paragraph === paragraph || (i < asked && isOption(i)),
    );
    return [asked, ...around];
  }

  #closingList(room: number): number[] {
    const end = this.#units.findLastIndex(({ kind }) => kind === 'item');
    let start = end;
    while (start > 0 && this.#units[start - 1]!.kind === 'item') start--;
    const list = [...this.#units.keys()].slice(start, end + 1);
    const size = list.reduce((sum, i) => sum + this.#units[i]!.text.length, 0);
    return list.length > SHORT_LIST && size > room * 0.6 ? [] : list;
  }

  /** The unit with the most weight for its length that fits. */
  heaviest(room: number): Heaviest | null {
    let best: Heaviest | null = null;
    for (const place of this.#body) {
      if (this.#chosen.has(place)) continue;
      const size = this.#sizeOf(place);
      if (size > room) continue;
      const weight = this.#weight(place);
      if (weight > (best?.weight ?? 0)) best = { place, weight, size };
    }
    return best;
  }

  #weight(place: number): number {
    const { text } = this.#units[place]!;
    let sum = 0;
    for (const [word, worth] of this.#worths[place]!) sum += this.#told.has(word) ? worth * AGAIN : worth;
    const open = this.#message.isNewest || !QUESTION.test(text) ? 1 : ANSWERED;
    return (this.#message.share * open * sum) / (text.length + 20) ** LENGTH_EXPONENT;
  }

  /** Takes a unit and the line that introduces it. Returns the used room. */
  take(place: number): number {
    const size = this.#sizeOf(place);
    for (const i of this.#withLead(place)) this.#keep(i);
    return size;
  }

  #within(place: number | undefined, room: number): number {
    if (place === undefined || this.#chosen.has(place) || this.#sizeOf(place) > room) return 0;
    return this.take(place);
  }

  /** Takes a unit in any case, cut if it does not fit. */
  #must(place: number | undefined, room: number): number {
    if (place === undefined || this.#sizeOf(place) <= room) return this.#within(place, room);
    const unit = this.#units[place]!;
    this.#units[place] = { ...unit, text: middleOut(unit.text, Math.max(20, room - 4)), lead: null };
    return this.take(place);
  }

  #withLead(place: number): number[] {
    const { lead } = this.#units[place]!;
    return lead === null || this.#chosen.has(lead) ? [place] : [lead, place];
  }

  #sizeOf(place: number): number {
    return this.#withLead(place).reduce((sum, i) => sum + this.#units[i]!.text.length + 2, 0);
  }

  #keep(place: number): void {
    this.#chosen.add(place);
    for (const [word] of this.#worths[place]!) this.#told.add(word);
  }
}
