export const cline = {
  name: 'cline',
  program: { package: 'cline', version: '3.0.65', bin: 'cline' },
  logFolders: ['.cline/data/logs'],
  without: {
    resume: 'it takes no prompt for an earlier session (--id) without a terminal',
    compaction:
      'without a terminal it did not compact, whatever number of tokens the model reported',
  },

  async prepare(stage) {
    const { model } = stage;
    const account = [
      '-p',
      'openai-compatible',
      '-k',
      'scripted',
      '-m',
      'scripted',
      '-b',
      `${model.url}/v1`,
    ];
    await stage.command(['auth', ...account]);
  },

  env: () => ({ CLINE_NO_AUTO_UPDATE: '1', CLINE_TELEMETRY_DISABLED: '1' }),

  turn: (prompt) => ['--json', prompt],

  tools: {
    shell: (command) => ({ tool: 'run_commands', args: { commands: [command] } }),
    write: (path, content) => ({ tool: 'editor', args: { path, new_text: content } }),
    mcp: (tool, args) => ({ tool: `cortex__${tool}`, args }),
  },

  /** Cline leaves a daemon. */
  after: (stage) => stage.command(['hub', 'stop']),
};
