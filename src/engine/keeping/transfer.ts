import type { SessionId } from '../../domain/base/ids.ts';
import { pack, type StoredRow, unpack } from '../../domain/base/packed.ts';
import { asRecord, parseJson } from '../../domain/base/text/json.ts';
import { iso } from '../../domain/base/time.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { packRows, readRows, type SessionRows } from '../../domain/keeping/archive.ts';
import { erase } from '../../domain/keeping/forget.ts';
import {
  eraserOfSession,
  type ForgettingSession,
  forgettingSession,
} from '../../domain/keeping/forget-session.ts';
import { redactText } from '../../domain/redact/redact.ts';
import type { Takeover } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { type ArrivingProjects, receiveProjects, type Unplaced } from '../projects/arriving.ts';

/**
 * An export is JSON Lines: a header, a line for each session with all its rows, a line for each row of any other table,
 * and an end by which a file that was cut short is known.
 */
const FORMAT = 1;
/** Known by name: signs come first, and tell where everything else belongs. */
const SIGNS = 'project_signs';

export interface ExportReport {
  readonly sessions: number;
  readonly cold: number;
  readonly rows: Readonly<Record<string, number>>;
  /** Cold sessions whose file is missing or was changed. */
  readonly missing: readonly string[];
}

export async function exportAll(
  deps: Deps,
  what: {
    readonly scopeKey: string | null;
    readonly scope: string | null;
    readonly version: string;
  },
  write: (line: string) => void,
): Promise<ExportReport> {
  const say = (line: Record<string, unknown>) => write(JSON.stringify(line));
  const rows: Record<string, number> = {};
  const missing: string[] = [];
  let sessions = 0;
  let cold = 0;
  say({ cortex_export: FORMAT, version: what.version, at: iso(deps.now()), scope: what.scope });
  await deps.store.exportAll(what.scopeKey, (found) => {
    switch (found.kind) {
      case 'session':
        sessions++;
        if (found.cold) cold++;
        say({
          session: found.rows.session_states[0]!['id'],
          cold: found.cold,
          rows: packRows(found.rows),
        });
        return;
      case 'missing':
        missing.push(found.id);
        return;
      case 'row':
        rows[found.table] = (rows[found.table] ?? 0) + 1;
        say({ table: found.table, row: pack(found.row) });
    }
  });
  say({ cortex_end: sessions + Object.values(rows).reduce((sum, count) => sum + count, 0) });
  return { sessions, cold, rows, missing };
}

export interface ImportReport {
  readonly dry_run: boolean;
  /** `forgotten`: it was forgotten here and is left out. */
  readonly sessions: Readonly<Record<'new' | 'grown' | 'known' | 'forgotten', number>>;
  readonly rows: Readonly<Record<string, { readonly new: number; readonly known: number }>>;
  /** Projects of another machine that no folder here is known to be. */
  readonly unplaced: readonly Unplaced[];
  /** Rows that are not taken over: what others must not decide, this Cortex does not have, or is of a forgotten session. */
  readonly left_out: Readonly<Record<string, number>>;
  /** Texts in which a secret was found only now. */
  readonly redacted: number;
  readonly refused: readonly { readonly line: number; readonly why: string }[];
  /** Whether the last line was there. */
  readonly complete: boolean;
}

/** No export of Cortex, or one of a later format. */
class NotImportable extends Error {}

interface ExportLine {
  readonly number: number;
  readonly text: string | null;
}

export interface ImportRun {
  readonly dryRun: boolean;
  /** Whether this conversation of a host, or this session of it, was forgotten here. */
  isForgotten(host: string, hostSessionId: string, id: SessionId): boolean;
}

/** An import while its lines are read. */
interface Intake {
  readonly deps: Deps;
  readonly isDry: boolean;
  readonly takeover: Takeover;
  readonly clean: Cleaner;
  readonly gone: ForgottenArrivals;
  readonly projects: ArrivingProjects;
  readonly sessions: { new: number; grown: number; known: number; forgotten: number };
  readonly refused: { line: number; why: string }[];
  /** Rows of other tables, which follow all sessions. */
  readonly rows: Map<string, StoredRow[]>;
  readonly leftOut: Record<string, number>;
  waiting: readonly { readonly rows: SessionRows; readonly line: number }[];
  isComplete: boolean;
}

