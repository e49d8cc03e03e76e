import type { Made, Undone } from '../fact.ts';
import { scopedPath } from '../thread/scoped-path.ts';
import { commandWords } from './shell.ts';

const LONGEST = 200;

/** Commits, branches and pull requests that a successful command made. Runs in every hook of a shell tool. */
export function madeIn(command: string, output: string | null): Made[] {
  if (!MAY_MAKE.test(command)) return [];
  const made: Made[] = [];
  let commits = 0;
  const messages: (string | null)[] = [];
  for (const words of commandWords(command)) {
    const at = words.findIndex((word) => /(?:^|[\\/])(?:git|gh|glab)(?:\.exe)?$/.test(word));
    if (at < 0 || !words.slice(0, at).every((word) => RUNNER.test(word))) continue;
    const tool = words[at]!;
    if (/git(?:\.exe)?$/.test(tool)) {
      const [verb, ...args] = withoutGlobals(words.slice(at + 1));
      if (isCommit(verb, args)) {
        commits++;
        messages.push(messageOf(args, command));
      } else if (verb !== undefined && !FAILED.test(output ?? '')) made.push(...branchOf(verb, args));
    } else {
      made.push(...requestOf(words.slice(at + 1), output));
    }
  }
  return commits === 0 ? made : [...made, ...commitsOf(messages, command, output)];
}

function isCommit(verb: string | undefined, args: readonly string[]): boolean {
  if (verb === 'commit') return !args.some((arg) => /^(?:--dry-run|-h|--help)$/.test(arg));
  return (
    verb === 'revert' && !args.some((arg) => /^(?:-n|--no-commit|--abort|--quit|--skip|-h|--help)$/.test(arg))
  );
}

/** Some hosts do not report exit codes; what git prints tells. */
const FAILED = /^(?:fatal|error): /m;

/** Hardly any command makes or undoes something; those that do not are not read. */
const MAY_MAKE =
  /\bgit\b.*\b(?:commit|checkout|switch|branch|revert|worktree)\b|\b(?:pr|mr) (?:create|new)\b/s;
const MAY_UNDO = /\bgit\b.*\b(?:reset|restore|checkout|switch|amend|revert)\b/s;

