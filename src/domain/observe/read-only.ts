import type { ToolIntent } from '../event.ts';
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

function onlyLooks(words: readonly string[]): boolean {
  const [name = '', ...rest] = words;
  if (/^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(name)) return true;
  const wrapped = rest.findIndex((word) => !WRAPPERS.get(name)?.test(word));
  if (WRAPPERS.has(name) && wrapped >= 0) return onlyLooks(rest.slice(wrapped));
  if (rest.length === 1 && /^(?:--version|--help|-V|-h)$/.test(rest[0]!)) return true;
  if (PLAIN.has(name) || /^(?:Get|Test|Select|Measure)-[A-Za-z]+$/i.test(name)) return true;
  const writes = UNLESS.get(name);
  if (writes) return !rest.some((word) => writes.test(word));
  if (name === 'git') return gitLooks(rest);
  const plain = rest.filter((word) => !word.startsWith('-')).slice(0, 2);
  return SUBCOMMANDS.get(name)?.test(`${plain.join(' ')} `) ?? false;
}

/** Commands that run another one, with words of their own before it. */
const WRAPPERS: ReadonlyMap<string, RegExp> = new Map([
  ...['command', 'builtin', 'time', 'nohup', 'sudo'].map((name) => [name, /^$/] as const),
  ['timeout', /^\d/],
  ['xargs', /^-[0rt]+$/],
  ['env', /^[A-Za-z_][A-Za-z0-9_]*=/],
]);

/** They write nothing, whatever they are asked. A loop is judged by what stands in it. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    'ls cat head tail less more wc grep egrep fgrep rg ag pwd cd pushd popd dir where echo printf true false test [ [[ : for in ' +
    'which type whereis file stat du df cut tr nl tac rev fold column diff cmp comm paste join basename dirname realpath ' +
    'readlink printenv env uname whoami id groups uptime nproc ps pgrep free lsof jq md5sum sha1sum sha256sum shasum cksum ' +
    'hexdump od strings man help history jobs sleep wait export set unset shopt seq expr clear break continue return exit'
  ).split(' '),
);

/** They look unless one of their words says otherwise. */
const UNLESS: ReadonlyMap<string, RegExp> = new Map([
  ['find', /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/],
  ['fd', /^(?:-x|-X|--exec|--exec-batch)/],
  ['sed', /^(?:-[a-zE]*i|--in-place)|(?:^|[;\d$/}\s])[wW]\s/],
  ['awk', /system\s*\(|[>|]/],
  ['sort', /^(?:-o|--output)/],
  ['tree', /^-o/],
  ['date', /^(?:-s|--set)/],
  ['uniq', /^[^-]/],
]);

/** They look by the first of their words. */
const SUBCOMMANDS: ReadonlyMap<string, RegExp> = new Map([
  ...['npm', 'pnpm', 'yarn'].map(
    (name) => [name, /^(?:ls|list|view|info|outdated|why|config get) /] as const,
  ),
  ['cargo', /^(?:tree|metadata|search) /],
  ['go', /^(?:list|version|doc|env) /],
  ['pip', /^(?:list|show|freeze) /],
  [
    'docker',
    /^(?:ps|images|logs|inspect|version|info|stats|top|(?:container|image|network|volume) (?:ls|inspect)) /,
  ],
  ['kubectl', /^(?:get|describe|logs|explain|version|top) /],
  ['gh', /^(?:status|(?:pr|issue|run|repo|release|workflow) (?:list|view|status|diff|checks)) /],
  [
    'cortex',
    /^(?:status|history|show|chain|explain|why|pins|doctor|search|stats|verify|sop (?:list|test|show)) /,
  ],
]);

const GIT_LOOKS =
  /^(?:status|log|diff|show|blame|shortlog|describe|rev-parse|rev-list|ls-files|ls-tree|ls-remote|cat-file|grep|merge-base|version|help|for-each-ref|show-ref|check-ignore|cherry|range-diff|diff-tree|diff-index|diff-files|fsck)$/;
/** These list where nothing is said, and look where each of their flags, and their first word, asks for that. */
const GIT_LISTS = /^(?:branch|tag|remote|reflog)$/;
const GIT_PARTLY = /^(?:stash|config|worktree|submodule|notes)$/;
const GIT_ASKS =
  /^(?:-[alrvn]+\d*|--(?:list|all|remotes|verbose|show-current|get|get-all|get-regexp|(?:no-)?merged|(?:no-)?contains|points-at|sort|format)(?:=.*)?|list|show|get|get-url|status)$/;

function gitLooks(words: readonly string[]): boolean {
  let at = 0;
  while (words[at]?.startsWith('-')) at += /^(?:-C|-c|--git-dir|--work-tree)$/.test(words[at]!) ? 2 : 1;
  const [name = '', ...rest] = words.slice(at);
  if (rest.some((word) => /^--output(?:=|$)/.test(word))) return false;
  if (GIT_LOOKS.test(name)) return true;
  if (rest.length === 0) return GIT_LISTS.test(name);
  if (!GIT_LISTS.test(name) && !GIT_PARTLY.test(name)) return false;
  // A flag that is not known could be one that deletes.
  return GIT_ASKS.test(rest[0]!) && rest.every((word) => !word.startsWith('-') || GIT_ASKS.test(word));
}
