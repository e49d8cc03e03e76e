import { commandLine } from '../../domain/text/command-line.ts';
import type { Addition, FilePlace, Host, Runtime } from '../../host.ts';
import { claudeEvents } from '../shape/claude-events.ts';
import { parseClaudeShape, renderClaudeShape } from '../shape/claude-shape.ts';
import { hookEntries, hookLine, server } from '../shape/install.ts';
import { has } from '../shape/marks.ts';
import { readTool } from '../shape/tools.ts';

/** Moves both files, though only one of them lies in a folder of its own without it. */
const CONFIG_DIR = 'CLAUDE_CONFIG_DIR';

const SETTINGS: FilePlace = { base: { env: CONFIG_DIR, otherwiseInHome: '.claude' }, path: 'settings.json' };

export const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  hearing: { at: ['session-start', 'prompt', 'tool-use'], keeps: true },
  loads: {
    project: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md', '.claude/rules/'],
    user: { base: SETTINGS.base, paths: ['CLAUDE.md', 'rules/', 'projects/<project>/memory/MEMORY.md'] },
    imports: true,
  },
  marks: {
    transcript: /[\\/]\.claude[\\/]projects[\\/]/,
    denies: (sent) => has(sent, 'timestamp'),
  },
  parse: (payload) => parseClaudeShape(payload, readTool, { briefsSubagents: true }),
  render: (event, reply) => renderClaudeShape(event, reply, true),
  ownerVariable: 'CLAUDE_PID',
  client: { project: 'CLAUDE_PROJECT_DIR', session: 'CLAUDE_CODE_SESSION_ID' },
  begins: (words) => ['claude', words],
  reopens: (id) => ['claude', '--resume', id],
  install: {
    signs: { folders: ['.claude'], commands: ['claude'] },
    edits: (runtime, scope) => {
      const command = hookLine(runtime, 'claude-code');
      return [
        {
          kind: 'settings',
          place: scope === 'user' ? SETTINGS : { base: 'project', path: '.claude/settings.local.json' },
          format: 'json',
          additions: [
            ...hookEntries(claudeEvents(runtime), () => ({ type: 'command', command, timeout: TIMEOUT })),
            ...statusLine(runtime),
          ],
        },
        {
          kind: 'settings',
          place:
            scope === 'user'
              ? { base: { env: CONFIG_DIR, otherwiseInHome: '' }, path: '.claude.json' }
              : { base: 'project', path: '.mcp.json' },
          format: 'json',
          additions: [{ at: ['mcpServers', 'cortex'], set: { type: 'stdio', ...server(runtime) } }],
        },
      ];
    },
    plugins: {
      place: SETTINGS,
      at: ['enabledPlugins'],
      name: 'cortex',
      remove: 'claude plugin uninstall cortex@cortex',
    },
    afterwards: [],
  },
};

function statusLine({ showsStatus, launchers, argv }: Runtime): readonly Addition[] {
  if (!showsStatus) return [];
  const command = commandLine(launchers ? [launchers.statusLine] : [...argv, 'statusline']);
  return [{ at: ['statusLine'], offer: { type: 'command', command } }];
}

/** In seconds. The host's own is 600, but for SessionEnd 1.5 shared by all hooks, which this raises. */
const TIMEOUT = 10;
