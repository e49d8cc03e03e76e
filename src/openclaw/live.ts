import type { ScopeKey, SessionId } from '../domain/base/ids.ts';
import type { Scope } from '../domain/base/scope.ts';
import { oneLine } from '../domain/base/text/safe-text.ts';
import type { Millis } from '../domain/base/time.ts';
import type { HostEvent } from '../domain/facts/event.ts';
import type { EventSender } from '../domain/facts/sender.ts';
import { safeId } from '../domain/redact/ids.ts';
import { failOpen } from '../engine/answer/answer.ts';
import { tellWhatIsDue } from '../engine/answer/doors/due.ts';
import { deliveredTexts } from '../engine/answer/told.ts';
import type { Deps } from '../engine/base/deps.ts';
import { takesFacts } from '../engine/capture/record.ts';
import { handle } from '../engine/engine.ts';
import { isDead } from '../engine/presence/recover.ts';
import { sessionOfHost } from '../engine/presence/target.ts';
import { sessionFacts, sessionHead } from '../engine/sessions/sessions.ts';
import { spoolEvent } from '../engine/spool.ts';
import type { Reply } from '../ports/base/host.ts';
import type { SessionHead } from '../store/store.ts';
import type { Audience } from './audience.ts';

/** A conversation with an audience. */
export interface Conversation {
  readonly conversation: string;
  readonly audience: Audience;
  readonly folder: string;
  readonly cwd: string | null;
}

/** The session of a conversation, as this process knows it. */
export interface Live extends Conversation {
  session: SessionId;
  /** The texts that go into every turn, in order. They stay the same until the model forgets. */
  said: string[];
  /** The model has forgotten, and was not told again yet. */
  isDue: boolean;
  /** Turns that went well in this process: after one of them a conversation without history is a new one. */
  turns: number;
}

/** A conversation for which OpenClaw names no workspace is a scope of its own: by its key, for ids of sessions are used again. */
export function withinConversation(
  deps: Deps,
  { conversation, cwd }: Pick<Conversation, 'conversation' | 'cwd'>,
): Deps {
  if (cwd !== null) return deps;
  const here = { scope: deps.store.placed(scopeOf(deps, conversation)), branch: null, head: null };
  return { ...deps, locate: (folder) => (folder === null ? here : deps.locate(folder)) };
}

/** Agents that share their work have conversations of the same name in common. */
function scopeOf({ config }: Pick<Deps, 'config'>, conversation: string): Scope {
  const name = conversation.replace(/^agent:/, '');
  const key = config['openclaw.share_agents'] ? name.replace(/^[^:]*:/, '') : conversation;
  return { key: `openclaw:${key}` as ScopeKey, label: `project:${oneLine(name)}`, root: null };
}

/** A conversation that goes on under another key has what belongs to it. */
export async function joinSuccessor(
  deps: Deps,
  { conversation, cwd }: Conversation,
  next: string,
): Promise<void> {
  if (cwd !== null || next === conversation) return;
  const [from, to] = [scopeOf(deps, conversation), scopeOf(deps, next)];
  await deps.store.joinProject(to.key, { into: from.key, why: 'succession' }, deps.now());
}

/** Signs of whether a conversation goes on or begins. */
export interface ConversationSigns {
  /** The model has earlier messages before it. */
  readonly hasHistory: boolean;
  /** When the conversation was reset in this process. */
  readonly resetAt: Millis | null;
}

/** Why a session ended that the conversation can go on from. */
const PAUSE = 'gateway stopped';

/**
 * Finds or opens the session of a conversation. OpenClaw reuses its ids and does not report that a conversation goes on
 * after a restart, but it shows whether there is a history. In a conversation that several people share the history may be
 * that of the others; there the end of the last session decides.
 */
