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
  const wrapped = unwrapped(name, rest);
  if (wrapped) return onlyLooks(wrapped);
  if (rest.length === 1 && /^(?:--version|--help|-V|-h)$/.test(rest[0]!)) return true;
  if (isPlain(name) || /^(?:Get|Test|Select|Measure)-[A-Za-z]+$/i.test(name)) return true;
  const unless = UNLESS[name];
  if (unless) return !rest.some((word) => unless.test(word));
  if (name === 'git') return gitLooks(rest);
  const subcommands = SUBCOMMANDS[name];
  return (
    subcommands?.test(
      rest
        .filter((word) => !word.startsWith('-'))
        .slice(0, 2)
        .join(' '),
    ) ?? false
  );
}

/** The command that another one runs; null where it runs none. */
function unwrapped(name: string, rest: readonly string[]): readonly string[] | null {
  if (rest.length === 0) return null;
  switch (name) {
    case 'command':
    case 'builtin':
    case 'time':
    case 'nohup':
    case 'sudo':
      return rest;
    case 'timeout':
      return rest.slice(1);
    case 'xargs': {
      const from = rest.findIndex((word) => !/^-[0rt]+$/.test(word));
      return from < 0 ? null : rest.slice(from);
    }
    case 'env': {
      const from = rest.findIndex((word) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word));
      return from < 0 ? null : rest.slice(from);
    }
    default:
      return null;
  }
}

/** They write nothing, whatever they are asked. A loop is judged by what stands in it. */
const PLAIN =
  'ls cat head tail less more wc grep egrep fgrep rg ag pwd cd pushd popd dir where echo printf true false test [ [[ : for in ' +
  'which type whereis file stat du df cut tr nl tac rev fold column diff cmp comm paste join basename dirname realpath ' +
  'readlink printenv env uname whoami id groups uptime nproc ps pgrep free lsof jq md5sum sha1sum sha256sum shasum cksum ' +
  'hexdump od strings man help history jobs sleep wait export set unset shopt seq expr clear break continue return exit';

function isPlain(name: string): boolean {
  return !name.includes(' ') && ` ${PLAIN} `.includes(` ${name} `);
}

/** They look unless one of their words says otherwise. */
const UNLESS: Readonly<Record<string, RegExp>> = {
  find: /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/,
  fd: /^(?:-x|-X|--exec|--exec-batch)/,
  sed: /^(?:-[a-zE]*i|--in-place)|(?:^|[;\d$/}\s])[wW]\s/,
  awk: /system\s*\(|[>|]/,
  sort: /^(?:-o|--output)/,
  tree: /^-o/,
  date: /^(?:-s|--set)/,
  hostname: /^[^-]/,
  yq: /^(?:-[a-zA-Z]*i|--inplace)/,
  xxd: /^-r/,
  uniq: /^[^-]/,
};

const SUBCOMMANDS: Readonly<Record<string, RegExp>> = {
  npm: /^(?:ls|list|view|info|outdated|why|explain|root|prefix|config get|config list|help)(?: |$)/,
  pnpm: /^(?:ls|list|why|outdated|view|info)(?: |$)/,
  yarn: /^(?:list|why|info|outdated)(?: |$)/,
  cargo: /^(?:tree|metadata|search)(?: |$)/,
  go: /^(?:list|version|doc|env)(?: |$)/,
  pip: /^(?:list|show|freeze)(?: |$)/,
  docker:
    /^(?:ps|images|logs|inspect|version|info|stats|top|port|diff|history|(?:container|image|network|volume) (?:ls|inspect))(?: |$)/,
  kubectl: /^(?:get|describe|logs|explain|version|top|api-resources|cluster-info)(?: |$)/,
  gh: /^(?:status|(?:pr|issue|run|repo|release|workflow) (?:list|view|status|diff|checks))(?: |$)/,
  systemctl: /^(?:status|list-units|is-active|is-enabled|show|cat)(?: |$)/,
  brew: /^(?:list|info|search|outdated)(?: |$)/,
  cortex:
    /^(?:status|history|show|chain|explain|pins|doctor|search|stats|verify|sop (?:list|test|show))(?: |$)/,
};

const GIT_LOOKS =
  /^(?:status|log|diff|show|blame|annotate|shortlog|describe|rev-parse|rev-list|ls-files|ls-tree|ls-remote|cat-file|grep|whatchanged|name-rev|merge-base|count-objects|version|help|for-each-ref|show-ref|show-branch|var|check-ignore|check-attr|cherry|range-diff|diff-tree|diff-index|diff-files|fsck|verify-commit|verify-tag)$/;

/** Which words of these ask for a list or a look; with none of them and no name behind, they list. */
const GIT_PARTLY: Readonly<Record<string, RegExp>> = {
  branch:
    /^(?:-[arv]+|-l|--list|--all|--remotes|--verbose|--show-current|--(?:no-)?(?:merged|contains)(?:=.*)?|--points-at(?:=.*)?|--sort=.*|--format=.*)$/,
  tag: /^(?:-l|-n\d*|--list|--(?:no-)?(?:merged|contains)(?:=.*)?|--points-at(?:=.*)?|--sort=.*|--format=.*)$/,
  remote: /^(?:-v|--verbose|show|get-url)$/,
  stash: /^(?:list|show)$/,
  config: /^(?:--get|--get-all|--get-regexp|-l|--list|get|list)$/,
  worktree: /^list$/,
  submodule: /^(?:status|summary)$/,
  notes: /^(?:list|show)$/,
  bisect: /^log$/,
  reflog: /^(?:show|exists)$/,
};
const GIT_LISTS_ALONE = /^(?:branch|tag|remote|reflog|notes|submodule)$/;

function gitLooks(words: readonly string[]): boolean {
  let at = 0;
  while (at < words.length && words[at]!.startsWith('-'))
    at += /^(?:-C|-c|--git-dir|--work-tree|--namespace)$/.test(words[at]!) ? 2 : 1;
  const [name = '', ...rest] = words.slice(at);
  if (rest.some((word) => /^--output(?:=|$)/.test(word))) return false;
  if (GIT_LOOKS.test(name)) return true;
  const asks = GIT_PARTLY[name];
  if (!asks) return false;
  if (rest.length === 0) return GIT_LISTS_ALONE.test(name);
  // The first word decides; a flag that is not known could be one that deletes.
  return asks.test(rest[0]!) && rest.every((word) => !word.startsWith('-') || asks.test(word));
}
