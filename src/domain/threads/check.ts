import { head } from '../base/text/json.ts';
import type { CheckRun } from '../facts/fact.ts';
import { holdsPath, type Run, resolves } from '../observe/commands.ts';
import type { FailedCheck, Failure, ThreadFact } from './thread.ts';

const PREFIX = 'check:';
const PROMPT = ' $ ';

/** Identifies a failing check by command and directory, `.` for the top of the scope. */
export function checkIdentity(directory: string, command: string): string {
  return `${PREFIX}${directory === '' ? '.' : directory}${PROMPT}${command}`;
}

/** The directory that a check ran in, as its identity has it; null for another identity. */
export function directoryOf(identity: string | undefined): string | null {
  return parse(identity ?? '')?.directory ?? null;
}

/** The identity of the same check, seen from another project. */
export function identityAt(identity: string, directory: string): string {
  return checkIdentity(directory, parse(identity)?.command ?? '');
}

/** The text of a failure whose output names nothing. */
export function failureOf(command: string): string {
  return `${command} fails`;
}

/** The command of a check. */
export function checkCommand(identity: string): string {
  return parse(identity)?.command ?? identity;
}

const LONGEST_NAME = 200;
const LONGEST_FAILING = 500;

/** The check of a thread's fact; null if it has none. */
export function checkRunOf(fact: ThreadFact): CheckRun | null {
  if (fact.kind !== 'blocker' && fact.kind !== 'blocker-resolved') return null;
  const { command } = parse(fact.identity ?? '') ?? {};
  if (command === undefined) return null;
  const name = head(command, LONGEST_NAME);
  if (fact.kind === 'blocker-resolved') return { name, ok: true };
  const isNamed = fact.text !== failureOf(command);
  return { name, ok: false, ...(isNamed && { failing: head(fact.text, LONGEST_FAILING) }) };
}

/** Whether the success of one check settles the failure of another: in the same directory or above, with the same or a wider scope. */
export function settles(success: string, failure: string): boolean {
  const passed = parse(success);
  const failed = parse(failure);
  if (!passed || !failed) return false;
  return covers(passed.directory, failed.directory) && resolves(passed.command, failed.command);
}

/** A check that passed. */
export interface Green {
  readonly identity: string;
  readonly runs?: readonly Run[];
}

/** A check that failed. */
export interface Red extends FailedCheck {
  readonly identity: string;
}

/** The runs and failures of a failed check that nothing has settled yet. */
export interface Left {
  readonly runs: readonly Run[];
  readonly failures: readonly Failure[];
  readonly isAll: boolean;
}

/** All runs and failures of a failed check, as far as they were named. */
function leftIn({ runs = [], failures, isAll, sole }: Red): Left {
  const isSole = failures === undefined && sole !== undefined;
  return {
    runs,
    failures: isSole ? [{ name: sole }] : (failures ?? []),
    isAll: isAll === true || isSole,
  };
}

/** The failures whose files are there; null where none is left. */
export function failuresThere(
  { failures = [] }: Pick<FailedCheck, 'failures'>,
  isThere: (file: string) => boolean,
): readonly Failure[] | null {
  const there = failures.filter(({ file }) => file === undefined || isThere(file));
  return failures.length > 0 && there.length === 0 ? null : there;
}

/**
 * The failures in words: the names that fit, and the number of the others. A test that `above` names already is not named again; if no
 * other is left, the command stands for it.
 */
