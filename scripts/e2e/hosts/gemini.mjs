export const gemini = {
  name: 'gemini',
  program: { package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
  logFolders: ['.gemini/tmp'],

  prepare({ world }) {
    world.write('.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    });
  },

  env: (_world, model) => ({
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: model.url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
  }),

  turn: (prompt, { resume }) => [
    '-m',
    'gemini-2.5-flash',
    '--approval-mode',
    'yolo',
    '-o',
    'json',
    ...(resume ? ['--resume', 'latest'] : []),
    '-p',
    prompt,
  ],

  tools: {
    shell: (command) => ({ tool: 'run_shell_command', args: { command } }),
    write: (path, content) => ({ tool: 'write_file', args: { file_path: path, content } }),
    todo: (text) => ({
      tool: 'write_todos',
      args: { todos: [{ description: text, status: 'pending' }] },
    }),
    mcp: (tool, args) => ({ tool: `mcp_cortex_${tool}`, args }),
  },

  /** Gemini compacts by itself when half of the model's million tokens are used; `/compress` does nothing without a screen. */
  compacts: {
    usage: 900_000,
    summed: (text) => `<state_snapshot>${text}</state_snapshot>`,
    asks: [['memory_context', { refresh: true }]],
    untold:
      'it does not tell hooks that it compacted; asked with refresh, memory_context gives everything again',
  },
};
