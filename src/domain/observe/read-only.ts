import type { ToolIntent } from '../facts/event.ts';
import table from './read-only.json' with { type: 'json' };
import { commandWords, mayWrite } from './shell.ts';

/** Read-only tools by their names in Claude Code; their calls add nothing to a preamble. */
export const LOOKING_TOOLS =
  'Read|NotebookRead|Grep|Glob|LS|WebFetch|WebSearch|ToolSearch|LSP|BashOutput|TodoRead|TaskList|TaskGet|TaskOutput|' +
  'ListMcpResourcesTool|ReadMcpResourceTool|ReadMcpResourceDirTool|ListAgents|CronList|EnterPlanMode';

/** Read-only tools, to-do tools and questions to the person: no instruction is injected before these. */
export const READING_TOOLS = `${LOOKING_TOOLS}|TodoWrite|TaskCreate|TaskUpdate|AskUserQuestion|ExitPlanMode`;

/** The same tools under their names in Qwen Code, Codex and Gemini CLI. */
const READING_TOOLS_ELSEWHERE =
  'read_file|read_many_files|list_directory|glob|grep_search|search_file_content|web_fetch|web_search|google_web_search|' +
  'todo_write|write_todos|update_plan|view_image|save_memory|ask_user_question|exit_plan_mode';

export function isReadingTool(name: string): boolean {
  return (
    !name.includes('|') && `|${READING_TOOLS}|${READING_TOOLS_ELSEWHERE}|`.includes(`|${name}|`)
  );
}

/** Whether a tool call is read-only. An unknown call counts as writing. */
export function isReadOnly(intent: ToolIntent): boolean {
  if (isReadingTool(intent.name)) return true;
  return intent.command !== null && isReadOnlyCommand(intent.command);
}

/** Whether each command of a line is read-only and nothing is redirected into a file. */
export function isReadOnlyCommand(command: string): boolean {
  // Most commands are plain words and need no parser.
  if (/^[\w ./=:@%+,~-]+$/.test(command)) return onlyLooks(command.split(' ').filter(Boolean));
  // A substitution runs a command too; it is rare in read-only commands, so it is not parsed.
  if (/\$\(|`|[<>]\(/.test(command) || mayWrite(command)) return false;
  const commands = commandWords(command);
  return commands.length > 0 && commands.every(onlyLooks);
}

/**
 * The table lists read-only commands. `wrappers` run another command after words of their own. `plain` commands never write
 * anything; a loop is judged by its body. Others are read-only `unless` one of their words says otherwise, or by the
 * first of their words, `subcommands`. Some Git commands are always read-only; others list without arguments, and are read-only if
 * their first word and each of their flags asks for that.
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
  while (words[at]?.startsWith('-'))
    at += /^(?:-C|-c|--git-dir|--work-tree)$/.test(words[at]!) ? 2 : 1;
  const [name = '', ...rest] = words.slice(at);
  const is = (kind: keyof typeof table.git, word: string) => new RegExp(table.git[kind]).test(word);
  if (rest.some((word) => /^--output(?:=|$)/.test(word))) return false;
  if (is('looks', name)) return true;
  if (rest.length === 0) return is('lists', name);
  if (!is('lists', name) && !is('partly', name)) return false;
  // An unknown flag could delete something.
  return is('asks', rest[0]!) && rest.every((word) => !word.startsWith('-') || is('asks', word));
}
