import { told } from '../seen.mjs';

export const droid = {
  name: 'droid',
  // The package of everybody leads to this one, of another version than itself.
  program: { package: '@factory/cli-linux-x64', version: '0.225.2', entry: 'bin/droid' },
  logFolders: [],

  prepare({ world, model }) {
    world.write('.factory/settings.json', {
      customModels: [
        {
          id: 'custom:scripted-0',
          index: 0,
          model: 'scripted',
          displayName: 'Scripted',
          baseUrl: `${model.url}/v1`,
          apiKey: 'scripted',
          provider: 'generic-chat-completion-api',
          maxOutputTokens: 4000,
        },
      ],
      cloudSessionSync: false,
    });
  },

  env: () => ({ FACTORY_AIRGAP_ENABLED: '1', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' }),

  turn: (prompt) => ['exec', '--model', 'custom:scripted-0', '--auto', 'high', prompt],

  tools: {
    shell: (command) => ({
      tool: 'Execute',
      args: { command, summary: 'run it', riskLevelReason: 'it reads', riskLevel: 'low' },
    }),
    write: (path, content) => ({ tool: 'Create', args: { file_path: path, content } }),
    mcp: (tool, args) => ({ tool: `cortex___${tool}`, args }),
    /** Tools of servers are named in a reminder. */
    isSeen: (request, tool) => told(request).includes(`\ncortex___${tool}\n`),
  },

  without: {
    resume: "going on without a screen asks Factory's service for the session",
    compaction: 'it compacts on a screen alone',
  },
};
