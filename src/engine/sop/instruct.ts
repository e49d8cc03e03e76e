import type { HostEvent } from '../../domain/event.ts';
import { isReadOnly } from '../../domain/observe/read-only.ts';
import { awaited } from '../../domain/sop/history.ts';
import { holdsWord } from '../../domain/sop/trigger.ts';
import { stripOwn } from '../../domain/text/safe-text.ts';
import type { Reply } from '../../host.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { arrivalOf, takesFacts } from '../events/record.ts';
import { changeConfidence } from '../memories/memories.ts';
import { SILENCE, type Source } from '../reply.ts';
import { sessionFor } from '../session/open.ts';
import { by, give, type IntentEvent } from './sop.ts';
import { consider, usable } from './sop-files.ts';

/** A tool is about to be used: what was written to be read before such a call is given, once. It never stands in the way. */
export async function instruct(deps: Deps, source: Source, event: IntentEvent): Promise<Reply> {
  if (isReadOnly(event.intent)) return SILENCE;
  const { scope } = deps.locate(event.cwd);
  const meant = usable(await consider(deps, scope, event.intent, () => deps.store.trustedSops(scope.key)));
  if (meant.length === 0) return SILENCE;
  const head = await sessionFor(deps, source, event);
  if (!takesFacts(head)) return SILENCE;
  const { reply, penalised } = await give(deps, source, head, event, meant);
  const penalty = -deps.config['memories.hook_penalty'];
  for (const id of new Set(penalised)) await changeConfidence(deps, id, penalty, 'hook_penalty', head);
  return reply;
}

/** A reply was given: instructions whose word stands in it were read. */
export async function hear(
  deps: Deps,
  source: Source,
  head: SessionHead,
  event: Extract<HostEvent, { kind: 'turn-end' | 'reply' | 'subagent-end' }>,
): Promise<void> {
  const reply = stripOwn(event.reply ?? '');
  const subagent = event.kind === 'subagent-end' ? (event.subagent ?? 'subagent') : null;
  const isSaid = ({ keyword }: { readonly keyword: string | null }) =>
    keyword !== null && holdsWord(reply, keyword);
  if (reply === '' || !awaited(await deps.store.sopHistory(head.id), subagent).some(isSaid)) return;
  const memories: string[] = [];
  await deps.store.changeSops(head.id, arrivalOf(deps, source), (history) =>
    awaited(history, subagent)
      .filter(isSaid)
      .map((standing) => {
        memories.push(...standing.memories);
        return { kind: 'sop-acknowledged', path: standing.path, ...by(subagent) };
      }),
  );
  const boost = deps.config['memories.sop_boost'];
  for (const id of new Set(memories)) await changeConfidence(deps, id, boost, 'sop_boost', head);
}
