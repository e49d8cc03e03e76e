import { isReadingTool, isReadOnly } from '../../domain/observe/read-only.ts';
import { stripOwn } from '../../domain/text/safe-text.ts';
import type { Deps, IntentEvent, ReplyEvent } from '../../engine/deps.ts';
import { arrivalOf, takesFacts } from '../../engine/events/record.ts';
import { changeConfidence } from '../../engine/memories/memories.ts';
import { SILENCE, type Source } from '../../engine/reply.ts';
import { sessionFor } from '../../engine/session/open.ts';
import type { Reply } from '../../host.ts';
import type { SessionHead } from '../../store.ts';
import { awaited } from '../domain/history.ts';
import { holdsWord } from '../domain/trigger.ts';
import { sopFiles } from '../files.ts';
import { sopsOf } from '../sql.ts';
import { by, give } from './sop.ts';
import { consider, usable } from './sop-files.ts';

/** A tool is about to be used: what was written to be read before such a call is given, once. It never stands in the way. */
export async function instruct(deps: Deps, source: Source, event: IntentEvent): Promise<Reply> {
  if (isReadingTool(event.intent.name)) return SILENCE;
  // Every tool call of the agent waits for this, and nearly nobody has instructions: names of files are looked at first.
  if (sopFiles(deps).list({ root: deps.rootOf(event.cwd) }).files.length === 0) return SILENCE;
  if (isReadOnly(event.intent)) return SILENCE;
  const { scope } = deps.locate(event.cwd);
  const meant = usable(
    await consider(deps, sopFiles(deps), scope, event.intent, () => sopsOf(deps).trustedSops(scope.key)),
  );
  if (meant.length === 0) return SILENCE;
  const head = await sessionFor(deps, source, event);
  if (!takesFacts(head)) return SILENCE;
  const { reply, penalised } = await give(deps, source, head, event, meant);
  const penalty = -deps.config['memories.hook_penalty'];
  for (const id of new Set(penalised)) await changeConfidence(deps, id, penalty, 'hook_penalty', head);
  return reply;
}

/** A reply was given: instructions whose word stands in it were read. */
export async function hear(deps: Deps, source: Source, head: SessionHead, event: ReplyEvent): Promise<void> {
  // Nearly nobody was given instructions.
  if ((await sopsOf(deps).sopHistory(head.id)).length === 0) return;
  const reply = stripOwn(event.reply ?? '');
  const subagent = event.kind === 'subagent-end' ? (event.subagent ?? 'subagent') : null;
  const isSaid = ({ keyword }: { readonly keyword: string | null }) =>
    keyword !== null && holdsWord(reply, keyword);
  if (reply === '' || !awaited(await sopsOf(deps).sopHistory(head.id), subagent).some(isSaid)) return;
  const memories: string[] = [];
  await sopsOf(deps).changeSops(head.id, arrivalOf(deps, source), (history) =>
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
