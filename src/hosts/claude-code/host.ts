import { commandLine } from '../../domain/command-line.ts';
import { READING_TOOLS } from '../../domain/reading-tools.ts';
import type { Host } from '../../host.ts';
import { parseClaudeShape, renderClaudeShape } from '../shape/claude-shape.ts';
import { readTool } from '../shape/tools.ts';

/** Moves both files, though only one of them lies in a folder of its own without it. */
const CONFIG_DIR = 'CLAUDE_CONFIG_DIR';

export const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  hearing: { at: ['session-start', 'prompt', 'tool-use'], keeps: true },
  parse: (payload) => parseClaudeShape(payload, readTool),
  render: renderClaudeShape,
  install: {
    signs: { folders: ['.claude'], commands: ['claude'] },
    edits: (runtime, scope) => {
      const hook = handler(commandLine([...runtime.argv, 'hook', 'claude-code']));
      const [command, ...args] = [...runtime.argv, 'mcp'];
      return [
        {
          kind: 'settings',
          place:
            scope === 'user'
              ? { base: { env: CONFIG_DIR, otherwiseInHome: '.claude' }, path: 'settings.json' }
              : { base: 'project', path: '.claude/settings.local.json' },
          format: 'json',
          additions: Object.entries(MATCHERS).map(([event, matcher]) => ({
            at: ['hooks', event],
            append: { ...(matcher && { matcher }), hooks: [hook] },
          })),
        },
        {
          kind: 'settings',
          place:
            scope === 'user'
              ? { base: { env: CONFIG_DIR, otherwiseInHome: '' }, path: '.claude.json' }
              : { base: 'project', path: '.mcp.json' },
          format: 'json',
          additions: [{ at: ['mcpServers', 'cortex'], set: { type: 'stdio', command, args } }],
        },
      ];
    },
    afterwards: [],
  },
};

/** No process is started before a tool that only reads. Anchored at both ends, as not every version does it itself. */
const ACTING_TOOLS = `^(?!(?:${READING_TOOLS})$).+$`;

const MATCHERS = {
  SessionStart: null,
  UserPromptSubmit: null,
  PreToolUse: ACTING_TOOLS,
  PostToolUse: '*',
  PostToolUseFailure: null,
  Stop: null,
  SubagentStop: null,
  PreCompact: null,
  SessionEnd: null,
} as const;

/** In seconds. The host's own is 600, but for SessionEnd 1.5 shared by all hooks, which this raises. */
const TIMEOUT = 10;

function handler(command: string) {
  return { type: 'command', command, timeout: TIMEOUT };
}
