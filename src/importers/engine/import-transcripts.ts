import type { Fact } from '../../domain/fact.ts';
import { isImported, type SessionId } from '../../domain/ids.ts';
import { observe } from '../../domain/observe/observation.ts';
import { storable } from '../../domain/redact/facts.ts';
import { withSafeIds } from '../../domain/redact/ids.ts';
import { PLACEHOLDER } from '../../domain/redact/span.ts';
import { projectScope, type Scope } from '../../domain/scope.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { iso, MINUTE, type Millis } from '../../domain/time.ts';
import type { Deps } from '../../engine/deps.ts';
import { asStored } from '../../engine/events/record.ts';
import { foldingUnder } from '../../engine/session/folding.ts';
import { threadEntries, withCheck } from '../../engine/thread/thread-entries.ts';
import { sessionRow, sessionRows } from '../../engine/upkeep/session-rows.ts';
import type { DatedThreadEntry } from '../../store.ts';
import {
  type Repetitions,
  recordOf,
  type Told,
  type TranscriptFile,
  type Transcripts,
} from '../../transcripts.ts';

export interface TranscriptReport {
  readonly source: string;
  readonly dry_run: boolean;
  readonly looked_at: readonly string[];
  readonly files: FileCounts;
  readonly sessions: SessionCounts;
  readonly bytes: number;
  /** Texts in which a secret was found. */
  readonly redacted: number;
  readonly damaged: number;
  /** The first of them. */
  readonly skipped: readonly { readonly where: string; readonly why: string }[];
}

export interface FileCounts {
  found: number;
  read: number;
  /** Read before, and not changed since. */
  known: number;
  skipped: number;
}

export interface SessionCounts {
  new: number;
  /** Known, and gone on since. */
  grown: number;
  known: number;
  /** Captured while they ran. */
  captured: number;
  /** Forgotten here. */
  forgotten: number;
  /** Perhaps not over yet. */
  running: number;
  refused: number;
}

export interface TranscriptRun {
  readonly dryRun: boolean;
  readonly lookedAt: readonly string[];
  /** Whether a file was read to its end before, as it is now. */
  isDone(file: TranscriptFile): boolean;
  done(file: TranscriptFile): void;
  /** Whether a conversation of a host, or the part of it with this id, was forgotten here and is to stay so. */
  isForgotten(host: string, hostSessionId: string, part: SessionId): boolean;
  /** Hosts that retell conversations of others under the ids of these: what was forgotten of theirs is the same conversation. */
  readonly retellers: readonly string[];
  progress(read: number, all: number): void;
}

const NO_SESSIONS: Readonly<SessionCounts> = {
  new: 0,
  grown: 0,
  known: 0,
  captured: 0,
  forgotten: 0,
  running: 0,
  refused: 0,
};

/** Named in the report; all of them are counted. */
const MOST_NAMED = 50;

/** Takes over what a host wrote down of its sessions itself: a session for each conversation, its facts redacted as all are. */
export async function importTranscripts(
  deps: Deps,
  transcripts: Transcripts,
  files: readonly TranscriptFile[],
  run: TranscriptRun,
): Promise<TranscriptReport> {
  const counts: FileCounts = { found: files.length, read: 0, known: 0, skipped: 0 };
  const sessions: SessionCounts = { ...NO_SESSIONS };
  const skipped: { where: string; why: string }[] = [];
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let [bytes, damaged, redacted] = [0, 0, 0];
  const skip = (where: string, why: string) => {
    if (skipped.length < MOST_NAMED) skipped.push({ where, why });
  };
  const ownUpTo = await deps.store.lastSeq();
  const repeatedIn = repeatedIds(transcripts, files);
  const there = new Set(
    files.flatMap(({ path }) => path.split(/[\\/]/).slice(-2)).map((name) => name.replace(/\.[^.]*$/, '')),
  );
  const isLast = (file: TranscriptFile) => Number(recordOf(transcripts, file) !== transcripts);
  // In the order of time, so that each finds the one before it.
  for (const file of [...files].sort((a, b) => isLast(a) - isLast(b) || a.modified - b.modified)) {
    const record = recordOf(transcripts, file);
    run.progress(bytes, all);
    bytes += file.size;
    if (run.isDone(file)) {
      counts.known++;
    } else if (!record.holdsAll && isRecent(deps, file.modified)) {
      sessions.running++;
    } else {
      try {
        const taker = sessionTaker(deps, record, file, {
          write: !run.dryRun,
          ownUpTo,
          isForgotten: run.isForgotten,
          retellers: run.retellers,
        });
        const before = bytes - file.size;
        const seen = watched(file, (read) => run.progress(before + read, all));
        for (const told of record.read(seen, record === transcripts ? repeatedIn(file) : there)) {
          if ('why' in told) {
            damaged++;
            skip(`${file.path}, ${told.where}`, told.why);
          } else await taker.take(told);
        }
        await taker.finish();
        for (const [outcome, many] of Object.entries(taker.outcomes))
          sessions[outcome as keyof SessionCounts] += many;
        for (const why of taker.refused) skip(file.path, why);
        redacted += taker.redacted();
        counts.read++;
        if (!run.dryRun && taker.outcomes.running === 0) run.done(file);
      } catch (error) {
        counts.skipped++;
        skip(file.path, `it cannot be read: ${(error as Error).message}`);
      }
    }
  }
  run.progress(all, all);
  return {
    source: transcripts.host,
    dry_run: run.dryRun,
    looked_at: run.lookedAt,
    files: counts,
    sessions,
    bytes,
    redacted,
    damaged,
    skipped,
  };
}

