import { isImported, type SessionId } from '../domain/base/ids.ts';
import { isWorkingTree, projectScope, type Scope } from '../domain/base/scope.ts';
import { contentHash } from '../domain/base/text/hash.ts';
import { iso, MINUTE, type Millis } from '../domain/base/time.ts';
import type { HostEvent } from '../domain/facts/event.ts';
import type { Fact } from '../domain/facts/fact.ts';
import { observe } from '../domain/observe/observation.ts';
import { asStored, toStorable } from '../domain/redact/facts.ts';
import { withSafeIds } from '../domain/redact/ids.ts';
import { PLACEHOLDER } from '../domain/redact/span.ts';
import type { BesideRow, Deps } from '../engine/base/deps.ts';
import { besideRows } from '../engine/capture/record.ts';
import { sessionRow, sessionRows } from '../engine/keeping/session-rows.ts';
import { ignoredIn, withoutIgnored } from '../engine/presence/exclusion.ts';
import { threadEntries, withCheck } from '../engine/threads/thread-entries.ts';
import type { TranscriptEvent, TranscriptFile, Transcripts } from '../ports/base/transcripts.ts';
import type { DatedBeside, DatedThreadEntry, Takeover } from '../store/store.ts';

export interface TranscriptReport {
  readonly source: string;
  readonly dry_run: boolean;
  readonly looked_at: readonly string[];
  /** `known`: read before, and not changed since. */
  readonly files: Record<'found' | 'read' | 'known' | 'skipped', number>;
  readonly sessions: SessionCounts;
  readonly bytes: number;
  /** Texts in which a secret was found. */
  readonly redacted: number;
  readonly damaged: number;
  /** The first of them. */
  readonly skipped: readonly { readonly where: string; readonly why: string }[];
}

/**
 * `grown`: known, and gone on since; `captured` while they ran; `forgotten` here; `running`: perhaps not over yet.
 */
type SessionCounts = Record<
  'new' | 'grown' | 'known' | 'captured' | 'forgotten' | 'running' | 'refused',
  number
>;

export interface TranscriptRun {
  readonly dryRun: boolean;
  readonly lookedAt: readonly string[];
  /** Whether a file was read to its end before, as it is now. */
  isDone(file: TranscriptFile): boolean;
  done(file: TranscriptFile): void;
  /** Whether a conversation of a host, or the part of it with this id, was forgotten here and is to stay so. */
  isForgotten(host: string, hostSessionId: string, part: SessionId): boolean;
  progress(read: number, all: number): void;
  /** Nothing is taken over: of sessions that are here, what rooms keep beside their facts is added. */
  readonly besideOnly?: true;
}

/** Skipped places that the report names; all of them are counted. */
const MOST_NAMED = 50;

/** Takes over what a host wrote down of its sessions itself: a session for each conversation, its facts redacted as all are. */
export async function importTranscripts(
  deps: Deps,
  transcripts: Transcripts,
  files: readonly TranscriptFile[],
  run: TranscriptRun,
): Promise<TranscriptReport> {
  const report = {
    source: transcripts.host,
    dry_run: run.dryRun,
    looked_at: run.lookedAt,
    files: { found: files.length, read: 0, known: 0, skipped: 0 },
    sessions: { new: 0, grown: 0, known: 0, captured: 0, forgotten: 0, running: 0, refused: 0 },
    bytes: 0,
    redacted: 0,
    damaged: 0,
    skipped: [] as { where: string; why: string }[],
  };
  const all = files.reduce((sum, { size }) => sum + size, 0);
  const skip = (where: string, why: string) => {
    if (report.skipped.length < MOST_NAMED) report.skipped.push({ where, why });
  };
  const takeover = await deps.store.beginTakeover(deps.now());
  const take = async ({ file, record, isLast }: OrderedFile) => {
    const before = report.bytes;
    const seen = reportingProgress(file, (read) => run.progress(before + read, all));
    const gathered = gatherConversations(deps, file);
    for (const told of record.read(seen, files)) {
      if ('why' in told) {
        report.damaged++;
        skip(`${file.path}, ${told.where}`, told.why);
      } else gathered.take(told);
    }
    let isRunning = false;
    for (const conversation of gathered.conversations.values()) {
      const taken = await takeOver(deps, record, conversation, { takeover, isLast, ...run });
      if (!taken) continue;
      report.sessions[taken.outcome]++;
      isRunning ||= taken.outcome === 'running';
      if (taken.why) skip(file.path, taken.why);
    }
    report.redacted += gathered.redacted();
    report.files.read++;
    if (!run.dryRun && !isRunning) run.done(file);
  };
  for (const one of orderByTime(transcripts, files)) {
    const { file, record } = one;
    run.progress(report.bytes, all);
    if (run.isDone(file)) report.files.known++;
    else if (!record.holdsAll && isRecent(deps, file.modified)) report.sessions.running++;
    else
      await take(one).catch((error: Error) => {
        report.files.skipped++;
        skip(file.path, `it cannot be read: ${error.message}`);
      });
    report.bytes += file.size;
  }
  run.progress(all, all);
  return report;
}

