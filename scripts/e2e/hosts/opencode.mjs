import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { libraryIn } from '../install.mjs';

export const opencode = {
  name: 'opencode',
  program: {
    package: 'opencode-ai',
    version: '1.18.33',
    bin: 'opencode',
    after: 'postinstall.mjs',
    // opencode wants this one beside its configuration, in a folder that it copies from there.
    library: '@opencode-ai/plugin@1.18.33',
  },
  logFolders: ['.local/share/opencode/log'],

  prepare({ world, model }, program) {
    world.write('.config/opencode/opencode.json', settingsFor(model));
    giveLibrary(world, program, '.config/opencode');
  },

  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),

  turn: (prompt, { resume }) => [
    'run',
    ...(resume ? ['-c'] : []),
    '--format',
    'json',
    '--print-logs',
    prompt,
  ],

  tools: {
    shell: (command) => ({ tool: 'bash', args: { command, description: 'Run a command' } }),
    write: (path, content) => ({ tool: 'write', args: { filePath: path, content } }),
    todo: (text) => ({
      tool: 'todowrite',
      args: { todos: [{ id: '1', content: text, status: 'pending', priority: 'high' }] },
    }),
    mcp: (tool, args) => ({ tool: `cortex_${tool}`, args }),
  },

  /** opencode compacts by itself when the model reports that its window is full, and goes on; what is due is said at the next prompt. */
  compacts: { usage: 130_000 },
};

/** Settings with a scripted model, and nothing that wants a network. */
export function settingsFor(model) {
  const models = {
    scripted: { name: 'Scripted', tool_call: true, limit: { context: 128_000, output: 4_096 } },
  };
  return {
    autoupdate: false,
    share: 'disabled',
    model: 'scripted/scripted',
    small_model: 'scripted/scripted',
    permission: 'allow',
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `${model.url}/v1`, apiKey: 'scripted' },
        models,
      },
    },
  };
}

/** Without its own plugin library at hand it waits more than a minute for a registry that is not there. */
export function giveLibrary(world, program, folder) {
  for (const name of ['node_modules', 'package.json', 'package-lock.json']) {
    const from = join(libraryIn(program.folder), name);
    if (existsSync(from)) cpSync(from, join(world.home, folder, name), { recursive: true });
  }
}
