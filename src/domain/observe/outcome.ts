import type { CommandKind } from './check-tools.ts';
import table from './outcomes.json' with { type: 'json' };

export interface RunOutcome {
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
): RunOutcome {
  if (failed === false) return { ok: true, failing: null };
  const lines = linesOf(output);
  const ok = failed === true ? false : verdict(kind, tool, lines);
  return { ok, failing: ok === false ? firstFailure(kind, lines) : null };
}

/** The failures that a failed run names. */
export interface Failures {
  /** Each once, with its file or package where the output tells it. */
  readonly names: readonly string[];
  /** Nothing else failed in what it ran. */
  readonly isAll: boolean;
  /** The part in which it stopped: parts behind it did not run. */
  readonly stoppedAt?: string;
}

const NO_FAILURES: Failures = { names: [], isAll: false };
/** Most failures that are kept; of more the list is not complete. */
const MOST_FAILURES = 30;

/** The failures of a failed run. */
export function failuresOf(kind: CommandKind, output: string): Failures {
  if (output.length > HEAD + TAIL || TRUNCATED.test(output)) return NO_FAILURES;
  const lines = linesOf(output);
  const found = failuresIn(kind, lines);
  const places = placesIn(lines);
  const [stoppedAt] = lines.flatMap((line) => STOPPED_AT.exec(line)?.[1] ?? []);
  const named = found.map(({ name, line }) => ({ name, place: placeOf(line, places) }));
  const all = [...new Set(named.map(withPlace))];
  const isEachPlaceNamed = places.every(({ name }) => all.some((one) => one.includes(name)));
  const isWhole = all.length > 0 && all.length <= MOST_FAILURES && all.length >= countedIn(lines);
  return {
    names: all.slice(0, MOST_FAILURES),
    isAll: isWhole && isEachPlaceNamed && !lines.some((line) => CUT_SHORT.test(line)),
    ...(stoppedAt !== undefined && { stoppedAt }),
  };
}

function withPlace({
  name,
  place,
}: {
  readonly name: string;
  readonly place: string | null;
}): string {
  return place === null || name.includes(place) ? name : `${name} ${place}`;
}

/** Hosts shorten long outputs in their middle. */
const TRUNCATED = /\btruncated\b|\[\d+ (?:lines|characters) (?:omitted|hidden)\]/i;

/** Runners say that they stopped before the end. */
const CUT_SHORT =
  /\bstopping after \d+ failure|\bbail(?:ed|ing) out\b|not run due to test failure|\bcancel(?:l?ing|led) due to\b|\bdue to --?(?:bail|fail-?fast)\b/i;

