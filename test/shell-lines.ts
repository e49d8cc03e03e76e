/** One program in a line of a shell, as far as pages write them: `cortex handoff --json > handoff.json`. */
export interface Stage {
  readonly env: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  /** Files: what comes in, and where the output goes. */
  readonly input: string | null;
  readonly output: string | null;
}

/** Programs whose output is the next one's input. */
export type Pipeline = readonly Stage[];

const TOKEN = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(&&|[|<>])|([^\s"'|<>]+)/g;

/** What a line runs, in order; nothing for a comment. */
export function pipelinesIn(line: string): Pipeline[] {
  const lists: { words: string[]; input: string | null; output: string | null }[][] = [];
  let stage = open(lists, true);
  let file: 'input' | 'output' | null = null;
  for (const [token, double, single, operator, bare] of line.matchAll(TOKEN)) {
    if (bare?.startsWith('#')) break;
    if (operator === '<' || operator === '>') file = operator === '<' ? 'input' : 'output';
    else if (operator) stage = open(lists, operator === '&&');
    else {
      const word = double ?? single ?? bare ?? token;
      if (file) stage[file] = word;
      else stage.words.push(word);
      file = null;
    }
  }
  return lists.map((list) => list.map(withVariables)).filter((list) => list[0]!.words.length > 0);
}

function open(
  lists: { words: string[]; input: string | null; output: string | null }[][],
  isNext: boolean,
): { words: string[]; input: string | null; output: string | null } {
  const stage = { words: [], input: null, output: null };
  if (isNext) lists.push([stage]);
  else lists.at(-1)!.push(stage);
  return stage;
}

/** `NAME=value` before a program belongs to its environment. */
function withVariables({ words, ...files }: Omit<Stage, 'env'>): Stage {
  const end = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const set = words.slice(0, end < 0 ? words.length : end);
  const env = Object.fromEntries(set.map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string]));
  return { ...files, env, words: words.slice(set.length) };
}
