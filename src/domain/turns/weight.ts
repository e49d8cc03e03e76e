import { isNod, isProcessTalk } from './talk.ts';
import {
  isIntroduction,
  keptText,
  parseUnits,
  QUESTION,
  type Quotation,
  quoteUnits,
  type Unit,
} from './units.ts';

/** The author of a quotation: a request is quoted from its beginning, a reply from its end. */
export type Speaker = 'person' | 'agent';

/** A message beside others of the same dialogue. */
export interface DialogueMessage {
  readonly units: readonly Unit[];
  readonly speaker: Speaker;
  /** Its weight among the others. */
  readonly share: number;
  /** The message belongs to the last turn of the dialogue: its end is always kept. */
  readonly isNewest: boolean;
  /** A request without an outcome: only its words tell of it. */
  readonly isDue?: boolean;
  /** A request that is told only with its reply. */
  readonly isHeldBack?: boolean;
  /** A reply that was cut off, so that its last sentence tells what came next. */
  readonly isOpenEnded?: boolean;
  /** The last reply of its session, of which something is told. */
  readonly isEnd?: boolean;
  /** The request that a reply answers: the reply is not told without its beginning. */
  readonly request?: DialogueMessage;
}

/** The part of a message that decides which of its units can be told. */
type TellableMessage = Pick<DialogueMessage, 'units' | 'speaker' | 'isOpenEnded'>;

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

const LETTER =
  'A-Za-z0-9_$@#\\u00c0-\\u02af\\u0370-\\u1fff\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af';
const WORD = new RegExp(`[${LETTER}](?:[${LETTER}./:%+-]*[${LETTER}%])?`, 'g');
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The distinct words of a text. Languages without spaces are read by pairs of characters. */
export function distinctWords(text: string): string[] {
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
export function tellTogether(messages: readonly DialogueMessage[], room: number): Quotation[] {
  const choices = choicesOf(messages);
  let left = room;
  for (const choice of choices) left -= choice.takeEnds(left);
  for (const choice of choices.toReversed()) left -= choice.takeOutcome(left);
  for (const choice of choices) left -= choice.takeShortRequest(left);
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
    // A request stands before its reply.
    for (const i of [most - 1, most]) best[i] = choices[i]?.heaviest(left) ?? null;
  }
}

/** All of a message that can be told. */
export function quoteWhole(message: DialogueMessage): Quotation {
  const choice = new Choice(message, []);
  choice.takeAll(Number.POSITIVE_INFINITY);
  return choice.quoted();
}

/** The room for the parts of a message that are told whatever its share. */
export function roomForEnds(message: DialogueMessage): number {
  return new Choice(message, []).takeEnds(Number.POSITIVE_INFINITY);
}

/** Whether a message holds anything that can be told. */
export function saysAnything(message: TellableMessage): boolean {
  return tellable(message).length > 0;
}

/** The most informative part of a text. */
export function tellingPart(text: string, room: number, speaker: Speaker): Quotation {
  return choiceWithin(text, room, speaker).quoted();
}

/** The most informative part of a text, in its own lines, so that it can be shortened again. */
export function tellingLines(text: string, room: number, speaker: Speaker): string {
  return choiceWithin(text, room, speaker).kept();
}

/** Weight of the end of a text beside a word that is looked for, and that of any other part. */
const END = 0.5;
const ANY = 0.05;

/** The part of a text with most of some words for its length, and its end: of a request the beginning. */
export function matchingPart(
  text: string,
  room: number,
  speaker: Speaker,
  wordsOfUnit: (text: string) => readonly string[],
): Quotation {
  const units = parseUnits(text);
  const message = { units, speaker, share: 1, isNewest: true, isOpenEnded: true };
  const body = tellable(message);
  const end = speaker === 'person' ? body[0] : body.at(-1);
  const worths = units.map((unit, i) => [
    ...wordsOfUnit(unit.text).map((word) => [word, 1] as const),
    [`\n${i}`, i === end ? END : ANY] as const,
  ]);
  const choice = new Choice(message, worths);
  let left = room;
  let taken = 0;
  for (let next = choice.heaviest(left); next; next = choice.heaviest(left)) {
    left -= choice.take(next.place);
    taken++;
    // The others hold no further word.
    if (taken > 1 && worths[next.place]!.length === 1) break;
  }
  return choice.quoted();
}

