/** Consecutive words that only a quotation shares with a chat. */
const PASSAGE = 5;
const EMPTY_WORDS = new Set(
  'a an the of to in and or is are be it its on at by for with as not no only never'.split(' '),
);

/** A conversation by the words of its turns. */
export interface Spoken {
  readonly key: string;
  readonly turns: readonly { readonly text: string }[];
}

export function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words that may be asked for, once each. */
export function askedWords(text: string): string[] {
  return [...new Set(plainWords(text))].filter((word) => !EMPTY_WORDS.has(word));
}

/** Which words of a told text come from which conversation. */
export class Passages {
  readonly #passages = new Map<string, Set<string>>();
  readonly #words = new Map<string, Set<string>>();
  /** In how many conversations a word stands. */
  readonly #spread = new Map<string, number>();

  constructor(all: readonly Spoken[]) {
    for (const { key, turns } of all) {
      const spoken = turns.map(({ text }) => plainWords(text));
      this.#passages.set(key, new Set(spoken.flatMap(passagesOf)));
      this.#words.set(key, new Set(spoken.flat()));
    }
    for (const words of this.#words.values())
      for (const word of words) this.#spread.set(word, (this.#spread.get(word) ?? 0) + 1);
  }

  /** The words of the text that stand in passages of this conversation. */
  quoted(text: string, key: string): Set<string> {
    const words = plainWords(text);
    const quoted = new Set<string>();
    passagesOf(words).forEach((passage, at) => {
      if (!this.#passages.get(key)!.has(passage)) return;
      for (const word of words.slice(at, at + PASSAGE)) quoted.add(word);
    });
    return quoted;
  }

  /** The share of a rule that the text quotes of this conversation: rare words weigh more, the whole conversation tells all of it. */
  ruleShare(text: string, key: string, rule: string): number {
    const wanted = askedWords(rule).filter((word) => this.#words.get(key)!.has(word));
    const quoted = this.quoted(text, key);
    const weight = (words: readonly string[]) =>
      words.reduce((sum, word) => sum + this.#rarity(word), 0);
    const whole = weight(wanted);
    return whole === 0 ? 0 : weight(wanted.filter((word) => quoted.has(word))) / whole;
  }

  #rarity(word: string): number {
    return Math.log((this.#words.size + 1) / ((this.#spread.get(word) ?? 0) + 0.5));
  }
}

function passagesOf(words: readonly string[]): string[] {
  const count = Math.max(0, words.length - PASSAGE + 1);
  return Array.from({ length: count }, (_, at) => words.slice(at, at + PASSAGE).join(' '));
}