export function failingWords(
  {
    text,
    identity,
    failures = [],
  }: Pick<FailedCheck, 'failures'> & {
    readonly text: string;
    readonly identity: string | null;
  },
  above = '',
): string {
  const all = failures.length > 1 ? failures.map(({ name }) => name) : [text];
  const names = all.filter((name) => !above.includes(name));
  if (names.length === 0) return identity === null ? text : checkCommand(identity);
  const shown = names.filter(
    (_, i) => i === 0 || names.slice(0, i + 1).join(', ').length <= LONGEST_WORDS,
  );
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const LONGEST_WORDS = 200;

/** The rest of a failed check after another passed: another command may have run the same check, or a part of it. */
export function leftAfterGreen(red: Red, green: Green): Left {
  return leftAfter(red, green, { isPassed: () => true, isWhole: true });
}

/**
 * The rest of a failed check after another failed. If the later one names all its failures, everything else that it ran has passed; the
 * failures that it names now belong to it.
 */
export function leftAfterRed(red: Red, later: Red): Left {
  const now = leftIn(later);
  const isReached = ({ name }: Failure) =>
    later.stoppedAt === undefined || name.endsWith(` ${later.stoppedAt}`);
  const isNamed = ({ name }: Failure) =>
    now.failures.some((other) => isSameFailure(name, other.name));
  const left = leftAfter(red, later, {
    isPassed: (failure) => now.isAll && isReached(failure),
    isWhole: now.isAll && leftIn(red).failures.every(isReached),
  });
  // If a line has several runs, nobody knows which one failed and whether the others ran.
  if ((later.runs ?? []).length !== 1 || !isOfSame(red, later)) return leftIn(red);
  return over(
    leftIn(red),
    left,
    left.failures.filter((failure) => !isNamed(failure)),
    later,
  );
}

/** A check that failed again: what it did not come to this time is as it was. */
export function failedAgain(before: Red, later: Red): readonly Failure[] {
  const { failures } = leftAfterRed(before, later);
  return [...leftIn(later).failures, ...failures];
}

interface Passing {
  /** Whether a failure that the run covers passed in it. */
  readonly isPassed: (failure: Failure) => boolean;
  /** Whether everything that the run covers is known from it. */
  readonly isWhole: boolean;
}

function leftAfter(red: Red, later: Green, { isPassed, isWhole }: Passing): Left {
  const left = leftIn(red);
  const ran = runsBelow(later, red);
  const isAgain = red.identity === later.identity;
  const runs = left.runs.filter(
    (run) => !isWhole || !ran.some((one) => isSameCheck(one, run) && isAsWide(one.only, run.only)),
  );
  const same = ran.filter((one) => left.runs.some((run) => isSameCheck(one, run)));
  const covers = ({ name }: Failure) =>
    isAgain || same.some(({ only }) => only.length === 0 || names(only, name));
  const failures = left.failures.filter((failure) => !covers(failure) || !isPassed(failure));
  return over(left, { ...left, runs }, failures, later);
}

/** A failed check without failures: if it named all, nothing of these runs is left. */
function over(before: Left, left: Left, failures: readonly Failure[], later: Green): Left {
  const isOver = before.isAll && before.failures.length > 0 && failures.length === 0;
  const ran = later.runs ?? [];
  const runs = isOver
    ? left.runs.filter((run) => !ran.some((one) => isSameCheck(one, run)))
    : left.runs;
  return { ...left, failures, runs };
}

/** Whether a check ran one of the checks of another, in its directory or above. */
function isOfSame(red: Red, later: Green): boolean {
  return runsBelow(later, red).some((one) => red.runs?.some((run) => isSameCheck(one, run)));
}

/** The runs of a check that say something about another: it ran in the same directory or above. */
function runsBelow(
  one: { readonly identity: string; readonly runs?: readonly Run[] },
  red: Red,
): readonly Run[] {
  const failed = parse(red.identity);
  const ran = parse(one.identity);
  return failed && ran && covers(ran.directory, failed.directory) ? (one.runs ?? []) : [];
}

/** A file, a package or the flags of a target behind a name. */
const PLACE = /^ (?:\S*[./]\S*|--\S.*)$/;

/** Two names of one failure; only one of them may have the file or package. */
function isSameFailure(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long === short || (long.startsWith(`${short} `) && PLACE.test(long.slice(short.length)));
}

function isSameCheck(one: Run, other: Run): boolean {
  if (one.script !== undefined && one.script === other.script) return true;
  if (one.kind !== other.kind) return false;
  if (one.tool !== null && other.tool !== null) return one.tool === other.tool;
  // Two scripts, at least one of which does not print its commands.
  if (one.script !== undefined && other.script !== undefined) return false;
  const { script = '' } = one.tool === null ? one : other;
  const tool = one.tool ?? other.tool ?? '';
  if (one.kind !== 'types' && !/^(?:\w+ )?[a-z]+$/.test(script)) return false;
  return script.includes(' ') ? !BESIDE_SCRIPTS.test(tool) : OF_PACKAGES.test(tool);
}

/** Programs that a package's `test`, `lint`, `typecheck` or `build` usually runs. */
const OF_PACKAGES =
  /^(?:jest|vitest|mocha|ava|tap|jasmine|node|c8|nyc|bun test|tsc|tsgo|vue-tsc|svelte-check|eslint|oxlint|biome (?:check|lint|ci)|xo|standard|tslint|vite build|next (?:build|lint)|webpack|rollup|esbuild|tsup|tsdown)$/;

/** Programs that projects often run in addition to their `test` or `lint` script. */
const BESIDE_SCRIPTS =
  /^(?:playwright|cypress|prettier|stylelint|markdownlint|shellcheck|shfmt|bandit|black|isort|gofmt|goimports|codecept|behat|cucumber|sqlfluff|pre-commit)\b| f(?:mt|ormat)$/;

function isAsWide(passed: readonly string[], failed: readonly string[]): boolean {
  if (passed.length === 0) return true;
  return (
    failed.length > 0 &&
    failed.every((one) => passed.some((other) => holdsPath(other, one))) &&
    passed.every((one) => isPath(one) || failed.includes(one))
  );
}

/** Whether a run was limited to the failure: its name contains each filter, and one of the paths. */
function names(only: readonly string[], text: string): boolean {
  const name = text.toLowerCase();
  const all = only.map((one) => one.toLowerCase());
  const paths = all.filter(isPath).map((one) => one.replace(/^\.\/|\/?(?:\.\.\.)?$/g, ''));
  const filters = all.filter((one) => !isPath(one)).map((one) => one.replace(/^\^|\$$/g, ''));
  if (!filters.every((one) => one.length > 2 && name.includes(one))) return false;
  if (paths.some((one) => holdsWord(name, one))) return true;
  // Some tools name a test without its file.
  return filters.length > 0 && (paths.length === 0 || !name.includes('/'));
}

/** Whether a path stands in a name as a whole or up to a folder, an extension or a part of the name. */
function holdsWord(name: string, path: string): boolean {
  for (let at = name.indexOf(path); at >= 0 && path !== ''; at = name.indexOf(path, at + 1)) {
    const [before = ' ', behind = ' '] = [name[at - 1], name[at + path.length]];
    if (/[\s/]/.test(before) && /[\s/:.>›]/.test(behind)) return true;
  }
  return false;
}

function isPath(word: string): boolean {
  return /[/\\]|\.\w+$/.test(word);
}

function covers(directory: string, other: string): boolean {
  if (directory === other) return true;
  return directory === '.' ? !/^(?:\/|[A-Za-z]:)/.test(other) : other.startsWith(`${directory}/`);
}

function parse(identity: string): { readonly directory: string; readonly command: string } | null {
  const at = identity.indexOf(PROMPT);
  if (!identity.startsWith(PREFIX) || at < 0) return null;
  return {
    directory: identity.slice(PREFIX.length, at),
    command: identity.slice(at + PROMPT.length),
  };
}