/** The end is open, because nobody knows yet whether more follows. */
function choiceWithin(text: string, room: number, speaker: Speaker): Choice {
  const message = { units: parseUnits(text), speaker, share: 1, isNewest: true, isOpenEnded: true };
  const [choice] = choicesOf([message]);
  let left = room - choice!.takeAll(room);
  if (left < room) return choice!;
  left -= choice!.takeEnds(room);
  for (let next = choice!.heaviest(left); next; next = choice!.heaviest(left))
    left -= choice!.take(next.place);
  return choice!;
}

/** The words of a unit and their weights. */
type Worths = readonly (readonly [word: string, worth: number])[];

/** Each message with the weights of its words, relative to the other messages. A request stands before its reply. */
function choicesOf(messages: readonly DialogueMessage[]): Choice[] {
  const words = messages.map(({ units }) =>
    units.map(({ text }) => distinctWords(text.toLowerCase())),
  );
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
    return (
      formOf(word) * rarity * (last > place ? SAID_LATER : 1) * (first < place ? SAID_BEFORE : 1)
    );
  };
  const made = new Map<DialogueMessage, Choice>();
  messages.forEach((message, place) => {
    const worths = words[place]!.map((unit) =>
      unit.map((word) => [word, worth(word, place)] as const),
    );
    const request = message.request && made.get(message.request);
    made.set(message, new Choice(message, worths, request));
  });
  return [...made.values()];
}

interface Heaviest {
  readonly place: number;
  readonly weight: number;
  readonly size: number;
}

/** Indexes of the units that can be told: no nod and no talk about what is looked at next, nothing that leads to nothing. */
function tellable({ units, speaker, isOpenEnded = false }: TellableMessage): number[] {
  const all = [...units.keys()];
  const body = all.filter((i) => units[i]!.kind !== 'heading');
  const leads = new Set(units.map(({ lead }) => lead));
  const last = body.at(-1);
  const isNews = (i: number) => {
    if (isOpenEnded && i === last) return true;
    const isEmpty = isIntroduction(units[i]!) && !leads.has(i);
    return !isEmpty && !(speaker === 'agent' ? isProcessTalk : isNod)(units[i]!.text);
  };
  const news = body.filter(isNews);
  if (news.length > 0) return news;
  if (body.length === 0) return all;
  if (speaker === 'agent') return [];
  return units.at(-1)!.isBeforeGap ? all.filter((i) => !isNod(units[i]!.text)) : all;
}

/** Characters between units that stand together, between quotes of one message, and of a count of list items. */
const BESIDE = 2;
const BETWEEN = 3;
const COUNT = 11;

/** The selection of units of one message. */
class Choice {
  readonly #units: readonly Unit[];
  readonly #message: DialogueMessage;
  readonly #request: Choice | undefined;
  readonly #worths: readonly Worths[];
  /** Indexes of units that can be told. */
  readonly #body: readonly number[];
  /** Numbers of lists that are options of a question: they are told whole or not at all. */
  readonly #options: ReadonlySet<number>;
  readonly #chosen = new Set<number>();
  readonly #told = new Set<string>();

  constructor(message: DialogueMessage, worths: readonly Worths[], request?: Choice) {
    this.#message = message;
    this.#request = request;
    this.#worths = worths;
    this.#units = message.units;
    this.#body = tellable(message);
    this.#options = optionsIn(message.units);
  }

