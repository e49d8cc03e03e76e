import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ensureGiven, readBounded, UnsafePath, writeAtomic } from '../base/files.ts';

/** Loaded where it is needed: it takes a command as long to load as half of a bare start. */
const crypto = () => process.getBuiltinModule('node:crypto');

/** The file of marks in a home: a key of its own, then a mark a line. */
export const FORGOTTEN_SESSIONS = 'sessions-forgotten';

const LARGEST = 16 * 1024 * 1024;

/**
 * The conversations of agents that were forgotten, so that no import brings them back. A mark is a keyed hash: it answers
 * whether one was, to whoever has its id, and names none. Of a long conversation that was imported in parts a mark may be
 * for one part: the others, and what comes later, are still taken in.
 */
export interface ForgottenSessions {
  /** Whether the whole conversation was, or this part of it. */
  has(host: string, hostSessionId: string, part?: string): boolean;
  /** Without a part: the whole conversation. */
  add(host: string, hostSessionId: string, part?: string): void;
}

export function forgottenSessions(home: string): ForgottenSessions {
  const path = join(home, FORGOTTEN_SESSIONS);
  let known: readonly string[] | null = null;
  return {
    has(host, hostSessionId, part = '') {
      // An import asks for thousands: the file is read for the first.
      known ??= linesOf(path);
      const [key, ...marks] = known;
      if (key === undefined) return false;
      return (
        marks.includes(markOf(key, host, hostSessionId)) ||
        marks.includes(markOf(key, host, hostSessionId, part))
      );
    },
    add(host, hostSessionId, part) {
      const [key = crypto().randomBytes(32).toString('hex'), ...marks] = linesOf(path);
      const mark = markOf(key, host, hostSessionId, part);
      if (marks.includes(mark)) return;
      ensureGiven(home);
      writeAtomic(path, `${[key, ...marks, mark].join('\n')}\n`);
      known = null;
    },
  };
}

/** The lines of the file; none where there is no file. One that cannot be read whole must not be taken for none: all marks would be written over. */
function linesOf(path: string): string[] {
  const bytes = readBounded(path, LARGEST);
  const isWhole = bytes !== null && bytes.length < LARGEST;
  if (!isWhole && lstatSync(path, { throwIfNoEntry: false }))
    throw new UnsafePath(
      `${path} cannot be read: it says which sessions were forgotten, make it readable`,
    );
  return bytes?.toString('utf8').split('\n').filter(Boolean) ?? [];
}

function markOf(key: string, host: string, hostSessionId: string, part?: string): string {
  const marked = part === undefined ? [host, hostSessionId] : [host, hostSessionId, part];
  return crypto().createHmac('sha256', key).update(JSON.stringify(marked)).digest('hex');
}