/**
 * The turns that a file repeats from those that began before it. Who is the first does not depend on which of them are read in this run,
 * so that what was taken over once stays where it is.
 */
function repeatedIds({ repetitions }: Transcripts, files: readonly TranscriptFile[]) {
  let families: ReturnType<typeof familiesOf> | null = null;
  return (file: TranscriptFile): ReadonlySet<string> | undefined => {
    if (!repetitions) return undefined;
    families ??= familiesOf(repetitions, files);
    const members = families.get(file) ?? [];
    const inOrder = [...members].sort((a, b) => a.began - b.began || (a.file.path < b.file.path ? -1 : 1));
    const place = inOrder.findIndex((one) => one.file === file);
    return new Set(inOrder.slice(0, Math.max(0, place)).flatMap((one) => [...repetitions.ids(one.file)]));
  };
}

function familiesOf({ family }: Repetitions, files: readonly TranscriptFile[]) {
  const byName = new Map<string, { readonly file: TranscriptFile; readonly began: Millis }[]>();
  const byFile = new Map<
    TranscriptFile,
    readonly { readonly file: TranscriptFile; readonly began: Millis }[]
  >();
  for (const file of files) {
    const found = family(file);
    if (!found) continue;
    const members = byName.get(found.of) ?? [];
    members.push({ file, began: found.began });
    byName.set(found.of, members);
    byFile.set(file, members);
  }
  return byFile;
}

/** A bar that is drawn for every line would take longer than the reading. */
const LINES_PER_SIGN = 500;

function watched(file: TranscriptFile, progress: (read: number) => void): TranscriptFile {
  return {
    ...file,
    *lines() {
      for (const line of file.lines()) {
        if (line.number % LINES_PER_SIGN === 0) progress(line.read);
        yield line;
      }
    },
  };
}

/** So long its session may still be running. What is dated far ahead comes of a wrong clock and is over. */
export function isRecent(deps: Pick<Deps, 'now' | 'config'>, at: Millis): boolean {
  return Math.abs(deps.now() - at) < deps.config['sessions.lease_minutes'] * MINUTE;
}

/** Nothing was written after the file was: what is dated later would be the newest of all for years. */
function past(deps: Pick<Deps, 'now'>, file: TranscriptFile, at: Millis | null): Millis | null {
  if (at === null || at <= deps.now()) return at;
  return Math.min(file.modified, deps.now());
}

/** A conversation is cut here and goes on as another session: what is read must never be all in memory. */
const MOST_TEXT = 8 * 1024 * 1024;
const MOST_FACTS = 20_000;

interface Part {
  readonly hostSessionId: string;
  readonly part: string | null;
  readonly number: number;
  readonly scope: Scope;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly original: string | null;
  readonly facts: { at: Millis; fact: Fact }[];
  /** Entries for threads of work. */
  readonly work: DatedThreadEntry[];
  size: number;
}

interface Taking extends Pick<TranscriptRun, 'isForgotten' | 'retellers'> {
  readonly write: boolean;
  readonly ownUpTo: number;
}

/** Gathers what a file tells by conversation, and stores each when it is whole. */
function sessionTaker(
  deps: Deps,
  { host, holdsAll, isHearsay }: Transcripts,
  file: TranscriptFile,
  how: Taking,
) {
  const parts = new Map<string, Part>();
  const numbers = new Map<string, number>();
  const outcomes: SessionCounts = { ...NO_SESSIONS };
  const refused: string[] = [];
  let redacted = 0;
  let clock = Number.NEGATIVE_INFINITY;

  const begin = (
    { event: { hostSessionId, cwd }, branch = null, part: own = null, original }: Told,
    at: Millis,
  ): Part => {
    const number = (numbers.get(hostSessionId) ?? 0) + 1;
    numbers.set(hostSessionId, number);
    const part: Part = {
      ...{ hostSessionId, part: own, number, cwd, branch, original: original ?? null, size: 0 },
      scope: scopeOf(deps, cwd, file),
      facts: [{ at, fact: { kind: 'started', cwd } }],
      work: [],
    };
    parts.set(hostSessionId, part);
    return part;
  };

  const store = async (part: Part): Promise<void> => {
    parts.delete(part.hostSessionId);
    // A start alone is nobody's memory.
    if (part.facts.length < 2) return;
    if (holdsAll && isRecent(deps, part.facts.at(-1)!.at)) {
      outcomes.running++;
      return;
    }
    const outcome = await takePart(deps, host, part, how);
    outcomes[outcome.outcome]++;
    if (outcome.why) refused.push(outcome.why);
  };

  return {
    outcomes,
    refused,
    redacted: () => redacted,
    async take(told: Told): Promise<void> {
      const strict = { strict: deps.config['redaction.strict'] };
      const { at } = told;
      const event = withSafeIds(told.event, strict);
      const seen = isHearsay ? observe(event).map(asHearsay) : observe(event);
      const facts = storable(seen, strict);
      if (facts.length === 0) return;
      const stored = JSON.stringify(facts);
      if (stored.includes(PLACEHOLDER) && !JSON.stringify(seen).includes(PLACEHOLDER)) redacted++;
      // Clocks of hosts jump; the order of the file is the order of events.
      const then =
        past(deps, file, at) ?? (Number.isFinite(clock) ? clock : past(deps, file, file.modified)!);
      clock = Math.max(clock, then);
      const part = parts.get(event.hostSessionId) ?? begin({ ...told, event }, clock);
      const work = isHearsay ? [] : threadEntries(deps, part, asStored(event, facts));
      for (const fact of withCheck(facts, work)) part.facts.push({ at: clock, fact });
      for (const entry of work) part.work.push({ ...entry, at: clock });
      part.size += stored.length + (work.length > 0 ? JSON.stringify(work).length : 0);
      const isFull = part.size > MOST_TEXT || part.facts.length > MOST_FACTS;
      if (isFull && event.kind === 'turn-end') await store(part);
    },
    async finish(): Promise<void> {
      for (const part of [...parts.values()]) await store(part);
    },
  };
}

