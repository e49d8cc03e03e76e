import { goalToldOf } from '../../domain/answer/last-time.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import { CAPSULE } from '../../domain/handoff/capsule.ts';
import { type Pin, toWorkingMemory, type WorkingMemoryPin } from '../../domain/pins/pin.ts';
import type { SessionOutcome } from '../../domain/sessions/outcome.ts';
import type { SessionSnapshot } from '../../domain/sessions/snapshot.ts';
import type { Mark, ThreadBlocker, ThreadDecision } from '../../domain/threads/thread.ts';
import type { PendingTask } from '../../domain/todos/task.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import type { Handoff } from './handoff.ts';

/** The author of an item; an import trusts it no more than that. */
type HandedTrust = 'person' | 'agent' | 'tool' | 'teammate';

/** The session of an item, and the teammate who shared it. */
interface HandedOrigin {
  readonly session: string | null;
  readonly author: string | null;
}

interface HandedItem {
  readonly trust: HandedTrust;
  readonly origin: HandedOrigin;
}

interface HandedSession {
  readonly session_id: string;
  readonly title: string | null;
  readonly at: string;
  readonly host: string | null;
  readonly branch: string | null;
  /** On a branch that is not merged into what is checked out. */
  readonly apart: boolean;
  readonly running: boolean;
  readonly crashed: boolean;
}

interface HandedBlocker extends HandedItem {
  readonly type: ThreadBlocker['type'];
  readonly text: string;
  readonly evidence: string | null;
  readonly at: string;
}

interface HandedDecision extends HandedItem, Pick<ThreadDecision, 'subject' | 'choice' | 'reason'> {
  readonly by: ThreadDecision['by'];
  readonly at: string;
}

interface HandedRule extends HandedItem {
  readonly memory_id: string;
  readonly text: string;
  readonly at: string;
}

type HandedTask = Pick<
  PendingTask,
  'task_id' | 'title' | 'stage' | 'flagged_incomplete' | 'source' | 'last_activity'
>;

/** The hand-over as JSON, which another home imports: `docs/handoff.schema.json`. */
export interface HandoffRecord {
  readonly cortex_handoff: typeof CAPSULE;
  readonly made_at: string;
  readonly scope: string;
  readonly branch: string | null;
  readonly head: string | null;
  readonly goal: string | null;
  readonly session: HandedSession | null;
  readonly stopped: SessionOutcome | null;
  readonly turns: readonly { readonly session_id: string; readonly turns: readonly Turn[] }[];
  readonly phase: string | null;
  readonly blockers: readonly HandedBlocker[];
  readonly decisions: readonly HandedDecision[];
  readonly tasks: readonly HandedTask[];
  readonly older_tasks: number;
  readonly rules: readonly HandedRule[];
  readonly pins: readonly (WorkingMemoryPin & HandedItem)[];
  readonly files: readonly string[];
  /** The latest files with the hashes of their content. */
  readonly artifacts: readonly { readonly path: string; readonly sha256: string | null }[];
  readonly topics: readonly string[];
}

export interface RecordingPlace {
  readonly madeAt: Millis;
  readonly head: string | null;
  /** The hash of a file by its path below the root; null if it does not exist. */
  hashOf(path: string): string | null;
}

/** Files whose content is hashed: the latest. */
const MOST_HASHED = 50;

export function handoffRecord(
  { scope, branch, session, shortForm, ...given }: Handoff,
  { madeAt, head, hashOf }: RecordingPlace,
): HandoffRecord {
  const stopped = session?.stopped ?? null;
  const { state } = given;
  const files = state.thread.files
    .filter(({ how }) => how !== 'delete')
    .map(({ path }) => path)
    .reverse();
  const last = session ?? shortForm?.last ?? null;
  const own = { session: last?.id ?? null, author: null };
  return {
    cortex_handoff: CAPSULE,
    made_at: iso(madeAt),
    scope: scope.label,
    branch,
    head: head ?? stopped?.head ?? null,
    goal: last && goalToldOf(given.turns, last),
    session: last && handedSession(last, session, given.unmergedBranch(last.id) !== null),
    stopped,
    turns: given.turns.map(({ session: of, turns }) => ({ session_id: of.id, turns })),
    phase: state.phase,
    blockers: state.blockers.map(handedBlocker),
    decisions: given.decisions.map(handedDecision),
    tasks: given.tasks.map(handedTask),
    older_tasks: given.olderTasks,
    rules: given.rules.map(({ memoryId, text, at }) => ({
      memory_id: memoryId,
      text,
      at: iso(at),
      trust: 'person',
      origin: own,
    })),
    pins: given.ownPins.map((pin) => ({
      ...toWorkingMemory(pin),
      trust: pinTrust(pin),
      origin: { session: pin.origin?.sessionId ?? own.session, author: null },
    })),
    files,
    artifacts: [...new Set([...(stopped?.touched ?? []).toReversed(), ...files])]
      .slice(0, MOST_HASHED)
      .map((path) => ({ path, sha256: hashOf(path) })),
    topics: session?.topics ?? [],
  };
}

/** `session` is null where the last work is only known by its name. */
function handedSession(
  { id, title, at }: Pick<SessionSnapshot, 'id' | 'title' | 'at'>,
  session: SessionSnapshot | null,
  apart: boolean,
): HandedSession {
  return {
    session_id: id,
    title,
    at: iso(at),
    host: session?.host ?? null,
    branch: session?.stopped?.branch ?? session?.branch ?? null,
    apart,
    running: session?.running ?? false,
    crashed: session?.crashed ?? false,
  };
}

function handedBlocker(one: ThreadBlocker): HandedBlocker {
  return {
    type: one.type,
    text: one.text,
    evidence: one.identity,
    at: iso(one.at),
    ...whose(one),
  };
}

function handedDecision(one: ThreadDecision): HandedDecision {
  return {
    subject: one.subject,
    choice: one.choice,
    reason: one.reason,
    by: one.by,
    at: iso(one.at),
    ...whose(one),
  };
}

function handedTask(task: PendingTask): HandedTask {
  const { task_id, title, stage, flagged_incomplete, source, last_activity } = task;
  return { task_id, title, stage, flagged_incomplete, source, last_activity };
}

/** The author of a thread's item, and the session that stated it last. */
function whose({ by, from, session }: Mark): HandedItem {
  const trust = from === undefined ? by : 'teammate';
  return { trust, origin: { session: session ?? null, author: from ?? null } };
}

/** Older versions recorded no author: then the pin is the person's. A file is trusted like an agent. */
function pinTrust({ by = 'person' }: Pin): HandedTrust {
  return by === 'file' ? 'agent' : by;
}
