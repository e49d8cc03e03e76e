import { join } from 'node:path';
import { PLUGIN_KINDS } from '../../../domain/base/runtimes.ts';
import { declareCommand } from '../base/command.ts';
import { Failure, UsageError } from '../base/errors.ts';

export const pluginCommand = declareCommand({
  name: 'plugin',
  summary: 'Write Cortex as a plugin, for the installer of an agent.',
  about: [
    'Writes a directory with the hooks, the tools and all of Cortex inside, because agents ' +
      'copy a plugin into a cache of their own. claude is a marketplace for Claude Code, Codex ' +
      'CLI, Copilot CLI and Qwen Code; gemini is an extension for Gemini CLI.',
    'Most people want cortex setup, which needs no copy. After an update of Cortex, write ' +
      'and install the plugin again.',
  ].join('\n\n'),
  args: [{ name: 'kind', help: 'claude or gemini.', choices: PLUGIN_KINDS }],
  flags: {
    out: {
      value: 'folder',
      short: 'o',
      help: 'Where to write (plugins/<kind> in the home of Cortex).',
    },
  },
  examples: [
    {
      line: 'cortex plugin claude',
      says: 'then: claude plugin marketplace add <the folder it names>',
    },
    { line: 'cortex plugin gemini --out ~/cortex-gemini', says: 'somewhere else' },
  ],
  run: async (cli, { args, flags }) => {
    const kind = PLUGIN_KINDS.find((known) => known === args[0]);
    if (!kind) throw new UsageError(`There is no plugin "${args[0]}"; it is claude or gemini.`);
    const { out } = flags;
    // A folder in the home is ours to replace; any other may be somebody's.
    if (out !== undefined && cli.look(out))
      throw new Failure(`${out} is there already.`, 'Choose another folder with --out.');
    const folder = out ?? join(cli.home().folder, 'plugins', kind);
    if (out === undefined) cli.home().make();
    cli.writePlugin(kind, folder);
    cli.out.block(`Written to ${folder}.`);
    return 0;
  },
});
