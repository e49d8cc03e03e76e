import { optionNames } from '../../../config/options.ts';
import { shortId } from '../../../domain/base/ids.ts';
import { GLOBAL_SCOPE, projectName } from '../../../domain/base/scope.ts';
import { projects } from '../../../engine/projects/link.ts';
import { sessionRows } from '../../../engine/sessions/sessions.ts';
import type { Findable } from '../../../operations/base/operation.ts';
import { actionIn, type Choices, command, type DeclaredCommand, type Flag } from './command.ts';
import type { Cli } from './context.ts';
import { UsageError } from './errors.ts';
import { withStore } from './store.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
/** Longer lists are not offered: nobody reads them. */
const MOST_LISTED = 50;

/** A word that a shell offers. */
interface Candidate {
  readonly word: string;
  readonly help: string;
}

/** The command, over a list of all commands that holds it as well: `all` is asked when it runs. */
export const completionOf = (
  all: () => readonly DeclaredCommand[],
  isOnFront: (command: DeclaredCommand) => boolean,
) =>
  command({
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
      const found = await completions(all(), args, (choices) => lookUp(cli, choices), isOnFront);
      for (const { word, help } of found)
        cli.out.cells(word, ...(shell === 'bash' || !help ? [] : [help]));
      return 0;
    },
  });

async function lookUp(cli: Cli, choices: Findable): Promise<readonly Candidate[]> {
  if (choices === 'hosts') return cli.hosts.map(({ name, title }) => ({ word: name, help: title }));
  if (choices === 'options') return optionNames().map((name) => ({ word: name, help: '' }));
  const found = await withStore(cli, async (deps): Promise<readonly Candidate[]> => {
    if (choices === 'sessions')
      return (await sessionRows(deps, { limit: MOST_LISTED })).map(({ session_id: id, title }) => ({
        word: shortId(id),
        help: title ?? '',
      }));
    const known = (await projects(deps)).map(({ label, root }) => ({
      word: projectName(label) ?? label,
      help: root ?? '',
    }));
    return [...known, { word: GLOBAL_SCOPE.label, help: 'What was kept outside of projects' }];
  });
  // A shell takes these for one word as they are.
  return found.filter(({ word }) => /^[\w.:/@+,=-]+$/.test(word) && !word.startsWith('-'));
}

/** Candidates for the last word, which may be empty, after those before it. An empty line offers what is on the front. */
export async function completions(
  commands: readonly DeclaredCommand[],
  typedWords: readonly string[],
  find: (choices: Findable) => Promise<readonly Candidate[]>,
  isOnFront: (command: DeclaredCommand) => boolean = () => true,
): Promise<readonly Candidate[]> {
  const isBelow = typedWords[0] === 'admin' && typedWords.length > 1;
  const words = isBelow ? typedWords.slice(1) : typedWords;
  const typed = words.at(-1) ?? '';
  const begun = ({ word }: Candidate) => word.startsWith(typed) && word !== '';
  const nameOf = ({ name, summary }: DeclaredCommand): Candidate => ({ word: name, help: summary });
  const among = async (choices: Choices | undefined) => {
    if (typeof choices === 'string') return (await find(choices)).filter(begun);
    return (choices ?? []).map((word) => ({ word, help: '' })).filter(begun);
  };
  if (words.length <= 1) {
    const offered = commands.filter((one) =>
      isBelow ? !isOnFront(one) : typed !== '' || isOnFront(one),
    );
    return [...offered.map(nameOf), ...(isBelow ? [] : [ADMIN])].filter(begun);
  }
  if (words[0] === 'help')
    return words.length === 2 ? [...commands.map(nameOf), ADMIN].filter(begun) : [];
  const named = commands.find(
    ({ name, older = {} }) => name === words[0] || Object.hasOwn(older, words[0]!),
  );
  if (!named) return [];
  const soFar = words.slice(1, -1);
  const { command: meant, words: before } = (soFar.length > 0 && actionIn(named, soFar)) || {
    command: named,
    words: soFar,
  };
  if (before.includes('--')) return [];
  const open = before.length > 0 ? flagNamed(meant, before.at(-1)!) : undefined;
  if (open?.value) return among(open.choices);
  if (typed.startsWith('-'))
    return Object.entries<Pick<Flag, 'help'>>({ ...meant.flags, help: { help: 'Show this help.' } })
      .filter(([name]) => !before.includes(`--${name}`))
      .map(([name, { help }]) => ({ word: `--${name}`, help }))
      .filter(begun);
  const isValue = (at: number) => at > 0 && flagNamed(meant, before[at - 1]!)?.value !== undefined;
  const place = before.filter((word, at) => !word.startsWith('-') && !isValue(at)).length;
  const argument = meant.args[place] ?? (meant.args.at(-1)?.many ? meant.args.at(-1) : undefined);
  return among(argument?.choices);
}

const ADMIN: Candidate = { word: 'admin', help: 'All other commands.' };

function flagNamed({ flags }: DeclaredCommand, word: string): Flag | undefined {
  if (word.startsWith('--'))
    return Object.hasOwn(flags, word.slice(2)) ? flags[word.slice(2)] : undefined;
  return /^-\w$/.test(word)
    ? Object.values(flags).find(({ short }) => short === word[1])
    : undefined;
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
