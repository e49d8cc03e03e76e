import type { HostEvent } from '../domain/event.ts';
import { redactText } from '../domain/redact/redact.ts';
import { observePipeline } from './capture.ts';
import type { Deps } from './deps.ts';
import { foldingUnder } from './folding.ts';
import type { Source } from './reply.ts';
import { maintainWhenDue } from './retention.ts';

function reasonOf(deps: Deps, reason: string | null): string | null {
  return reason && redactText(reason.slice(0, 200), { strict: deps.config['redaction.strict'] });
}

/** The session is over: folded to its last fact, closed, mirrored. */
export async function end(
  deps: Deps,
  source: Source,
  event: Extract<HostEvent, { kind: 'session-end' }>,
): Promise<void> {
  const head = await deps.store.sessionOfHost(source.host, event.hostSessionId);
  if (!head) return;
  if (head.endedAt === null) await observePipeline(deps, head);
  const state = await deps.store.endSession(
    head.id,
    foldingUnder(deps.config),
    deps.now(),
    reasonOf(deps, event.reason),
  );
  if (!state) return;
  deps.writeMirror(state, await deps.store.metricHead());
  await maintainWhenDue(deps);
}
