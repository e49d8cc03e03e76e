import { text } from '../../domain/base/text/json.ts';
import type { Injection } from '../../domain/facts/sender.ts';
import type { Host } from '../../ports/base/host.ts';
import { CLAUDE_FORM, claudeNamesBut, subagentBy, subagentStop } from '../base/claude.ts';
import { answeringIn, makeParser } from '../base/form.ts';
import { allBut, hookLine, serverEntry, settingsEdit, TIMEOUT } from '../base/install.ts';
import { messageText, toolReaders } from '../base/tools.ts';

const TOOLS = toolReaders({
  names: {
    shell: 'Bash',
    write: 'Write',
    edit: 'Edit',
    read: 'Read ReadMediaFile Glob Grep',
    todos: 'TodoList',
    question: 'AskUserQuestion',
    quiet: 'EnterPlanMode ExitPlanMode FetchURL Skill TaskList TaskOutput WaitFor WebSearch',
  },
});

const HOME = { env: 'KIMI_CODE_HOME', otherwiseInHome: '.kimi-code' } as const;

// Only the answer to a prompt reaches the model. That answer becomes a message of the conversation, and stays.
const INJECTION: Injection = { at: ['prompt'], keeps: true };

/**
 * As seen in 2.1.0: the events of Claude Code, with fields of its own; SubagentStop and compaction follow its source. SessionEnd does
 * not come without a terminal, no event names a turn, and only calls of tools have an id.
 */
export const kimi: Host = {
  name: 'kimi',
  title: 'Kimi Code',
  injection: INJECTION,
  loads: { project: ['AGENTS.md'], user: { base: 'home', paths: [] } },
  tools: TOOLS.roles,
  marks: { proves: (sent) => text(sent['client_type'])?.startsWith('kimi') ?? false },
  parse: makeParser({
    ...CLAUDE_FORM,
    tools: TOOLS,
    subagent: subagentBy('agent_name'),
    prompt: ({ prompt }) => messageText(prompt),
    response: 'tool_output',
    error: ['error.message', 'error'],
    reply: 'response',
    events: {
      ...CLAUDE_FORM.events,
      PreCompact: { is: 'compacted' },
      SubagentStop: subagentStop('agent_name'),
    },
    idsOf: (event) => (event.includes('ToolUse') ? ['tool_call_id'] : []),
  }),
  render: answeringIn('message', INJECTION),
  reopens: (id) => ['kimi', '--session', id],
  install: {
    signs: { folders: ['.kimi-code'], commands: ['kimi'] },
    edits: (runtime, scope) => {
      // Its hooks are the user's alone, and a server without them would be half of it.
      if (scope === 'project') return [];
      const looking = Object.keys(TOOLS.roles).filter((name) =>
        /^(?:read|quiet)$/.test(TOOLS.roles[name]!),
      );
      const matcher = runtime.watchesReads ? {} : { matcher: allBut(looking.join('|')) };
      const hooks = EVENTS.map((event) => ({
        at: ['hooks'],
        append: {
          event,
          ...(event === 'PostToolUse' && matcher),
          command: hookLine(runtime, 'kimi', event),
          timeout: TIMEOUT,
        },
      }));
      return [
        settingsEdit({ base: HOME, path: 'config.toml' }, hooks, 'toml'),
        settingsEdit({ base: HOME, path: 'mcp.json' }, [serverEntry(runtime)]),
      ];
    },
    afterwards: [],
  },
};

/** The events that are asked for; none before a tool, where an answer can only refuse the call. */
const EVENTS = claudeNamesBut('PreToolUse', 'PostCompact');
