import type { SessionId } from '../domain/ids.ts';
import { inheritPins } from '../domain/inherit.ts';
import type { Pin } from '../domain/pin.ts';
import { asPinnedNow, latestFirst, mergeTasks } from '../domain/task.ts';
import type { Reply } from '../host.ts';
import type { LedgerWithin } from '../store/ledger.ts';
import type { ThreadSeen } from '../store/threads.ts';
import type { RestoreOutcome, RestorePhase, RestoreRecord, SessionHead } from '../store.ts';
import type { Deps } from './deps.ts';
import { type Explanation, explain } from './explain.ts';
import { type Findings, gather } from './findings.ts';
import { memoriesTold, weighMemories } from './learnings.ts';
import { keptLimits } from './ledger.ts';
import { metricsOfRestore } from './metrics.ts';
import { isResumption } from './replay.ts';
import { SILENCE } from './reply.ts';
import { tell } from './tell.ts';
import { touchThread } from './threads.ts';
import { mirrorPins } from './working-memory-file.ts';

/** A restore that fails is a cold start: on record, and nobody waits for it. */
export async function failOpen(deps: Deps, work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    deps.log.failure('restore failed', error);
    return SILENCE;
  }
}

/** Gives a new session what the earlier ones left; once, however often it is asked. */
export async function restore(deps: Deps, head: SessionHead): Promise<Reply> {
  const done = await deps.store.restoresOf(head.id);
  return done.some((record) => record.phase === 'start') ? SILENCE : begin(deps, head, null);
}

async function begin(deps: Deps, head: SessionHead, prompt: string | null): Promise<Reply> {
  const findings = await gather(deps, head, prompt);
  const record = await deps.store.commitRestore(keyOf(deps, head, 'start'), (own, ledger) =>
    decide(deps, findings, own, ledger, 'start', []),
  );
  return reply(deps, record, findings.thread);
}

function keyOf(deps: Deps, { id, epoch }: SessionHead, phase: RestorePhase) {
  return { sessionId: id, epoch, phase, at: deps.now(), ledger: keptLimits(deps.config) };
}

/** The first prompt says more than the scope does: sessions are weighed again, and only what is new is added. */
export async function restoreForPrompt(deps: Deps, head: SessionHead, prompt: string): Promise<Reply> {
  const done = await deps.store.restoresOf(head.id);
  const first = done.find((record) => record.phase === 'start');
  if (!first) return begin(deps, head, prompt);
  if (head.epoch > 0) return giveWhatIsDue(deps, head, done);
  if (done.length > 1 || isResumption(first)) return SILENCE;
  const findings = await gather(deps, head, prompt);
  const known = await deps.store.contributors(head.id);
  const key = keyOf(deps, head, 'prompt');
  const told = key.ledger ? NONE : memoriesTold(done, head.epoch);
  const record = await deps.store.commitRestore(key, (own, shown) =>
    decide(deps, findings, own, shown, 'prompt', known, told),
  );
  return reply(deps, record, findings.thread);
}

/** What this stretch of the conversation should have been told and was not: no host heard it, or it failed. */
export async function restoreWhatIsDue(deps: Deps, head: SessionHead): Promise<Reply> {
  return giveWhatIsDue(deps, head, await deps.store.restoresOf(head.id));
}

async function giveWhatIsDue(deps: Deps, head: SessionHead, done: readonly RestoreRecord[]): Promise<Reply> {
  if (done.some((record) => record.epoch === head.epoch)) return SILENCE;
  return head.epoch > 0 ? giveAgain(deps, head) : begin(deps, head, null);
}

/** After compaction the model has forgotten: everything again, with what this session pinned itself. */
export async function giveAgain(deps: Deps, head: SessionHead): Promise<Reply> {
  const findings = await gather(deps, head, null, await deps.store.contributors(head.id));
  const record = await deps.store.commitRestore(keyOf(deps, head, 'compact'), (own, ledger) =>
    decide(deps, findings, own, ledger, 'compact', []),
  );
  return reply(deps, record, findings.thread);
}

/**
 * A session that was told nothing at its start, as one of a client without hooks, gets what it inherits all the same;
 * whoever asked for it tells of it. A failure is on record, and the session goes without.
 */
export async function inheritQuietly(deps: Deps, head: SessionHead, prompt: string | null): Promise<void> {
  if (!deps.config['session_persistence.enabled'] || head.endedAt !== null) return;
  try {
    const done = await deps.store.restoresOf(head.id);
    if (done.some((record) => record.phase === 'start')) return;
    const findings = await gather(deps, head, prompt);
    const record = await deps.store.commitRestore(
      { ...keyOf(deps, head, 'start'), ledger: null },
      (own, ledger) => ({ ...decide(deps, findings, own, ledger, 'start', []), preamble: null }),
    );
    if (record) await mirrorPins(deps, record.sessionId);
  } catch (error) {
    deps.log.failure('restore failed', error);
  }
}

