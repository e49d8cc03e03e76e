import type { HostEvent } from '../domain/facts/event.ts';
import { canInject, type EventSender } from '../domain/facts/sender.ts';
import { observe } from '../domain/observe/observation.ts';
import { toStorable } from '../domain/redact/facts.ts';
import { withSafeIds } from '../domain/redact/ids.ts';
import type { Reply } from '../ports/base/host.ts';
import { failOpen } from './answer/answer.ts';
import { tellAtPrompt } from './answer/doors/prompt.ts';
import { briefSubagent } from './answer/doors/start.ts';
import { mention } from './answer/mention.ts';
import type { Deps, EventRoom, IntentEvent } from './base/deps.ts';
import { SILENCE } from './base/reply.ts';
import { capture, captureReply, captureTurnEnd, endSession } from './capture/capture.ts';
import { sessionFor } from './capture/open.ts';
import {
  arrivalOf,
  type Captured,
  isToldAll,
  opensMatter,
  recordEvent,
  UNOPENED,
} from './capture/record.ts';
import { start } from './capture/start.ts';
import { toolUse } from './capture/tool-use.ts';
import { copyWhenDue } from './keeping/copy.ts';
import { isExcluded } from './presence/exclusion.ts';

/** The one entrance for all events of hosts. */
export async function handle(deps: Deps, source: EventSender, sent: HostEvent): Promise<Reply> {
  if (!deps.config['session_persistence.enabled']) return uncaptured(deps, source, sent);
  const reply = await mention(deps, source, sent, await answered(deps, source, sent));
  if (OF_WEIGHT.has(sent.kind)) await copyWhenDue(deps);
  return reply;
}

const OF_WEIGHT: ReadonlySet<HostEvent['kind']> = new Set([
  'session-start',
  'prompt',
  'turn-end',
  'session-end',
]);

async function answered(deps: Deps, source: EventSender, sent: HostEvent): Promise<Reply> {
  const event = withSafeIds(sent, { strict: deps.config['redaction.strict'] });
  const recorded = isOnlyRecorded(event) ? await recordEvent(deps, source, event) : UNOPENED;
  if (recorded.kind === 'recorded') {
    const { captured } = recorded;
    if (event.kind === 'tool-use') {
      for (const room of deps.rooms) await room.works?.(deps, event.cwd);
      return toolUse(deps, source, event, captured);
    }
    return event.kind === 'prompt' ? answerPrompt(deps, source, event, captured) : SILENCE;
  }
  // An open session was not excluded when it began.
  if (isExcluded(deps, event.cwd)) return SILENCE;
  switch (event.kind) {
    case 'session-start':
      return start(deps, source, event);
    case 'prompt':
      return answerPrompt(deps, source, event, await capture(deps, source, event));
    case 'tool-use':
      return toolUse(deps, source, event, await capture(deps, source, event));
    case 'compacting':
    case 'summary':
      await capture(deps, source, event);
      return SILENCE;
    case 'compacted':
      // The model's context was emptied. A restore is due, and the next answer that can inject delivers it.
      await deps.store.beginEpoch(
        (await sessionFor(deps, source, event)).id,
        arrivalOf(deps, source),
        'compaction',
      );
      return SILENCE;
    case 'subagent-start':
      return briefSubagent(deps, source, event);
    case 'reply':
    case 'subagent-end':
      await captureReply(deps, source, event);
      return SILENCE;
    case 'tool-intent':
      return intended(deps, source, event);
    case 'turn-end':
      await captureTurnEnd(deps, source, event);
      return SILENCE;
    case 'session-end':
      await endSession(deps, source, event);
      return SILENCE;
  }
}

/** Events that only add to an open session, where there is one. */
function isOnlyRecorded({ kind }: HostEvent): boolean {
  return kind === 'tool-use' || kind === 'prompt' || kind === 'compacting';
}

/** Answers a recorded prompt. The first prompt shows the session's subject, so sessions are ranked again. */
async function answerPrompt(
  deps: Deps,
  source: EventSender,
  event: HostEvent,
  captured: Captured | null,
): Promise<Reply> {
  if (!canInject(source, event)) return SILENCE;
  if (!captured) return answerLost(deps, source, event);
  const { id } = captured.head;
  // The stored text: without secrets and without Cortex's own text.
  const words = captured.facts.find((fact) => fact.kind === 'prompt');
  if (!words) return SILENCE;
  const isTold = isToldAll(captured.head, await deps.store.restoresMade(id));
  if (isTold && !opensMatter(deps.config, words.text)) return SILENCE;
  const head = await deps.store.head(id);
  return head ? failOpen(deps, head, () => tellAtPrompt(deps, head, words.text)) : SILENCE;
}

/**
 * Answers a later prompt that was recorded before and comes again by the same road: its answer was lost. Another configuration
 * that delivers it too gets none.
 */
async function answerLost(deps: Deps, source: EventSender, event: HostEvent): Promise<Reply> {
  if (event.kind !== 'prompt' || !opensMatter(deps.config, event.text)) return SILENCE;
  const head = await deps.store.sessionOfHost(source.host, event.hostSessionId);
  if (!head || !isToldAll(head, await deps.store.restoresMade(head.id))) return SILENCE;
  const prompt = await deps.store.lastPrompt(head.id);
  if (prompt?.via !== source.via || !isSaid(deps, event, prompt.text)) return SILENCE;
  return failOpen(deps, head, () => tellAtPrompt(deps, head, prompt.text));
}

/** Whether a stored text is that of a prompt. */
function isSaid({ config }: Deps, event: HostEvent, stored: string): boolean {
  const facts = toStorable(observe(event), { strict: config['redaction.strict'] });
  return facts.some((fact) => fact.kind === 'prompt' && fact.text === stored);
}

/** While capture is off only rooms answer. */
async function uncaptured(deps: Deps, source: EventSender, sent: HostEvent): Promise<Reply> {
  const event = withSafeIds(sent, { strict: deps.config['redaction.strict'] });
  if (isExcluded(deps, event.cwd)) return SILENCE;
  return firstAnswer(deps.rooms, (room) => room.uncaptured?.(deps, source, event));
}

function intended(deps: Deps, source: EventSender, event: IntentEvent): Promise<Reply> {
  return firstAnswer(deps.rooms, (room) => room.intends?.(deps, source, event));
}

async function firstAnswer(
  rooms: readonly EventRoom[],
  ask: (room: EventRoom) => Promise<Reply> | undefined,
): Promise<Reply> {
  for (const room of rooms) {
    const reply = (await ask(room)) ?? SILENCE;
    if (reply.context !== null) return reply;
  }
  return SILENCE;
}
