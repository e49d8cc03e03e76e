import type { HostEvent } from '../domain/event.ts';
import { asRecord, head, idText, list, pathText, text, type Untrusted, words } from '../domain/text/json.ts';
import { type Host, Malformed } from '../host.ts';
import { readOpenClawTool, TOOLS } from './host-tools.ts';
import {
  edits,
  FILES,
  HOMES,
  isGone,
  LEFT_BEHIND,
  launchersOf,
  losing,
  OWN,
  PACKAGE,
  troubles,
} from './install.ts';
import type {
  AgentEndEvent,
  GatewayContext,
  Hooked,
  Message,
  PromptEvent,
  SessionEndEvent,
  ToolEvent,
} from './wire.ts';

const HEARD = ['session-start', 'prompt'] as const;

/** OpenClaw calls a plugin in its own process: a payload here is a hook's name with its two arguments. */
export const openClaw: Host = {
  name: 'openclaw',
  title: 'OpenClaw',
  // Delivered text is put into every later turn again, to the byte: the conversation keeps it, also over a restart.
  hearing: { at: HEARD, keeps: true },
  tools: TOOLS.roles,
  parse,
  render: ({ kind }, { context }) =>
    context && HEARD.some((heard) => heard === kind) ? JSON.stringify({ appendSystemContext: context }) : '',
  reopens: 'Write to it where the conversation is held.',
  install: {
    signs: { folders: ['.openclaw'], commands: ['openclaw'] },
    edits,
    package: { folder: PACKAGE, files: FILES },
    homes: HOMES,
    own: { ...OWN, troubles, losing, isGone, launchersOf, leftBehind: LEFT_BEHIND },
    afterwards: [],
    goodToKnow: [
      'A gateway that is running takes the plugin up by itself; if not: openclaw gateway restart.',
      'Its work lies in ~/.openclaw/cortex, a home for each agent, channel and sender; cortex status lists them.',
      'Work of another agent, channel or sender never contributes unless openclaw.share_agents, share_channels or share_senders says so.',
    ],
  },
};

function parse(payload: unknown): HostEvent | null {
  const sent = asRecord<Hooked>(payload);
  const hook = text(sent?.hook);
  if (!sent || hook === null) throw new Malformed('A hook of OpenClaw needs a name.');
  const ctx = asRecord<GatewayContext>(sent.ctx) ?? {};
  switch (hook) {
    case 'before_prompt_build':
      return prompt(asRecord<PromptEvent>(sent.event) ?? {}, ctx);
    case 'after_tool_call':
      return toolUse(asRecord<ToolEvent>(sent.event) ?? {}, ctx);
    case 'agent_end':
      return turnEnd(asRecord<AgentEndEvent>(sent.event) ?? {}, ctx);
    case 'before_compaction':
      return { kind: 'compacting', ...common(hook, ctx), key: null };
    case 'after_compaction':
      return { kind: 'compacted', ...common(hook, ctx), key: null };
    case 'before_reset':
    case 'session_end':
      return sessionEnd(hook, asRecord<SessionEndEvent>(sent.event) ?? {}, ctx);
    default:
      return null;
  }
}

function common(hook: string, ctx: Untrusted<GatewayContext>) {
  const hostSessionId = idText(ctx.sessionKey);
  if (hostSessionId === null) throw new Malformed(`${hook} came without a usable session key.`);
  return { hostSessionId, cwd: pathText(ctx.workspaceDir), subagent: null };
}

/** Null where nobody spoke: a heartbeat, a timer, another session, an image without words. */
function prompt(event: Untrusted<PromptEvent>, ctx: Untrusted<GatewayContext>): HostEvent | null {
  const origin = words(asRecord<GatewayContext['inputProvenance']>(ctx.inputProvenance)?.kind);
  const trigger = words(ctx.trigger);
  if ((trigger !== null && trigger !== 'user') || (origin !== null && origin !== 'external_user'))
    return null;
  const said = text(event.currentUserMessage) ?? text(event.prompt);
  if (said === null) throw new Malformed('before_prompt_build came without a prompt.');
  const id = idText(event.currentUserMessageId) ?? idText(ctx.runId);
  if (said.trim() === '') return null;
  return {
    kind: 'prompt',
    ...common('before_prompt_build', ctx),
    key: id && `prompt:${id}`,
    text: said,
  };
}

function toolUse(event: Untrusted<ToolEvent>, ctx: Untrusted<GatewayContext>): HostEvent {
  const tool = words(event.toolName);
  if (tool === null) throw new Malformed('after_tool_call came without a tool.');
  const error = words(event.error);
  // Ids of calls begin anew with some models: with the run's they are unique.
  const ids = [idText(event.runId) ?? idText(ctx.runId), idText(event.toolCallId)];
  return {
    kind: 'tool-use',
    ...common('after_tool_call', ctx),
    key: ids.includes(null) ? null : `tool:${ids.join(':')}`,
    use: readOpenClawTool(tool, event.params, error ?? event.result, error !== null),
  };
}

function turnEnd(event: Untrusted<AgentEndEvent>, ctx: Untrusted<GatewayContext>): HostEvent {
  const run = idText(event.runId) ?? idText(ctx.runId);
  const reply = event.success === false ? null : lastWords(list(event.messages));
  const failed = event.success === false ? ({ failed: true } as const) : {};
  return { kind: 'turn-end', ...common('agent_end', ctx), key: run && `end:${run}`, reply, ...failed };
}

/** The agent's last message, if nobody has spoken since. */
function lastWords(messages: readonly unknown[]): string | null {
  for (let i = messages.length - 1; i >= 0; i--) {
    const message = asRecord<Message>(messages[i]);
    if (message?.role === 'user') return null;
    if (message?.role !== 'assistant') continue;
    const parts = list(message.content).map((part) => text(asRecord<{ text: unknown }>(part)?.text));
    const said = text(message.content) ?? parts.filter((part) => part !== null).join('\n');
    if (said.trim() !== '') return said;
  }
  return null;
}

/** A compaction may give a conversation a new id, which OpenClaw calls an end; nothing ends. */
function sessionEnd(
  hook: string,
  event: Untrusted<SessionEndEvent>,
  ctx: Untrusted<GatewayContext>,
): HostEvent | null {
  const reason = words(event.reason);
  if (reason === 'compaction') return null;
  const sessionKey = idText(ctx.sessionKey) ?? idText(event.sessionKey);
  return {
    kind: 'session-end',
    ...common(hook, { ...ctx, sessionKey }),
    key: null,
    reason: reason && head(reason, 200),
  };
}
