import { createHmac, randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { ensureDir, readBounded, writeAtomic } from './files.ts';

/** In the home: a key of its own, then a mark a line. */
export const FORGOTTEN_SESSIONS = 'sessions-forgotten';

const LARGEST = 16 * 1024 * 1024;

/**
 * Which conversations of agents were forgotten, so that no import brings them back. A mark is a keyed hash: it answers
 * whether one was, to whoever has its id, and names none.
 */
export function forgottenSessions(home: string) {
  const path = join(home, FORGOTTEN_SESSIONS);
  const read = () => readBounded(path, LARGEST)?.toString('utf8').split('\n').filter(Boolean) ?? [];
  return {
    has(host: string, hostSessionId: string): boolean {
      const [key, ...marks] = read();
      return key !== undefined && marks.includes(markOf(key, host, hostSessionId));
    },
    add(host: string, hostSessionId: string): void {
      const [key = randomBytes(32).toString('hex'), ...marks] = read();
      const mark = markOf(key, host, hostSessionId);
      if (marks.includes(mark)) return;
      ensureDir(dirname(path));
      writeAtomic(path, `${[key, ...marks, mark].join('\n')}\n`);
    },
  };
}

function markOf(key: string, host: string, hostSessionId: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([host, hostSessionId]))
    .digest('hex');
}