/** Words before the tool that only run it. */
const RUNNER = /^(?:sudo|env|command|time|nohup|exec|then|do|else|if|!|\{|[A-Za-z_]\w*=.*)$/s;

/** `git -C dir --no-pager commit` is `commit`. */
function withoutGlobals(words: readonly string[]): readonly string[] {
  let at = 0;
  while (at < words.length && words[at]!.startsWith('-')) {
    at += /^(?:-C|-c|--git-dir|--work-tree|--namespace)$/.test(words[at]!) ? 2 : 1;
  }
  return words.slice(at);
}

/** Commits and changes that a successful command took back. `base` is the folder in which the line began. */
export function undoneIn(command: string, output: string | null, base: string | null): Undone[] {
  // Behind `||` a command may not have run.
  if (!MAY_UNDO.test(command) || command.includes('||') || FAILED.test(output ?? '')) return [];
  const undone: Undone[] = [];
  let folder = base;
  for (const words of commandWords(command)) {
    if (words[0] === 'cd' && words[1] !== undefined) {
      folder = /[$`~*?]|^-/.test(words[1]) ? UNKNOWN : scopedPath(words[1], folder, null);
      continue;
    }
    const at = words.findIndex((word) => /(?:^|[\\/])git(?:\.exe)?$/.test(word));
    if (at < 0 || !words.slice(0, at).every((word) => RUNNER.test(word))) continue;
    const elsewhere = words[at + 1] === '-C' ? words[at + 2] : undefined;
    const where = elsewhere === undefined ? folder : scopedPath(elsewhere, folder, null);
    const [verb = '', ...args] = withoutGlobals(words.slice(at + 1));
    if (where === UNKNOWN || args.some((arg) => /^(?:-p|--patch|-h|--help|--dry-run)$/.test(arg))) continue;
    const one = undoneBy(verb, args, output, where);
    if (one) undone.push({ ...one, ...(where !== null && { where }) });
  }
  return undone;
}

const UNKNOWN = '?';

function undoneBy(
  verb: string,
  args: readonly string[],
  output: string | null,
  where: string | null,
): Undone | null {
  switch (verb) {
    case 'reset':
      return resetBy(args);
    case 'commit':
      // The commit that takes its place was printed, or has its own message.
      return args.includes('--amend') && (COMMITTED_LINE.test(output ?? '') || messageOf(args, '') !== null)
        ? { commits: 1 }
        : null;
    case 'revert': {
      // Git's output names the reverted commit; without it, count the last commit as undone.
      const isLast = args.filter((arg) => !arg.startsWith('-')).every((arg) => arg === 'HEAD' || arg === '@');
      return isLast && isCommit(verb, args) && !COMMITTED_LINE.test(output ?? '')
        ? { commits: 1, all: true }
        : null;
    }
    case 'switch':
      return args.some((arg) => /^(?:-f|--force|--discard-changes)$/.test(arg)) ? { all: true } : null;
    case 'checkout':
    case 'restore': {
      const paths = discardedBy(verb, args, /^Updated \d+ paths? from/m.test(output ?? ''));
      if (paths === null) return verb === 'checkout' && isForced(args) ? { all: true } : null;
      if (paths.includes(':/')) return { all: true };
      return { files: paths.map((path) => scopedPath(path, where, null)) };
    }
    default:
      return null;
  }
}

function isForced(args: readonly string[]): boolean {
  return args.includes('-f') || args.includes('--force');
}

/** `HEAD`, `@~2`, `HEAD^^`, with how many commits lie behind it. */
function commitsBehind(target: string): number | null {
  const found = /^(?:HEAD|@)((?:\^|~\d{0,3})*)$/.exec(target);
  if (!found) return null;
  return [...found[1]!.matchAll(/\^|~(\d*)/g)].reduce((sum, [, count]) => sum + Number(count || 1), 0);
}

function resetBy(args: readonly string[]): Undone | null {
  const mode = args.find((arg) => /^--(?:hard|soft|mixed|keep|merge)$/.test(arg));
  const words = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const [target = 'HEAD', ...paths] = words.filter((arg) => !arg.startsWith('-'));
  if (paths.length > 0 || args.at(-1) !== words.at(-1)) return null;
  const commits = commitsBehind(target);
  const all = mode === '--hard' && { all: true as const };
  if (commits !== null) return commits > 0 || all ? { ...(commits > 0 && { commits }), ...all } : null;
  // Without a mode a word may be a file that is no longer staged.
  return mode !== undefined || /^[0-9a-f]{7,40}$/.test(target)
    ? { to: target.slice(0, LONGEST), ...all }
    : null;
}

/** Paths whose changes are given up; null where there are none, or where they are taken from another commit. */
function discardedBy(
  verb: 'checkout' | 'restore',
  args: readonly string[],
  isShown: boolean,
): readonly string[] | null {
  const isStaged = args.some((arg) => /^(?:-S|--staged)$/.test(arg));
  if (isStaged && !args.some((arg) => /^(?:-W|--worktree|-SW|-WS)$/.test(arg))) return null;
  if (
    args.some((arg) =>
      /^(?:-b|-B|--orphan|-t|--track|--detach|--ours|--theirs|--source=.*|-s|-m|--merge)$/.test(arg),
    )
  )
    return null;
  const end = args.indexOf('--');
  const before = (end < 0 ? args : args.slice(0, end)).filter((arg) => !arg.startsWith('-'));
  const isHead = before[0] === 'HEAD' || before[0] === '@';
  const rest = verb === 'checkout' && isHead ? before.slice(1) : before;
  if (verb === 'checkout' && end >= 0 && rest.length > 0) return null;
  // A word of `git checkout` may as well be a branch.
  const isFile = (word: string) => word === '.' || word === ':/' || /\.[a-z]\w*$/i.test(word);
  if (verb === 'checkout' && !isShown && !rest.every(isFile)) return null;
  const paths = [...rest, ...(end < 0 ? [] : args.slice(end + 1))];
  return paths.length > 0 ? paths : null;
}

/** "[main a1b2c3d] message", "[main (root-commit) a1b2c3d] message", "[detached HEAD a1b2c3d] message". */
const COMMITTED_LINE = /^\[[^\]\n]{1,200} [0-9a-f]{4,40}\] /m;
const COMMITTED = /^\[[^\]\n]{1,200} ([0-9a-f]{4,40})\] (.*)$/gm;

/** Commits that git printed are certain; else the message counts, unless something else was printed in its place. */
function commitsOf(messages: readonly (string | null)[], command: string, output: string | null): Made[] {
  const printed = [...(output ?? '').matchAll(COMMITTED)];
  if (printed.length > 0) return printed.map((one) => commit(one[2]!, one[1]!));
  const silent = (output ?? '').trim() === '' || / (?:-q|--quiet|-qm|-aqm|-qam)\b|[|>]/.test(command);
  if (!silent && !/\bfiles? changed\b/.test(output ?? '')) return [];
  if (/nothing (?:added )?to commit|no changes added/.test(output ?? '')) return [];
  return messages.flatMap((message) => (message === null || message === '' ? [] : [commit(message, null)]));
}

function commit(message: string, ref: string | null): Made {
  return { what: 'commit', text: message.trim().slice(0, LONGEST), ref };
}

/** The first line of the first message; null where it is in a file, an editor or a variable. */
function messageOf(args: readonly string[], command: string): string | null {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    const message = arg.startsWith('--message=')
      ? arg.slice(10)
      : /^(?:--message|-[a-z]*m)$/.test(arg)
        ? args[i + 1]
        : /^-m./.test(arg)
          ? arg.slice(2)
          : undefined;
    if (message !== undefined) return firstLine(message, command);
  }
  return null;
}

/** Agents write `-m "$(cat <<'EOF' … EOF)"`. */
const HEREDOC = /<<-?\s*(['"]?)(\w{1,30})\1[^\n]*\n\s*([^\n]+)/;

function firstLine(message: string, command: string): string | null {
  const substituted = /\$\(|`/.test(message) ? HEREDOC.exec(command)?.[3] : message;
  const line = substituted?.trim().split('\n')[0]?.trim() ?? '';
  return line === '' || /^\$/.test(line) ? null : line;
}

function branchOf(verb: string, args: readonly string[]): Made[] {
  const name = newBranch(verb, args);
  return name === undefined || !/^[^\s$`*~^:?[\\-][^\s$`*~^:?[\\]{0,199}$/.test(name)
    ? []
    : [{ what: 'branch', text: name, ref: name }];
}

function newBranch(verb: string, args: readonly string[]): string | undefined {
  if (verb === 'branch') {
    const rest = args.filter((arg) => !/^(?:-f|--force|-q|--quiet|-t|--track|--no-track)$/.test(arg));
    return rest.some((arg) => arg.startsWith('-')) ? undefined : rest[0];
  }
  const flag =
    verb === 'checkout' || verb === 'worktree'
      ? /^-[a-z]*[bB]$/
      : verb === 'switch'
        ? /^(?:-[a-z]*[cC]|--create|--force-create)$/
        : null;
  const at = flag === null ? -1 : args.findIndex((arg) => flag.test(arg));
  return at < 0 ? undefined : args[at + 1];
}

const REQUEST_URL = /https?:\/\/[^\s"'<>]{3,200}\/(?:pull|merge_requests)\/(\d{1,9})/;

function requestOf(words: readonly string[], output: string | null): Made[] {
  const [noun, verb, ...args] = words;
  if (!(noun === 'pr' || noun === 'mr') || !(verb === 'create' || verb === 'new')) return [];
  if (args.some((arg) => /^(?:--dry-run|--web|-w|--help|-h)$/.test(arg))) return [];
  const found = REQUEST_URL.exec(output ?? '');
  // The tools print the address; without it nothing was made.
  if (!found && (output ?? '').trim() !== '') return [];
  const title = optionOf(args, /^(?:-t|--title)$/, '--title=');
  const text = title ?? found?.[0] ?? '';
  if (text === '') return [];
  const ref = found ? `${noun === 'mr' ? '!' : '#'}${found[1]}` : null;
  return [{ what: 'pull request', text: text.slice(0, LONGEST), ref }];
}

function optionOf(args: readonly string[], name: RegExp, prefix: string): string | undefined {
  const joined = args.find((arg) => arg.startsWith(prefix));
  if (joined !== undefined) return joined.slice(prefix.length);
  const at = args.findIndex((arg) => name.test(arg));
  return at < 0 ? undefined : args[at + 1];
}
