import { estimateTokens } from '../../domain/base/text/tokens.ts';
import { type HostEvent, isForgetful, type ResumeCost } from '../../domain/facts/event.ts';
import { canInject, type EventSender } from '../../domain/facts/sender.ts';
import type { Reply } from '../../ports/base/host.ts';
import type { SessionHead } from '../../store/store.ts';
import { failOpen } from '../answer/answer.ts';
import { tellWhatIsDue } from '../answer/doors/due.ts';
import { previewIn } from '../answer/doors/preview.ts';
import { tellOnResume } from '../answer/doors/resume.ts';
import { tellAfterCompaction, tellAtStart } from '../answer/doors/start.ts';
import { costNotice } from '../answer/notice.ts';
import type { Deps } from '../base/deps.ts';
import { SILENCE } from '../base/reply.ts';
import { addStoreWords, wordsOfStore } from '../keeping/loss.ts';
import { recoverDead } from '../presence/recover.ts';
import { knowPlace } from '../projects/know.ts';
import { archiveIdle } from '../threads/idle.ts';
import { openFor } from './open.ts';
import { arrivalOf, noteOwner, takesFacts } from './record.ts';

type StartEvent = Extract<HostEvent, { kind: 'session-start' }>;

/** A session starts, or its host says that its context began anew. */
export async function start(deps: Deps, source: EventSender, event: StartEvent): Promise<Reply> {
  const words = canInject(source, event) ? await wordsOfStore(deps) : [];
  return addStoreWords(await startSession(deps, source, event), words);
}

async function startSession(deps: Deps, source: EventSender, event: StartEvent): Promise<Reply> {
  const offer = await knowPlace(deps, event.cwd);
  const { scope } = deps.locate(event.cwd);
  for (const room of deps.rooms) await room.starts?.(deps, scope);
  await recoverDead(deps, scope);
  await archiveIdle(deps);
  const known = await deps.store.sessionOfHost(source.host, event.hostSessionId);

  if (known && isForgetful(event.source) && takesFacts(known)) {
    await noteOwner(deps, known);
    const epoch = await deps.store.beginEpoch(
      known.id,
      arrivalOf(deps, source),
      event.source === 'clear' ? 'clear' : 'compaction',
    );
    if (epoch === null || !canInject(source, event)) return SILENCE;
    const again = { ...known, epoch };
    return failOpen(deps, again, () => tellAfterCompaction(deps, again));
  }
  if (known && known.endedAt === null) {
    await noteOwner(deps, known);
    // The same session reported twice; its restore may have failed the first time.
    return canInject(source, event)
      ? failOpen(deps, known, () => tellWhatIsDue(deps, known))
      : SILENCE;
  }
  // A model that has forgotten resumes nothing, whatever the id says.
  const resumed = isForgetful(event.source)
    ? null
    : (known ?? (await forkedFrom(deps, source, event)));
  if (resumed) return resumeSession(deps, source, event, resumed);
  const reply = await beginSession(deps, source, event);
  if (offer === null || !deps.config['restore.notice']) return reply;
  return { ...reply, notice: reply.notice ? `${reply.notice}; ${offer}` : `cortex: ${offer}` };
}

async function beginSession(deps: Deps, source: EventSender, event: StartEvent): Promise<Reply> {
  const { head, opened } = await openFor(deps, source, event, null);
  return opened && canInject(source, event)
    ? failOpen(deps, head, () => tellAtStart(deps, head))
    : SILENCE;
}

/** A resumed model still has everything except later changes. */
async function resumeSession(
  deps: Deps,
  source: EventSender,
  event: StartEvent,
  from: SessionHead,
): Promise<Reply> {
  const { head, opened, isForgotten } = await openFor(deps, source, event, from.id);
  if (!opened || !canInject(source, event)) return SILENCE;
  const reply = await failOpen(deps, head, () =>
    isForgotten ? tellAtStart(deps, head) : tellOnResume(deps, head),
  );
  return event.cost ? withCost(deps, head, event.cost, reply) : reply;
}

/** Shows the person the cost of resuming and the size of a fresh start. On failure it logs and leaves the line out. */
async function withCost(
  deps: Deps,
  head: SessionHead,
  cost: ResumeCost,
  reply: Reply,
): Promise<Reply> {
  if (!deps.config['restore.notice'] || !deps.config['restore.enabled']) return reply;
  try {
    const { start } = await previewIn(deps, head);
    const line = costNotice(cost, estimateTokens(start.text ?? ''));
    return { ...reply, notice: reply.notice ? `${reply.notice}; ${line}` : `cortex: ${line}` };
  } catch (error) {
    deps.log.failure('cost not told', error);
    return reply;
  }
}

/** The origin of a fork, which hosts do not report: the session of the same process, else the latest of its host here. */
async function forkedFrom(
  deps: Deps,
  source: EventSender,
  event: StartEvent,
): Promise<SessionHead | null> {
  if (event.source !== 'fork') return null;
  const { scope } = deps.locate(event.cwd);
  const open = await deps.store.openSessions();
  const around = open.filter(
    (head) =>
      head.host === source.host && head.scope.key === scope.key && deps.owners.isAround(head.owner),
  );
  const newest = around.sort((a, b) => b.lastSeq - a.lastSeq)[0];
  if (newest) return newest;
  const [latest] = await deps.store.history({ scopeKey: scope.key, host: source.host, limit: 1 });
  return latest ? deps.store.head(latest.session_id) : null;
}
