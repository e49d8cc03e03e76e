import type { Findable } from '../../operations/operation.ts';
import { type Argument, actionIn, type Choices, type Command, type Flag } from './command.ts';
import type { Candidate } from './context.ts';

/** Finds the candidates of a kind on this machine. */
export type Lookup = (choices: Findable) => Promise<readonly Candidate[]>;

/** Candidates for the last word, which may be empty, after those before it. An empty line offers what is on the front. */
export async function completions(
  commands: readonly Command[],
  typedWords: readonly string[],
  lookUp: Lookup,
  isOnFront: (command: Command) => boolean = () => true,
): Promise<readonly Candidate[]> {
  const isBelow = typedWords[0] === 'admin' && typedWords.length > 1;
  const words = isBelow ? typedWords.slice(1) : typedWords;
  const typed = words.at(-1) ?? '';
  const begun = ({ word }: Candidate) => word.startsWith(typed) && word !== '';
  if (words.length <= 1) {
    const offered = commands.filter((one) => (isBelow ? !isOnFront(one) : typed !== '' || isOnFront(one)));
    return [...offered.map(nameOf), ...(isBelow ? [] : [ADMIN])].filter(begun);
  }
  if (words[0] === 'help') return words.length === 2 ? [...commands.map(nameOf), ADMIN].filter(begun) : [];
  const named = commands.find(({ name, older = {} }) => name === words[0] || Object.hasOwn(older, words[0]!));
  if (!named) return [];
  const typedSoFar = words.slice(1, -1);
  const meant = (typedSoFar.length > 0 && actionIn(named, typedSoFar)) || {
    command: named,
    words: typedSoFar,
  };
  const { command, words: before } = meant;
  if (before.includes('--')) return [];

  const open = flagNamed(command, words.at(-2) ?? '');
  if (before.length > 0 && open?.value) return (await candidatesOf(open.choices, lookUp)).filter(begun);
  if (typed.startsWith('-')) return flagsOf(command, before).filter(begun);
  const argument = argumentAt(command, positionals(command, before));
  return argument ? (await candidatesOf(choicesOf(argument), lookUp)).filter(begun) : [];
}

const ADMIN: Candidate = { word: 'admin', help: 'All other commands.' };

function nameOf({ name, summary }: Command): Candidate {
  return { word: name, help: summary };
}

function flagNamed({ flags }: Command, word: string): Flag | undefined {
  if (word.startsWith('--')) return Object.hasOwn(flags, word.slice(2)) ? flags[word.slice(2)] : undefined;
  return /^-\w$/.test(word) ? Object.values(flags).find(({ short }) => short === word[1]) : undefined;
}

/** Those that were not given yet. */
function flagsOf({ flags }: Command, before: readonly string[]): Candidate[] {
  const all = Object.entries({ ...flags, help: { help: 'Show this help.' } });
  return all
    .filter(([name]) => !before.includes(`--${name}`))
    .map(([name, { help }]) => ({ word: `--${name}`, help }));
}

/** How many arguments stand there already. */
function positionals(command: Command, before: readonly string[]): number {
  const isValue = (at: number) => at > 0 && flagNamed(command, before[at - 1]!)?.value !== undefined;
  return before.filter((word, at) => !word.startsWith('-') && !isValue(at)).length;
}

function argumentAt({ args }: Command, at: number): Argument | undefined {
  return args[at] ?? (args.at(-1)?.many ? args.at(-1) : undefined);
}

/** An argument such as `list|get|set` is called by what it can be. */
function choicesOf({ name, choices }: Argument): Choices | undefined {
  return choices ?? (name.includes('|') ? name.split('|') : undefined);
}

async function candidatesOf(choices: Choices | undefined, lookUp: Lookup): Promise<readonly Candidate[]> {
  if (choices === undefined) return [];
  return typeof choices === 'string' ? lookUp(choices) : choices.map((word) => ({ word, help: '' }));
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that a shell loads. The script asks `cortex` itself, so that it offers only what this version has. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_cortex() {
  local IFS=$'\\n' line="\${COMP_LINE:0:COMP_POINT}" current="\${COMP_WORDS[COMP_CWORD]}"
  local -a words
  # The shell breaks words at colons, which ids of tasks and scopes hold: they are put together again here.
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
