import type { PinDecision } from '../../domain/answer/inherit.ts';
import type { KnownMemory } from '../../domain/answer/lines.ts';
import type { FittedSection } from '../../domain/answer/preamble.ts';
import type { LedgerWithin } from '../../domain/ledger/send.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { PendingTask } from '../../domain/todos/task.ts';
import type { Reply } from '../../ports/base/host.ts';
import type { RestoreOutcome, SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { SILENCE } from '../base/reply.ts';
import { keptLimits } from '../ledger/ledger.ts';
import { metricsOfRestore } from '../metrics/metrics.ts';
import { mirrorPins } from '../pins/working-memory-file.ts';
import { type Explanation, explain } from './explain.ts';
import { noticeOfStart, openedNotice } from './notice.ts';
import { announceOwed, isPassing } from './owed.ts';
import { countAgainst } from './read/claims.ts';
import { render } from './render.ts';
import { type Occasion, select } from './select.ts';

/** An answer as it is committed, and the verdict on all that was weighed for it. */
export interface SessionAnswer {
  readonly outcome: RestoreOutcome;
  readonly explanation: Explanation;
  readonly sections: readonly FittedSection[];
  readonly pins: readonly PinDecision[];
  readonly memories: readonly KnownMemory[];
  /** The tasks that the text names. */
  readonly tasks: readonly PendingTask[];
}

/** Selects what an occasion tells and renders it. Pure except for the clock; runs inside the transaction that commits it. */
export function makeAnswer(
  deps: Pick<Deps, 'config' | 'now' | 'ticks'>,
  occasion: Occasion,
  own: readonly Pin[],
  ledger: LedgerWithin,
): SessionAnswer {
  const { phase, into, reading, sections } = occasion;
  const { content, pins, inherited, memories, from } = select(deps, occasion, own);
  const { made, withheld } = render(deps, ledger, content, { sections });
  const preamble = made?.text ?? null;
  const tasks = content.tasks.filter((task) => made?.told.has(task) === true);
  // The short form is not a restore: it has no metric and no link.
  const isShortForm = content.shortForm !== null && sections.includes('shortForm');
  const fresh = memories.filter(({ memory }) => !withheld.has(memory.id));
  const explanation = explain(deps, occasion, {
    content,
    sections,
    pins,
    memories: fresh,
    tasks,
    made,
    isShortForm,
  });
  const scored = [...from].map(([id, score]) => ({ id, score }));
  const restored = {
    into,
    phase,
    from: scored,
    pins: inherited,
    tasks,
    memories: fresh.map(({ metric }) => metric),
    preamble,
    at: deps.now(),
  };
  return {
    outcome: {
      pins: inherited,
      preamble,
      thread: reading?.work.thread ? reading.stored.here.thread!.id : null,
      from: scored,
      explanation,
      metrics: isShortForm ? [] : metricsOfRestore(restored, deps.config),
    },
    explanation,
    sections: made?.sections ?? [],
    pins,
    memories: content.memories,
    tasks,
  };
}

/** How an answer is given besides its text. */
interface Giving {
  readonly more?: Pick<Explanation, 'known_by' | 'with_prompt'>;
  /** The caller shows it itself. */
  readonly isQuiet?: boolean;
}

/** Commits an answer and returns its text; silent if it was committed before. */
export async function giveAnswer(
  deps: Deps,
  { id, epoch }: SessionHead,
  occasion: Occasion,
  { more = {}, isQuiet = false }: Giving = {},
): Promise<Reply> {
  const { phase, claims } = occasion;
  const ledger = isQuiet ? null : keptLimits(deps.config);
  const record = await deps.store.commitRestore(
    { sessionId: id, epoch, phase, at: deps.now(), ledger },
    (own, shown) => {
      const { outcome, explanation } = makeAnswer(deps, occasion, own, shown);
      const explained = { ...explanation, ...more };
      return { ...outcome, explanation: explained, ...(isQuiet && { preamble: null }) };
    },
  );
  if (!record) return SILENCE;
  const { preamble, explanation, shown } = record;
  await mirrorPins(deps, id);
  await countAgainst(deps, claims.contradicted, id);
  // By lines, because the log cuts long texts.
  deps.log.debug('restored', {
    session_id: id,
    explanation,
    preamble: preamble?.split('\n') ?? null,
  });
  const isNoticed = preamble !== null && deps.config['restore.notice'];
  const notice = isNoticed ? noticeOn(deps, occasion, explanation as Explanation) : null;
  return { context: preamble, receipt: shown, notice };
}

/** The person saw the notice of the start; a prompt says only what it opened. */
function noticeOn({ now }: Pick<Deps, 'now'>, occasion: Occasion, why: Explanation): string | null {
  const { phase, reading, opens } = occasion;
  if (phase !== 'prompt') return reading && noticeOfStart(reading, why, now());
  const opened = opens.findLast(({ session }) =>
    why.recalled.some((one) => one.session_id === session.id),
  );
  return opened ? openedNotice(opened) : null;
}

/** A failed restore is a cold start and is logged. The session of `head` gets the announcement of an owed restore. */
export async function failOpen(
  deps: Deps,
  head: SessionHead | null,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (!deps.config['restore.enabled']) return SILENCE;
  try {
    return await work();
  } catch (error) {
    deps.log.failure('restore failed', error);
    return head && isPassing(error)
      ? announceOwed(deps, () => ({ scope: head.scope, head }))
      : SILENCE;
  }
}
