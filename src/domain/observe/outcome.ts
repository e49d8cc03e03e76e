import type { CommandKind } from './check-tools.ts';
import table from './outcomes.json' with { type: 'json' };

export interface Outcome {
  /** Null if neither the host nor the output shows it. */
  readonly ok: boolean | null;
  /** The first failing test, or the first error, as the tool names it. */
  readonly failing: string | null;
}

/** Runs print megabytes; failures are at the beginning, the result at the end. */
const HEAD = 60_000;
const TAIL = 100_000;
const LONGEST_LINE = 400;
const LONGEST_NAME = 160;

/** Tools that print nothing on success. */
const SILENT =
  /^(?:tsc|tsgo|eslint|oxlint|stylelint|go|gofmt|goimports|staticcheck|shellcheck|shfmt|flake8|gcc|g\+\+|clang|clang\+\+|cc|c\+\+|javac|kotlinc|rustc|swiftc|ktlint|phpcs)$/;
/**
 * The table has the lines in which tools print that they `failed` or `passed`, and in which they name the failure, in `tests` and in
 * `code`. These rows are ordered by precision: a test's name before its file, its file before a count. One group
 * is the name, three are a file, a line and the error, two are a line and a rule. `(?i)`: ignore case.
 */
const made = new Map<keyof typeof table, readonly RegExp[]>();

/** Compiled when the first output is read: most hooks read none. With `m` the whole output can be tested first. */
function formsOf(name: keyof typeof table): readonly RegExp[] {
  const known = made.get(name);
  if (known) return known;
  const forms = table[name].map(([, form]) => {
    const source = form!.replace('(?i)', '');
    return new RegExp(source, source === form ? 'm' : 'im');
  });
  made.set(name, forms);
  return forms;
}

/** Colours and cursor movements. */
const ESCAPES = /\u001b\[[0-9;?]{0,20}[A-Za-z]|\u001b\][^\u0007\n]{0,200}\u0007/g;

/**
 * The outcome of a recognised command. `failed` is the host's report and decides; null means that the host
 * gives none, so the output decides.
 */
export function readOutcome(
  kind: CommandKind,
  tool: string,
  output: string,
  failed: boolean | null,
): Outcome {
  if (failed === false) return { ok: true, failing: null };
  const lines = linesOf(output);
  const ok = failed === true ? false : verdict(kind, tool, lines);
  return { ok, failing: ok === false ? firstFailure(kind, lines) : null };
}

/** The name of a failed run's only failure, with its file or package; null if there are several or none is named. */
export function soleFailure(kind: CommandKind, output: string): string | null {
  const lines = linesOf(output);
  if (says([SEVERAL], lines)) return null;
  const [name, ...others] = failuresIn(kind, lines);
  const files = new Set(lines.flatMap((line) => FAILED_FILE.exec(line)?.[1] ?? []));
  return name === undefined || others.length > 0 || files.size > 1 ? null : [name, ...files].join(' ');
}

/** `2 failed`, `3 errors`, `12 problems`. */
const SEVERAL = /(?:^|[^\d.])(?!1 )[1-9]\d{0,5} (?:tests? )?(?:fail|error|problem)/im;

/** The file or the package of a failed test, of jest and of go. */
const FAILED_FILE = /^\s*FAIL\s+([^\s[]*[./][^\s[]*)/;

/** The names matched by the first pattern that fits the output. */
function allNamed(forms: readonly RegExp[], lines: readonly string[]): string[] {
  const text = lines.join('\n');
  for (const form of forms) {
    // The whole output is tested first: most patterns do not occur, and testing line by line is slow.
    if (!form.test(text)) continue;
    const found = lines.flatMap((line) => {
      const match = form.exec(line);
      return match ? [nameIn(match)] : [];
    });
    if (found.length > 0) return [...new Set(found)];
  }
  return [];
}

function nameIn(match: RegExpExecArray): string {
  const [, first = '', second, third] = match;
  const { test, where } = match.groups ?? {};
  const name =
    test !== undefined
      ? where!.endsWith(`.${test}`)
        ? where!
        : `${where}.${test}`
      : third !== undefined
        ? `${first}:${second} ${third}`
        : second !== undefined
          ? `${second} line ${first}`
          : first;
  return name.trim().slice(0, LONGEST_NAME);
}

/** Without empty lines: a pattern with leading white space would rescan a run of them from each line. */
function linesOf(output: string): string[] {
  const kept = output.length <= HEAD + TAIL ? output : `${output.slice(0, HEAD)}\n${output.slice(-TAIL)}`;
  return kept
    .replace(ESCAPES, '')
    .split(/\r?\n/)
    .map((line) => (line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line).trimEnd())
    .filter((line) => line !== '');
}

function verdict(kind: CommandKind, tool: string, lines: readonly string[]): boolean | null {
  const code = exitCode(lines);
  if (code !== null) return code === 0;
  // A line of failure outweighs any number of successes.
  if (says(formsOf('failed'), lines)) return false;
  if (says(formsOf('passed'), lines)) return true;
  if (firstFailure(kind, lines) !== null) return false;
  return SILENT.test(tool) && kind !== 'test' && lines.length === 0 ? true : null;
}

/** Some hosts and shells print the exit code in the first or last line. */
function exitCode(lines: readonly string[]): number | null {
  const edges = lines.length <= 8 ? lines : [...lines.slice(0, 4), ...lines.slice(-4)];
  for (const line of edges) {
    const found =
      /^(?:Error: )?(?:Process |Command )?(?:completed with |exited with |failed with |finished with )?exit (?:code|status):? (\d{1,3})\b/i.exec(
        line,
      ) ??
      /^(?:Process|Command) (?:exited|finished|failed) with (?:exit )?code (\d{1,3})\b/i.exec(line) ??
      /^\[?exit(?:ed)?(?: with)?(?: code)?[: ]+(\d{1,3})\]?$/i.exec(line);
    if (found) return Number(found[1]);
  }
  return null;
}

function says(forms: readonly RegExp[], lines: readonly string[]): boolean {
  const text = lines.join('\n');
  return forms.some((form) => form.test(text) && lines.some((line) => form.test(line)));
}

function firstFailure(kind: CommandKind, lines: readonly string[]): string | null {
  return failuresIn(kind, lines)[0] ?? null;
}

function failuresIn(kind: CommandKind, lines: readonly string[]): readonly string[] {
  const found =
    kind === 'test' ? allNamed(formsOf('tests'), lines) : kind === 'lint' ? eslintFailure(lines) : [];
  return found.length > 0 ? found : allNamed(formsOf('code'), lines);
}

/** eslint prints the file once and its problems below: the location needs both lines. */
function eslintFailure(lines: readonly string[]): readonly string[] {
  let file: string | null = null;
  for (const line of lines) {
    const problem = /^\s+(\d+):\d+\s+error\s+\S.*?\s{2,}(\S{1,80})$/.exec(line);
    if (problem && file !== null) return [`${file}:${problem[1]} ${problem[2]}`];
    if (/^\S{1,240}\.\w{1,6}$/.test(line)) file = line;
  }
  return [];
}
