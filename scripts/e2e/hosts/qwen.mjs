import { told } from '../seen.mjs';

export const qwen = {
  name: 'qwen',
  program: { package: '@qwen-code/qwen-code', version: '0.24.4', bin: 'qwen' },
  logFolders: ['.qwen/debug', '.qwen/tmp'],

  prepare({ world }) {
    world.write('.qwen/settings.json', {
      security: { auth: { selectedType: 'openai' } },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      tools: { todoWrite: { enabled: true } },
    });
  },

  env: (_world, model) => ({
    OPENAI_API_KEY: 'scripted',
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_MODEL: 'scripted',
  }),

  turn: (prompt, { resume }) => [
    '--approval-mode',
    'yolo',
    '-o',
    'json',
    ...(resume ? ['-c'] : []),
    prompt,
  ],

  /** After a turn it asks once more, as an agent of its own, what is worth remembering. */
  isAside: (request) => request.entries[0]?.text.includes('managed memory extraction subagent'),

  tools: {
    shell: (command) => ({ tool: 'run_shell_command', args: { command, is_background: false } }),
    write: (path, content) => ({ tool: 'write_file', args: { file_path: path, content } }),
    todo: (text) => ({
      tool: 'todo_write',
      args: { todos: [{ id: '1', content: text, status: 'pending' }] },
    }),
    /** Tools of servers are named in a reminder, and called through another. */
    mcp: (tool, args) => ({
      tool: 'tool_call',
      args: { name: `mcp__cortex__${tool}`, arguments: args },
    }),
    isSeen: (request, tool) => told(request).includes(`"mcp__cortex__${tool}"`),
  },

  compacts: { command: '/compress', summed: (text) => `<state_snapshot>${text}</state_snapshot>` },
};
