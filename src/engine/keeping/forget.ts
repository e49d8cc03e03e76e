import { isImported, type SessionId } from '../../domain/base/ids.ts';
import { parseJson } from '../../domain/base/text/json.ts';
import {
  type Eraser,
  erase,
  eraserOf,
  type Forgetting,
  forgetInText,
  forgettingWords,
  type Subject,
} from '../../domain/keeping/forget.ts';
import { eraserOfSession } from '../../domain/keeping/forget-session.ts';
import { keptSourceOf } from '../../domain/memories/kept.ts';
import type { Holding, Kept, SessionHolding } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { findMemories } from '../memories/memories.ts';
import { type Copies, copyDatabase, underMaintenanceLock } from './copy.ts';

export type ForgetResult =
  | {
      readonly kind: 'forgotten';
      /** Ids of the memories that are gone. */
      readonly memories: readonly string[];
      /** How many messages and actions of sessions held the words. */
      readonly facts: number;
      /** False while a reader keeps the old bytes of the database. */
      readonly isGone: boolean;
      /** Files that may contain the words and could not be written. */
      readonly unreachable: readonly string[];
    }
  /** Maintenance is running and could copy the words. Nothing was done. */
  | { readonly kind: 'busy' };

type ForgottenCount = Pick<Extract<ForgetResult, { kind: 'forgotten' }>, 'memories' | 'facts'>;

export type { Subject };

/** One run of `forget`. Without `act` nothing is written. */
interface ForgetRun {
  readonly deps: Deps;
  readonly copies: Copies;
  readonly unreachable: Set<string>;
  readonly act: boolean;
  readonly progress: (what: string) => void;
}

/** Forgets for good, here and where rooms pass it on to. */
export function forget(
  deps: Deps,
  copies: Copies,
  subject: Subject,
  progress: ForgetRun['progress'] = () => {},
): Promise<ForgetResult> {
  return runForgetting(deps, copies, subject, progress, async () => {
    for (const room of deps.rooms) await room.forgets?.(deps, subject);
  });
}

/** Forgets for good what another machine of the person asked for, which has informed all others already. */
export function forgetHere(deps: Deps, copies: Copies, subject: Subject): Promise<ForgetResult> {
  return runForgetting(
    deps,
    copies,
    subject,
    () => {},
    async () => {},
  );
}

/**
 * Files come first, then the rows, then the bytes that deleted rows leave: after a kill in between, it can be run again with the
 * same subject.
 */
async function runForgetting(
  deps: Deps,
  copies: Copies,
  subject: Subject,
  progress: ForgetRun['progress'],
  passOn: () => Promise<void>,
): Promise<ForgetResult> {
  const run: ForgetRun = { deps, copies, unreachable: new Set(), act: true, progress };
  const ran = await underMaintenanceLock(deps, copies.self, async (): Promise<ForgetResult> => {
    try {
      await passOn();
      const hadBackups = removeBackups(run);
      const gone = await forgetSubject(run, subject);
      progress('writing the database anew');
      const isGone = await deps.store.leaveNoBytes();
      if (hadBackups) await backUp(run);
      return { kind: 'forgotten', ...gone, isGone, unreachable: [...run.unreachable] };
    } finally {
      progress('');
    }
  });
  return 'by' in ran ? { kind: 'busy' } : ran.done;
}

/** Memories that go with a session. */
export function memoriesOfSession(
  { findings, rules }: SessionHolding,
  withRules = false,
): readonly string[] {
  return withRules ? [...findings, ...rules] : findings;
}

/** The texts of a subject, each as something to forget. */
export async function readForgettings(
  deps: Deps,
  { memories = [], words = [], quotes = [] }: Subject,
): Promise<readonly Forgetting[]> {
  const known = await findMemories(deps, memories);
  return [
    ...known.map(({ id, content }) => forgettingWords(content, id)),
    ...words.map(forgettingTyped),
    ...quotes.map((content) => forgettingWords(content)),
  ];
}

/** One thing to remove: from files by its eraser, from rows by the store, which returns the affected sessions. */
interface ForgetTarget {
  readonly eraser: Eraser;
  inRows(): Promise<Partial<ForgottenCount> & { readonly sessions: readonly SessionId[] }>;
}

