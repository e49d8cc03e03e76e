import type { CommandRun } from '../facts/run.ts';
import data from './check-tools.json' with { type: 'json' };
import {
  type CommandKind,
  checkTools,
  isTaskRunner,
  kindOfScript,
  splitNames,
} from './check-tools.ts';
import { commandWords } from './shell.ts';

export type { CommandRun as Run } from '../facts/run.ts';

export interface RecognisedCommand {
  readonly kind: CommandKind;
  /** The program's plain name, whatever path or runner it was called through. */
  readonly tool: string;
  /** Equal for the same check run again, whatever environment, directory or verbosity it ran with. */
  readonly identity: string;
  /** Each check of the line. */
  readonly runs: readonly CommandRun[];
  /** The exit code may belong to another command (`… | tail`, `… || true`): a success proves nothing. */
  readonly masked: boolean;
}

const LONGEST_IDENTITY = 200;
/** Limit for nested `bash -c`. */
const DEEPEST = 3;

/** Recognises a test, build, lint or type-check run among the simple commands of one command line. */
export function recogniseCommand(words: readonly (readonly string[])[]): RecognisedCommand | null {
  return recognise(words, 0);
}

/** Whether the success of one run settles the failure of another: the same run, or a wider one. */
export function resolves(success: string, failure: string): boolean {
  const passed = success.split(' && ');
  return failure.split(' && ').every((failed) => passed.some((one) => isWiderOrSame(one, failed)));
}

/** `pytest` covers `pytest -x a.py`, `pytest tests` covers `pytest tests/a.py::b`, `go test ./...` covers every package. */
function isWiderOrSame(passed: string, failed: string): boolean {
  if (failed === passed || failed.startsWith(`${passed} `)) return true;
  const narrow = failed.split(' ');
  const wide = passed.split(' ');
  return wide.length === narrow.length && wide.every((word, i) => holdsPath(word, narrow[i]!));
}

/** Whether a path or a package pattern includes another. */
export function holdsPath(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  if (wide.startsWith('-') || narrow.startsWith('-')) return false;
  const folder = wide.replace(/\/?\.\.\.$/, '').replace(/\/$/, '');
  if (folder === '.') return wide.endsWith('...') && narrow.startsWith('./');
  // A word that is not a path may be a pattern or a target: only a longer path below it is narrower.
  return (
    narrow.startsWith(`${folder}/`) || (/\.\w+$/.test(folder) && narrow.startsWith(`${folder}::`))
  );
}

type Simple = Omit<RecognisedCommand, 'masked'>;

function recognise(
  commands: readonly (readonly string[])[],
  depth: number,
): RecognisedCommand | null {
  const found: Simple[] = [];
  let masked = false;
  for (const words of commands) {
    const inner = depth < DEEPEST ? scriptOf(words) : null;
    const one =
      inner === null ? recogniseSimple(words, 0) : recognise(commandWords(inner), depth + 1);
    if (one) {
      found.push(one);
      masked = 'masked' in one && one.masked === true;
    } else if (found.length > 0 && FILTER.test(words[0] ?? '')) masked = true;
  }
  const main = found.find((one) => one.kind === 'test') ?? found[0];
  if (!main) return null;
  const identity = [...new Set(found.map((one) => one.identity))]
    .join(' && ')
    .slice(0, LONGEST_IDENTITY);
  return {
    kind: main.kind,
    tool: main.tool,
    identity,
    runs: found.flatMap(({ runs }) => runs),
    masked,
  };
}

/** Commands that may follow a check without changing its verdict. */
const FILTER =
  /^(?:tail|head|grep|egrep|rg|tee|cat|less|more|wc|sed|awk|sort|uniq|cut|jq|true|:|echo|printf|column|exit)$/;

function scriptOf(words: readonly string[]): string | null {
  if (!splitNames(data.shells).includes(baseName(words[0] ?? ''))) return null;
  const at = words.findIndex((word) => /^-[a-z]{0,3}c$/.test(word));
  return at < 0 ? null : (words[at + 1] ?? null);
}

/**
 * Programs and shell words that run another command: directly, after an argument of their own, or after certain words.
 */
const RUNNERS = data.runners;
const INTERPRETERS = splitNames(data.interpreters);
const PACKAGE_MANAGERS = splitNames(data.package_managers);