interface OrderedFile {
  readonly file: TranscriptFile;
  readonly record: Transcripts;
  /** A record that outlives the transcripts, which may only tell of sessions that none of them has. */
  readonly isLast: boolean;
}

/** Files in the order of time, so that each finds the one before it; what outlives the transcripts comes last. */
function orderByTime(
  transcripts: Transcripts,
  files: readonly TranscriptFile[],
): readonly OrderedFile[] {
  return files
    .map((file) => ({ file, record: recordOf(transcripts, file) }))
    .map((one) => ({ ...one, isLast: one.record !== transcripts }))
    .sort((a, b) => Number(a.isLast) - Number(b.isLast) || a.file.modified - b.file.modified);
}

/** A bar that is drawn for every line would take longer than the reading. */
const LINES_PER_SIGN = 500;

function reportingProgress(file: TranscriptFile, progress: (read: number) => void): TranscriptFile {
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

/** The time in which a session may still be running. One that is dated far ahead comes of a wrong clock and is over. */
export function isRecent(deps: Pick<Deps, 'now' | 'config'>, at: Millis): boolean {
  return Math.abs(deps.now() - at) < deps.config['sessions.lease_minutes'] * MINUTE;
}

/** A time that is never after the file's own: a line that is dated later would be the newest of all for years. */
function neverInFuture(
  deps: Pick<Deps, 'now'>,
  file: TranscriptFile,
  at: Millis | null,
): Millis | null {
  if (at === null || at <= deps.now()) return at;
  return Math.min(file.modified, deps.now());
}

interface GatheredConversation {
  readonly hostSessionId: string;
  readonly part: string | null;
  readonly scope: Scope;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly facts: { at: Millis; fact: Fact }[];
  /** The facts for threads of work. */
  readonly work: DatedThreadEntry[];
  /** Rows of rooms beside the facts. */
  readonly beside: DatedBeside[];
}

/** Gathers what a file tells by conversation. */
function gatherConversations(deps: Deps, file: TranscriptFile) {
  const conversations = new Map<string, GatheredConversation>();
  const strict = { strict: deps.config['redaction.strict'] };
  let redacted = 0;
  let clock = Number.NEGATIVE_INFINITY;
  return {
    conversations,
    redacted: () => redacted,
    take({ at, branch = null, part = null, event: sent }: TranscriptEvent): void {
      const event = withSafeIds(sent, strict);
      const seen = observe(event);
      const facts = toStorable(seen, strict);
      if (facts.length === 0) return;
      if (
        JSON.stringify(facts).includes(PLACEHOLDER) &&
        !JSON.stringify(seen).includes(PLACEHOLDER)
      )
        redacted++;
      // Clocks of hosts jump; the order of the file is the order of events.
      const then =
        neverInFuture(deps, file, at) ??
        (Number.isFinite(clock) ? clock : neverInFuture(deps, file, file.modified)!);
      clock = Math.max(clock, then);
      const { hostSessionId, cwd } = event;
      const conversation: GatheredConversation = conversations.get(hostSessionId) ?? {
        hostSessionId,
        part,
        cwd,
        branch,
        scope: scopeOf(deps, cwd, file),
        work: [],
        beside: [],
        facts: [{ at: clock, fact: { kind: 'started', cwd } }],
      };
      conversations.set(hostSessionId, conversation);
      const work = threadEntries(deps, conversation, asStored(event, facts));
      for (const fact of withCheck(conversation.scope, facts, work))
        conversation.facts.push({ at: clock, fact });
      for (const entry of work) conversation.work.push({ ...entry, at: clock });
      for (const row of besideIn(deps, conversation.scope, event))
        conversation.beside.push({ ...row, at: clock });
    },
  };
}

/** Takes one conversation over; null for a start alone, which is nobody's memory. */
async function takeOver(
  deps: Deps,
  { host, holdsAll }: Transcripts,
  part: GatheredConversation,
  {
    dryRun,
    isForgotten,
    takeover,
    isLast,
    besideOnly,
  }: TranscriptRun & { readonly takeover: Takeover; readonly isLast: boolean },
): Promise<{ readonly outcome: keyof SessionCounts; readonly why?: string } | null> {
  if (part.facts.length < 2) return null;
  if (holdsAll && isRecent(deps, part.facts.at(-1)!.at)) return { outcome: 'running' };
  const id = sessionIdOf(host, part);
  const captured = await deps.store.sessionOfHost(host, part.hostSessionId);
  if (besideOnly) {
    const known = captured ?? (await deps.store.head(id));
    if (known) await deps.store.keepBeside(known.id, part.beside);
    return null;
  }
  if (captured && !isImported(captured.id)) {
    if (!dryRun) await deps.store.keepBeside(captured.id, part.beside);
    return { outcome: 'captured' };
  }
  if (captured && isLast) return { outcome: 'known' };
  const before = await deps.store.head(id);
  if (!before && isForgotten(host, part.hostSessionId, id)) return { outcome: 'forgotten' };
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
  const how = { write: !dryRun, takeover, isUnfolded: true as const };
  const done = await deps.store.importSession(rows, how);
  if (done.outcome === 'refused') return { outcome: 'refused', why: done.why };
  if (!dryRun) {
    await feedThreads(deps, id, part.work, before?.endedAt ?? null);
    await deps.store.keepBeside(id, part.beside);
  }
  return { outcome: done.outcome };
}

/** Rows of rooms beside an event. Ignored files are left out here, as they are before a hook's event is recorded. */
function besideIn(deps: Deps, { root, ...scope }: Scope, sent: HostEvent): readonly BesideRow[] {
  const event = withoutIgnored(sent, ignoredIn(deps, root), root);
  return event === null ? [] : besideRows(deps, { root, ...scope }, event);
}

/** Brings the work to threads. Those that know the session have it up to where it ended when it was read last. */
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

/** The id of an imported session: the same for the same conversation, whenever it is read. In the form of a UUID of one's own making. */
export function sessionIdOf(
  host: string,
  { hostSessionId, part }: Pick<GatheredConversation, 'hostSessionId' | 'part'>,
): SessionId {
  const hash = contentHash(
    `transcript ${host} ${hostSessionId} 1${part === null ? '' : ` ${part}`}`,
  );
  const own = `8${hash.slice(13, 16)}-8${hash.slice(17, 20)}`;
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${own}-${hash.slice(20)}` as SessionId;
}

/** The folder that a host keeps for a project; `chats` and the like say nothing of it. */
function projectFolderOf(path: string): string {
  const parts = path.split(/[\\/]/).slice(0, -1);
  return (parts.at(-1) === 'chats' ? parts.slice(0, -1) : parts).join('/');
}

/** The scope of a conversation. Work in a folder that is gone, or that nobody named, must not turn up everywhere: it gets one of its own. */
function scopeOf(
  deps: Pick<Deps, 'locate' | 'exists'>,
  cwd: string | null,
  file: TranscriptFile,
): Scope {
  const scope = cwd === null ? null : deps.locate(cwd).scope;
  if (cwd !== null && scope && (isWorkingTree(scope) || deps.exists(cwd))) return scope;
  const folder = cwd ?? projectFolderOf(file.path);
  const name = folder.split(/[\\/]/).filter(Boolean).at(-1) ?? 'unknown';
  return projectScope(`${folder}/.git`, name, folder);
}

/** The record that a file is of: `outliving` where it has that name. */
export function recordOf(
  transcripts: Transcripts,
  { path }: Pick<TranscriptFile, 'path'>,
): Transcripts {
  const { outliving } = transcripts;
  return outliving?.name.test(path.split(/[\\/]/).at(-1)!)
    ? { ...transcripts, ...outliving }
    : transcripts;
}
