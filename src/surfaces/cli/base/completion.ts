import { optionNames } from '../../../config/options.ts';
import { shortId } from '../../../domain/base/ids.ts';
import { GLOBAL_SCOPE, projectName } from '../../../domain/base/scope.ts';
import { projects } from '../../../engine/projects/link.ts';
import { foldedSessions } from '../../../engine/sessions/sessions.ts';
import type { Findable } from '../../../operations/base/operation.ts';
import { type DeclaredCommand, declareCommand } from './command.ts';
import { type CompletionWord, findCompletions, printCandidates, SHELLS } from './completions.ts';
import type { Cli } from './context.ts';
import { UsageError } from './errors.ts';
import { withStore } from './store.ts';

/** Longer lists are not offered: nobody reads them. */
const MOST_LISTED = 50;

/** The command, over a list of all commands that holds it as well: `all` is asked when it runs. */
export const makeCompletionCommand = (
  all: () => readonly DeclaredCommand[],
  isOnFront: (command: DeclaredCommand) => boolean,
) =>
  declareCommand({
    name: 'completion',
    summary: 'Let your shell complete commands, options and ids.',
    about:
      'Prints a script for bash, zsh or fish, to be loaded when the shell starts. With --for it prints what can stand at the ' +
      'place of the last word: that is what the script calls.',
    args: [
      {
        name: 'shell',
        help: `One of ${SHELLS.join(', ')}.`,
        optional: true,
        many: true,
        choices: SHELLS,
      },
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
      const name = flags.for ?? args[0];
      const shell = SHELLS.find((known) => known === name);
      if (!shell || (flags.for === undefined && args.length > 1))
        throw new UsageError(`Name your shell: ${SHELLS.join(', ')}.`);
      if (flags.for === undefined) {
        for (const line of SCRIPTS[shell].trimEnd().split('\n')) cli.out.line(line);
        return 0;
      }
      const found = await findCompletions(
        all(),
        args,
        (choices) => lookUp(cli, choices),
        isOnFront,
      );
      printCandidates(cli.out, shell, found);
      return 0;
    },
  });

async function lookUp(cli: Cli, choices: Findable): Promise<readonly CompletionWord[]> {
  if (choices === 'hosts') return cli.hosts.map(({ name, title }) => ({ word: name, help: title }));
  if (choices === 'options') return optionNames().map((name) => ({ word: name, help: '' }));
  const found = await withStore(cli, async (deps): Promise<readonly CompletionWord[]> => {
    if (choices === 'sessions')
      return (await foldedSessions(deps, { limit: MOST_LISTED })).map(
        ({ session_id: id, title }) => ({
          word: shortId(id),
          help: title ?? '',
        }),
      );
    const known = (await projects(deps)).map(({ label, root }) => ({
      word: projectName(label) ?? label,
      help: root ?? '',
    }));
    return [...known, { word: GLOBAL_SCOPE.label, help: 'What was kept outside of projects' }];
  });
  // A shell takes these for one word as they are.
  return found.filter(({ word }) => /^[\w.:/@+,=-]+$/.test(word) && !word.startsWith('-'));
}

/** The script that a shell loads. The script asks `cortex` itself, so that it offers only what this version has. */
const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_cortex() {
  local IFS=$'\\n' line="\${COMP_LINE:0:COMP_POINT}" current="\${COMP_WORDS[COMP_CWORD]}"
  local -a words
  # The shell breaks words at colons, which names of scopes hold: they are put together again here.
  IFS=' ' read -r -a words <<< "$line"
  [[ $line == *' ' ]] && words+=('')
  local typed="\${words[\${#words[@]}-1]}"
  COMPREPLY=($(cortex completion --for bash -- "\${words[@]:1}" 2>/dev/null))
  local lead="\${typed%"$current"}"
  COMPREPLY=("\${COMPREPLY[@]#"$lead"}")
}
complete -o default -F _cortex cortex
`,
  zsh: `#compdef cortex
_cortex() {
  local -a found
  local word help
  while IFS=$'\\t' read -r word help; do
    found+=("\${word//:/\\\\:}:$help")
  done < <(cortex completion --for zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe -t values cortex found || _files
}
(( $+functions[compdef] )) && compdef _cortex cortex
`,
  fish: `complete -c cortex -e
complete -c cortex -n 'not __fish_seen_subcommand_from export import redact' -f
complete -c cortex -a '(cortex completion --for fish -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};
