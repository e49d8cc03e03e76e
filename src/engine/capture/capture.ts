import type { SessionId } from '../../domain/base/ids.ts';
import { isOutside, scopedPath } from '../../domain/base/scoped-path.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import { type Fact, type FileMark, OWN_VIA } from '../../domain/facts/fact.ts';
import type { EventSender } from '../../domain/facts/sender.ts';
import { observe } from '../../domain/observe/observation.ts';
import { resetTime } from '../../domain/observe/reset-time.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import type { SessionHead } from '../../store/store.ts';
import { oweAfterLimit } from '../answer/doors/news.ts';
import type { Deps, ReplyEvent } from '../base/deps.ts';
import { maintainWhenDue } from '../keeping/retention.ts';
import { keptLimits } from '../ledger/ledger.ts';
import { noteLastWords, wordsInTranscript } from '../presence/transcript-words.ts';
import { observePipeline } from '../tasks/tasks.ts';
import { touchThread } from '../threads/threads.ts';
import { sessionFor } from './open.ts';
import { appendTo, type Captured, takesFacts } from './record.ts';
import { unwatched } from './tool-use.ts';

/** Appends an event's facts to its session, which is opened if necessary; null if there are none. */
export async function capture(
  deps: Deps,
  source: EventSender,
  event: HostEvent,
  known?: SessionHead,
): Promise<Captured | null> {
  if (observe(event).length === 0) return null;
  const head = known ?? (await sessionFor(deps, source, event));
  const besides = event.kind === 'turn-end' ? await positionFacts(deps, head, event.cwd) : [];
  const facts = await appendTo(deps, source, head, event, besides);
  if (!facts) return null;
  // An event after the session's end is folded at once: no later fold would do it.
  if (!takesFacts(head)) {
    const state = await deps.store.fold(head.id, deps.now());
    deps.writeMirror(state, await deps.store.metricHead());
  }
  return { head, facts };
}

/** Records a reply and passes it to the rooms. */
export async function captureReply(
  deps: Deps,
  source: EventSender,
  event: ReplyEvent,
  known?: SessionHead,
): Promise<SessionHead | null> {
  const captured = await capture(deps, source, event, known);
  if (!captured) return null;
  for (const room of deps.rooms) await room.replies?.(deps, source, captured.head, event);
  return captured.head;
}

type TurnEndEvent = Extract<HostEvent, { kind: 'turn-end' }>;

/** Records the end of a turn and folds the session. */
export async function captureTurnEnd(
  deps: Deps,
  source: EventSender,
  event: TurnEndEvent,
): Promise<void> {
  const known = await sessionFor(deps, source, event);
  const head = await captureReply(
    deps,
    source,
    withLimit(deps, await withWords(deps, known, event)),
    known,
  );
  if (!head) return;
  await observePipeline(deps, head);
  await noteReads(deps, head);
  await deps.store.fold(head.id, deps.now());
  // Only a host that keeps nothing asks for it again.
  if (!source.injection?.repeats) await deps.store.endPrompts(head.id);
  if (event.limit) await oweAfterLimit(deps, head);
  const thread = await deps.store.threadOfSession(head.id);
  if (thread) await touchThread(deps, thread);
  for (const room of deps.rooms) await room.ends?.(deps, head.scope);
}

/**
 * Adds the agent's messages between tool calls, which are only in the transcript, and the reply of hosts that end a turn without
 * it.
 */
async function withWords(
  deps: Deps,
  head: SessionHead,
  event: TurnEndEvent,
): Promise<TurnEndEvent> {
  const awaitsReply = event.reply === null && !event.failed;
  const heard = wordsInTranscript(
    deps,
    head,
    event.transcript,
    awaitsReply ? null : (event.reply ?? ''),
  );
  if (!heard) return event;
  await deps.store.overhear(head.id, heard.words, heard.transcript, deps.now());
  return awaitsReply ? { ...event, reply: heard.last } : event;
}

/** Parses the end of a usage limit from the host's message, which is in the person's local time. */
function withLimit(deps: Deps, event: TurnEndEvent): TurnEndEvent {
  const { until = null, resets } = event.limit ?? {};
  if (until !== null || resets === undefined) return event;
  return { ...event, limit: { until: resetTime(resets, deps.now()) } };
}