/** Names are looked up before any regular expression is tried: compiling one costs a hook time, and few commands are checks. */
function recogniseSimple(words: readonly string[], depth: number): Simple | null {
  const tool = baseName(words[0] ?? '');
  if (tool === '' || depth > 6) return null;
  const name =
    tool.startsWith('python') && /^python\d?(?:\.\d{1,2})?$/.test(tool) ? 'python' : tool;
  const word = words[1] ?? '';
  const runsWord = Object.entries(RUNNERS.by_word).some(
    ([words, programs]) => splitNames(words).includes(word) && splitNames(programs).includes(name),
  );
  if (runsWord) {
    const rest = withoutFlags(words.slice(2));
    const inner = recogniseSimple(rest, depth + 1);
    if (inner) return inner;
    // `python -m build` is a tool; a program called build is anything.
    if (word === '-m' && rest[0] === 'build')
      return {
        kind: 'build',
        tool: 'build',
        identity: 'python -m build',
        runs: [{ kind: 'build', tool: 'build', only: [] }],
      };
    // `coverage run` always counts as a check.
    return tool === 'coverage' ? listed(tool, words.slice(1)) : null;
  }
  const own = ownArguments(tool);
  if (own !== null) return recogniseSimple(withoutFlags(words.slice(1)).slice(own), depth + 1);
  if (
    INTERPRETERS.includes(name) &&
    /(?:^|\/)(?:manage\.py|setup\.py|artisan|vendor\/bin\/\w+|node_modules\/\S{1,100})$/.test(word)
  ) {
    return recogniseSimple(words.slice(1), depth + 1);
  }
  if (PACKAGE_MANAGERS.includes(tool)) return packageScript(tool, words.slice(1), depth);
  return listed(tool, words.slice(1));
}

/** Number of arguments of a runner before the command that it runs; null if the program is no runner. */
function ownArguments(tool: string): number | null {
  if (splitNames(RUNNERS.plain).includes(tool)) return 0;
  return splitNames(RUNNERS.with_argument).includes(tool) ? 1 : null;
}

/** A run of a program in the table, if its arguments make it a check. */
function listed(tool: string, args: readonly string[]): Simple | null {
  const reading = checkTools().get(tool);
  if (reading === undefined || asksAbout(args)) return null;
  const kind = typeof reading === 'string' ? reading : reading(args);
  if (kind === null) return null;
  const run = { kind, ...(typeof reading === 'string' ? plainRun(tool, args) : runBy(tool, args)) };
  return { kind, tool, identity: identityOf([tool, ...args]), runs: [run] };
}

const plainRun = (tool: string, args: readonly string[]) => ({ tool, only: limitsIn(args) });

const withoutRun = (args: readonly string[]) => args.filter((arg) => arg !== 'run');

/** A run of a program with subcommands. */
function runBy(tool: string, args: readonly string[]): Omit<CommandRun, 'kind'> {
  // These programs have no subcommands.
  if (splitNames(data.without_subcommands).includes(tool)) return plainRun(tool, withoutRun(args));
  const isScripted = isTaskRunner(tool);
  const at = args.findIndex((arg) => !/^[-+]/.test(arg) && !(isScripted && arg === 'run'));
  const word = args[at];
  if (word === undefined || !/^[a-z][\w:-]*$/i.test(word)) return plainRun(tool, args);
  const only = limitsIn(withoutRun(args.toSpliced(at, 1)));
  return isScripted
    ? { tool: null, script: `${tool} ${word}`, only }
    : { tool: `${tool} ${word}`, only };
}

function baseName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return name.includes('.') ? name.replace(/\.(?:js|mjs|cjs|exe|cmd|bat|phar)$/, '') : name;
}

/** A runner's own flags and assignments, up to what it runs. */
function withoutFlags(words: readonly string[]): readonly string[] {
  let at = 0;
  while (
    at < words.length &&
    (/^-/.test(words[at]!) || /^[A-Za-z_][A-Za-z0-9_]*=/.test(words[at]!))
  ) {
    at += /^(?:-p|--package|--with|-u|-n|-k|--python|--signal|-s|--group|--extra)$/.test(words[at]!)
      ? 2
      : 1;
  }
  return words.slice(at);
}

/** `--help` and `--version` run nothing. */
function asksAbout(args: readonly string[]): boolean {
  return args.some((arg) =>
    /^(?:--version|-V|--help|-h|help|--init|--list-?[tT]ests|--collect-only|--co|--print-config|--show-?[cC]onfig|--showConfig|--fixtures|--markers)$/.test(
      arg,
    ),
  );
}