/** `cargo` stops behind the first target with a failure, and names it by its flags. */
const STOPPED_AT = /^error: test failed, to rerun pass `([^`]{1,80})`/;

/** A target of `cargo` that failed, by the flags that run it again. */
const TARGET = /^error: test failed, to rerun pass `([^`]{1,80})`|^\s+`(-[^`]{1,80})`$/;

interface PlaceLine {
  readonly name: string;
  readonly line: number;
  /** The failures stand before it. */
  readonly isBehind: boolean;
}

/** The files, packages and targets of failed tests: jest names the file before its tests, go the package and cargo the target behind them. */
function placesIn(lines: readonly string[]): PlaceLine[] {
  const targets = lines.flatMap((text) => TARGET.exec(text)?.slice(1).find(Boolean) ?? []);
  const failed = lines.flatMap((text, line) =>
    text.startsWith('test result: FAILED') ? [line] : [],
  );
  if (targets.length > 0 && targets.length === failed.length)
    return failed.map((line, i) => ({ name: targets[i]!, line, isBehind: true }));
  return lines.flatMap((text, line): PlaceLine[] => {
    const name = FAILED_FILE.exec(text)?.[1];
    return name === undefined ? [] : [{ name, line, isBehind: /\s[\d.]+s$/.test(text) }];
  });
}

function placeOf(line: number, places: readonly PlaceLine[]): string | null {
  const names = new Set(places.map(({ name }) => name));
  if (names.size === 1) return places[0]!.name;
  const next = places.find((place) => place.isBehind && place.line >= line);
  const last = places.findLast((place) => !place.isBehind && place.line <= line);
  return (next ?? last)?.name ?? null;
}

/** The file or the package of a failed test, of jest and of go. */
const FAILED_FILE = /^\s*FAIL\s+([^\s[]*[./][^\s[]*)/;

/** `2 failed`, `3 errors`, `12 problems`, `failures=2`. */
const COUNTED =
  /(?<![\d.])(\d{1,6}) (?:tests? )?(?:fail|error|problem)|\b(?:fail(?:ures?|ed)|errors?)[=:]\s*(\d{1,6})\b/gi;

/** The largest number of failures that a line counts. */
function countedIn(lines: readonly string[]): number {
  const counts = lines.flatMap((line) =>
    [...line.matchAll(COUNTED)].map(([, before, behind]) => Number(before ?? behind)),
  );
  return Math.max(0, ...counts);
}

interface NamedFailure {
  readonly name: string;
  /** The number of its line. */
  readonly line: number;
}

/** The names matched by the first pattern that fits the output. */
function allNamed(forms: readonly RegExp[], lines: readonly string[]): NamedFailure[] {
  const text = lines.join('\n');
  for (const form of forms) {
    // The whole output is tested first: most patterns do not occur, and testing line by line is slow.
    if (!form.test(text)) continue;
    const found = lines.flatMap((said, line) => {
      const match = form.exec(said);
      return match ? [{ name: nameIn(match), line }] : [];
    });
    if (found.length > 0) return found;
  }
  return [];
}

function nameIn(match: RegExpExecArray): string {
  return wholeName(match).trim().slice(0, LONGEST_NAME);
}

/** The name by the groups of its row: a test and its class; a file, a line and the error; a line and a rule; or the name itself. */
function wholeName(match: RegExpExecArray): string {
  const [, first = '', second, third] = match;
  const { test, where } = match.groups ?? {};
  if (test !== undefined) return where!.endsWith(`.${test}`) ? where! : `${where}.${test}`;
  if (third !== undefined) return `${first}:${second} ${third}`;
  return second === undefined ? first : `${second} line ${first}`;
}

/** Without empty lines: a pattern with leading white space would rescan a run of them from each line. */
function linesOf(output: string): string[] {
  const kept =
    output.length <= HEAD + TAIL ? output : `${output.slice(0, HEAD)}\n${output.slice(-TAIL)}`;
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
      /^(?:Process|Command) (?:exited|finished|failed) with (?:exit )?code (\d{1,3})\b/i.exec(
        line,
      ) ??
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
  return failuresIn(kind, lines)[0]?.name ?? null;
}

function failuresIn(kind: CommandKind, lines: readonly string[]): readonly NamedFailure[] {
  const found = failuresOfKind(kind, lines);
  return found.length > 0 ? found : allNamed(formsOf('code'), lines);
}

/** The failures in the forms of one kind of check; builds and type checks name theirs as any code does. */
function failuresOfKind(kind: CommandKind, lines: readonly string[]): readonly NamedFailure[] {
  switch (kind) {
    case 'test':
      return allNamed(formsOf('tests'), lines);
    case 'lint':
      return eslintFailures(lines);
    default:
      return [];
  }
}

/** eslint prints the file once and its problems below: the location needs both lines. */
function eslintFailures(lines: readonly string[]): readonly NamedFailure[] {
  let file: string | null = null;
  return lines.flatMap((text, line) => {
    const problem = /^\s+(\d+):\d+\s+error\s+\S.*?\s{2,}(\S{1,80})$/.exec(text);
    if (problem && file !== null) return [{ name: `${file}:${problem[1]} ${problem[2]}`, line }];
    if (/^\S{1,240}\.\w{1,6}$/.test(text)) file = text;
    return [];
  });
}
