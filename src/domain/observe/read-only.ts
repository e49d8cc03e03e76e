import type { ToolIntent } from '../event.ts';
import table from './read-only.json' with { type: 'json' };
import { commandWords, mayWrite } from './shell.ts';

/** Tools that only look, by the names that Claude Code gives them: their use leaves no fact that anybody is told. */
export const LOOKING_TOOLS =
  'Read|NotebookRead|Grep|Glob|LS|WebFetch|WebSearch|ToolSearch|LSP|BashOutput|TodoRead|TaskList|TaskGet|TaskOutput|' +
  'ListMcpResourcesTool|ReadMcpResourceTool|ReadMcpResourceDirTool|ListAgents|CronList|EnterPlanMode';

/** Those, and tools that keep lists for the model or ask the person: nothing is to be said before their use. */
export const READING_TOOLS = `${LOOKING_TOOLS}|TodoWrite|TaskCreate|TaskUpdate|AskUserQuestion|ExitPlanMode`;

/** The same under the names of Qwen Code, Codex and Gemini CLI. */
const READING_TOOLS_ELSEWHERE =
  'read_file|read_many_files|list_directory|glob|grep_search|search_file_content|web_fetch|web_search|google_web_search|' +
  'todo_write|write_todos|update_plan|view_image|save_memory|ask_user_question|exit_plan_mode';

export function isReadingTool(name: string): boolean {
  return !name.includes('|') && `|${READING_TOOLS}|${READING_TOOLS_ELSEWHERE}|`.includes(`|${name}|`);
}

/** Whether a tool call only looks. What is not known for sure counts as doing something. */
export function isReadOnly(intent: ToolIntent): boolean {
  if (isReadingTool(intent.name)) return true;
  return intent.command !== null && isReadOnlyCommand(intent.command);
}

/** Each of its commands only looks, and nothing is written into a file. */
export function isReadOnlyCommand(command: string): boolean {
  // Most commands are words with blanks between them, and need no reading.
  if (/^[\w ./=:@%+,~-]+$/.test(command)) return onlyLooks(command.split(' ').filter(Boolean));
  // A substitution holds a command too, and is not worth reading: it is rare in commands that look.
  if (/\$\(|`|[<>]\(/.test(command) || mayWrite(command)) return false;
  const commands = commandWords(command);
  return commands.length > 0 && commands.every(onlyLooks);
}

/**
 * The table knows commands that look. `wrappers` run another one, with words of their own before it. `plain` ones write nothing,
 * whatever they are asked; a loop is judged by what stands in it. Others look `unless` one of their words says otherwise, or by the
 * first of their words, `subcommands`. Of Git's, some look always; others list where nothing is said, and look where each of their
 * flags, and their first word, asks for that.
 */
function onlyLooks(words: readonly string[]): boolean {
  const [name = '', ...rest] = words;
  if (/^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(name)) return true;
  const own = formOf(table.wrappers, name);
  const wrapped = own ? rest.findIndex((word) => !own.test(word)) : -1;
  if (wrapped >= 0) return onlyLooks(rest.slice(wrapped));
  if (rest.length === 1 && /^(?:--version|--help|-V|-h)$/.test(rest[0]!)) return true;
  if (isPlain(name) || /^(?:Get|Test|Select|Measure)-[A-Za-z]+$/i.test(name)) return true;
  const writes = formOf(table.unless, name);
  if (writes) return !rest.some((word) => writes.test(word));
  if (name === 'git') return gitLooks(rest);
  const plain = rest.filter((word) => !word.startsWith('-')).slice(0, 2);
  return formOf(table.subcommands, name)?.test(`${plain.join(' ')} `) ?? false;
}

const isPlain = (name: string) => table.plain.some((line) => line.split(' ').includes(name));

function formOf(forms: Readonly<Record<string, string>>, name: string): RegExp | null {
  return Object.hasOwn(forms, name) ? new RegExp(forms[name]!) : null;
}

function gitLooks(words: readonly string[]): boolean {
  let at = 0;
  while (words[at]?.startsWith('-')) at += /^(?:-C|-c|--git-dir|--work-tree)$/.test(words[at]!) ? 2 : 1;
  const [name = '', ...rest] = words.slice(at);
  const is = (kind: keyof typeof table.git, word: string) => new RegExp(table.git[kind]).test(word);
  if (rest.some((word) => /^--output(?:=|$)/.test(word))) return false;
  if (is('looks', name)) return true;
  if (rest.length === 0) return is('lists', name);
  if (!is('lists', name) && !is('partly', name)) return false;
  // A flag that is not known could be one that deletes.
  return is('asks', rest[0]!) && rest.every((word) => !word.startsWith('-') || is('asks', word));
}