async function forgetSubject(run: ForgetRun, subject: Subject): Promise<ForgottenCount> {
  const { deps, copies } = run;
  const { sessions = [], rules, withdrawn = [] } = subject;
  const found = await Promise.all(sessions.map((id) => deps.store.sessionHolding(id)));
  const holdings = found.filter((one) => one !== null);
  for (const { host, host_session_id, forgetting } of holdings) {
    const { id } = forgetting;
    // An import gives a part of a conversation a fixed id; a captured session is the whole conversation.
    const part = host_session_id !== null && isImported(id) ? id : undefined;
    copies.markForgotten(host, host_session_id ?? id, part);
  }
  // Memories separately: their words may occur in other sessions too.
  const memories = [
    ...(subject.memories ?? []),
    ...holdings.flatMap((one) => memoriesOfSession(one, rules)),
  ];
  for (const id of memories) {
    const source = keptSourceOf(id);
    if (source !== null) copies.markForgotten(source, id);
  }
  const wordings = await readForgettings(deps, { ...subject, memories });
  const targets: ForgetTarget[] = [
    ...wordings.map((one) => ({
      eraser: eraserOf(one),
      inRows: () => deps.store.forgetWords(one, deps.now()),
    })),
    ...holdings.map(({ forgetting }) => ({
      eraser: eraserOfSession(forgetting),
      inRows: () => {
        attempt(run, `the mirror of ${forgetting.id}`, () => copies.removeMirror(forgetting.id));
        return deps.store.forgetSession(forgetting, deps.now());
      },
    })),
  ];
  return targets.length + withdrawn.length > 0
    ? forgetEach(run, targets, withdrawn)
    : { memories: [], facts: 0 };
}

/** Reads each file once for all targets. */
async function forgetEach(
  run: ForgetRun,
  targets: readonly ForgetTarget[],
  withdrawn: readonly SessionId[],
): Promise<ForgottenCount> {
  const memories: string[] = [];
  let facts = 0;
  const erasers = targets.map(({ eraser }) => eraser);
  await eraseInFiles(run, erasers);
  run.progress('rows');
  const touched = new Set(withdrawn);
  for (const { inRows } of targets) {
    const done = await inRows();
    memories.push(...(done.memories ?? []));
    facts += done.facts ?? 0;
    for (const id of done.sessions) touched.add(id);
  }
  await renewMirrors(run, [...touched], erasers);
  return { memories, facts };
}

/** The extent of a `forget`, for a preview. */
export interface ForgetPreview {
  readonly rows: Holding;
  /** Lines with the words; none for a session, which is removed as a whole. */
  readonly lines: readonly string[];
  readonly files: {
    readonly archives: number;
    readonly copies: number;
    readonly log_lines: number;
  };
  /** Items that stay, because something else relies on them. */
  readonly stays: Kept & { readonly files: readonly string[] };
  /** Null unless a session is forgotten. */
  readonly session: SessionHolding | null;
  /** Whether anything would go. */
  readonly isAny: boolean;
}

/** The extent of forgetting a session. Null where there is none. */
export async function foreseeSession(
  deps: Deps,
  copies: Copies,
  id: SessionId,
): Promise<ForgetPreview | null> {
  const session = await deps.store.sessionHolding(id);
  if (!session) return null;
  const files = await eraseInFiles(previewRun(deps, copies), [eraserOfSession(session.forgetting)]);
  return { rows: session, lines: [], files, stays: { ...NOTHING_STAYS }, session, isAny: true };
}

/** The extent of forgetting words. */
export async function foreseeWords(
  deps: Deps,
  copies: Copies,
  words: string,
): Promise<ForgetPreview> {
  const run = previewRun(deps, copies);
  const forgetting = forgettingTyped(words);
  const { sealed_metrics, names, lines, ...rows } = await deps.store.holding(forgetting);
  const files = await eraseInFiles(run, [eraserOf(forgetting)]);
  const settled = copies.settled().filter((path) => {
    const found = attempt(run, path, () => {
      const text = copies.read(path) ?? '';
      return forgetInText(text, forgetting) !== text;
    });
    return found?.done === true;
  });
  const counts = [...Object.values(rows), files.archives, files.copies, files.log_lines];
  return {
    rows,
    lines,
    files,
    session: null,
    stays: { sealed_metrics, names, files: settled },
    isAny: counts.some((count) => count > 0),
  };
}

function previewRun(deps: Deps, copies: Copies): ForgetRun {
  return { deps, copies, unreachable: new Set(), act: false, progress: () => {} };
}

const NOTHING_STAYS = { sealed_metrics: 0, names: 0, files: [] as readonly string[] };

function forgettingTyped(words: string): Forgetting {
  return { memoryId: null, content: words };
}

/** Removes the bytes of rows that a killed process deleted. */
export async function finishForgetting(deps: Pick<Deps, 'store'>): Promise<boolean> {
  return (await deps.store.unfinishedForgetting()).length === 0 || deps.store.leaveNoBytes();
}

async function eraseInFiles(
  run: ForgetRun,
  erasers: readonly Eraser[],
): Promise<ForgetPreview['files']> {
  const { copies } = run;
  run.progress('archives');
  const archives = await eraseInArchives(run, erasers);
  run.progress('mirrors');
  let changed = 0;
  for (const path of [...copies.files(), ...copies.waiting()]) {
    attempt(run, path, () => {
      const text = eraseAll(copies.read(path), erasers);
      if (text === null) return;
      changed++;
      if (!run.act) return;
      if (text === '') copies.remove(path);
      else copies.write(path, text);
    });
  }
  return { archives, copies: changed, log_lines: blankLog(run, heldBy(erasers)) };
}

