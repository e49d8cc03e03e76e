import { plainWords } from '../returns/passages.ts';
import { Simplest } from '../returns/simplest.ts';
import type { History } from './history.ts';

/** The simplest way that does the job: three lines of FTS5 find the best session by all words, which is told from its end. */
export function simplestOf({ sessions }: History): Simplest {
  const spoken = sessions.map(({ turns }, i) => ({
    key: String(i),
    turns: turns.map(({ prompt, between = [], reply = '' }) => ({
      text: [prompt, ...between, reply].join('\n'),
    })),
  }));
  return new Simplest(spoken, (question) => [...new Set(plainWords(question))]);
}
