import type { SessionId } from '../domain/base/ids.ts';
import { GLOBAL_SCOPE } from '../domain/base/scope.ts';
import { DAY, type Millis, millis } from '../domain/base/time.ts';
import { redactText } from '../domain/redact/redact.ts';
import type { Deps } from '../engine/base/deps.ts';
import { takesFacts } from '../engine/capture/record.ts';
import { stateNow } from '../engine/presence/present.ts';
import { isDead, recover } from '../engine/presence/recover.ts';
import { recordStatement as stateThat } from '../engine/sessions/state.ts';
import type { SessionHead } from '../store/store.ts';
import { newIdOf, unknownSession } from './home.ts';
import { InHome } from './open-cortex.ts';
import {
  endAsHost as endSession,
  SessionPersistenceManager,
  statementIn,
} from './session-persistence-manager.ts';
import type { SessionState } from './types.ts';

const MAX_CHANNEL = 60;
const MOST_RECENT = 50;
const STANDARD_DEPTH = 5;
/** More than anybody runs at once: open sessions stand among those that ended. */
const MOST_OPEN = 100;

/**
 * Session records one by one, for programs that live through their sessions themselves: nothing is restored and nothing
 * is told. `SessionPersistenceManager` does both.
 */
export class CortexBridge extends InHome {
  /**
   * Makes or updates the record of a session, and ends it where `end_time` is given. Pins and lists are taken from the
   * caller as `updateSessionState` takes them; all other fields Cortex keeps itself. Saving a session that has ended
   * again changes nothing.
   */
  async saveSessionState(
    state: Partial<SessionState> & Pick<SessionState, 'session_id'>,
  ): Promise<void> {
    const id = newIdOf(state.session_id);
    const statement = statementIn(state);
    const { deps } = await this.cortex.open();
    if (!deps.config['session_persistence.enabled']) return;
    const end = millis(state.end_time ?? null);
    const known = await deps.store.head(id);
    if (known && !takesFacts(known)) {
      if (end !== null) return;
      throw new Error(`session ${id} has ended; what is over is not changed`);
    }
    // As of the moment that the record tells of, which is never in the future.
    const at = Math.min(end ?? deps.now(), deps.now());
    const then = { ...deps, now: () => at };
    const head = known ?? (await opened(then, id, state));
    await stateThat(then, head, statement);
    if (end !== null) await endSession(then, head, null);
  }

  /** Sessions of this project and outside of any that ended within so many days, the latest first. */
  async getRecentSessions(days: number, limit: number = MOST_RECENT): Promise<SessionState[]> {
    if (!(days >= 0)) throw new RangeError(`days is a number from 0 on, not ${days}`);
    const { deps } = await this.cortex.open();
    const since = deps.now() - days * DAY;
    const keys = new Set([deps.locate(null).scope.key, GLOBAL_SCOPE.key]);
    const found = await Promise.all(
      [...keys].map((scopeKey) => deps.store.history({ scopeKey, limit: limit + MOST_OPEN })),
    );
    const endOf = (state: SessionState) => millis(state.end_time) ?? 0;
    return found
      .flat()
      .filter((state) => state.end_time !== null && endOf(state) >= since)
      .sort((a, b) => endOf(b) - endOf(a))
      .slice(0, Math.max(0, limit));
  }

  /** Says that one session went on from another. The first that did stays in `continued_by`; twice changes nothing. */
  async markSessionContinued(sessionId: string, nextSessionId: string): Promise<void> {
    if (sessionId === nextSessionId) throw new Error(`session ${sessionId} cannot continue itself`);
    const { deps } = await this.cortex.open();
    for (const id of [sessionId, nextSessionId]) {
      if (!(await deps.store.session(id as SessionId))) throw unknownSession(id);
    }
    await deps.store.continueSession(
      sessionId as SessionId,
      nextSessionId as SessionId,
      deps.now(),
    );
  }

  /** Open sessions that nobody runs any more, but for the one that is active, as their facts say. Nothing is changed. */
  async detectCrashedSessions(activeSessionId?: string): Promise<SessionState[]> {
    const { deps } = await this.cortex.open();
    const dead = (await deps.store.openSessions()).filter(
      (head) => head.id !== activeSessionId && isDead(deps, head),
    );
    const rows = await Promise.all(dead.map(({ id }) => deps.store.session(id)));
    return Promise.all(rows.filter((row) => row !== null).map((row) => stateNow(deps, row)));
  }

  /** Ends a crashed session as of its last activity, with everything that was captured. One that ended stays as it is. */
  async recoverCrashedSession(sessionId: string): Promise<void> {
    const { deps } = await this.cortex.open();
    const head = await deps.store.head(sessionId as SessionId);
    if (!head) throw unknownSession(sessionId);
    if (head.endedAt !== null) return;
    if (!isDead(deps, head)) throw new Error(`somebody still runs session ${sessionId}`);
    await recover(deps, head, true);
  }

  /** The sessions that led to one, oldest first and that one last, `depth` at most; none where it is unknown. */
  getSessionChain(sessionId: string, depth: number = STANDARD_DEPTH): Promise<SessionState[]> {
    return new SessionPersistenceManager(this.cortex).getSessionChain(sessionId, depth);
  }

  /** Closes the database. */
  close(): Promise<void> {
    return this.cortex.close();
  }
}

/** A new session that inherits nothing. */
async function opened(
  deps: Deps,
  id: SessionId,
  state: Partial<SessionState>,
): Promise<SessionHead> {
  const isElsewhere = state.scope === GLOBAL_SCOPE.label && !state.project_path;
  const location = deps.locate(state.project_path ?? null);
  const safe = (text: string) => redactText(text, { strict: deps.config['redaction.strict'] });
  const { head } = await deps.store.openSession({
    id,
    ...(isElsewhere
      ? { scope: GLOBAL_SCOPE, branch: null, head: null }
      : { ...location, branch: location.branch && safe(location.branch) }),
    host: safe((state.host ?? state.channel ?? 'unknown').slice(0, MAX_CHANNEL)),
    hostSessionId: id,
    cwd: null,
    at: startOf(state, deps.now()),
    owner: deps.owners.first(),
    resumes: null,
    maxPins: deps.config['pins.max'],
  });
  return head;
}

function startOf({ start_time: start }: Partial<SessionState>, latest: Millis): Millis {
  return Math.min(millis(start ?? null) ?? latest, latest);
}
