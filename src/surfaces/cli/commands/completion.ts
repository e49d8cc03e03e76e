import { optionNames } from '../../../config/options.ts';
import { shortId } from '../../../domain/ids.ts';
import { GLOBAL_SCOPE, projectName } from '../../../domain/scope.ts';
import { oneLine } from '../../../domain/text/safe-text.ts';
import { recentMemories } from '../../../engine/memories/memories.ts';
import { projects } from '../../../engine/projects/link.ts';
import { sessionRows } from '../../../engine/session/sessions.ts';
import { branchesOfWork, threadHere } from '../../../engine/thread/threads.ts';
import type { Call, Findable } from '../../../operations/operation.ts';
import { inOrder, listedPins, pinInShort } from '../../../operations/pins/pin.ts';
import { tasksIn } from '../../../operations/tasks/close.ts';
import { type Command, command, type Input } from '../command.ts';
import { completions, type Lookup, SCRIPTS, SHELLS, type Shell } from '../completion.ts';
import type { Candidate, Cli } from '../context.ts';
import { UsageError } from '../errors.ts';
import { callOf } from '../of-operation.ts';
import { withStore } from '../store.ts';

/** Longer lists are not read, but typed into. */
const MOST_LISTED = 50;

/** The command, over a list of all commands that holds it as well: `all` is asked when it runs. */
export const completionOf = (all: () => readonly Command[], isOnFront: (command: Command) => boolean) =>
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
        const found = await completions(all(), args, lookup(cli, args), isOnFront);
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

function lookup(cli: Cli, typed: readonly string[]): Lookup {
  return async (choices) => {
    const finder = cli.rooms.find(({ finds }) => finds?.[choices])?.finds?.[choices];
    if (finder) return finder(cli);
    switch (choices) {
      case 'hosts':
        return cli.hosts.map(({ name, title }) => ({ word: name, help: title }));
      // Without the room that finds them there are none.
      case 'sops':
      case 'sources':
        return [];
      case 'options':
        return optionNames().map((name) => ({ word: name, help: '' }));
      default:
        return withStore(cli, async (deps, home) =>
          (await stored(choices, await callOf(cli, deps, home, targetIn(typed)))).filter(({ word }) =>
            isTypable(word),
          ),
        );
    }
  };
}

/** The project that the words before name: its pins and tasks are meant. */
function targetIn(typed: readonly string[]): Input['flags'] {
  const names = ['scope', 'project'].filter((name) => typed.slice(0, -2).includes(`--${name}`));
  const values = names.map((name) => [name, typed[typed.indexOf(`--${name}`) + 1]!]);
  return Object.fromEntries(values) as Input['flags'];
}

/** A shell takes it for one word as it is. */
function isTypable(word: string): boolean {
  return /^[\w.:/@+,=-]+$/.test(word) && !word.startsWith('-');
}

/** Names of what is stored, those of the project where it has its own. */
async function stored(
  what: Exclude<Findable, 'hosts' | 'sources' | 'options' | 'sops'>,
  call: Call,
): Promise<readonly Candidate[]> {
  const { deps, scope } = call;
  switch (what) {
    case 'sessions': {
      const found = await sessionRows(deps, { limit: MOST_LISTED });
      return found.map(({ session_id: id, title }) => ({ word: shortId(id), help: title ?? '' }));
    }
    case 'scopes': {
      const found = (await projects(deps)).map(({ label, root }) => ({
        word: projectName(label) ?? label,
        help: root ?? '',
      }));
      return [...found, { word: GLOBAL_SCOPE.label, help: 'Work outside of repositories' }];
    }
    case 'pins': {
      const pins = inOrder(await listedPins(call));
      return pins.map((pin, i) => ({
        word: pin.label !== null && isTypable(pin.label) ? pin.label : String(i + 1),
        help: pinInShort(pin),
      }));
    }
    case 'labels': {
      const pins = inOrder(await listedPins(call));
      return pins.flatMap((pin) => (pin.label === null ? [] : [{ word: pin.label, help: pinInShort(pin) }]));
    }
    case 'tasks': {
      const tasks = await tasksIn(deps, scope);
      return tasks.map(({ task, number }) => ({
        word: isTypable(task.task_id) ? task.task_id : String(number),
        help: task.title,
      }));
    }
    case 'memories': {
      const found = await recentMemories(deps, { scope, limit: MOST_LISTED });
      return found.map(({ id, content }) => ({ word: id, help: oneLine(content, 70) }));
    }
    case 'branches': {
      const seen = await threadHere(deps, scope);
      const branches = seen ? Object.values(await branchesOfWork(deps, seen.thread)) : [];
      return [...new Set(branches)].map((word) => ({ word, help: '' }));
    }
  }
}
