import { NOTHING } from '../../domain/answer/contributors.ts';
import { EMPTY_STATE } from '../../domain/answer/state.ts';
import { isMark, marksDue } from '../../domain/restore/due.ts';
import type { Millis } from '../../domain/time.ts';
import type { RestoreRecord, SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { runningBeside } from '../session/target.ts';
import { atWork, byWork } from './at-work.ts';
import { CHOSEN, type Occasion } from './occasion.ts';

const LIMIT = 'limit';

/** The turn ended at a usage limit: whatever others do until the next prompt is news. */
export function oweAfterLimit(deps: Deps, head: SessionHead): Promise<void> {
  return mark(deps, head, `${LIMIT}:${head.lastSeq}`);
}

/** Sessions at work in the same folder hear of the one that begins its work. A failure is on record, and nobody waits for it. */
export async function oweToOthers(deps: Deps, head: SessionHead): Promise<void> {
  try {
    const others = await runningBeside(deps, head.scope);
    for (const other of others)
      if (other.id !== head.id && other.scope.root === head.scope.root)
        await mark(deps, other, `beside:${head.id}`);
  } catch (error) {
    deps.log.failure('others not told', error);
  }
}

async function mark(deps: Deps, { id, epoch }: SessionHead, what: string): Promise<void> {
  const nothing = { pins: [], from: [], preamble: null, explanation: null, metrics: [] };
  const key = { sessionId: id, epoch, phase: `due:${what}` as const, at: deps.now() };
  await deps.store.commitRestore(key, () => nothing);
}

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

/** The other sessions at work in this folder, a line each. */
export async function companyOf(deps: Deps, head: SessionHead, { phase }: DueNews): Promise<Occasion> {
  const startedAt = deps.ticks();
  const others = await atWork(deps, head.scope, new Set([head.id]));
  const company = await byWork(deps, others);
  return {
    ...{ phase, into: head.id, sections: CHOSEN.company, from: new Map(), offers: [], startedAt },
    dismissed: new Set(),
    learnings: () => [],
    context: () => ({ ...NOTHING, state: { ...EMPTY_STATE, ...company } }),
  };
}
