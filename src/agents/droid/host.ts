import { has, idText, readPlace, text } from '../../domain/base/text/json.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { FilePlace, Host, Runtime, ToolRole } from '../../ports/base/host.ts';
import { CLAUDE_FORM, claudeAnswer } from '../base/claude.ts';
import { makeParser } from '../base/form.ts';
import {
  allBut,
  type HookEvents,
  hookEntries,
  hookLine,
  placeInScope,
  serverEntry,
  settingsEdit,
} from '../base/install.ts';
import { printed, type ToolEnding, toolReaders } from '../base/tools.ts';

export const DROID_TOOLS = toolReaders({
  names: {
    shell: 'Execute',
    write: 'Create',
    edit: 'Edit MultiEdit',
    patch: 'ApplyPatch',
    read: 'Read LS Grep Glob',
    todos: 'TodoWrite',
    question: 'AskUser',
    quiet: 'ExitSpecMode FetchUrl Skill Task TaskOutput TaskStop ToolSearch WebSearch',
  },
  answer,
  input: (name, input) => (name === 'TodoWrite' ? { todos: todosIn(input) } : input),
});

// The words of a hook at a start are not in the history of a conversation that is resumed (0.225.2).
const INJECTION: Injection = {
  at: ['session-start', 'prompt', 'tool-use'],
  notAfterFailure: true,
  keeps: false,
};

/**
 * As seen in 0.225.2: the events of Claude Code with tools of its own. A tool that failed is not reported at all, and no event has
 * the reply, which stands in the transcript. Without a screen nothing reports the prompt. A subagent is a session of its own, and
 * only its start names the one that sent it. After /compress the conversation goes on in another session.
 */
export const droid: Host = {
  name: 'droid',
  title: 'Factory Droid',
  injection: INJECTION,
  loads: { project: ['AGENTS.md'], user: { base: 'home', paths: ['.factory/AGENTS.md'] } },
  tools: DROID_TOOLS.roles,
  marks: {
    proves: (sent) => has(sent, 'calling_session_id'),
    transcript: /[\\/]\.factory[\\/]sessions[\\/]/,
  },
  parse: makeParser({
    ...CLAUDE_FORM,
    tools: DROID_TOOLS,
    events: {
      SessionStart: { is: 'session-start', unless: (sent) => has(sent, 'calling_session_id') },
      UserPromptSubmit: {
        is: 'prompt',
        ids: ['message_id'],
        unless: (sent) => isDroidsOwn(sent['message_id'], text(sent['prompt']) ?? ''),
      },
      PreToolUse: { is: 'tool-intent' },
      PostToolUse: { is: 'tool-use' },
      Stop: { is: 'turn-end', ids: ['message_id'] },
      SubagentStop: { is: 'subagent-end', subagent: 'task_name', reply: 'task_result' },
      SessionEnd: { is: 'session-end' },
    },
  }),
  render: claudeAnswer(),
  client: { project: 'FACTORY_PROJECT_DIR' },
  begins: (words) => ['droid', words],
  reopens: (id) => ['droid', '--resume', id],
  install: {
    signs: { folders: ['.factory'], commands: ['droid'] },
    edits: (runtime, scope) => {
      const place = (user: string, project: string): FilePlace =>
        placeInScope(scope, { path: `.factory/${user}` }, `.factory/${project}`);
      const hooks = hookEntries(eventsFor(runtime), (event) => hookLine(runtime, 'droid', event));
      return [
        settingsEdit(place('settings.json', 'settings.local.json'), hooks),
        settingsEdit(place('mcp.json', 'mcp.json'), [serverEntry(runtime, { type: 'stdio' })]),
      ];
    },
    afterwards: [],
    goodToKnow: [
      'Where a hooks.json beside the settings has hooks for an event, Droid leaves out those that its settings have for it: then write the line of cortex there.',
    ],
  },
};

/** Whether nobody said a message: it is the task that a subagent is given, or the notice that one ended. */
export function isDroidsOwn(id: unknown, said: string): boolean {
  return (
    (idText(id) ?? '').startsWith('task-completion:') || said.startsWith('# Task Tool Invocation\n')
  );
}

function eventsFor({ watchesReads, instructs }: Runtime): HookEvents {
  const without = (...roles: readonly ToolRole[]) =>
    allBut(
      Object.entries(DROID_TOOLS.roles)
        .filter(([, role]) => roles.includes(role))
        .map(([name]) => name)
        .join('|'),
    );
  return {
    SessionStart: null,
    UserPromptSubmit: null,
    ...(instructs && { PreToolUse: without('read', 'quiet', 'todos') }),
    PostToolUse: watchesReads ? '*' : without('read', 'quiet'),
    Stop: null,
    SubagentStop: null,
    SessionEnd: null,
  };
}

const EXITED = /\n*\[Process exited with code (\d{1,3})\]\s*$/;

function answer(response: unknown): ToolEnding {
  const output = printed(response);
  const code = EXITED.exec((output ?? '').slice(-200))?.[1];
  return {
    output: output?.replace(EXITED, '') ?? null,
    failed: code !== undefined && code !== '0',
  };
}

const TODO = /^\s*\d+\.\s+\[(\w+)\]\s+(\S.*)$/;

/** Its list is a text: `1. [in_progress] write it`. */
function todosIn(input: unknown): unknown {
  const list = readPlace(input, 'todos');
  if (typeof list !== 'string') return list;
  return list.split('\n').flatMap((line) => {
    const [, status, content] = TODO.exec(line) ?? [];
    return content === undefined ? [] : [{ content, status }];
  });
}
