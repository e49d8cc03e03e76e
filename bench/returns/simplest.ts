// The simplest ways that do the job: a few lines of FTS5, grep, and the newest turns, each with a given room in characters.
import { DatabaseSync } from 'node:sqlite';
import { askedWords, plainWords, type Spoken } from './passages.ts';

/** The best turn takes this share of the room, and the end of its chat the rest. */
const BEST_TURN = 0.4;

export class Simplest {
  readonly #all: readonly Spoken[];
  readonly #byKey: ReadonlyMap<string, Spoken>;
  readonly #database = new DatabaseSync(':memory:');

  readonly #asked: (question: string) => readonly string[];

  /** Conversations, oldest first; `asked`: the words of a question that are looked for. */
  constructor(all: readonly Spoken[], asked: (question: string) => readonly string[] = askedWords) {
    this.#asked = asked;
    this.#all = all;
    this.#byKey = new Map(all.map((one) => [one.key, one]));
    const tokenize = "tokenize = 'porter unicode61'";
    this.#database.exec(`CREATE VIRTUAL TABLE whole USING fts5(key UNINDEXED, text, ${tokenize})`);
    this.#database.exec(
      `CREATE VIRTUAL TABLE turn USING fts5(key UNINDEXED, number UNINDEXED, text, ${tokenize})`,
    );
    const wholes = this.#database.prepare('INSERT INTO whole VALUES (?, ?)');
    const turns = this.#database.prepare('INSERT INTO turn VALUES (?, ?, ?)');
    for (const { key, turns: said } of all) {
      wholes.run(key, said.map(({ text }) => text).join(' '));
      for (const [number, { text }] of said.entries()) turns.run(key, number, text);
    }
  }

  /** Conversations that FTS5 finds, the best first. */
  rank(question: string): string[] {
    const rows = this.#database
      .prepare('SELECT key FROM whole WHERE whole MATCH ? ORDER BY rank')
      .all(this.#matching(question));
    return rows.map(({ key }) => String(key));
  }

  bestTurns(question: string, room: number): string {
    const rows = this.#database
      .prepare('SELECT text FROM turn WHERE turn MATCH ? ORDER BY rank LIMIT 60')
      .all(this.#matching(question));
    return fill(
      rows.map(({ text }) => String(text)),
      room,
    );
  }

  fromItsEnd(question: string, room: number): string {
    return fill(this.#textsOf(this.rank(question)[0]).reverse(), room);
  }

  bestTurnAndEnd(question: string, room: number): string {
    const key = this.rank(question)[0];
    if (key === undefined) return '';
    const texts = this.#textsOf(key);
    const row = this.#database
      .prepare('SELECT number FROM turn WHERE turn MATCH ? AND key = ? ORDER BY rank LIMIT 1')
      .get(this.#matching(question), key);
    const best = Number(row?.['number'] ?? 0);
    const others = texts.filter((_, number) => number !== best).reverse();
    return fill([texts[best]!.slice(0, Math.floor(room * BEST_TURN)), ...others], room);
  }

  /** The conversation that holds most of the words, the newest of equal ones; its turns with most of them first. */
  grepped(question: string, room: number): string {
    const words = new Set(plainWords(question).filter((word) => word.length > 3));
    const held = (text: string) => new Set(plainWords(text).filter((word) => words.has(word))).size;
    const wordsIn = new Map(this.#all.map(({ key }) => [key, held(this.#textsOf(key).join(' '))]));
    const newestFirst = this.#all.map(({ key }) => key).reverse();
    const best = newestFirst.sort((a, b) => wordsIn.get(b)! - wordsIn.get(a)!)[0];
    const texts = this.#textsOf(best).sort((a, b) => held(b) - held(a));
    return fill(texts, room);
  }

  newestTurns(room: number): string {
    return fill(this.#all.flatMap(({ key }) => this.#textsOf(key)).reverse(), room);
  }

  #matching(question: string): string {
    return this.#asked(question)
      .map((word) => `"${word}"`)
      .join(' OR ');
  }

  #textsOf(key: string | undefined): string[] {
    return key === undefined ? [] : this.#byKey.get(key)!.turns.map(({ text }) => text);
  }
}

/** Texts until the room is full; the last one is cut. */
function fill(texts: readonly string[], room: number): string {
  return texts.join('\n').slice(0, room);
}
