import type { KnownMemory } from '../../domain/answer/lines.ts';
import type { PreambleContent } from '../../domain/answer/preamble.ts';
import { EMPTY_STATE } from '../../domain/answer/state.ts';
import type { SessionId } from '../../domain/ids.ts';
import { inheritPins } from '../../domain/pins/inherit.ts';
import { type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import type { LedgerWithin } from '../../store/ledger.ts';
import type { RestoreOutcome } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { metricsOfRestore } from '../metrics/metrics.ts';
import { asTold } from './decide.ts';
import { explain } from './explain.ts';
import { weighMemories } from './learnings.ts';
import { tell } from './render.ts';
import type { Meanwhile } from './since-left.ts';

/** Decides what a resumed session takes over and is told; runs inside the transaction that makes it true. */
export function decideMeanwhile(
  deps: Pick<Deps, 'config' | 'now' | 'ticks'>,
  { into, offers, closed, unpinned, news, letGo, before, startedAt }: Meanwhile,
  own: readonly Pin[],
  ledger: LedgerWithin,
): RestoreOutcome {
  const { config } = deps;
  const now = deps.now();
  const { taken, decisions } = inheritPins(own, offers, letGo.pins, {
    maxInherited: config['session_persistence.max_inherited_pins'],
    maxPins: config['pins.max'],
  });
  const from = new Set(
    decisions.filter(({ refused }) => !refused).map(({ offer }) => offer.sessionId as SessionId),
  );
  // Pins that waited came with the opening; what the session pinned since is known to its model.
  const isKnown = (pin: Pin) =>
    before.some((one) => pinIdentity(one) === pinIdentity(pin) && one.content === pin.content);
  const waited = own.filter((pin) => pin.origin === null && pin.pinnedAt <= into.startedAt && !isKnown(pin));
  const { learnings = [], tasks = [], blockers = [], said = [], claims = null } = news ?? {};
  const memories = weighMemories(learnings, new Set(), now, config);
  const content: PreambleContent<KnownMemory> = {
    sessions: from.size,
    tasks,
    closed,
    unpinned,
    said,
    state: { ...EMPTY_STATE, blockers },
    decisions: news?.decisions ?? [],
    earlier: news?.earlier ?? [],
    inheritedPins: taken,
    ownPins: waited,
    memories: memories.told,
    projects: [],
    topics: [],
    ...(claims && { mark: claims.mark }),
  };
  const { made, withheld } = tell(deps, ledger, content);
  const preamble = made?.text ?? null;
  const weighed = weighMemories(learnings, withheld, now, config);
  const named = tasks.filter((task) => made?.told.has(task));
  const outcome = { pins: taken, from: [...from].map((id) => ({ id, score: 0 })), preamble };
  const explanation = explain({
    ...{ phase: 'resume', keywords: new Set(), ranked: [], lastTime: null, isShortForm: false },
    ...{ book: { told: [], older: [], overtaken: [] }, tasks: named, recalled: [], known: [] },
    said: said.filter((one) => made?.told.has(one)),
    memories: asTold(
      weighed.explained,
      content.memories.filter((one) => made?.told.has(one)),
    ),
    claims: claims?.failed ?? [],
    ...{ decisions, preamble, threshold: config['session_persistence.relevance_threshold'], now },
    tookMs: deps.ticks() - startedAt,
  });
  const metrics = metricsOfRestore(
    { ...outcome, into: into.id, phase: 'resume', tasks: named, memories: weighed.metrics, at: now },
    config,
  );
  return { ...outcome, explanation, metrics };
}
