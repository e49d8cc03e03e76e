import { contentHash } from '../src/domain/text/hash.ts';

/** A piece of an earlier session, as a memory would hold it. */
export interface Passage {
  readonly id: string;
  readonly content: string;
}

const LONGEST = 800;

export function passagesOf(sid: string, user: readonly string[], agent: readonly string[]): Passage[] {
  // What a session says twice is one memory: a repetition that the store would not hold must not count as saved.
  const distinct = new Map<string, Passage>();
  for (const text of [...user, ...agent]) {
    const content = text.trim().slice(0, LONGEST);
    const id = `${sid}:${contentHash(content).slice(0, 12)}`;
    if (content.length >= 40) distinct.set(id, { id, content });
  }
  return [...distinct.values()];
}

/** The plainest search that ranks: words that few passages hold count most. Only what was added before is found. */
export function searcher() {
  const passages: Passage[] = [];
  const holding = new Map<string, number[]>();
  return {
    add(more: readonly Passage[]): void {
      for (const passage of more) {
        for (const word of wordsOf(passage.content)) {
          const list = holding.get(word);
          if (list) list.push(passages.length);
          else holding.set(word, [passages.length]);
        }
        passages.push(passage);
      }
    },

    find(question: string, most: number): Passage[] {
      const scores = new Map<number, number>();
      for (const word of wordsOf(question.slice(0, 1_500))) {
        const list = holding.get(word) ?? [];
        const rarity = Math.log(1 + passages.length / (1 + list.length));
        for (const at of list) scores.set(at, (scores.get(at) ?? 0) + rarity);
      }
      return [...scores]
        .sort((a, b) => b[1] - a[1] || b[0] - a[0])
        .slice(0, most)
        .map(([at]) => passages[at]!);
    },
  };
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9_]{3,40}/g) ?? []);
}
