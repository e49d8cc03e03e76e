import { scopedPath } from '../base/scoped-path.ts';
import type { GitCreation, GitUndoing } from '../facts/fact.ts';
import { commandWords } from './shell.ts';

const LONGEST = 200;

/** A cheap filter for every shell command: few create or undo a commit, a branch or a pull request. */
const MAY_MATTER =
  /\bgit\b.*\b(?:commit|checkout|switch|branch|revert|worktree|reset|restore)\b|\b(?:pr|mr) (?:create|new)\b/s;

/** Error lines of git, for hosts that do not report exit codes. */
const FAILED = /^(?:fatal|error): /m;

/** Words before the tool that only run it. */
const RUNNER = /^(?:sudo|env|command|time|nohup|exec|then|do|else|if|!|\{|[A-Za-z_]\w*=.*)$/s;

interface GitCall {
  readonly tool: string;
  readonly verb: string;
  readonly args: readonly string[];
  /** The folder of the call; null for the folder where the line began, undefined if unknown. */
  readonly folder: string | null | undefined;
}

/** The calls of git, gh and glab in a command line that began in a folder. */
function callsIn(command: string, base: string | null): GitCall[] {
  if (!MAY_MATTER.test(command)) return [];
  let folder: GitCall['folder'] = base;
  const within = (path: string) =>
    folder === undefined || /[$`~*?]|^-/.test(path) ? undefined : scopedPath(path, folder, null);
  return commandWords(command).flatMap((words): GitCall[] => {
    if (words[0] === 'cd' && words[1] !== undefined) folder = within(words[1]);
    const at = words.findIndex((word) => /(?:^|[\\/])(?:git|gh|glab)(?:\.exe)?$/.test(word));
    if (at < 0 || !words.slice(0, at).every((word) => RUNNER.test(word))) return [];
    // `git -C dir --no-pager commit` is `commit`.
    let first = at + 1;
    while (words[first]?.startsWith('-'))
      first += /^(?:-C|-c|--git-dir|--work-tree|--namespace)$/.test(words[first]!) ? 2 : 1;
    const elsewhere = words[at + 1] === '-C' ? words[at + 2] : undefined;
    const [verb = '', ...args] = words.slice(first);
    const tool = /g\w+(?=\.exe$|$)/.exec(words[at]!)![0];
    return [{ tool, verb, args, folder: elsewhere === undefined ? folder : within(elsewhere) }];
  });
}

const has = (args: readonly string[], form: RegExp) => args.some((arg) => form.test(arg));

/** Commits, branches and pull requests that a successful command created. */
export function findCreations(command: string, output: string | null): GitCreation[] {
  const calls = callsIn(command, null);
  const commits = calls.filter(isCommit);
  const others = calls.filter((call) => !isCommit(call));
  return [
    ...others.flatMap((call) =>
      call.tool === 'git' ? branchBy(call, output) : requestBy(call, output),
    ),
    ...(commits.length > 0 ? commitsOf(commits, command, output) : []),
  ];
}

function isCommit({ tool, verb, args }: GitCall): boolean {
  if (tool !== 'git' || has(args, /^(?:--dry-run|-h|--help)$/)) return false;
  return (
    verb === 'commit' ||
    (verb === 'revert' && !has(args, /^(?:-n|--no-commit|--abort|--quit|--skip)$/))
  );
}

/** The folder in which a command line calls git by `-C`, as written. */
export function gitFolderIn(command: string): string | null {
  return callsIn(command, null).find(({ folder }) => folder != null)?.folder ?? null;
}

/** Commits and changes that a successful command undid. `base` is the folder in which the line began. */
export function findUndoings(
  command: string,
  output: string | null,
  base: string | null,
): GitUndoing[] {
  // A command after `||` may not have run.
  if (command.includes('||') || FAILED.test(output ?? '')) return [];
  return callsIn(command, base).flatMap((call): GitUndoing[] => {
    const { tool, args, folder } = call;
    if (tool !== 'git' || folder === undefined || has(args, /^(?:-p|--patch|-h|--help|--dry-run)$/))
      return [];
    const undone = undoneBy(call, output ?? '');
    return undone ? [{ ...undone, ...(folder !== null && { where: folder }) }] : [];
  });
}

const ALL = { all: true } as const;

function undoneBy({ verb, args, folder }: GitCall, output: string): GitUndoing | null {
  if (verb === 'reset') return resetBy(args);
  if (verb === 'commit') {
    // The amended commit was printed, or has its own message.
    const isReplaced = COMMITTED_LINE.test(output) || messageOf(args, '') !== null;
    return args.includes('--amend') && isReplaced ? { commits: 1 } : null;
  }
  const paths = verb === 'checkout' || verb === 'restore' ? discardedBy(verb, args) : [];
  if (paths.includes(':/')) return ALL;
  const files = paths.map((path) => scopedPath(path, folder ?? null, null));
  return files.length > 0 ? { files } : null;
}

function resetBy(args: readonly string[]): GitUndoing | null {
  const [target = 'HEAD', ...paths] = args.filter((arg) => !arg.startsWith('-'));
  if (paths.length > 0 || args.includes('--')) return null;
  const hard = args.includes('--hard') ? ALL : {};
  // `HEAD`, `@~2`, `HEAD^^`, and the number of commits that these go back.
  const behind = /^(?:HEAD|@)((?:\^|~\d{0,3})*)$/.exec(target)?.[1];
  if (behind !== undefined) {
    const commits = [...behind.matchAll(/\^|~(\d*)/g)].reduce(
      (sum, [, count]) => sum + Number(count || 1),
      0,
    );
    if (commits > 0) return { commits, ...hard };
    return args.includes('--hard') ? ALL : null;
  }
  // Without a mode option a word may be a file that is unstaged.
  const isCommitish =
    has(args, /^--(?:hard|soft|mixed|keep|merge)$/) || /^[0-9a-f]{7,40}$/.test(target);
  return isCommitish ? { to: target.slice(0, LONGEST), ...hard } : null;
}

/** Paths whose changes are discarded; none if they are restored from another commit. */
function discardedBy(verb: 'checkout' | 'restore', args: readonly string[]): readonly string[] {
  if (
    has(args, /^(?:-b|-B|--orphan|-t|--track|--detach|--ours|--theirs|--source=.*|-s|-m|--merge)$/)
  )
    return [];
  if (has(args, /^(?:-S|--staged)$/) && !has(args, /^(?:-W|--worktree)$/)) return [];
  const end = args.indexOf('--');
  const before = (end < 0 ? args : args.slice(0, end)).filter((arg) => !arg.startsWith('-'));
  const behind = end < 0 ? [] : args.slice(end + 1);
  if (verb === 'restore') return [...before, ...behind];
  const named = before[0] === 'HEAD' || before[0] === '@' ? before.slice(1) : before;
  // A word after `git checkout` may be a branch.
  const areFiles = end < 0 && named.every((word) => /^(?:\.|:\/)$|\.[a-z]\w*$/i.test(word));
  return named.length === 0 || areFiles ? [...named, ...behind] : [];
}

/** "[main a1b2c3d] message", "[main (root-commit) a1b2c3d] message", "[detached HEAD a1b2c3d] message". */
const COMMITTED_LINE = /^\[[^\]\n]{1,200} [0-9a-f]{4,40}\] /m;
const COMMITTED = /^\[[^\]\n]{1,200} ([0-9a-f]{4,40})\] (.*)$/gm;

/** Commits that git printed are certain; otherwise the `-m` message counts, unless something else was printed. */
function commitsOf(
  calls: readonly GitCall[],
  command: string,
  output: string | null,
): GitCreation[] {
  const said = output ?? '';
  const commit = (message: string, ref: string | null): GitCreation => ({
    what: 'commit',
    text: message.trim().slice(0, LONGEST),
    ref,
  });
  const printed = [...said.matchAll(COMMITTED)];
  if (printed.length > 0) return printed.map((one) => commit(one[2]!, one[1]!));
  const isSilent = said.trim() === '' || / (?:-q|--quiet|-qm|-aqm|-qam)\b|[|>]/.test(command);
  if (!isSilent && !/\bfiles? changed\b/.test(said)) return [];
  if (/nothing (?:added )?to commit|no changes added/.test(said)) return [];
  return calls.flatMap(({ args }) => {
    const message = messageOf(args, command);
    return message ? [commit(message, null)] : [];
  });
}

/** Agents write `-m "$(cat <<'EOF' … EOF)"`. */
const HEREDOC = /<<-?\s*(['"]?)(\w{1,30})\1[^\n]*\n\s*([^\n]+)/;

/** The first line of the first message; null if it comes from a file, an editor or a variable. */
function messageOf(args: readonly string[], command: string): string | null {
  const message = optionOf(args, /^(?:--message(?:=(.*))?|-[a-z]*m|-m(.+))$/s);
  if (message === undefined) return null;
  const substituted = /\$\(|`/.test(message) ? HEREDOC.exec(command)?.[3] : message;
  const line = substituted?.trim().split('\n')[0]?.trim() ?? '';
  return line === '' || line.startsWith('$') ? null : line;
}

/** The value of an option, joined to it or behind it. */
function optionOf(args: readonly string[], form: RegExp): string | undefined {
  const at = args.findIndex((arg) => form.test(arg));
  if (at < 0) return undefined;
  const [, ...joined] = form.exec(args[at]!)!;
  return joined.find((value) => value !== undefined) ?? args[at + 1];
}

const NEW_BRANCH = new Map([
  ['checkout', /^-[a-z]*[bB]$/],
  ['worktree', /^-[a-z]*[bB]$/],
  ['switch', /^(?:-[a-z]*[cC]|--create|--force-create)$/],
]);

function branchBy({ verb, args }: GitCall, output: string | null): GitCreation[] {
  if (FAILED.test(output ?? '')) return [];
  const rest = args.filter((arg) => !/^(?:-f|--force|-q|--quiet|-t|--track|--no-track)$/.test(arg));
  const form = NEW_BRANCH.get(verb);
  const plain = verb === 'branch' && !has(rest, /^-/) ? rest[0] : undefined;
  const name = form ? optionOf(args, form) : plain;
  if (name === undefined || !/^[^\s$`*~^:?[\\-][^\s$`*~^:?[\\]{0,199}$/.test(name)) return [];
  return [{ what: 'branch', text: name, ref: name }];
}

const REQUEST_URL = /https?:\/\/[^\s"'<>]{3,200}\/(?:pull|merge_requests)\/(\d{1,9})/;

function requestBy(
  { verb: noun, args: [verb = '', ...args] }: GitCall,
  output: string | null,
): GitCreation[] {
  if (!/^[pm]r$/.test(noun) || !/^(?:create|new)$/.test(verb)) return [];
  const found = REQUEST_URL.exec(output ?? '');
  // The tools print the URL; without it nothing was created.
  const isMade = found || (output ?? '').trim() === '';
  if (!isMade || has(args, /^(?:--dry-run|--web|-w|--help|-h)$/)) return [];
  const text = optionOf(args, /^(?:-t|--title(?:=(.*))?)$/s) ?? found?.[0] ?? '';
  const ref = found ? `${noun === 'mr' ? '!' : '#'}${found[1]}` : null;
  return text === '' ? [] : [{ what: 'pull request', text: text.slice(0, LONGEST), ref }];
}
