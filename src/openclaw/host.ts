import { answeringIn, makeParser } from '../agents/base/form.ts';
import { messageText, printed, type ToolEnding, toolReaders } from '../agents/base/tools.ts';
import { idText, list, readPlace, text, words } from '../domain/base/text/json.ts';
import type { Injection } from '../domain/facts/sender.ts';
import type { Host, Payload } from '../ports/base/host.ts';
import {
  edits,
  FILES,
  HOMES,
  isUninstalled,
  LEFT_BEHIND,
  launchersOf,
  losing,
  OPENCLAW_FILES,
  PACKAGE,
  troubles,
} from './install.ts';

const TOOLS = toolReaders({
  names: {
    shell: 'exec bash',
    write: 'write',
    edit: 'edit',
    patch: 'apply_patch',
    read: 'read',
    todos: 'update_plan',
    quiet: 'web_fetch web_search',
  },
  answer,
});

// Delivered text is put into every later turn again, to the byte: the conversation keeps it, also over a restart.
const INJECTION: Injection = { at: ['session-start', 'prompt'], keeps: true, repeats: true };

/** The run of a turn, which hooks name in one of two places. */
const RUN = ['event.runId', 'ctx.runId'];

/** OpenClaw calls a plugin in its own process: a payload here is a hook's name with its two arguments. */
export const openClaw: Host = {
  name: 'openclaw',
  title: 'OpenClaw',
  injection: INJECTION,
  tools: TOOLS.roles,
  parse: makeParser({
    name: 'hook',
    // `agent:<agent>:<rest>`; the id of a session is the same before and after a reset, and never an identity.
    session: ['ctx.sessionKey', 'event.sessionKey'],
    cwd: 'ctx.workspaceDir',
    // The person's words alone where there are such; a prompt has history and what other plugins put around it, on some ways.
    prompt: (sent) =>
      text(readPlace(sent, 'event.currentUserMessage')) ?? readPlace(sent, 'event.prompt'),
    tool: 'event.toolName',
    input: 'event.params',
    response: 'event.result',
    error: 'event.error',
    failed: (sent) => words(readPlace(sent, 'event.error')) !== null,
    reply: (sent) => (hasFailed(sent) ? null : lastWords(list(readPlace(sent, 'event.messages')))),
    reason: 'event.reason',
    tools: TOOLS,
    events: {
      before_prompt_build: {
        is: 'prompt',
        // A heartbeat, a timer, another session.
        unless: ({ ctx }) =>
          !['user', null].includes(words(readPlace(ctx, 'trigger'))) ||
          !['external_user', null].includes(words(readPlace(ctx, 'inputProvenance.kind'))),
        // The same for every attempt at one message.
        ids: [['event.currentUserMessageId', 'ctx.runId']],
        keyName: 'prompt',
      },
      // Ids of calls begin anew with some models: with the run's they are unique.
      after_tool_call: { is: 'tool-use', ids: [callIn], keyName: 'tool' },
      agent_end: {
        is: 'turn-end',
        ids: [RUN],
        keyName: 'end',
        more: (sent) => (hasFailed(sent) ? { failed: true } : {}),
      },
      before_compaction: { is: 'compacting' },
      after_compaction: { is: 'compacted' },
      before_reset: { is: 'session-end', unless: isCompaction },
      session_end: { is: 'session-end', unless: isCompaction },
    },
  }),
  render: answeringIn('appendSystemContext', INJECTION),
  reopens: 'Write to it where the conversation is held.',
  install: {
    signs: { folders: ['.openclaw'], commands: ['openclaw'] },
    edits,
    package: { folder: PACKAGE, files: FILES },
    homes: HOMES,
    own: {
      ...OPENCLAW_FILES,
      troubles,
      losing,
      isGone: isUninstalled,
      launchersOf,
      leftBehind: LEFT_BEHIND,
    },
    afterwards: [],
    goodToKnow: [
      'A gateway that is running takes the plugin up by itself; if not: openclaw gateway restart.',
      'Its work lies in ~/.openclaw/cortex, a home for each agent, channel and sender; cortex status lists them.',
      'Work of another agent, channel or sender never contributes unless openclaw.share_agents, share_channels or share_senders says so.',
    ],
  },
};

/** A compaction may give a conversation a new id, which OpenClaw calls an end; nothing ends. */
function isCompaction(sent: Payload): boolean {
  return readPlace(sent, 'event.reason') === 'compaction';
}

function hasFailed(sent: Payload): boolean {
  return readPlace(sent, 'event.success') === false;
}

function callIn(sent: Payload): string | null {
  const [run, call] = [idText(readPlace(sent, RUN)), idText(readPlace(sent, 'event.toolCallId'))];
  return run === null || call === null ? null : `${run}:${call}`;
}

/** The agent's last message, if nobody has spoken since. */
function lastWords(messages: readonly unknown[]): string | null {
  for (const message of messages.toReversed()) {
    if (readPlace(message, 'role') === 'user') return null;
    const said =
      readPlace(message, 'role') === 'assistant'
        ? words(messageText(readPlace(message, 'content')))
        : null;
    if (said !== null) return said;
  }
  return null;
}

function answer(response: unknown): ToolEnding {
  const [status, code] = [
    readPlace(response, 'details.status'),
    readPlace(response, 'details.exitCode'),
  ];
  const failed = ['failed', 'blocked', 'error'].some((one) => one === status);
  return {
    output: printed(response),
    failed: failed || (typeof code === 'number' && code !== 0),
    ...(status === 'running' && { unfinished: true }),
  };
}
