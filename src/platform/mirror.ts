import { join } from 'node:path';
import type { SessionState } from '../domain/session.ts';
import { ensureDir, safeName, writeAtomic } from './files.ts';

/** The JSON copy of a session, for people and other programs: whole or not there. */
export function writeMirror(folder: string, state: SessionState): void {
  ensureDir(folder);
  writeAtomic(mirrorPath(folder, state.session_id), `${JSON.stringify(state, null, 2)}\n`);
}

export function mirrorPath(folder: string, sessionId: string): string {
  return join(folder, `${safeName(sessionId)}.json`);
}
