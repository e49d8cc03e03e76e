import type { SessionId } from '../domain/ids.ts';
import { inheritPins, type PinOffer } from '../domain/inherit.ts';
import type { Pin } from '../domain/pin.ts';
import { type PreambleContent, renderPreamble } from '../domain/preamble.ts';
import { type Candidate, type Ranked, rankCandidates } from '../domain/rank.ts';
import type { PendingTask } from '../domain/task.ts';
import { mergeTasks } from '../domain/task.ts';
import { DAY, MINUTE } from '../domain/time.ts';
import type { Reply } from '../host.ts';
import type { LetGo, RestoreOutcome, RestorePhase, RestoreRecord, SessionHead } from '../store.ts';
import { type Deps, inTime } from './deps.ts';
import { SILENCE } from './engine.ts';
import { type Explanation, explain, MOST_CANDIDATES } from './explain.ts';
import { preambleLimits } from './limits.ts';
import { keywordsOfNow } from './now.ts';
import { taskCheck } from './tasks.ts';

/** What earlier sessions have for this one. */
interface Findings {
  readonly ranked: readonly Ranked[];
  readonly titles: ReadonlyMap<SessionId, string | null>;
  readonly offers: readonly PinOffer[];
  readonly projects: ReadonlyMap<SessionId, readonly string[]>;
  readonly letGo: LetGo;
  readonly keywords: ReadonlySet<string>;
  readonly startedAt: number;
}

/** Gives a new session what the earlier ones left; once, however often it is asked. */
export async function restore(deps: Deps, head: SessionHead, prompt: string | null = null): Promise<Reply> {
  const done = await deps.store.restoresOf(head.id);
  if (done.some((record) => record.phase === 'start')) return SILENCE;
  const findings = await find(deps, head, prompt);
  const record = await deps.store.commitRestore(
    { sessionId: head.id, epoch: head.epoch, phase: 'start', at: deps.now() },
    (own) => decide(deps, findings, own, 'start', []),
  );
  return reply(deps, record);
}

/** The first prompt says more than the scope does: sessions are weighed again, and only what is new is added. */
export async function restoreForPrompt(deps: Deps, head: SessionHead, prompt: string): Promise<Reply> {
  const done = await deps.store.restoresOf(head.id);
  const first = done.find((record) => record.phase === 'start');
  if (!first) return restore(deps, head, prompt);
  if (head.epoch > 0 || done.length > 1 || isResumption(first)) return SILENCE;
  const findings = await find(deps, head, prompt);
  const known = await deps.store.contributors(head.id);
  const record = await deps.store.commitRestore(
    { sessionId: head.id, epoch: head.epoch, phase: 'prompt', at: deps.now() },
    (own) => decide(deps, findings, own, 'prompt', known),
  );
  return reply(deps, record);
}

/** After compaction the model has forgotten: everything again, with what this session pinned itself. */
export async function giveAgain(deps: Deps, head: SessionHead): Promise<Reply> {
  const findings = await find(deps, head, null);
  const record = await deps.store.commitRestore(
    { sessionId: head.id, epoch: head.epoch, phase: 'compact', at: deps.now() },
    (own) => decide(deps, findings, own, 'compact', []),
  );
  return reply(deps, record);
}

/** A resumed or forked session is given nothing; that is on record too. */
export async function nothingToRestore(deps: Deps, head: SessionHead, why: string): Promise<void> {
  await deps.store.commitRestore(
    { sessionId: head.id, epoch: head.epoch, phase: 'start', at: deps.now() },
    () => ({ pins: [], from: [], preamble: null, explanation: { resumption: why } }),
  );
}

function isResumption(record: RestoreRecord): boolean {
  return (record.explanation as { resumption?: unknown } | null)?.resumption !== undefined;
}

function reply(deps: Deps, record: RestoreRecord | null): Reply {
  if (record) deps.log.debug('restored', { session_id: record.sessionId, explanation: record.explanation });
  return { context: record?.preamble ?? null };
}