const INSTALLS =
  /^(?:install|i|ci|add|remove|rm|uninstall|update|upgrade|up|init|create|publish|pack|link|outdated|audit|view|info|ls|list|why|config|cache|login|version|require|dump-autoload|start|dev|fund|prune|dedupe|store|set|get|pkg|search|whoami|help)$/;

function packageScript(manager: string, args: readonly string[], depth: number): Simple | null {
  let rest = args;
  for (;;) {
    const word = rest[0] ?? '';
    if (/^(?:-C|--dir|--cwd|--prefix|-w|--workspace|-F|--filter|workspace)$/.test(word))
      rest = rest.slice(2);
    else if (
      word.startsWith('-') ||
      word === 'workspaces' ||
      word === 'recursive' ||
      word === 'foreach'
    )
      rest = rest.slice(1);
    else break;
  }
  const explicit = /^(?:run|run-script|rum|urn)$/.test(rest[0] ?? '');
  if (explicit) rest = rest.slice(1);
  while (explicit && rest[0]?.startsWith('-')) rest = rest.slice(1);
  const name = rest[0];
  if (name === undefined || asksAbout(args)) return null;
  const script = name === 't' || name === 'tst' ? 'test' : name;
  if (!explicit && INSTALLS.test(script)) return null;
  if (manager === 'npm' && !explicit && script !== 'test') return null;
  const kind = kindOfScript(script);
  // `yarn jest`, `pnpm vitest`: a program of the project, not a script; the same as with npx.
  const direct =
    explicit || kind === null || checkTools().has(script) ? recogniseSimple(rest, depth + 1) : null;
  if (direct && !(explicit && kind !== null)) return direct;
  if (kind === null) return null;
  const only = limitsIn(rest.slice(1));
  // `bun test` is Bun's own test runner, not the project's script.
  const run: CommandRun =
    manager === 'bun' && !explicit && script === 'test'
      ? { kind, tool: 'bun test', only }
      : { kind, tool: null, script: manager === 'composer' ? `composer ${script}` : script, only };
  return {
    kind,
    tool: manager,
    identity: identityOf([manager, script, ...rest.slice(1)]),
    runs: [run],
  };
}

const VERBOSITY =
  /^(?:-v{1,3}|-q{1,2}|--verbose|--quiet|--silent|--colou?rs?(?:=\S{0,20})?|--no-colou?rs?|--tb=\S{1,20}|--reporters?=\S{1,40}|--no-progress|--progress(?:=\S{1,20})?|--nocapture|-s|--no-daemon|--console=\S{1,20}|-B|--batch-mode|-j\d{0,3}|--stacktrace|--info)$/;

function identityOf(words: readonly string[]): string {
  const kept = words.filter((word, at) => at === 0 || !VERBOSITY.test(word));
  while (kept.at(-1) === '--') kept.pop();
  return kept.join(' ').replace(/\s+/g, ' ').trim().slice(0, LONGEST_IDENTITY);
}

/** Arguments that mean the whole project. */
const WHOLE = /^(?:\.\/?|\.\/\.\.\.|\.{3}|tsconfig\.json|--)$/;

/** Options that exclude a part, or run nothing. */
const PARTIAL =
  /^--?(?:lf|ff|sw|last-failed|failed|only-?failures|only-?changed|changed|staged|lib|bins?|doc|examples?|short|dry-run|no-run|no-exec|list)$/i;

/** Options whose value selects a part. */
const FILTERED =
  /^--?(?:[kmtge]|run|skip|only|grep|filter|exclude|ignore|deselect|project|package|shard|tests?|testNamePattern|testPathPatterns?|select|spec|scope|since|changed|rule|tags?|Dtest|Dit\.test)=(.+)$/;

/** Options whose value does not limit the run. */
const BESIDE = /^(?:--reporter|-n|--numprocesses|--max-?workers|--format|-f)$/i;

/** Paths, patterns and filters among a check's arguments. The value of an unknown option counts as one. */
function limitsIn(args: readonly string[]): string[] {
  const limits: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (!arg.startsWith('-')) {
      if (!WHOLE.test(arg) && !/^\d+$/.test(arg)) limits.push(arg);
    } else if (BESIDE.test(arg)) at++;
    else if (PARTIAL.test(arg)) limits.push(arg);
    else if (arg.includes('=')) {
      const value = FILTERED.exec(arg)?.[1];
      if (value !== undefined) limits.push(value);
    }
  }
  return limits.slice(0, MOST).map((limit) => limit.slice(0, LONGEST));
}

/** Most limits that are kept: more words are a generated list of files. */
const MOST = 40;
const LONGEST = 160;
