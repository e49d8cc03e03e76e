import { inheritPins } from '../domain/inherit.ts';
import { fromWorkingMemory, type Pin } from '../domain/pin.ts';
import { renderPreamble } from '../domain/preamble.ts';
import type { SessionState } from '../domain/session.ts';
import type { PendingTask } from '../domain/task.ts';
import { millis } from '../domain/time.ts';
import type { SessionHead } from '../store.ts';
import type { Deps } from './deps.ts';
import { explain } from './explain.ts';
import { preambleLimits } from './limits.ts';
import { taskCheck } from './tasks.ts';

export interface Continued {
  readonly from: SessionState;
  readonly pins: readonly Pin[];
  readonly refused: readonly { readonly label: string; readonly why: string }[];
  readonly tasks: readonly PendingTask[];
  readonly topics: readonly string[];
  readonly text: string | null;
}

/** Inherits everything from one session whatever its age or score; only the caps hold. */
export async function continueFrom(deps: Deps, into: SessionHead, from: SessionState): Promise<Continued> {
  const now = deps.now();
  const at = millis(from.end_time) ?? millis(from.last_activity) ?? now;
  const letGo = await deps.store.letGo(into.scope.key);
  const tasks = taskCheck(deps, into.scope, letGo).stillOpen(from.pending_tasks);
  const offers = from.working_memory
    .map(fromWorkingMemory)
    .filter((pin) => pin !== null)
    .map((pin) => ({ pin, sessionId: from.session_id, heldAt: at }));
  let result: Continued | null = null;
  await deps.store.commitRestore(
    // A person may continue several sessions, one after the other; each is on record.
    { sessionId: into.id, epoch: into.epoch, phase: `continue:${from.session_id}`, at: now },
    (own) => {
      // Asked for by name: what was let go before is wanted again, and the inherited limit gives way to the cap.
      const max = deps.config['pins.max'];
      const { taken, decisions } = inheritPins(own, offers, new Set(), { maxInherited: max, maxPins: max });
      const text = renderPreamble(
        {
          sessions: 1,
          tasks,
          projects: from.active_projects,
          topics: from.hot_topics,
          inheritedPins: taken,
          ownPins: [],
        },
        preambleLimits(deps.config),
        now,
      );
      const refused = decisions.flatMap(({ offer, refused: why }) =>
        why ? [{ label: offer.pin.label ?? offer.pin.content.slice(0, 60), why }] : [],
      );
      result = { from, pins: taken, refused, tasks, topics: from.hot_topics, text };
      const explanation = explain({
        phase: `continue:${from.session_id}`,
        keywords: new Set(),
        ranked: [],
        titles: new Map(),
        decisions,
        known: [],
        preamble: text,
        threshold: 0,
        tookMs: 0,
      });
      return { pins: taken, from: [{ id: from.session_id, score: 1 }], preamble: text, explanation };
    },
  );
  return result ?? { from, pins: [], refused: [], tasks, topics: from.hot_topics, text: null };
}