  quoted(): Quotation {
    return quoteUnits(this.#chosen, this.#units);
  }

  kept(): string {
    return keptText(this.#chosen, this.#units);
  }

  /** Takes all units if they fit. Returns the used room. */
  takeAll(room: number): number {
    const all = new Set(this.#body.flatMap((place) => this.#withWhatItNeeds(place)));
    const size = this.#sizeOfAll([...all]);
    if (size > room) return 0;
    for (const i of all) this.#keep(i);
    return size;
  }

  /** A short request is told whole, because it structures a dialogue. */
  takeShortRequest(room: number): number {
    const { speaker, units } = this.#message;
    const length = units.reduce((sum, { text }) => sum + text.length + 1, 0);
    return speaker === 'person' && length <= SHORT_REQUEST && !this.#waits()
      ? this.takeAll(room)
      : 0;
  }

  /** The most informative unit of the reply with which a session ended. */
  takeOutcome(room: number): number {
    const best = this.#message.isEnd && this.#chosen.size === 0 ? this.heaviest(room) : null;
    return best === null ? 0 : this.take(best.place);
  }

  /** Takes what is told whatever the share of a message. */
  takeEnds(room: number): number {
    const { isNewest, isDue, speaker } = this.#message;
    if (!isNewest && !isDue) return 0;
    if (!isNewest) return this.#within(this.#body[0], room);
    return speaker === 'person' ? this.#endsOfRequest(room) : this.#endOfReply(room);
  }

  /** The first sentence of a request asks; the last one often limits it. */
  #endsOfRequest(room: number): number {
    const first = this.#within(this.#body[0], room);
    return first + this.#within(this.#body.at(-1), room - first);
  }

  /** A closing question with its options, a closing list, and the last two sentences. */
  #endOfReply(room: number): number {
    const last = this.#body.at(-1);
    const before = this.#body.at(-2);
    const isList = [last, before].some((i) => i !== undefined && this.#units[i]!.list !== null);
    const places = [last, ...this.#closingQuestion(), ...(isList ? this.#closingList() : [before])];
    return places.reduce((sum: number, place) => sum + this.#within(place, room - sum), 0);
  }

  #closingQuestion(): number[] {
    const asked = this.#body
      .slice(-SHORT_LIST)
      .findLast((i) => QUESTION.test(this.#units[i]!.text));
    if (asked === undefined) return [];
    const { paragraph } = this.#units[asked]!;
    const options = [asked - 1, asked + 1].map((i) => this.#units[i]?.list ?? null);
    const isAround = (i: number) => {
      const { list, paragraph: own } = this.#units[i]!;
      return (
        own === paragraph || (list !== null && this.#options.has(list) && options.includes(list))
      );
    };
    return [asked, ...this.#body.filter(isAround)];
  }

  #closingList(): number[] {
    const { list } = this.#units[this.#body.findLast((i) => this.#units[i]!.list !== null)!]!;
    const items = this.#body.filter((i) => this.#units[i]!.list === list);
    return items.length > SHORT_LIST ? [] : items;
  }

  /** Whether nothing is told of its reply yet, without which it is not told. */
  #waits(): boolean {
    return this.#message.isHeldBack === true && this.#chosen.size === 0;
  }

  /** The unit with the most weight for its length that fits. */
  heaviest(room: number): Heaviest | null {
    if (this.#waits()) return null;
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
    for (const [word, worth] of this.#worths[place] ?? [])
      sum += this.#told.has(word) ? worth * AGAIN : worth;
    const open = this.#message.isNewest || !QUESTION.test(text) ? 1 : ANSWERED;
    return (this.#message.share * open * sum) / (text.length + 20) ** LENGTH_EXPONENT;
  }

  /** Takes a unit with what it needs. Returns the used room. */
  take(place: number): number {
    const size = this.#sizeOf(place);
    if (this.#request !== undefined) this.#request.#takeOpening();
    for (const i of this.#withWhatItNeeds(place)) this.#keep(i);
    return size;
  }

  #within(place: number | undefined, room: number): number {
    if (place === undefined || this.#chosen.has(place) || this.#sizeOf(place) > room) return 0;
    return this.take(place);
  }

  /** A unit, what introduces it or is introduced by it, and the other options of a question. */
  #withWhatItNeeds(place: number): number[] {
    const needed = new Set<number>();
    const add = (i: number | null): void => {
      if (i === null || needed.has(i) || this.#chosen.has(i)) return;
      needed.add(i);
      const unit = this.#units[i]!;
      if (!this.#isAnnounced(unit)) add(unit.lead);
      if (this.#isNodBefore(i)) add(i - 1);
      if (unit.list !== null && this.#options.has(unit.list))
        this.#units.forEach(({ list }, other) => {
          if (list === unit.list) add(other);
        });
      const leads = isIntroduction(unit) || unit.kind === 'heading';
      if (leads && !this.#isToldWith(i, needed)) add(this.#introducedBy(i));
    };
    add(place);
    return [...needed];
  }

  /** Whether it is told what the agent does next, and not what a list holds. */
  #isAnnounced({ lead, list }: Unit): boolean {
    if (lead === null || list !== null || this.#message.speaker === 'person') return false;
    return isProcessTalk(this.#units[lead]!.text);
  }

  /** A person's nod says something only with the sentence behind it. */
  #isNodBefore(place: number): boolean {
    const { speaker } = this.#message;
    const nod = this.#units[place - 1];
    if (speaker === 'agent' || nod === undefined || this.#units[place]!.isAfterGap) return false;
    return nod.kind === 'sentence' && isNod(nod.text);
  }

  #isToldWith(lead: number, needed: ReadonlySet<number>): boolean {
    return this.#units.some(
      (unit, i) => unit.lead === lead && (needed.has(i) || this.#chosen.has(i)),
    );
  }

  #introducedBy(lead: number): number | null {
    const first = this.#units.findIndex((unit) => unit.lead === lead);
    return first < 0 ? null : first;
  }

  #sizeOf(place: number): number {
    const opening = this.#request === undefined ? 0 : this.#request.#sizeOfOpening();
    return opening + this.#sizeOfAll(this.#withWhatItNeeds(place));
  }

  /** The first unit of a message of which nothing is told yet. */
  #opening(): number | undefined {
    return this.#chosen.size > 0 ? undefined : this.#body[0];
  }

  #sizeOfOpening(): number {
    const opening = this.#opening();
    return opening === undefined ? 0 : this.#sizeOf(opening);
  }

  #takeOpening(): void {
    const opening = this.#opening();
    if (opening !== undefined) this.take(opening);
  }

  #sizeOfAll(places: readonly number[]): number {
    const own = new Set(places);
    const isTold = (i: number) => own.has(i) || this.#chosen.has(i);
    let size = 0;
    let counted: number | null = null;
    for (const i of places) {
      const { text, list } = this.#units[i]!;
      size += text.length + (isTold(i - 1) ? BESIDE : BETWEEN);
      if (list !== null && list !== counted && !this.#isBegun(list)) {
        size += COUNT;
        counted = list;
      }
    }
    return size;
  }

  #isBegun(list: number): boolean {
    return this.#units.some((unit, i) => unit.list === list && this.#chosen.has(i));
  }

  #keep(place: number): void {
    this.#chosen.add(place);
    for (const [word] of this.#worths[place] ?? []) this.#told.add(word);
  }
}

/** Numbers of the lists that stand under a question, or directly before one. */
function optionsIn(units: readonly Unit[]): ReadonlySet<number> {
  const options = new Set<number>();
  units.forEach(({ list, lead }, i) => {
    if (list === null) return;
    const next = units[i + 1];
    const isAsked = lead !== null && /[?？][:：]?$/.test(units[lead]!.text);
    if (isAsked || (next !== undefined && next.list === null && QUESTION.test(next.text)))
      options.add(list);
  });
  return options;
}
