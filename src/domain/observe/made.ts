import type { Made } from '../session/stopped.ts';
import { commandWords } from './shell.ts';

const LONGEST = 200;

/** Commits, branches and pull requests that a successful command made. Runs in every hook of a shell tool. */
export function madeIn(command: string, output: string | null): Made[] {
  // Hardly any command makes something; those that do not are not read.
  if (!mayMake(command)) return [];
  const made: Made[] = [];
  let commits = 0;
  const messages: (string | null)[] = [];
  for (const words of commandWords(command)) {
    const at = words.findIndex((word) => /(?:^|[\\/])(?:git|gh|glab)(?:\.exe)?$/.test(word));
    if (at < 0 || !words.slice(0, at).every((word) => RUNNER.test(word))) continue;
    const tool = words[at]!;
    if (/git(?:\.exe)?$/.test(tool)) {
      const [verb, ...args] = withoutGlobals(words.slice(at + 1));
      if (verb === 'commit' && !args.some((arg) => /^(?:--dry-run|-h|--help)$/.test(arg))) {
        commits++;
        messages.push(messageOf(args, command));
      } else if (verb !== undefined && !FAILED.test(output ?? '')) made.push(...branchOf(verb, args));
    } else {
      made.push(...requestOf(words.slice(at + 1), output));
    }
  }
  return commits === 0 ? made : [...made, ...commitsOf(messages, command, output)];
}

/** Some hosts do not report exit codes; what git prints tells. */
const FAILED = /^(?:fatal|error): /m;

/** Words before the tool that only run it. */
const RUNNER = /^(?:sudo|env|command|time|nohup|exec|then|do|else|if|!|\{|[A-Za-z_]\w*=.*)$/s;

function mayMake(command: string): boolean {
  if (command.indexOf('git') >= 0) {
    if (command.indexOf('commit') >= 0 || command.indexOf('checkout') >= 0 || command.indexOf('switch') >= 0)
      return true;
    if (command.indexOf('branch') >= 0 || command.indexOf('worktree') >= 0) return true;
  }
  return (
    command.indexOf('pr create') >= 0 || command.indexOf('mr create') >= 0 || command.indexOf('pr new') >= 0
  );
}

/** `git -C dir --no-pager commit` is `commit`. */
function withoutGlobals(words: readonly string[]): readonly string[] {
  let at = 0;
  while (at < words.length && words[at]!.startsWith('-')) {
    at += /^(?:-C|-c|--git-dir|--work-tree|--namespace)$/.test(words[at]!) ? 2 : 1;
  }
  return words.slice(at);
}

/** "[main a1b2c3d] message", "[main (root-commit) a1b2c3d] message", "[detached HEAD a1b2c3d] message". */
const COMMITTED = /^\[[^\]\n]{1,200} ([0-9a-f]{4,40})\] (.*)$/gm;

/** What git printed is certain; without it the message counts, unless something else was printed in its place. */
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