export async function importAll(
  deps: Deps,
  lines: Iterable<ExportLine>,
  { dryRun, isForgotten }: ImportRun,
): Promise<ImportReport> {
  const intake: Intake = {
    deps,
    isDry: dryRun,
    takeover: await deps.store.beginTakeover(deps.now()),
    clean: cleaner(deps.config['redaction.strict']),
    gone: forgottenIn(deps, isForgotten),
    projects: receiveProjects(deps, { dryRun }),
    sessions: { new: 0, grown: 0, known: 0, forgotten: 0 },
    refused: [],
    rows: new Map(),
    leftOut: {},
    waiting: [],
    isComplete: false,
  };
  const all = lines[Symbol.iterator]();
  checkHeader(parse(all.next().value?.text ?? null));
  for (let next = all.next(); !next.done; next = all.next())
    if (next.value.text?.trim() !== '') await takeLine(intake, next.value);
  await takeWaiting(intake);
  const { sessions, projects, refused, leftOut, clean, isComplete } = intake;
  refused.sort((a, b) => a.line - b.line);
  const rows = await takeRows(intake);
  await projects.takeSigns();
  const unplaced = await projects.settle();
  return {
    dry_run: dryRun,
    sessions,
    unplaced,
    rows,
    left_out: leftOut,
    redacted: clean.changed(),
    refused,
    complete: isComplete,
  };
}

async function takeLine(intake: Intake, { number, text }: ExportLine): Promise<void> {
  const { clean, projects, refused } = intake;
  const { table, ...line } = parse(text) ?? {};
  const row = typeof table === 'string' ? unpack(clean.strings(line['row'])) : null;
  const session =
    table === undefined && 'session' in line ? readRows(clean.strings(line['rows'])) : null;
  if ('cortex_end' in line) intake.isComplete = true;
  else if (session) await takeSession(intake, session, { number, text: text! });
  else if (typeof table !== 'string' || !row)
    refused.push({ line: number, why: text === null ? 'it is not text' : 'it is damaged' });
  else if (table === SIGNS) projects.sign(row);
  else await keepRow(intake, table, row);
}

async function takeSession(
  intake: Intake,
  rows: SessionRows,
  { number, text }: { readonly number: number; readonly text: string },
): Promise<void> {
  const { gone, projects, sessions } = intake;
  if (await gone.takes(rows)) {
    sessions.forgotten++;
    return;
  }
  const told = gone.without(rows, text);
  const session_states = await Promise.all(told.session_states.map(projects.placed));
  intake.waiting = [...intake.waiting, { rows: { ...told, session_states }, line: number }];
  if (intake.waiting.length === SESSIONS_AT_ONCE) await takeWaiting(intake);
}

/** Writes the sessions that were read so far. One that was cold is moved again by the next maintenance. */
async function takeWaiting(intake: Intake): Promise<void> {
  const { deps, isDry, takeover, projects, sessions, refused, waiting } = intake;
  intake.waiting = [];
  const outcomes = await deps.store.importSessions(
    waiting.map(({ rows }) => rows),
    { write: !isDry, takeover },
  );
  outcomes.forEach((done, i) => {
    const { rows, line } = waiting[i]!;
    if (done.outcome === 'refused') refused.push({ line, why: done.why });
    else sessions[done.outcome]++;
    if (done.outcome === 'new' || done.outcome === 'grown') projects.took(rows.session_states[0]!);
  });
}

async function keepRow(intake: Intake, table: string, row: StoredRow): Promise<void> {
  const { gone, leftOut, projects } = intake;
  const list = intake.rows.get(table) ?? [];
  intake.rows.set(table, list);
  if (gone.holds(table, row)) leftOut[table] = (leftOut[table] ?? 0) + 1;
  else list.push(await projects.placed(row));
}

/** Sessions that are written in one transaction: some 50 ms, so that a hook need not wait for long. */
const SESSIONS_AT_ONCE = 20;

/** Rows that are written in one transaction. */
const BATCH = 200;

