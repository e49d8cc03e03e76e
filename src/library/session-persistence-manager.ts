import { TAKEN } from '../domain/answer/contribute.ts';
import { insideElement } from '../domain/answer/preamble.ts';
import type { SessionId } from '../domain/base/ids.ts';
import type { HostEvent } from '../domain/facts/event.ts';
import { toWorkingMemory } from '../domain/pins/pin.ts';
import { redactText } from '../domain/redact/redact.ts';
import { checkPins, statementOf } from '../domain/sessions/stated.ts';
import { continueFrom } from '../engine/answer/doors/continue.ts';
import { type Explanation, explainedName } from '../engine/answer/explain.ts';
import type { Deps } from '../engine/base/deps.ts';
import { noteOwner, takesFacts } from '../engine/capture/record.ts';
import { handle } from '../engine/engine.ts';
import { walkChain } from '../engine/metrics/metrics.ts';
import { stateNow } from '../engine/presence/present.ts';
import { recoverDead } from '../engine/presence/recover.ts';
import { recordStatement, type SessionStatement, signOfLife } from '../engine/sessions/state.ts';
import type { RestorePhase, SessionHead } from '../store/store.ts';
import type { Cortex } from './cortex.ts';
import { newIdOf, unknownSession, VIA } from './home.ts';
import { asCortex, InHome, openCortex } from './open-cortex.ts';
import type {
  Logger,
  RestoredSessionContext,
  SessionPersistenceConfig,
  SessionState,
} from './types.ts';

const STANDARD_DEPTH = 5;
const MAX_CHANNEL = 60;

/**
 * Keeps sessions: gives a new one what the earlier ones left, captures it while it runs, and closes it. One manager may
 * serve many sessions; where a method takes none, the one that started last is meant.
 */
export class SessionPersistenceManager extends InHome {
  #current: string | null = null;

  /**
   * @param home what `openCortex()` gives, or a `CortexBridge`
   * @param logger where messages go besides the log of the home
   * @param config options that differ from those of the home
   */
  constructor(
    home: Cortex | { readonly cortex: Cortex } = openCortex(),
    logger?: Logger,
    config?: SessionPersistenceConfig,
  ) {
    const cortex = asCortex(home);
    const sessionPersistence = { ...cortex.options.sessionPersistence, ...config };
    super(
      logger || config ? cortex.with({ ...(logger && { logger }), sessionPersistence }) : cortex,
    );
  }

  /**
   * Opens a session and restores what earlier ones of this project left. Sessions whose process died are recovered
   * first. To start the same session again changes nothing and gives the same answer.
   * @param sessionId an id of the caller's own, a UUID at best; never one of a session that has ended
   * @param channel what the session is talked to by: "cli", "signal", …
   */
  async onSessionStart(sessionId: string, channel = 'unknown'): Promise<RestoredSessionContext> {
    const id = newIdOf(sessionId);
    const { deps, cwd } = await this.cortex.open();
    this.#current = sessionId;
    if (!isEnabled(deps)) return COLD_START;
    const known = await deps.store.head(id);
    if (known && !takesFacts(known)) {
      throw new Error(
        `session ${sessionId} has ended; start another, and forceInheritSession() continues it`,
      );
    }
    if (known) await this.#takeOver(deps, known);
    const source = { host: known?.host ?? redactText(channel.slice(0, MAX_CHANNEL)), via: VIA };
    await handle({ ...deps, newSessionId: () => id }, source, {
      ...eventOf(known?.hostSessionId ?? id, cwd),
      kind: 'session-start',
      source: 'startup',
    });
    return restoredBy(deps, id, 'start');
  }

  /**
   * Writes down the state of a session while it runs. What is not given keeps its value. `working_memory`, `hot_topics`,
   * `active_projects`, `pending_tasks`, `recent_learnings`, `confidence_updates` and `sop_interactions` are taken from
   * the caller; all other fields Cortex keeps itself, and they are passed over.
   *
   * A list is the whole list: a pin or a task that this session had in it and has not any more is let go of, and does not
   * come back. A pin that was inherited and is left out goes from this session alone, for it was perhaps never taken over;
   * `cortex.unpin(label)` lets it go for good.
   */
  async updateSessionState(partial: Partial<SessionState>): Promise<void> {
    const { deps } = await this.cortex.open();
    if (!isEnabled(deps)) return;
    const head = await this.#running(deps, partial.session_id);
    const statement = statementIn(partial);
    await noteOwner(deps, head);
    await recordStatement(deps, head, statement);
  }

  /** Ends a session: its final state is written, mirrored as JSON and on record. Ending it again changes nothing. */
  async onSessionEnd(sessionId: string): Promise<void> {
    const { deps, cwd } = await this.cortex.open();
    if (!isEnabled(deps)) return;
    const head = await deps.store.head(sessionId as SessionId);
    if (!head) throw unknownSession(sessionId);
    await endAsHost(deps, head, cwd);
  }

