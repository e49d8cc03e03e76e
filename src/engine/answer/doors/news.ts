import { isMark, marksDue } from '../../../domain/answer/due.ts';
import type { Millis } from '../../../domain/base/time.ts';
import type { RestoreRecord, SessionHead } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import { runningSessions } from '../../presence/target.ts';

/** News that an open session is owed until its next prompt: others work here, or worked while it waited. */

const LIMIT = 'limit';

/** After a turn that ended at a usage limit: owes the session news about others' work until its next prompt. */
export function oweAfterLimit(deps: Deps, head: SessionHead): Promise<void> {
  return mark(deps, head, `${LIMIT}:${head.lastSeq}`);
}

/** Owes other working sessions in the folder the news of a new one. A failure is logged only. */
export async function oweToOthers(deps: Deps, head: SessionHead): Promise<void> {
  try {
    const others = await runningSessions(deps, head.scope);
    for (const other of others)
      if (other.id !== head.id && other.scope.root === head.scope.root)
        await mark(deps, other, `beside:${head.id}`);
  } catch (error) {
    deps.log.failure('others not told', error);
  }
}

async function mark(deps: Deps, { id, epoch }: SessionHead, what: string): Promise<void> {
  const key = { sessionId: id, epoch, phase: `due:${what}` as const, at: deps.now() };
  const nothing = { pins: [], from: [], preamble: null, explanation: null, metrics: [] };
  await deps.store.commitRestore(key, () => nothing);
}

/** The news that the marks of a session ask for. */
export interface DueNews {
  readonly phase: `news:${number}`;
  readonly since: Millis;
  readonly isAfterLimit: boolean;
}

export function newsDue(done: readonly RestoreRecord[]): DueNews {
  const marks = marksDue(done);
  return {
    phase: `news:${done.filter(isMark).length}`,
    since: Math.min(...marks.map(({ at }) => at)),
    isAfterLimit: marks.some(({ phase }) => phase.startsWith(`due:${LIMIT}:`)),
  };
}
