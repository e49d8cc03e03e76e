import { isImported, type SessionId } from '../../domain/ids.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import { relevance } from '../../domain/restore/relevance.ts';
import type { SessionState } from '../../domain/session/session.ts';
import { parseJson } from '../../domain/text/json.ts';
import { DAY, hoursBetween, millis } from '../../domain/time.ts';
import {
  FORGOTTEN,
  type Forgetting,
  forgetDeep,
  forgetInText,
  forgettingWords,
  mayHold,
  type Subject,
} from '../../domain/upkeep/forget.ts';
import { type ForgettingSession, namesSession, withoutSession } from '../../domain/upkeep/forget-session.ts';
import type { Holding, Kept, SessionHolding } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { memoriesOf } from '../memories/memories.ts';
import { foldingUnder } from '../session/folding.ts';
import { type Copies, copyDatabase, whileNobodyElse } from './copy.ts';

export type ForgetResult =
  | {
      readonly kind: 'forgotten';
      /** Ids of the memories that are gone. */
      readonly memories: readonly string[];
      /** How many messages and actions of sessions held the words. */
      readonly facts: number;
      /** False where a reader keeps the old bytes of the database for now. */
      readonly isGone: boolean;
      /** Files that may hold the words and could not be written. */
      readonly unreachable: readonly string[];
    }
  /** Maintenance is copying what is to be forgotten. Nothing was done. */
  | { readonly kind: 'busy' };

type Gone = Pick<Extract<ForgetResult, { kind: 'forgotten' }>, 'memories' | 'facts'>;

export type { Subject };

/** Removes the subject from a file, a line and a copy of a session. */
interface Eraser {
  /** Whether a text may hold it, before it is parsed. */
  mayHold(text: string): boolean;
  /** Whether a line of the log tells of it. */
  tells(line: string): boolean;
  inCopy(copy: unknown): unknown;
  inText(text: string): string;
  /** Whether the copy is of nothing else. */
  isWhole(copy: unknown): boolean;
}

/** A run of forgetting. Without `act` nothing is written. */
interface Run {
  readonly deps: Deps;
  readonly copies: Copies;
  readonly unreachable: Set<string>;
  readonly act: boolean;
  readonly progress: (what: string) => void;
}

/**
 * Forgets for good. `isObeying`: another machine of the person's asked for it, which has told everybody already.
 * Files come first, then the rows, then the bytes that rows leave behind: whoever is killed in between
 * can begin again with the same subject.
 */