  /**
   * Ends the sessions whose process is gone, as of their last activity, with everything that was captured. A session
   * that somebody still runs is left alone. Every start does this by itself.
   */
  async detectAndRecoverCrashed(currentSessionId?: string): Promise<void> {
    const { deps } = await this.cortex.open();
    const current =
      currentSessionId === undefined ? null : await deps.store.head(currentSessionId as SessionId);
    // The one that runs here is not to be recovered, whoever started it.
    if (current && takesFacts(current)) await noteOwner(deps, current);
    await recoverDead(deps, current?.scope ?? deps.locate(null).scope);
  }

  /**
   * Takes everything over from one session, whatever its age or relevance, also out of cold storage; only the room for
   * pins limits it. Who asked for it is on record.
   * @param intoSessionId the session that takes it over
   */
  async forceInheritSession(
    targetSessionId: string,
    intoSessionId?: string,
  ): Promise<RestoredSessionContext> {
    const { deps } = await this.cortex.open();
    const into = await this.#running(deps, intoSessionId);
    const target = targetSessionId as SessionId;
    const stored = await deps.store.session(target);
    if (!stored) throw new Error(`there is no session ${targetSessionId} to continue`);
    await continueFrom(deps, into, await stateNow(deps, stored), this.cortex.options.agent ?? VIA);
    return restoredBy(deps, into.id, `continue:${target}`);
  }

  /** The sessions that led to one, oldest first and that one last, `depth` at most; none where it is unknown. */
  async getSessionChain(sessionId: string, depth = STANDARD_DEPTH): Promise<SessionState[]> {
    const { deps } = await this.cortex.open();
    const walked = await walkChain(deps, sessionId as SessionId, depth);
    return Promise.all(walked.map((row) => stateNow(deps, row)));
  }

  /** Closes the database. Sessions stay open: another process may go on with them. */
  close(): Promise<void> {
    return this.cortex.close();
  }

  async #running(deps: Deps, sessionId: string | undefined): Promise<SessionHead> {
    const id = sessionId ?? this.#current;
    if (id === null) throw new Error('no session has started here; onSessionStart() starts one');
    const head = await deps.store.head(id as SessionId);
    if (!head) throw unknownSession(id);
    if (!takesFacts(head))
      throw new Error(`session ${id} has ended; onSessionStart() starts another`);
    return head;
  }

  /** A session of that id is there: an earlier process may have died in it. */
  async #takeOver(deps: Deps, known: SessionHead): Promise<void> {
    await noteOwner(deps, known);
    if (known.crashRecovered) await signOfLife(deps, known);
  }
}

function isEnabled({ config }: Deps): boolean {
  return config['session_persistence.enabled'];
}

/** @internal A program's statement about a session; throws where it cannot be true. */
export function statementIn(said: Partial<SessionState>): SessionStatement {
  const { working_memory: pins } = said;
  if (pins !== undefined) checkPins(pins);
  return { ...statementOf({ ...said }), ...(pins && { working_memory: pins }) };
}

/** @internal The session ends as its host would have said it. */
export async function endAsHost(deps: Deps, head: SessionHead, cwd: string | null): Promise<void> {
  const event = eventOf(head.hostSessionId ?? head.id, cwd);
  await handle(
    deps,
    { host: head.host, via: VIA },
    { ...event, kind: 'session-end', reason: null },
  );
}

function eventOf(
  hostSessionId: string,
  cwd: string | null,
): Pick<HostEvent, 'hostSessionId' | 'cwd' | 'key' | 'subagent'> {
  return { hostSessionId, cwd, key: null, subagent: null };
}

const COLD_START: RestoredSessionContext = {
  preamble: null,
  inheritedPins: [],
  sessionIds: [],
  relevanceScores: [],
  pendingTaskCount: 0,
};

/** The outcome of a restore, from its record. */
async function restoredBy(
  deps: Deps,
  id: SessionId,
  phase: RestorePhase,
): Promise<RestoredSessionContext> {
  const record = (await deps.store.restoresOf(id)).find((one) => one.phase === phase);
  if (!record) return COLD_START;
  const why = record.explanation as Partial<Explanation> | null;
  const target = phase.startsWith('continue:') ? phase.slice('continue:'.length) : null;
  const sessions = target === null ? await contributors(deps, id, why) : [{ id: target, score: 1 }];
  const labels = new Set(
    why?.pins?.filter(({ verdict }) => verdict === TAKEN).map(({ label }) => label),
  );
  const pins = (await deps.store.pinsNow(id)).filter(
    (pin) => pin.origin && labels.has(explainedName(pin)),
  );
  return {
    // The short form names the last work and restores nothing.
    preamble: record.preamble === null || why?.short_form ? null : insideElement(record.preamble),
    inheritedPins: pins.map(toWorkingMemory),
    sessionIds: sessions.map((session) => session.id),
    relevanceScores: sessions.map((session) => session.score),
    pendingTaskCount: why?.tasks?.length ?? 0,
  };
}

/** The sessions that contributed, the best first. One beyond the lookback gives its CRITICAL pins without a score. */
async function contributors(deps: Deps, id: SessionId, why: Partial<Explanation> | null) {
  const scores = new Map(why?.candidates?.map((one) => [one.session_id, one.relevance]));
  const from = await deps.store.contributors(id);
  return from
    .map((one) => ({ id: one, score: scores.get(one) ?? 0 }))
    .sort((a, b) => b.score - a.score);
}
