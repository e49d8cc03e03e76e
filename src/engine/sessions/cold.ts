import type { SessionId } from '../../domain/base/ids.ts';
import { archiveText, parseArchive, type WholeSession } from '../../domain/keeping/archive.ts';
import type { MetricHead } from '../../domain/metrics/seal.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { Deps } from '../base/deps.ts';

/** The files of cold storage. */
export interface ColdStorage {
  /** The path for a session's archive. */
  archiveFor(id: SessionId, endTime: string): string;
  /** Writes and syncs the file and its folder. */
  writeArchive(path: string, text: string): void;
  readArchive(path: string): { readonly text: string; readonly hash: string } | null;
  /** The metrics head recorded in a session's mirror. */
  witness(id: SessionId): MetricHead | null;
  removeMirror(id: SessionId): boolean;
}

/**
 * Moves an ended session to a file. The file is complete and synced before the rows are removed, and they are removed only if it
 * matches them; after a kill in between, the next run writes the same file again. False if facts arrived meanwhile: it waits for
 * the next run.
 */
export async function moveToCold(deps: Deps, files: ColdStorage, id: SessionId): Promise<boolean> {
  // Folds facts that a killed hook left unfolded.
  await deps.store.fold(id, deps.now());
  const whole = await deps.store.wholeSession(id);
  if (!whole || whole.state.end_time === null) return false;
  const head = files.witness(id) ?? (await deps.store.metricHead());
  const textOf = (session: WholeSession) => archiveText(session, head);
  const text = textOf(whole);
  if (!parseArchive(text)) throw new Error(`session ${id} holds what no archive could give back`);
  const path = files.archiveFor(id, whole.state.end_time);
  files.writeArchive(path, text);
  const file = files.readArchive(path);
  if (file?.text !== text) throw new Error(`${path} does not read as it was written`);
  const isMoved = await deps.store.makeCold(id, { path, ...file }, textOf, deps.now());
  if (isMoved) files.removeMirror(id);
  return isMoved;
}

/** The file of a cold session is missing or was changed: its content is not available. */
export class ArchiveLost extends Error {
  constructor({ session_id: id }: SessionState) {
    super(
      `The archive of session ${id} is missing or was changed since it was written: put the file back, or take the ` +
        'session from an export or a backup.',
    );
  }
}
