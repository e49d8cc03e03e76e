import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { asRecord, idText } from '../domain/base/text/json.ts';

/** The people in a conversation. Work with one audience is kept in a home of its own and reaches no other. */
export interface Audience {
  readonly agent: string;
  /** Null: the gateway's own terminal and web page. */
  readonly channel: string | null;
  /** The host did not say where it was spoken: that may have been anybody, anywhere. */
  readonly isSomewhere?: true;
  /** A sender, or a group with everybody in it; null where the host names nobody. */
  readonly who: { readonly kind: 'sender' | 'group'; readonly id: string } | null;
}

/** Fields of hooks, tools and commands that are looked at; each has some of them under its own names. */
type ContextField =
  | 'agentId'
  | 'sessionKey'
  | 'channel'
  | 'messageProvider'
  | 'messageChannel'
  | 'channelContext'
  | 'senderId'
  | 'requesterSenderId'
  | 'senderIsOwner'
  | 'runId'
  | 'workspaceDir'
  | 'trigger'
  | 'inputProvenance';
export type HookContext = Readonly<Partial<Record<ContextField, unknown>>>;

/** Channels of people at the gateway itself; which of them makes no difference. */
const OWN_CHANNELS = ['webchat', 'cli', 'tui'];
/** Senders on the own channels that are programs: OpenClaw does not say who uses them. */
const OWN_PROGRAM = /^(?:cli|webchat(?:-ui)?|gateway-client|node-host|openclaw-[a-z-]+)$/;

export function audienceOf(told: HookContext): Audience {
  const key = idText(told.sessionKey) ?? '';
  const channel =
    idText(told.channel) ?? idText(told.messageProvider) ?? idText(told.messageChannel);
  const sender = asRecord<{ sender: unknown }>(told.channelContext)?.sender;
  const named =
    idText(told.senderId) ??
    idText(told.requesterSenderId) ??
    idText(asRecord<{ id: unknown }>(sender)?.id) ??
    // Not every hook and channel names the sender: the key of a conversation with one person does.
    DIRECT.exec(key)?.[1] ??
    null;
  const isOwn = channel === null ? told.senderIsOwner === true : OWN_CHANNELS.includes(channel);
  const senderId = isOwn && named !== null && OWN_PROGRAM.test(named) ? null : named;
  return {
    agent: idText(told.agentId) ?? AGENT.exec(key)?.[1] ?? 'main',
    channel: isOwn ? null : channel,
    ...(channel === null && !isOwn && { isSomewhere: true }),
    who: participantOf(GROUP.exec(key)?.[1], senderId),
  };
}

/** A group is one audience, whoever of it spoke: everybody in it reads everything anyway. */
function participantOf(group: string | undefined, senderId: string | null): Audience['who'] {
  if (group) return { kind: 'group', id: group };
  return senderId ? { kind: 'sender', id: senderId } : null;
}

const AGENT = /^agent:([^:]+):/;
/** `agent:main:telegram:group:-100123:topic:7`: topics of a group are the same people. */
const GROUP = /^agent:[^:]+:[^:]+:(?:group|channel):(.+?)(?::(?:topic|thread):.*)?$/;

/** `agent:main:telegram:direct:42`; older versions say `dm`. */
const DIRECT = /^agent:[^:]+(?::[^:]+){0,2}:(?:direct|dm):(.+?)(?::(?:topic|thread):.*)?$/;

/** The conversation, also where its key does not say of which agent. */
export function conversationKey({ agentId, sessionKey }: HookContext): string | null {
  const key = idText(sessionKey);
  if (key === null || key.startsWith('agent:')) return key;
  return `agent:${idText(agentId) ?? 'main'}:${key}`;
}

/** Whether the host promises to keep nothing of a conversation on disk: neither does Cortex. */
export function isIncognito(conversation: string): boolean {
  return /(?:^|:)incognito-/.test(conversation);
}

export function isSubagent(conversation: string): boolean {
  return conversation.includes(':subagent:');
}

/** The options that join audiences. */
type JoinedAudiences = Pick<
  Config,
  'openclaw.share_agents' | 'openclaw.share_channels' | 'openclaw.share_senders'
>;

/** The folder of an audience's home: readable, and never that of another one. */
export function homeFolderName(audience: Audience, config: JoinedAudiences): string {
  const agent = config['openclaw.share_agents'] ? 'all-agents' : `agent-${safe(audience.agent)}`;
  const channel = config['openclaw.share_channels'] ? 'all-channels' : channelFolder(audience);
  const people = config['openclaw.share_senders'] ? 'all-senders' : participantFolder(audience);
  if (channel === null && people === null) return agent;
  return [agent, channel ?? 'here', ...(people === null ? [] : [people])].join('.');
}

function channelFolder({ channel, isSomewhere }: Audience): string | null {
  if (channel) return `on-${safe(channel)}`;
  return isSomewhere ? 'somewhere' : null;
}

function participantFolder({ who }: Audience): string | null {
  return who && `${who.kind}-${safe(who.id)}`;
}

/** Longer names would not fit into a path everywhere. */
const LONGEST = 40;

/** An id as part of a folder's name: as it is where every file system can take it, else with a hash, so that no stranger comes by another's folder. */
function safe(id: string): string {
  if (/^[a-z0-9][a-z0-9_-]*$/.test(id) && id.length <= LONGEST) return id;
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '_')
    .slice(0, LONGEST);
  return `${readable}~${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}

/** The audience in words for people. */
export function audienceInWords(audience: Audience): string {
  const { agent, who } = audience;
  return `agent ${agent}${channelInWords(audience)}${who ? `, ${who.kind} ${who.id}` : ''}`;
}

function channelInWords({ channel, isSomewhere }: Audience): string {
  if (channel) return ` on ${channel}`;
  return isSomewhere ? ' on a channel that is not known' : '';
}
