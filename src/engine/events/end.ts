import type { HostEvent } from '../../domain/event.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import { OWN, type SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import type { Source } from '../reply.ts';
import { foldingUnder } from '../session/folding.ts';
import { observePipeline } from '../tasks/pipeline.ts';
import { maintainWhenDue } from '../upkeep/retention.ts';
import { stoodAt } from './capture.ts';
import { noteLastWords } from './overhear.ts';

function reasonOf(deps: Deps, reason: string | null): string | null {
  return reason && redactStrings(reason.slice(0, 200), { strict: deps.config['redaction.strict'] });
}

/** Between turns people commit and change branches themselves. */
async function noteWhereItStood(deps: Deps, head: SessionHead, cwd: string | null): Promise<void> {
  const [stood] = await stoodAt(deps, head, cwd);
  // As the last turn left it: then there is nothing to fold either.
  if (!stood) return;
  await deps.store.append(head.id, [{ fact: stood, key: null }], { via: OWN, at: deps.now() });
}

/** The session is over: folded to its last fact, closed, mirrored. */
export async function end(
  deps: Deps,
  source: Source,
  event: Extract<HostEvent, { kind: 'session-end' }>,
): Promise<void> {
  const head = await deps.store.sessionOfHost(source.host, event.hostSessionId);
  if (!head) return;
  if (head.endedAt === null) {
    await observePipeline(deps, head);
    await noteWhereItStood(deps, head, event.cwd);
    // Nobody reported the end of a turn that the person broke off.
    await noteLastWords(deps, head);
  }
  const state = await deps.store.endSession(
    head.id,
    foldingUnder(deps.config),
    deps.now(),
    reasonOf(deps, event.reason),
  );
  if (!state) return;
  deps.writeMirror(state, await deps.store.metricHead());
  for (const room of deps.rooms) await room.ends?.(deps, head.scope);
  await maintainWhenDue(deps);
}