/** Writes the mirrors of changed sessions anew, and blanks the log lines that explain a restore by them. */
async function renewMirrors(
  run: ForgetRun,
  touched: readonly SessionId[],
  erasers: readonly Eraser[],
): Promise<void> {
  const { deps, copies } = run;
  const head = await deps.store.metricHead();
  for (const id of copies.withMirror(touched)) {
    const state = await deps.store.session(id);
    if (state) deps.writeMirror(state, head);
  }
  const isHeld = heldBy(erasers);
  blankLog(
    run,
    (line) =>
      isHeld(line) || (line.includes('"explanation"') && touched.some((id) => line.includes(id))),
  );
}

function heldBy(erasers: readonly Eraser[]): (line: string) => boolean {
  return (line) => erasers.some((eraser) => eraser.mayHold(line));
}

/** Blanks the lines of the log that match, and counts them. */
function blankLog(run: ForgetRun, tells: (line: string) => boolean): number {
  let lines = 0;
  attempt(run, 'the log', () =>
    run.copies.blankLogLines((line) => {
      const isUnwanted = tells(line);
      if (isUnwanted) lines++;
      return isUnwanted && run.act;
    }),
  );
  return lines;
}

/** Brings cold sessions that hold the words back to the database, whose rows lose them later; maintenance moves them again. */
async function eraseInArchives(run: ForgetRun, erasers: readonly Eraser[]): Promise<number> {
  const { deps, copies } = run;
  const index = new Map((await deps.store.coldSessions()).map(({ path, id }) => [path, id]));
  let archives = 0;
  for (const path of copies.archives()) {
    const rest = attempt(run, path, () =>
      eraseAll(copies.readArchive(path)?.text ?? null, erasers),
    );
    const text = rest?.done ?? null;
    if (text === null) continue;
    archives++;
    if (!run.act) continue;
    const id = index.get(path);
    const isThawed = id !== undefined && (await deps.store.thaw(id));
    // A file that is not the one it was, or nobody's, is no session's any more; its words go all the same.
    attempt(run, path, () =>
      isThawed || text === '' ? copies.removeArchive(path) : copies.writeArchive(path, text),
    );
  }
  return archives;
}

/** The text of a file without the words; empty where it holds nothing else, null where it holds none of them. */
function eraseAll(text: string | null, erasers: readonly Eraser[]): string | null {
  let rest: string | null = null;
  for (const eraser of erasers) rest = eraseOne(rest ?? text ?? '', eraser) ?? rest;
  return rest;
}

/** The same for one eraser. */
function eraseOne(text: string, eraser: Eraser): string | null {
  if (!eraser.mayHold(text)) return null;
  // A page is removed whole; `cortex report` writes it anew.
  if (/^<!doctype html/i.test(text)) return '';
  const copy = parseJson(text);
  if (copy === undefined) return withoutInLines(text, eraser);
  if (eraser.isWhole(copy)) return '';
  const rest = erase(copy, eraser);
  return rest === copy ? null : `${JSON.stringify(rest, null, indentOf(text))}\n`;
}

/** A file that is JSON line by line, or plain text. */
function withoutInLines(text: string, eraser: Eraser): string | null {
  const lines = text.split('\n').flatMap((line) => {
    if (!eraser.mayHold(line)) return [line];
    const copy = parseJson(line);
    if (copy === undefined) return [eraser.inLine(line)];
    if (eraser.isWhole(copy)) return [];
    const rest = erase(copy, eraser);
    return [rest === copy ? line : JSON.stringify(rest)];
  });
  const rest = lines.join('\n');
  return rest === text ? null : rest;
}

function indentOf(text: string): number {
  return /^[{[]\n( *)/.exec(text)?.[1]?.length ?? 0;
}

/** Removes the backups, which hold the words too, and what killed writers left. Returns whether there were backups. */
function removeBackups(run: ForgetRun): boolean {
  run.progress('backups');
  const backups = run.copies.backups();
  for (const path of [...backups, ...run.copies.abandoned()]) {
    attempt(run, path, () => run.copies.remove(path));
  }
  return backups.length > 0;
}

/** Makes a backup in place of the removed ones; where that fails, maintenance makes the next. */
async function backUp({ deps, copies, progress }: ForgetRun): Promise<void> {
  progress('backup');
  try {
    await copyDatabase(deps, copies);
  } catch (error) {
    deps.log.failure('backup not renewed', error);
  }
}

/** Notes a file that cannot be written, so that the others are rewritten all the same. */
function attempt<T>(run: ForgetRun, path: string, work: () => T): { readonly done: T } | null {
  try {
    return { done: work() };
  } catch (error) {
    run.unreachable.add(path);
    run.deps.log.failure('not forgotten in a file', error, { path });
    return null;
  }
}

/** Ids whose rows are gone while their bytes may still be in the file. */
export function unfinishedForgetting({ store }: Pick<Deps, 'store'>): Promise<readonly string[]> {
  return store.unfinishedForgetting();
}