/** Records which files the model was shown. Hosts do not report the content, so it never counts as the same. */
async function noteReads(deps: Deps, head: SessionHead): Promise<void> {
  const limits = keptLimits(deps.config);
  const reads = limits ? (await deps.store.filesOf(head.id)).read : [];
  if (!limits || reads.length === 0) return;
  const paths = await unwatched(deps, head, reads);
  if (paths.length === 0) return;
  const unknown = { kind: 'file', hash: null, tokens: null, estimated: false, level: 0 } as const;
  const facts = paths.map((path) => ({ fact: 'sent' as const, item: { ...unknown, id: path } }));
  await deps.store.ledger.recordInLedger(head.id, facts, { at: deps.now(), limits });
}

type PositionDeps = Pick<Deps, 'config' | 'locate' | 'store' | 'fileMark'>;

/** 80 looks cost 0.4 ms. */
const MOST_FILES = 80;

/**
 * Branch and commit of the session's repository, and the state of the files that it changed, as far as these differ from the
 * last turn's end; nothing if nothing differs, outside of the repository, or if neither branch nor commit can be read. It can
 * be stored unredacted: the paths are redacted already, and for a commit's hash alone a hook would load all redaction rules.
 */
async function positionFacts(
  deps: PositionDeps,
  head: Pick<SessionHead, 'id' | 'scope'>,
  cwd: string | null,
): Promise<Fact[]> {
  const { root, key } = head.scope;
  if (root === null) return [];
  const { scope: here, branch: name, head: commit } = deps.locate(cwd);
  if (here.key !== key || (name === null && commit === null)) return [];
  const branch = name && redactStrings(name, { strict: deps.config['redaction.strict'] });
  const before = await deps.store.lastFact(head.id, 'stood');
  const files = await differing(deps, root, head.id);
  const isSame = before?.kind === 'stood' && before.branch === branch && before.head === commit;
  return isSame && Object.keys(files).length === 0
    ? []
    : [{ kind: 'stood', branch, head: commit, ...files }];
}

async function differing(
  deps: PositionDeps,
  root: string,
  id: SessionId,
): Promise<Pick<Extract<Fact, { kind: 'stood' }>, 'changed' | 'gone'>> {
  const files = await deps.store.filesOf(id);
  const left = new Map(files.left.map((mark) => [mark.path, mark]));
  const touched = files.changed
    .map((path) => scopedPath(path, root, root))
    .filter((path) => !isOutside(path));
  const now = [...new Set(touched)]
    .slice(-MOST_FILES)
    .map((path) => ({ path, mark: deps.fileMark(`${root}/${path}`) }));
  const changed = now.flatMap(({ path, mark }): FileMark[] => {
    const was = left.get(path);
    return mark && (was?.size !== mark.size || was.at !== mark.at) ? [{ path, ...mark }] : [];
  });
  const gone = now.filter(({ path, mark }) => !mark && left.has(path)).map(({ path }) => path);
  return { ...(changed.length > 0 && { changed }), ...(gone.length > 0 && { gone }) };
}

function reasonOf(deps: Deps, reason: string | null): string | null {
  return reason && redactStrings(reason.slice(0, 200), { strict: deps.config['redaction.strict'] });
}

/** Between turns people commit and change branches themselves. */
async function notePosition(deps: Deps, head: SessionHead, cwd: string | null): Promise<void> {
  const [stood] = await positionFacts(deps, head, cwd);
  // Unchanged since the last turn: nothing to fold.
  if (!stood) return;
  await deps.store.append(head.id, [{ fact: stood, key: null }], { via: OWN_VIA, at: deps.now() });
}

/** Ends a session: folds its last facts, closes it and writes its mirror. */
export async function endSession(
  deps: Deps,
  source: EventSender,
  event: Extract<HostEvent, { kind: 'session-end' }>,
): Promise<void> {
  const head = await deps.store.sessionOfHost(source.host, event.hostSessionId);
  if (!head) return;
  if (head.endedAt === null) {
    await observePipeline(deps, head);
    await notePosition(deps, head, event.cwd);
    // Hosts do not report the end of a turn that the person aborted.
    await noteLastWords(deps, head);
  }
  const state = await deps.store.endSession(head.id, deps.now(), reasonOf(deps, event.reason));
  if (!state) return;
  deps.writeMirror(state, await deps.store.metricHead());
  for (const room of deps.rooms) await room.ends?.(deps, head.scope);
  await maintainWhenDue(deps);
}
