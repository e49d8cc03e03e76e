import { projectName, type Scope } from '../../domain/base/scope.ts';
import { compileGlob, isNamed } from '../../domain/base/text/glob.ts';
import type { ToolIntent } from '../../domain/facts/event.ts';
import { commandWords, withoutHeredocs } from '../../domain/observe/shell.ts';
import type { Sop } from './sop.ts';

/** Enough of a command for any words: what is beyond is data. */
const MAX_SEARCHED = 2_000;

/** The parts of a tool call that triggers look at; made once for all instructions. */
export interface CallParts {
  readonly tool: string;
  /** The command without the texts in it, else the paths. */
  readonly text: string;
  /** Paths of the call itself, and all words of its command. */
  readonly paths: readonly string[];
}

export function readCallParts({ name: tool, command, paths }: ToolIntent): CallParts {
  if (command === null) return { tool, text: paths.join('\n').slice(0, MAX_SEARCHED), paths };
  const text = withoutHeredocs(command).slice(0, MAX_SEARCHED);
  return { tool, text, paths: [...paths, ...commandWords(text).flat()] };
}

/** The place of an instruction tells its subject: a project's own is about that project. */
export type SopOrigin = 'user' | 'project';

export interface TriggerVerdict {
  readonly applies: boolean;
  /** The reason, as the end of a sentence. */
  readonly why: string;
}

const yes = (why: string): TriggerVerdict => ({ applies: true, why });
const no = (why: string): TriggerVerdict => ({ applies: false, why });

export function judgeTrigger(
  sop: Sop,
  call: CallParts,
  scope: Scope,
  origin: SopOrigin,
): TriggerVerdict {
  const { tools, match, paths, project } = sop;
  if (!sop.enabled) return no('it is switched off');
  const tool = tools.find((wanted) => isNamed(wanted.toLowerCase(), call.tool.toLowerCase()));
  if (tools.length > 0 && tool === undefined)
    return no(`${call.tool} is none of its tools (${tools.join(', ')})`);
  if (project !== null && origin === 'user' && !concerns(project, call, scope))
    return no(`neither the project nor the call is about ${project}`);
  const every =
    tool === undefined ? `every change in ${project ?? 'the project'}` : `all calls of ${tool}`;
  if (match === null && paths.length === 0) return yes(`it is for ${every}`);
  if (match !== null) {
    const words = plainWords(match);
    if (words === null) return yes(`its match ${match} is not understood, so it is for ${every}`);
    if (words.test(call.text)) return yes(`its match ${match} is found`);
  }
  for (const glob of paths) {
    const path = call.paths.find(compileGlob(glob));
    if (path !== undefined) return yes(`${path} is one of its paths (${glob})`);
  }
  const globs = paths.join(', ');
  if (match === null) return no(`no path of the call is one of its own (${globs})`);
  return no(`its match ${match} is not found${globs && `, nor one of its paths (${globs})`}`);
}

/**
 * Plain words with `|` between them, found anywhere; a dot may be any sign. Null where signs of an expression are among them, as
 * earlier versions had them: such a trigger is not understood.
 */
function plainWords(match: string): RegExp | null {
  const words = match.split('|').map((word) => word.trim());
  return words.includes('') || /[\\^$*+?()[\]{}]/.test(match)
    ? null
    : new RegExp(words.join('|'), 'i');
}

/** A warning about a trigger that is not understood; null if it is. */
export function unclearTrigger({ match, tools }: Sop): string | null {
  if (match === null || plainWords(match)) return null;
  const calls = tools.length > 0 ? `every call of ${tools.join(', ')}` : 'every call';
  return `its match ${match} is no plain words with | between them, so it is given before ${calls}`;
}

/** The scope has that name, or the call says it as a word of its own. */
function concerns(project: string, call: CallParts, scope: Scope): boolean {
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

function isPartOfWord(char = ''): boolean {
  return /[\p{L}\p{N}_-]/u.test(char);
}
