import { DatabaseSync } from 'node:sqlite';
import type { Turn } from '../continuity/corpus.ts';
import type { History } from './history.ts';

/** The simplest way that does the job: three lines of FTS5 find the best session, which is told from its end. */
export function bestFromItsEnd({ sessions }: History, question: string, room: number): string {
  const database = new DatabaseSync(':memory:');
  database.exec("create virtual table found using fts5(words, tokenize = 'porter unicode61')");
  const insert = database.prepare('insert into found (rowid, words) values (?, ?)');
  for (const [i, { turns }] of sessions.entries()) insert.run(i + 1, turns.map(wordsOf).join('\n'));
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const match = [...new Set(words)].map((word) => `"${word}"`).join(' OR ');
  const best = database
    .prepare('select rowid from found where found match ? order by rank limit 1')
    .get(match) as { readonly rowid: number } | undefined;
  database.close();
  if (!best) return '';
  const fromTheEnd = sessions[best.rowid - 1]!.turns.map(wordsOf).reverse().join('\n');
  return fromTheEnd.slice(0, room);
}

function wordsOf({ prompt, between = [], reply = '' }: Turn): string {
  return [prompt, ...between, reply].join('\n');
}