export async function forget(
  deps: Deps,
  copies: Copies,
  subject: Subject,
  progress: Run['progress'] = () => {},
  isObeying = false,
): Promise<ForgetResult> {
  const run: Run = { deps, copies, unreachable: new Set(), act: true, progress };
  const ran = await whileNobodyElse(deps, copies.self, async (): Promise<ForgetResult> => {
    try {
      if (!isObeying) for (const room of deps.rooms) await room.forgets?.(deps, subject);
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
export function madeIn({ findings, rules }: SessionHolding, withRules = false): readonly string[] {
  return withRules ? [...findings, ...rules] : findings;
}

export async function wordingsOf(deps: Deps, { memories = [], words = [], quotes = [] }: Subject) {
  const known = await memoriesOf(deps, memories);
  return [
    ...known.map(({ id, content }) => forgettingWords(content, id)),
    ...words.map(typed),
    ...quotes.map((content) => forgettingWords(content)),
  ];
}

async function forgetSubject(run: Run, subject: Subject): Promise<Gone> {
  const { deps, copies } = run;
  const { sessions = [], rules, withdrawn = [] } = subject;
  const found = await Promise.all(sessions.map((id) => deps.store.sessionHolding(id, stillTold(deps))));
  const holdings = found.filter((one) => one !== null);
  for (const { host, host_session_id, forgetting } of holdings) {
    const { id } = forgetting;
    // An import gives the same id to the same part of a conversation; what was captured is the conversation.
    const part = host_session_id !== null && isImported(id) ? id : undefined;
    copies.markForgotten(host, host_session_id ?? id, part);
  }
  // Memories by themselves: their words may stand in other sessions too.
  const memories = [...(subject.memories ?? []), ...holdings.flatMap((one) => madeIn(one, rules))];
  const gone = await forgetWordings(run, await wordingsOf(deps, { ...subject, memories }));
  await forgetSessions(
    run,
    holdings.map(({ forgetting }) => forgetting),
  );
  const states = await Promise.all(withdrawn.map((id) => deps.store.session(id)));
  await renewMirrors(
    run,
    states.filter((state) => state !== null),
    [],
  );
  return gone;
}

async function forgetWordings(run: Run, wordings: readonly Forgetting[]): Promise<Gone> {
  const { store, config, now } = run.deps;
  const memories: string[] = [];
  let facts = 0;
  await everywhere(run, wordings.map(eraserOf), async (place) => {
    const done = await store.forgetWords(wordings[place]!, foldingUnder(config), now());
    memories.push(...done.memories);
    facts += done.facts;
    return done.sessions;
  });
  return { memories, facts };
}

async function forgetSessions(run: Run, sessions: readonly ForgettingSession[]): Promise<void> {
  const { store, config, now } = run.deps;
  await everywhere(run, sessions.map(eraserOfSession), async (place) => {
    const { id } = sessions[place]!;
    attempt(run, `the mirror of ${id}`, () => run.copies.removeMirror(id));
    const done = await store.forgetSession(sessions[place]!, foldingUnder(config), now());
    return done.sessions;
  });
}

/** Files are read once, however much is to go. `inRows` takes one thing out of the rows and gives the sessions that held it. */
async function everywhere(
  run: Run,
  erasers: readonly Eraser[],
  inRows: (place: number) => Promise<readonly SessionState[]>,
): Promise<void> {
  if (erasers.length === 0) return;
  await inFiles(run, erasers);
  run.progress('rows');
  const touched = new Map<SessionId, SessionState>();
  for (const place of erasers.keys())
    for (const state of await inRows(place)) touched.set(state.session_id, state);
  await renewMirrors(run, [...touched.values()], erasers);
}

/** The extent of a forgetting, before it is done. */
export interface Foreseen {
  readonly rows: Holding;
  /** Lines that hold the words; none of a session, which goes as a whole. */
  readonly lines: readonly string[];
  readonly files: { readonly archives: number; readonly copies: number; readonly log_lines: number };
  /** Items that stay, because something else relies on them. */
  readonly stays: Kept & { readonly files: readonly string[] };
  /** Null unless a session is forgotten. */
  readonly session: SessionHolding | null;
  /** Whether anything would go. */
  readonly isAny: boolean;
}

/** The extent of forgetting a session. Null where there is none. */
export async function foreseeSession(deps: Deps, copies: Copies, id: SessionId): Promise<Foreseen | null> {
  const session = await deps.store.sessionHolding(id, stillTold(deps));
  if (!session) return null;
  const files = await inFiles(looking(deps, copies), [eraserOfSession(session.forgetting)]);
  return { rows: session, lines: [], files, stays: { ...NOTHING_STAYS }, session, isAny: true };
}

/** The extent of forgetting words. */
export async function foreseeWords(deps: Deps, copies: Copies, words: string): Promise<Foreseen> {
  const run = looking(deps, copies);
  const forgetting = typed(words);
  const { sealed_metrics, names, lines, ...rows } = await deps.store.holding(forgetting);
  const files = await inFiles(run, [eraserOf(forgetting)]);
  const settled = copies.settled().filter((path) => {
    const found = attempt(run, path, () => mayHold(copies.read(path) ?? '', forgetting));
    return found?.done === true;
  });
  const counts = [...Object.values(rows), files.archives, files.copies, files.log_lines];
  return {
    ...{ rows, lines, files, session: null },
    stays: { sealed_metrics, names, files: settled },
    isAny: counts.some((count) => count > 0),
  };
}

function looking(deps: Deps, copies: Copies): Run {
  return { deps, copies, unreachable: new Set(), act: false, progress: () => {} };
}

/** Whether a session that starts now would inherit a pin. One whose days are over is not brought back to life. */
export function stillTold({ config, now }: Pick<Deps, 'config' | 'now'>) {
  return (pin: Pin, { end_time }: SessionState): boolean => {
    if (end_time === null) return true;
    const at = millis(end_time) ?? 0;
    if (pin.critical) return now() - at <= config['session_persistence.critical_inheritance_days'] * DAY;
    const score = relevance({
      ...{ hours: hoursBetween(at, now()), openTasks: 0 },
      sameScope: config['relevance.same_scope'],
    });
    return score.total >= config['pins.threshold'];
  };
}

const NOTHING_STAYS = { sealed_metrics: 0, names: 0, files: [] as readonly string[] };

function typed(words: string): Forgetting {
  return { memoryId: null, content: words };
}

/** Removes the bytes of rows that a killed process deleted. */
export async function finishForgetting(deps: Pick<Deps, 'store'>): Promise<boolean> {
  return (await deps.store.unfinishedForgetting()).length === 0 || deps.store.leaveNoBytes();
}

function eraserOf(forgetting: Forgetting): Eraser {
  const holds = (text: string) => mayHold(text, forgetting);
  return {
    mayHold: holds,
    tells: holds,
    inCopy: (copy) => forgetDeep(copy, forgetting),
    inText: (text) => forgetInText(text, forgetting),
    isWhole: () => false,
  };
}

function eraserOfSession(forgetting: ForgettingSession): Eraser {
  const { id } = forgetting;
  return {
    mayHold: (text) => namesSession(text, forgetting),
    tells: (line) => namesSession(line, forgetting),
    inCopy: (copy) => withoutSession(copy, forgetting),
    inText: () => FORGOTTEN,
    isWhole: (copy) => (Object(copy) as { session_id?: unknown }).session_id === id,
  };
}

async function inFiles(run: Run, erasers: readonly Eraser[]): Promise<Foreseen['files']> {
  const { copies } = run;
  run.progress('archives');
  const archives = await inArchives(run, erasers);
  run.progress('mirrors');
  let changed = 0;
  for (const path of [...copies.files(), ...copies.waiting()]) {
    attempt(run, path, () => {
      const text = without(copies.read(path), erasers);
      if (text === null) return;
      changed++;
      if (!run.act) return;
      if (text === '') copies.remove(path);
      else copies.write(path, text);
    });
  }
  return { archives, copies: changed, log_lines: inLog(run, tellsOf(erasers)) };
}

/** Mirrors of sessions that changed. Of what they were compared by the log tells too, where it tells everything. */
async function renewMirrors(
  run: Run,
  states: readonly SessionState[],
  erasers: readonly Eraser[],
): Promise<void> {
  const { deps, copies } = run;
  const touched = states.map((state) => state.session_id);
  const mirrored = new Set(copies.withMirror(touched));
  const head = await deps.store.metricHead();
  for (const state of states) if (mirrored.has(state.session_id)) deps.writeMirror(state, head);
  const tells = tellsOf(erasers);
  inLog(
    run,
    (line) => tells(line) || (line.includes('"explanation"') && touched.some((id) => line.includes(id))),
  );
}

function tellsOf(erasers: readonly Eraser[]): (line: string) => boolean {
  return (line) => erasers.some((eraser) => eraser.tells(line));
}

/** Words are only logged where somebody asked for every decision: with a pin, or as what a session was compared by. */
function inLog(run: Run, tells: (line: string) => boolean): number {
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

/** Cold sessions that hold it come back to the database, where it goes from all rows; the next maintenance moves them again. */
async function inArchives(run: Run, erasers: readonly Eraser[]): Promise<number> {
  const { deps, copies } = run;
  const index = new Map((await deps.store.coldSessions()).map(({ path, id }) => [path, id]));
  let archives = 0;
  for (const path of copies.archives()) {
    const rest = attempt(run, path, () => without(copies.readArchive(path)?.text ?? null, erasers));
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

/** A file without all of it; empty where it holds nothing else, null where it was not in it. */
function without(text: string | null, erasers: readonly Eraser[]): string | null {
  let rest: string | null = null;
  for (const eraser of erasers) rest = rewritten(rest ?? text ?? '', eraser) ?? rest;
  return rest;
}

/** The file without it; empty where it holds nothing else, null where it is not in it. */
function rewritten(text: string, eraser: Eraser): string | null {
  if (!eraser.mayHold(text)) return null;
  // A page with a hole is none; cortex report writes it anew.
  if (/^<!doctype html/i.test(text)) return '';
  const copy = parseJson(text);
  if (copy === undefined) return withoutInLines(text, eraser);
  if (eraser.isWhole(copy)) return '';
  const rest = eraser.inCopy(copy);
  return isSame(rest, copy) ? null : `${JSON.stringify(rest, null, indentOf(text))}\n`;
}

/** A file that is JSON line by line, or plain text. */
function withoutInLines(text: string, eraser: Eraser): string | null {
  const lines = text.split('\n').flatMap((line) => {
    if (!eraser.mayHold(line)) return [line];
    const copy = parseJson(line);
    if (copy === undefined) return [eraser.inText(line)];
    if (eraser.isWhole(copy)) return [];
    const rest = eraser.inCopy(copy);
    return [isSame(rest, copy) ? line : JSON.stringify(rest)];
  });
  const rest = lines.join('\n');
  return rest === text ? null : rest;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function indentOf(text: string): number {
  return /^[{[]\n( *)/.exec(text)?.[1]?.length ?? 0;
}

/** Copies of the whole database hold it too. */
function removeBackups(run: Run): boolean {
  run.progress('backups');
  const backups = run.copies.backups();
  for (const path of [...backups, ...run.copies.abandoned()]) {
    attempt(run, path, () => run.copies.remove(path));
  }
  return backups.length > 0;
}

/** One of now in place of those; where that fails, maintenance makes the next. */
async function backUp({ deps, copies, progress }: Run): Promise<void> {
  progress('backup');
  try {
    await copyDatabase(deps, copies);
  } catch (error) {
    deps.log.failure('backup not renewed', error);
  }
}

/** A file that resists must not keep the others from being rewritten; whoever asked is told. */
function attempt<T>(run: Run, path: string, work: () => T): { readonly done: T } | null {
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
