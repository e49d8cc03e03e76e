import { parseArchive } from '../domain/archive.ts';
import { type Forgetting, forgetInCopy, tracesOf } from '../domain/forget.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Memory } from '../domain/memory.ts';
import type { OwnerRecord } from '../domain/owner.ts';
import { MINUTE } from '../domain/time.ts';
import type { Deps } from './deps.ts';
import { foldingUnder } from './folding.ts';

/** Where copies of what the database holds may lie. */
export interface Copies {
  /** JSON files beside cold storage: mirrors of sessions and of pins. */
  files(): readonly string[];
  read(path: string): string | null;
  write(path: string, text: string): void;
  /** Takes whole lines out of the log. */
  blankLogLines(isUnwanted: (line: string) => boolean): void;
  withMirror(ids: readonly SessionId[]): readonly SessionId[];
  archives(): readonly string[];
  readArchive(path: string): { readonly text: string; readonly hash: string } | null;
  writeArchive(path: string, text: string): void;
  removeArchive(path: string): boolean;
  backups(): readonly string[];
  backup(copyInto: (path: string) => Promise<void>): Promise<{ readonly path: string }>;
  /** What killed writers left behind. */
  abandoned(): readonly string[];
  remove(path: string): boolean;
  /** Who we are, for others who want to touch the same files. */
  readonly self: OwnerRecord;
}

export type ForgetResult =
  | {
      readonly kind: 'forgotten';
      readonly memories: readonly Memory[];
      /** False where a reader keeps the old bytes of the database for now. */
      readonly isGone: boolean;
      /** Files that may hold the words and could not be written. */
      readonly unreachable: readonly string[];
    }
  /** Maintenance is copying what is to be forgotten. Nothing was done. */
  | { readonly kind: 'busy' };

/**
 * Forgets for good. Files come first, then the rows, then the bytes that rows leave behind: whoever is killed in between
 * can begin again with the same ids.
 */
export async function forget(deps: Deps, copies: Copies, ids: readonly string[]): Promise<ForgetResult> {
  const isOurs = await deps.store.beginMaintenance(copies.self, deps.now(), (owner, since) => {
    const liveness = deps.owners.liveness(owner);
    return liveness === 'unknown' ? Math.abs(deps.now() - since) < STALE : liveness === 'alive';
  });
  if (isOurs !== null) return { kind: 'busy' };
  try {
    const memories: Memory[] = [];
    const unreachable = new Set<string>();
    const hadBackups = removeBackups(deps, copies, unreachable);
    for (const id of ids) {
      const memory = await forgetOne(deps, copies, id, unreachable);
      if (memory) memories.push(memory);
    }
    const isGone = await deps.store.leaveNoBytes();
    if (hadBackups) await backUp(deps, copies);
    return { kind: 'forgotten', memories, isGone, unreachable: [...unreachable] };
  } finally {
    await deps.store.endMaintenance(copies.self, deps.now(), null);
  }
}

/** What somebody who was killed left: rows that are gone, with bytes that may not be. */
export async function finishForgetting(deps: Pick<Deps, 'store'>): Promise<boolean> {
  return (await deps.store.unfinishedForgetting()).length === 0 || deps.store.leaveNoBytes();
}

/** A run of maintenance whose process cannot be seen counts as dead after this. */
const STALE = 10 * MINUTE;

async function forgetOne(
  deps: Deps,
  copies: Copies,
  id: string,
  unreachable: Set<string>,
): Promise<Memory | null> {
  const memory = await deps.store.memory(id);
  if (!memory) return null;
  const forgetting: Forgetting = { memoryId: id, content: memory.content };
  const cold = await inArchives(deps, copies, forgetting, unreachable);
  for (const path of copies.files()) {
    attempt(deps, path, unreachable, () => {
      const without = rewritten(copies.read(path), forgetting);
      if (without !== null) copies.write(path, without);
    });
  }
  const blank = (sessions: readonly SessionId[]) =>
    attempt(deps, 'the log', unreachable, () =>
      copies.blankLogLines((line) => tells(line, forgetting, sessions)),
    );
  blank([]);
  const forgotten = await deps.store.forgetMemory(id, foldingUnder(deps.config), deps.now(), cold);
  const touched = forgotten?.sessions.map((state) => state.session_id) ?? [];
  const mirrored = new Set(copies.withMirror(touched));
  const head = await deps.store.metricHead();
  for (const state of forgotten?.sessions ?? []) {
    if (mirrored.has(state.session_id)) deps.writeMirror(state, head);
  }
  if (touched.length > 0) blank(touched);
  return memory;
}