export async function beginOrResume(
  deps: Deps,
  source: EventSender,
  place: Conversation,
  signs: ConversationSigns,
): Promise<Live | null> {
  const { conversation } = place;
  await moveEarlier(deps, source, place);
  const known = await sessionOfHost(deps, source.host, conversation);
  const goesOn = known !== null && signs.hasHistory && !(await isOver(deps, known, signs.resetAt));
  if (known && !goesOn && takesFacts(known)) {
    // A reset that nobody reported ended it. One that a dead gateway left ended with its last activity.
    const at = isDead(deps, known) ? known.lastActivity : deps.now();
    await handle({ ...deps, now: () => at }, source, endEvent(place, 'reset'));
  }
  const reply = await handle(deps, source, {
    kind: 'session-start',
    ...common(place),
    source: startSource({ isKnown: known !== null, goesOn }),
  });
  const head = await sessionOfHost(deps, source.host, conversation);
  // Capture is off.
  if (!head || !takesFacts(head)) return null;
  const live: Live = { ...place, session: head.id, said: [], isDue: false, turns: 0 };
  live.said = [...(await deliveredTexts(deps, head.id))];
  addTold(live, reply);
  return live;
}

/** The start of a session in the words of hosts: a conversation that is known and does not go on was cleared. */
function startSource({
  isKnown,
  goesOn,
}: {
  readonly isKnown: boolean;
  readonly goesOn: boolean;
}): Extract<HostEvent, { kind: 'session-start' }>['source'] {
  if (!isKnown) return 'startup';
  return goesOn ? 'resume' : 'clear';
}

/** Earlier versions kept conversations without a workspace in the global scope. */
async function moveEarlier(
  deps: Deps,
  { host }: EventSender,
  { conversation, cwd }: Conversation,
): Promise<void> {
  if (cwd !== null) return;
  const { scope } = deps.locate(null);
  const id = safeId(conversation, { strict: deps.config['redaction.strict'] });
  for (const session of await deps.store.conversationOutside(host, id))
    await deps.store.moveSession(session, scope, deps.newThreadId);
}

async function isOver(deps: Deps, known: SessionHead, resetAt: Millis | null): Promise<boolean> {
  if (resetAt !== null && known.lastActivity <= resetAt) return true;
  if (takesFacts(known)) return false;
  const facts = (await sessionFacts(deps, known.id)).map(({ fact }) => fact);
  const end = facts.findLast((fact) => fact.kind === 'ended');
  return end !== undefined && end.reason !== PAUSE;
}

/** Passes an event of a conversation to the engine. The reply is added to what the model is told from now on. */
export async function pass(
  deps: Deps,
  source: EventSender,
  live: Live,
  event: HostEvent,
): Promise<void> {
  const reply = await handleOrSpool(deps, source, event);
  const head = await sessionOfHost(deps, source.host, live.conversation);
  if (head && head.id !== live.session) {
    live.session = head.id;
    live.said = [...(await deliveredTexts(deps, head.id))];
  }
  if (event.kind === 'compacted') {
    live.said = [];
    live.isDue = true;
  }
  addTold(live, reply);
}

/** Handles an event. Where a newer Cortex migrated the database under this process, the event waits for that one. */
async function handleOrSpool(deps: Deps, source: EventSender, event: HostEvent): Promise<Reply> {
  try {
    return await handle(deps, source, event);
  } catch (error) {
    const { spool } = deps;
    if (spool && Object(error).code === 'NEWER') spoolEvent({ ...deps, spool }, source, event);
    throw error;
  }
}

/**
 * Delivers the text that a retry after a compaction, or a failed start, still owes. Gives the line for this turn alone that
 * announces it where that failed again.
 */
export async function deliverOwed(deps: Deps, live: Live): Promise<string | null> {
  if (!live.isDue && live.said.length > 0) return null;
  const head = await sessionHead(deps, live.session);
  if (!head || !deps.config['session_persistence.enabled']) return null;
  const reply = await failOpen(deps, head, () => tellWhatIsDue(deps, head));
  addTold(live, reply);
  return reply.isOwed ? reply.context : null;
}

function addTold(live: Live, { context, isOwed }: Reply): void {
  if (context === null || isOwed) return;
  if (!live.said.includes(context)) live.said.push(context);
  live.isDue = false;
}

/** The end of a session whose gateway goes: the conversation may go on in the next one. */
export function pauseEvent(place: Conversation): HostEvent {
  return endEvent(place, PAUSE);
}

function endEvent(place: Conversation, reason: string): HostEvent {
  return { kind: 'session-end', ...common(place), reason };
}

function common({ conversation, cwd }: Conversation) {
  return { hostSessionId: conversation, cwd, key: null, subagent: null };
}
