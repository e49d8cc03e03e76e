import { GLOBAL_SCOPE_KEY, type SessionId } from '../domain/ids.ts';
import type { PinOffer } from '../domain/inherit.ts';
import type { Learning } from '../domain/learning.ts';
import { pinIdentity } from '../domain/pin.ts';
import { type Candidate, type Ranked, rankCandidates } from '../domain/rank.ts';
import { isGlobal } from '../domain/scope.ts';
import type { PendingTask } from '../domain/task.ts';
import { DAY, MINUTE } from '../domain/time.ts';
import type { ThreadSeen } from '../store/threads.ts';
import type { LetGo, SessionHead } from '../store.ts';
import { type Deps, inTime } from './deps.ts';
import { MOST_CANDIDATES } from './explain.ts';
import { learningsFrom } from './learnings.ts';
import { keywordsOfNow } from './now.ts';
import { letGoIn, messageTasks, taskCheck } from './tasks.ts';
import { matchPrompt, NO_MATCHES, type StrongMatch } from './text-match.ts';
import { threadHere } from './threads.ts';

/** What earlier sessions have for this one. */
export interface Findings {
  readonly into: SessionId;
  readonly ranked: readonly Ranked[];
  readonly titles: ReadonlyMap<SessionId, string | null>;
  readonly offers: readonly PinOffer[];
  readonly projects: ReadonlyMap<SessionId, readonly string[]>;
  /** What the contributing sessions learnt. */
  readonly learnings: readonly Learning[];
  /** Open work that no session of ours met: an older Cortex' messages. */
  readonly messages: readonly PendingTask[];
  /** The line of work that is under way here. */
  readonly thread: ThreadSeen | null;
  readonly letGo: LetGo;
  /** Sessions beyond the lookback that the prompt fits well. */
  readonly pointers: readonly StrongMatch[];
  readonly keywords: ReadonlySet<string>;
  readonly startedAt: number;
}

/** `again`: sessions that contributed before and do so again, whatever their age by now. */
export async function gather(
  deps: Deps,
  head: SessionHead,
  prompt: string | null,
  again: readonly SessionId[] = [],
): Promise<Findings> {
  const { config, store } = deps;
  const startedAt = deps.ticks();
  const now = deps.now();
  const lookback = config['session_persistence.lookback_days'] * DAY;
  const criticalDays = config['session_persistence.critical_inheritance_days'] * DAY;
  const { scope } = head;

  inTime(deps, startedAt, 'looking for earlier sessions');
  const letGo = await letGoIn(deps, scope);
  const recent = (await store.candidates(scope.key, now - Math.max(lookback, criticalDays))).filter(
    (row) => row.id !== head.id,
  );
  const missing = again.filter((id) => !recent.some((row) => row.id === id));
  const rows = missing.length > 0 ? [...recent, ...(await store.candidatesOf(missing))] : recent;
  const check = taskCheck(deps, scope, letGo);
  const matches =
    prompt !== null && config['relevance.text_match']
      ? await matchPrompt(deps, prompt, scope.key, head.id)
      : NO_MATCHES;
  const candidates: Candidate[] = rows
    .filter((row) => now - row.at <= lookback || again.includes(row.id))
    .map((row) => ({
      ...row,
      tasks: check.stillOpen(row.tasks, row.scopeKey),
      textMatch: matches.of(row.id),
    }));
  const pointers = matches.strong(now - lookback, config['restore.pointers']);

  const messages = check.stillOpen(await messageTasks(deps), GLOBAL_SCOPE_KEY);

  inTime(deps, startedAt, 'ranking');
  // Nobody to compare with: no words are needed.
  const keywords = candidates.length > 0 ? await keywordsOfNow(deps, head, prompt) : new Set<string>();
  const ranking = rankCandidates(
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

  const ranked = again.length === 0 ? ranking : ranking.map((one) => asBefore(one, again));
  const titles = await store.titlesOf([
    ...ranked.slice(0, MOST_CANDIDATES).map(({ candidate }) => candidate.id),
    ...pointers.map(({ id }) => id),
  ]);

  inTime(deps, startedAt, 'collecting pins');
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
  const global = new Set(givers.filter((row) => isGlobal(row.scopeKey)).map((row) => row.id));
  const offers = [...holdings].flatMap(([sessionId, { pins }]) =>
    pins
      .filter((pin) => pin.critical || contributes.has(sessionId))
      .map((pin): PinOffer => {
        const gone = global.has(sessionId) && letGo.global.pins.has(pinIdentity(pin));
        const weak = !pin.critical && !donors.has(sessionId);
        const heldAtThen = heldAt.get(sessionId)!;
        return { pin, sessionId, heldAt: heldAtThen, ...(gone && { letGo: true }), ...(weak && { weak }) };
      }),
  );
  const projects = new Map([...holdings].map(([id, held]) => [id, held.projects]));
  const learnings = await learningsFrom(
    deps,
    contributing.map(({ id, at }) => ({ id, at, memoryIds: holdings.get(id)?.learnings ?? [] })),
    scope.key,
  );
  const thread = await threadHere(deps, scope);
  return {
    thread,
    into: head.id,
    ranked,
    titles,
    offers,
    projects,
    learnings,
    messages,
    letGo: letGo.here,
    pointers,
    keywords,
    startedAt,
  };
}

/** After compaction those speak who spoke before, and nobody else. */
function asBefore(ranked: Ranked, again: readonly SessionId[]): Ranked {
  if (again.includes(ranked.candidate.id)) return { ...ranked, verdict: 'taken' };
  return ranked.verdict === 'taken' ? { ...ranked, verdict: 'better ones came first' } : ranked;
}