async function find(deps: Deps, head: SessionHead, prompt: string | null): Promise<Findings> {
  const { config, store } = deps;
  const startedAt = deps.ticks();
  const now = deps.now();
  const lookback = config['session_persistence.lookback_days'] * DAY;
  const criticalDays = config['session_persistence.critical_inheritance_days'] * DAY;
  const { scope } = head;

  inTime(deps, 'looking for earlier sessions');
  const letGo = await store.letGo(scope.key);
  const rows = (await store.candidates(scope.key, now - Math.max(lookback, criticalDays))).filter(
    (row) => row.id !== head.id,
  );
  const check = taskCheck(deps, scope, letGo);
  const candidates: Candidate[] = rows
    .filter((row) => now - row.at <= lookback)
    .map((row) => ({ ...row, tasks: check.stillOpen(row.tasks), textMatch: 0 }));

  inTime(deps, 'ranking');
  // Nobody to compare with: no words are needed.
  const keywords = candidates.length > 0 ? await keywordsOfNow(deps, head, prompt) : new Set<string>();
  const ranked = rankCandidates(
    candidates,
    { now, scopeKey: scope.key, keywords },
    {
      threshold: config['session_persistence.relevance_threshold'],
      best: config['session_persistence.max_sessions_scored'],
      sameScope: config['relevance.same_scope'],
      tasksThatForce: config['tasks.force_restore'],
      quietMillis: config['restore.quiet_minutes'] * MINUTE,
    },
  );

  const titles = await store.titlesOf(ranked.slice(0, MOST_CANDIDATES).map(({ candidate }) => candidate.id));

  inTime(deps, 'collecting pins');
  const busy = new Set(
    ranked.filter(({ verdict }) => verdict === 'busy').map(({ candidate }) => candidate.id),
  );
  const critical = rows.filter((row) => row.hasCritical && now - row.at <= criticalDays && !busy.has(row.id));
  const contributing = ranked.filter(({ verdict }) => verdict === 'taken').map(({ candidate }) => candidate);
  const givers = [...contributing, ...critical];
  const holdings = await store.holdingsOf([...new Set(givers.map((row) => row.id))]);
  const heldAt = new Map(givers.map((row) => [row.id, row.at]));
  const donors = new Set(
    ranked
      .filter(({ score }) => score.total >= config['pins.threshold'])
      .map(({ candidate }) => candidate.id),
  );
  const contributes = new Set(contributing.map((candidate) => candidate.id));
  const offers = [...holdings].flatMap(([sessionId, { pins }]) =>
    pins
      .filter((pin) => pin.critical || (contributes.has(sessionId) && donors.has(sessionId)))
      .map((pin): PinOffer => ({ pin, sessionId, heldAt: heldAt.get(sessionId)! })),
  );
  const projects = new Map([...holdings].map(([id, held]) => [id, held.projects]));
  return { ranked, titles, offers, projects, letGo, keywords, startedAt };
}

/** Pure but for the clock that the explanation carries; runs inside the transaction that makes it true. */
function decide(
  deps: Deps,
  findings: Findings,
  own: readonly Pin[],
  phase: RestorePhase,
  known: readonly SessionId[],
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
  const again = phase === 'compact';
  const content: PreambleContent = {
    sessions: from.size,
    tasks: newestFirst(mergeTasks(...contributing.map(({ candidate }) => candidate.tasks))),
    topics: distinct(contributing.flatMap(({ candidate }) => candidate.topics)),
    projects: distinct(contributing.flatMap(({ candidate }) => findings.projects.get(candidate.id) ?? [])),
    inheritedPins: again ? [...own.filter((pin) => pin.origin), ...taken] : taken,
    ownPins: phase === 'prompt' ? [] : own.filter((pin) => !pin.origin),
  };
  const preamble = renderPreamble(content, preambleLimits(config), now);
  const explanation: Explanation = explain({
    phase,
    keywords: findings.keywords,
    ranked: findings.ranked,
    titles: findings.titles,
    decisions,
    known,
    preamble,
    threshold: config['session_persistence.relevance_threshold'],
    tookMs: deps.ticks() - findings.startedAt,
  });
  return { pins: taken, from: [...from].map(([id, score]) => ({ id, score })), preamble, explanation };
}

function newestFirst(tasks: readonly PendingTask[]): PendingTask[] {
  return [...tasks].sort((a, b) => (a.last_activity < b.last_activity ? 1 : -1));
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)];
}