const NONE: ReadonlySet<string> = new Set();

type Committed = Awaited<ReturnType<Deps['store']['commitRestore']>>;

async function reply(deps: Deps, record: Committed, thread: ThreadSeen | null): Promise<Reply> {
  if (record) await mirrorPins(deps, record.sessionId);
  try {
    if (record?.preamble && thread) await touchThread(deps, thread.head.id);
  } catch (error) {
    // The preamble is on record as shown: it has to be said.
    deps.log.failure('thread not touched', error);
  }
  if (record) deps.log.debug('restored', { session_id: record.sessionId, explanation: record.explanation });
  return { context: record?.preamble ?? null, receipt: record?.shown ?? null };
}

/** Pure but for the clock that the explanation carries; runs inside the transaction that makes it true. */
function decide(
  deps: Deps,
  findings: Findings,
  own: readonly Pin[],
  ledger: LedgerWithin,
  phase: RestorePhase,
  known: readonly SessionId[],
  told: ReadonlySet<string> = NONE,
): RestoreOutcome {
  const { config } = deps;
  const now = deps.now();
  const { taken, decisions } = inheritPins(own, findings.offers, findings.letGo.pins, {
    maxInherited: config['session_persistence.max_inherited_pins'],
    maxPins: config['pins.max'],
  });
  const contributing = findings.ranked.filter(
    ({ verdict, candidate }) => verdict === 'taken' && !known.includes(candidate.id),
  );
  const from = new Map(contributing.map(({ candidate, score }) => [candidate.id, score.total]));
  for (const { offer, refused } of decisions) {
    const id = offer.sessionId as SessionId;
    if (!refused && !known.includes(id) && !from.has(id)) {
      from.set(id, findings.ranked.find(({ candidate }) => candidate.id === id)?.score.total ?? 0);
    }
  }
  const before = findings.ranked
    .filter(({ candidate }) => known.includes(candidate.id))
    .map((one) => one.candidate);
  const isNew = (list: (id: SessionId) => readonly string[]) => {
    const said = new Set(before.flatMap(({ id }) => list(id)));
    return (word: string) => !said.has(word);
  };
  const topicsOf = new Map(findings.ranked.map(({ candidate }) => [candidate.id, candidate.topics]));
  const tasksTold = new Set(before.flatMap((candidate) => candidate.tasks.map((task) => task.task_id)));
  const tasks = mergeTasks(
    ...contributing.map(({ candidate }) => candidate.tasks),
    phase === 'prompt' ? [] : findings.messages,
  );
  const learnings = findings.learnings.filter(({ sessionId }) => from.has(sessionId));
  const pointers = findings.pointers
    .filter(({ id }) => !known.includes(id) && !from.has(id))
    .map((pointer) => ({ ...pointer, title: findings.titles.get(pointer.id) ?? null }));
  const content = {
    sessions: from.size,
    tasks: latestFirst(asPinnedNow(tasks, [...own, ...taken])).filter((task) => !tasksTold.has(task.task_id)),
    topics: distinct(contributing.flatMap(({ candidate }) => candidate.topics)).filter(
      isNew((id) => topicsOf.get(id) ?? []),
    ),
    projects: distinct(
      contributing.flatMap(({ candidate }) => findings.projects.get(candidate.id) ?? []),
    ).filter(isNew((id) => findings.projects.get(id) ?? [])),
    // A session that was resumed by a host which had forgotten holds what it inherited before.
    inheritedPins: phase === 'prompt' ? taken : [...own.filter((pin) => pin.origin), ...taken],
    ownPins: phase === 'prompt' ? [] : own.filter((pin) => !pin.origin),
    memories: weighMemories(learnings, told, now, config).told,
    pointers,
    thread: phase === 'prompt' ? null : lineOfWork(findings.thread),
  };
  const { made, withheld } = tell(deps, ledger, content, findings.thread?.head.id ?? null);
  const memories = weighMemories(learnings, new Set([...told, ...withheld]), now, config);
  const preamble = made?.text ?? null;
  const named = content.tasks.filter((task) => made?.told.has(task));
  const explanation: Explanation = explain({
    phase,
    tasks: named,
    keywords: findings.keywords,
    ranked: findings.ranked,
    titles: findings.titles,
    decisions,
    memories: memories.explained,
    pointers,
    known,
    preamble,
    threshold: config['session_persistence.relevance_threshold'],
    tookMs: deps.ticks() - findings.startedAt,
    now,
  });
  const outcome = { pins: taken, from: [...from].map(([id, score]) => ({ id, score })), preamble };
  const metrics = metricsOfRestore(
    { ...outcome, into: findings.into, phase, tasks: named, memories: memories.metrics, at: now },
    config,
  );
  return { ...outcome, explanation, metrics };
}

function lineOfWork(seen: ThreadSeen | null) {
  return seen && { state: seen.thread, label: seen.head.scope.label };
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)];
}
