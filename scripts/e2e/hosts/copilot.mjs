export const copilot = {
  name: 'copilot',
  program: { package: '@github/copilot', version: '1.0.102', bin: 'copilot' },
  logFolders: ['.copilot/logs'],
  /** Copilot writes this at every start, also where there are no hooks. */
  harmless: [/Failed to reload managed hooks after enabling managed settings/],

  env: (_world, model) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'scripted',
    COPILOT_MODEL: 'scripted',
    COPILOT_AUTO_UPDATE: 'false',
  }),

  turn: (prompt, { resume }) => [
    ...(resume ? ['--continue'] : []),
    '-p',
    prompt,
    '--allow-all-tools',
    '--output-format',
    'json',
  ],

  tools: {
    shell: (command) => ({ tool: 'bash', args: { command, description: 'Run a command' } }),
    write: (path, content) => ({ tool: 'create', args: { path, file_text: content } }),
    mcp: (tool, args) => ({ tool: `cortex-${tool}`, args }),
  },

  compacts: { command: '/compact', summed: (text) => `<overview>${text}</overview>` },
};