/** Takes the rows of other tables over, many at once, so that not every one of them waits for the disk. */
async function takeRows({ deps, isDry, rows, leftOut }: Intake): Promise<ImportReport['rows']> {
  const taken: Record<string, { new: number; known: number }> = {};
  for (const [table, all] of rows)
    for (let from = 0; from < all.length; from += BATCH) {
      const some = all.slice(from, from + BATCH);
      const added = await deps.store.importRows(table, some, !isDry);
      if (added === null) leftOut[table] = (leftOut[table] ?? 0) + some.length;
      else {
        const sofar = (taken[table] ??= { new: 0, known: 0 });
        sofar.new += added;
        sofar.known += some.length - added;
      }
    }
  return taken;
}

/** Sessions of a file that were forgotten here, with whatever came of them. Rows of other tables follow all sessions. */
interface ForgottenArrivals {
  /** Whether a session is one of them. What is here was not forgotten, or was brought back on purpose. */
  takes(rows: SessionRows): Promise<boolean>;

  /** Another session without what it was told of them and inherited from them. */
  without(rows: SessionRows, line: string): SessionRows;

  /** Whether a row is theirs: what outlives a forgotten session is here already. */
  holds(table: string, row: StoredRow): boolean;
}

function forgottenIn(deps: Deps, isForgotten: ImportRun['isForgotten']): ForgottenArrivals {
  const gone = new Map<unknown, ForgettingSession | null>();
  const threads = { emptied: new Set<unknown>(), kept: new Set<unknown>() };
  return {
    async takes(rows) {
      const { id, host, host_session_id } = rows.session_states[0]!;
      if (!isForgotten(String(host), String(host_session_id ?? id), id as SessionId)) return false;
      if (await deps.store.head(id as SessionId)) return false;
      gone.set(id, forgettingIn(id as SessionId, rows));
      return true;
    },
    without(rows, line) {
      const named = [...gone.values()]
        .flatMap((one) => (one ? [eraserOfSession(one)] : []))
        .filter(({ mayHold }) => mayHold(line));
      return named.length === 0 ? rows : (readRows(named.reduce(erase, packRows(rows))) ?? rows);
    },
    holds(table, row) {
      const isTheirs = gone.has(row['session_id']);
      if (table === 'thread_events') threads[isTheirs ? 'emptied' : 'kept'].add(row['thread_id']);
      const isEmptied = threads.emptied.has(row['id']) && !threads.kept.has(row['id']);
      return (
        isTheirs ||
        (table === 'work_threads' && isEmptied) ||
        (table === 'scope_let_go' && isOwnName([...gone.values()], row))
      );
    },
  };
}

/** Pins and to-dos that were let go stand in their scope by their words, closed sessions by their ids. */
function isOwnName(gone: readonly (ForgettingSession | null)[], { identity }: StoredRow): boolean {
  return gone.some(
    (one) =>
      one &&
      [one.id, ...one.pins.map((pin) => pin.identity), ...one.tasks].includes(String(identity)),
  );
}

/** The subject of forgetting a session of the file; null where its facts cannot be read. */
function forgettingIn(id: SessionId, { session_events }: SessionRows): ForgettingSession | null {
  try {
    const facts = session_events.map(
      ({ kind, body }) => ({ kind, ...Object(parseJson(String(body))) }) as Fact,
    );
    return forgettingSession(id, facts);
  } catch {
    return null;
  }
}

function checkHeader(line: Readonly<Record<string, unknown>> | null): void {
  const format = line?.['cortex_export'];
  if (format === FORMAT) return;
  throw new NotImportable(
    typeof format === 'number'
      ? `It was written by a newer Cortex (format ${format}, this one knows ${FORMAT}): update cortex-sessions.`
      : 'This is not an export of Cortex: its first line does not say so.',
  );
}

/** Redacts text from a file like any other; text that Cortex itself wrote passes unchanged. */
interface Cleaner {
  strings(value: unknown): unknown;
  /** How many texts were changed so far. */
  changed(): number;
}

function cleaner(strict: boolean): Cleaner {
  let changed = 0;
  const strings = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const text = redactText(value.toWellFormed(), { strict });
      if (text !== value) changed++;
      return text;
    }
    if (Array.isArray(value)) return value.map(strings);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, strings(item)]));
  };
  return { strings, changed: () => changed };
}

function parse(text: string | null): Readonly<Record<string, unknown>> | null {
  return text === null ? null : asRecord(parseJson(text));
}
