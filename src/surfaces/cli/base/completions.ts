import type { Findable } from '../../../operations/base/operation.ts';
import { type Choices, type DeclaredCommand, type Flag, resolveAction } from './command.ts';
import type { Output } from './output.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof SHELLS)[number];

/** A word that a shell offers. */
export interface CompletionWord {
  readonly word: string;
  readonly help: string;
}

/** Candidates for the last word, which may be empty, after those before it. An empty line offers what is on the front. */
export async function findCompletions(
  commands: readonly DeclaredCommand[],
  typedWords: readonly string[],
  find: (choices: Findable) => Promise<readonly CompletionWord[]>,
  isOnFront: (command: DeclaredCommand) => boolean = () => true,
): Promise<readonly CompletionWord[]> {
  const isBelow = typedWords[0] === 'admin' && typedWords.length > 1;
  const words = isBelow ? typedWords.slice(1) : typedWords;
  const typed = words.at(-1) ?? '';
  const begun = ({ word }: CompletionWord) => word.startsWith(typed) && word !== '';
  const nameOf = ({ name, summary }: DeclaredCommand): CompletionWord => ({
    word: name,
    help: summary,
  });
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
  const { command: meant, words: before } = (soFar.length > 0 && resolveAction(named, soFar)) || {
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

const ADMIN: CompletionWord = { word: 'admin', help: 'All other commands.' };

function flagNamed({ flags }: DeclaredCommand, word: string): Flag | undefined {
  if (word.startsWith('--'))
    return Object.hasOwn(flags, word.slice(2)) ? flags[word.slice(2)] : undefined;
  return /^-\w$/.test(word)
    ? Object.values(flags).find(({ short }) => short === word[1])
    : undefined;
}

export function printCandidates(out: Output, shell: Shell, found: readonly CompletionWord[]): void {
  for (const { word, help } of found) out.cells(word, ...(shell === 'bash' || !help ? [] : [help]));
}

/** The shell and the words of `cortex completion --for <shell> -- …`, as the scripts ask at each Tab; null for anything else. */
export function askedToComplete([name, flag, named, dashes, ...typed]: readonly string[]): {
  readonly shell: Shell;
  readonly typed: readonly string[];
} | null {
  const shell = SHELLS.find((known) => known === named);
  const isAsked = name === 'completion' && flag === '--for' && dashes === '--';
  return shell && isAsked ? { shell, typed } : null;
}