/** Words are only logged where somebody asked for every decision: with a pin, or as what a session was compared by. */
function tells(line: string, forgetting: Forgetting, sessions: readonly SessionId[]): boolean {
  if (mayHold(line, forgetting)) return true;
  return line.includes('"explanation"') && sessions.some((id) => line.includes(id));
}

/** Cold sessions whose files held the words. The new file is there before the index names it, and the old one goes last. */
async function inArchives(
  deps: Deps,
  copies: Copies,
  forgetting: Forgetting,
  unreachable: Set<string>,
): Promise<SessionId[]> {
  const index = new Map((await deps.store.coldSessions()).map((session) => [session.path, session]));
  const touched: SessionId[] = [];
  for (const path of copies.archives()) {
    const file = copies.readArchive(path);
    const text = attempt(deps, path, unreachable, () => rewritten(file?.text ?? null, forgetting))?.done;
    if (!text) continue;
    const session = index.get(path);
    // A file that is not the one it was, or nobody's, is no session's any more; its words go all the same.
    const isRelied = session !== undefined && session.hash === file!.hash && parseArchive(text) !== null;
    const next = isRelied ? nextName(path) : path;
    const written = attempt(deps, path, unreachable, () => {
      copies.writeArchive(next, text);
      return copies.readArchive(next)!.hash;
    });
    if (!written || !isRelied) continue;
    await deps.store.replaceCold(session.id, { path: next, hash: written.done, text });
    attempt(deps, path, unreachable, () => copies.removeArchive(path));
    touched.push(session.id);
  }
  return touched;
}

/** `x.json`, `x-r1.json`, `x-r2.json`. */
function nextName(path: string): string {
  const [, stem, number = '0'] = /^(.+?)(?:-r(\d{1,6}))?\.json$/.exec(path)!;
  return `${stem}-r${Number(number) + 1}.json`;
}

/** The file without the words; null where they are not in it. */
function rewritten(text: string | null, forgetting: Forgetting): string | null {
  if (text === null || !mayHold(text, forgetting)) return null;
  const copy: unknown = JSON.parse(text);
  const without = forgetInCopy(copy, forgetting);
  return without === copy ? null : `${JSON.stringify(without, null, indentOf(text))}\n`;
}

/** Reading is cheaper than parsing. In a file within a file the words are escaped twice. */
function mayHold(text: string, forgetting: Forgetting): boolean {
  const inJson = (trace: string) => JSON.stringify(trace).slice(1, -1);
  return [
    forgetting.memoryId,
    ...tracesOf(forgetting).flatMap((trace) => [inJson(trace), inJson(inJson(trace))]),
  ].some((trace) => text.includes(trace));
}

function indentOf(text: string): number {
  return /^[{[]\n( *)/.exec(text)?.[1]?.length ?? 0;
}

/** Copies of the whole database hold it too. */
function removeBackups(deps: Deps, copies: Copies, unreachable: Set<string>): boolean {
  const backups = copies.backups();
  for (const path of [...backups, ...copies.abandoned()]) {
    attempt(deps, path, unreachable, () => copies.remove(path));
  }
  return backups.length > 0;
}

/** One of now in place of those; where that fails, maintenance makes the next. */
async function backUp(deps: Deps, copies: Copies): Promise<void> {
  try {
    await copies.backup((path) => deps.store.copyInto(path));
  } catch (error) {
    deps.log.failure('backup not renewed', error);
  }
}

/** A file that resists must not keep the others from being rewritten; whoever asked is told. */
function attempt<T>(
  deps: Deps,
  path: string,
  unreachable: Set<string>,
  work: () => T,
): { readonly done: T } | null {
  try {
    return { done: work() };
  } catch (error) {
    unreachable.add(path);
    deps.log.failure('not forgotten in a file', error, { path });
    return null;
  }
}
