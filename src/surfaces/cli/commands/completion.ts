import { optionNames } from '../../../config/options.ts';
import { shortId } from '../../../domain/ids.ts';
import { sessionRows } from '../../../engine/session/sessions.ts';
import { type Command, command } from '../command.ts';
import { type Candidate, completions, type Lookup, SCRIPTS, SHELLS, type Shell } from '../completion.ts';
import { type Cli, withStore } from '../context.ts';
import { UsageError } from '../errors.ts';
import { importSources } from './import.ts';

/** Longer lists are not read, but typed into. */
const MOST_SESSIONS = 50;

/** The command, over a list of all commands that holds it as well: `all` is asked when it runs. */
export const completionOf = (all: () => readonly Command[]) =>
  command({
    name: 'completion',
    summary: 'Let your shell complete commands, options and ids.',
    about:
      'Prints a script for bash, zsh or fish, to be loaded when the shell starts. With --for it prints what can stand at the ' +
      'place of the last word: that is what the script calls.',
    args: [
      { name: 'shell', help: `One of ${SHELLS.join(', ')}.`, optional: true, many: true, choices: SHELLS },
    ],
    flags: { for: { value: 'shell', choices: SHELLS, help: 'Complete these words for a shell.' } },
    examples: [
      { line: 'cortex completion bash', says: 'for ~/.bashrc: eval "$(cortex completion bash)"' },
      {
        line: 'cortex completion zsh',
        says: 'for ~/.zshrc, after compinit: source <(cortex completion zsh)',
      },
      { line: 'cortex completion fish | source', says: 'for ~/.config/fish/config.fish, as it is' },
    ],
    run: async (cli, { args, flags }) => {
      if (flags.for !== undefined) {
        const found = await completions(all(), args, lookup(cli));
        const isPlain = shellNamed(flags.for) === 'bash';
        for (const { word, help } of found) cli.out.cells(word, ...(isPlain || !help ? [] : [help]));
        return 0;
      }
      if (args.length !== 1) throw new UsageError(`Name your shell: ${SHELLS.join(', ')}.`);
      for (const line of SCRIPTS[shellNamed(args[0]!)].trimEnd().split('\n')) cli.out.line(line);
      return 0;
    },
  });

function shellNamed(name: string): Shell {
  const shell = SHELLS.find((known) => known === name);
  if (!shell) throw new UsageError(`There is no completion for ${name}, only for ${SHELLS.join(', ')}.`);
  return shell;
}

function lookup(cli: Cli): Lookup {
  return async (choices) => {
    switch (choices) {
      case 'hosts':
        return cli.hosts.map(({ name, title }) => ({ word: name, help: title }));
      case 'sources':
        return importSources(cli).map((word) => ({ word, help: '' }));
      case 'options':
        return optionNames().map((name) => ({ word: name, help: '' }));
      case 'sessions':
        return sessions(cli);
    }
  };
}

async function sessions(cli: Cli): Promise<readonly Candidate[]> {
  return withStore(cli, async (deps) => {
    const found = await sessionRows(deps, { limit: MOST_SESSIONS });
    return found.map(({ session_id: id, title }) => ({ word: shortId(id), help: title ?? '' }));
  });
}
