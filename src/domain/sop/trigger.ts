import type { ToolIntent } from '../event.ts';
import { commandWords, withoutHeredocs } from '../observe/shell.ts';
import { projectName, type Scope } from '../scope.ts';
import type { Sop } from './sop.ts';

/** Enough of a command for any pattern: what is beyond is data. */
const MAX_SEARCHED = 2_000;

/** What a pattern looks at in a tool call; made once for all instructions. */
export interface Call {
  readonly tool: string;
  /** The command without the texts in it, else the paths. */
  readonly text: string;
  /** Of the call itself, and all words of its command. */
  readonly paths: readonly string[];
}

export function callOf({ name, command, paths }: ToolIntent): Call {
  if (command === null) return { tool: name, text: beginning(paths.join('\n')), paths };
  const line = beginning(command.includes('<<') ? withoutHeredocs(command) : command);
  let words: readonly string[] | null = null;
  return {
    tool: name,
    text: line,
    get paths() {
      return (words ??= [...paths, ...commandWords(line).flat()]);
    },
  };
}

/** With a sign at the cut, so that `$` does not find an end there. */
function beginning(text: string): string {
  return text.length <= MAX_SEARCHED ? text : `${text.slice(0, MAX_SEARCHED - 1)}…`;
}

/** Where an instruction is kept decides what it is about: a project's own is about that project. */
export type SopOrigin = 'user' | 'project';

export interface Verdict {
  readonly applies: boolean;
  /** What decided, as the end of a sentence. */
  readonly why: string;
}

export function verdictOf(sop: Sop, call: Call, scope: Scope, origin: SopOrigin): Verdict {
  const { tools, match, paths, project } = sop.trigger;
  if (!sop.enabled) return no('it is switched off');
  const tool = tools.find((wanted) => isNamed(wanted, call.tool));
  if (tools.length > 0 && tool === undefined)
    return no(`${call.tool} is none of its tools (${tools.join(', ')})`);
  if (project !== null && origin === 'user' && !concerns(project, call, scope)) {
    return no(`neither the project nor the call is about ${project}`);
  }
  if (!match && paths.length === 0) {
    return yes(
      tool === undefined
        ? `it is for every change in ${project ?? 'the project'}`
        : `it is for all calls of ${tool}`,
    );
  }
  if (match?.pattern.isIn(call.text)) return yes(`its match ${match.source} is found`);
  for (const glob of paths) {
    const path = call.paths.find((one) => glob.pattern.isIn(one));
    if (path !== undefined) return yes(`${path} is one of its paths (${glob.source})`);
  }
  const globs = paths.map(({ source }) => source).join(', ');
  if (!match) return no(`no path of the call is one of its own (${globs})`);
  return no(`its match ${match.source} is not found${globs && `, nor one of its paths (${globs})`}`);
}

function yes(why: string): Verdict {
  return { applies: true, why };
}

function no(why: string): Verdict {
  return { applies: false, why };
}

/** `Bash`, `mcp__k8s__*`; upper and lower case are the same. */
function isNamed(wanted: string, tool: string): boolean {
  const parts = wanted.toLowerCase().split('*');
  const name = tool.toLowerCase();
  if (parts.length === 1) return name === parts[0];
  let at = parts[0]!.length;
  if (!name.startsWith(parts[0]!)) return false;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = parts.at(-1)!;
  return name.length - last.length >= at && name.endsWith(last);
}

/** The scope has that name, or the call says it as a word of its own. */
function concerns(project: string, call: Call, scope: Scope): boolean {
  const name = project.toLowerCase();
  if (projectName(scope.label)?.toLowerCase() === name) return true;
  return [call.text, ...call.paths].some((text) => holdsWord(text.toLowerCase(), name));
}

/** Whether a text holds a word that is not part of a longer one. */
export function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + word.length])) return true;
  }
  return false;
}

function isPartOfWord(char: string | undefined): boolean {
  return char !== undefined && (char < '\x80' ? /[\w-]/ : /[\p{L}\p{N}]/u).test(char);
}