/** Somebody said it. */
function asHearsay(fact: Fact): Fact {
  return fact.kind === 'prompt' || fact.kind === 'reply' ? { ...fact, group: true } : fact;
}

async function takePart(
  deps: Deps,
  host: string,
  part: Part,
  { isForgotten, retellers, ...how }: Taking,
): Promise<{ readonly outcome: keyof SessionCounts; readonly why?: string }> {
  const id = sessionIdOf(host, part);
  const captured = await deps.store.sessionOfHost(part.original ?? host, part.hostSessionId);
  if (captured && !isImported(captured.id)) return { outcome: 'captured' };
  if (captured && part.original !== null) return { outcome: 'known' };
  const before = await deps.store.head(id);
  const tellers = [host, ...(part.original === null ? [] : [part.original]), ...retellers];
  const isUnwanted = (teller: string) => isForgotten(teller, part.hostSessionId, sessionIdOf(teller, part));
  if (!before && tellers.some(isUnwanted)) return { outcome: 'forgotten' };
  const [start, end] = [part.facts[0]!.at, part.facts.at(-1)!.at];
  const row = {
    ...sessionRow(id, host, start, end),
    host_session_id: part.hostSessionId,
    scope: part.scope.label,
    scope_key: part.scope.key,
    project_path: part.scope.root,
    branch: part.branch,
    cwd: part.cwd,
    channel: host,
    updated_at: iso(end),
  };
  const rows = sessionRows(row, part.facts);
  const done = await deps.store.importSession(rows, foldingUnder(deps.config), {
    ...how,
    now: deps.now(),
    isUnfolded: true,
  });
  if (done.outcome === 'refused') return { outcome: 'refused', why: done.why };
  if (how.write) await feedThreads(deps, id, part.work, before?.endedAt ?? null);
  return { outcome: done.outcome };
}

/** Threads that know the session have its work up to where it ended when it was read last. */
async function feedThreads(
  deps: Deps,
  id: SessionId,
  work: readonly DatedThreadEntry[],
  endedAt: Millis | null,
): Promise<void> {
  const isFed = endedAt !== null && (await deps.store.threadOfSession(id)) !== null;
  const fresh = isFed ? work.filter(({ at }) => at > endedAt) : work;
  if (fresh.length > 0) await deps.store.replayThreads(id, fresh);
}

/** The same for the same conversation, whenever it is read. In the form of a UUID of one's own making. */
function sessionIdOf(host: string, { hostSessionId, number, part }: Part): SessionId {
  const hash = contentHash(`transcript ${host} ${hostSessionId} ${number}${part === null ? '' : ` ${part}`}`);
  const groups = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20),
  ];
  return groups.join('-') as SessionId;
}

/** The folder that a host keeps for a project; `chats` and the like say nothing of it. */
function folderOf(path: string): string {
  const parts = path.split(/[\\/]/).slice(0, -1);
  return (parts.at(-1) === 'chats' ? parts.slice(0, -1) : parts).join('/');
}

/** Work in a folder that is gone, or that nobody named, must not turn up everywhere: it gets a scope of its own. */
function scopeOf(deps: Pick<Deps, 'locate' | 'exists'>, cwd: string | null, file: TranscriptFile): Scope {
  const scope = cwd === null ? null : deps.locate(cwd).scope;
  if (cwd !== null && scope && (scope.root !== null || deps.exists(cwd))) return scope;
  const folder = cwd ?? folderOf(file.path);
  const name = folder.split(/[\\/]/).filter(Boolean).at(-1) ?? 'unknown';
  return projectScope(`${folder}/.git`, name, folder);
}
