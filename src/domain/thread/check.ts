import type { CheckRun } from '../fact.ts';
import { holdsPath, type Run, resolves } from '../observe/commands.ts';
import { head } from '../text/json.ts';
import type { ThreadFact } from './thread.ts';

const PREFIX = 'check:';
const PROMPT = ' $ ';

/** Identifies a failing check by command and directory, `.` for the top of the scope. */
export function checkIdentity(directory: string, command: string): string {
  return `${PREFIX}${directory === '' ? '.' : directory}${PROMPT}${command}`;
}

/** The text of a failure whose output names nothing. */
export function failureOf(command: string): string {
  return `${command} fails`;
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

export interface Red extends Green {
  /** The only failure, with its file. */
  readonly sole?: string;
}

/** The checks of a failed line that a passed one does not cover: another command may have run the same check. */
export function stillRed(red: Red, green: Green): readonly Run[] {
  const { runs = [] } = red;
  const failed = parse(red.identity);
  const passed = parse(green.identity);
  if (!failed || !passed || !covers(passed.directory, failed.directory)) return runs;
  return runs.filter((run) => !green.runs?.some((one) => ends(one, run, red)));
}

function ends(passed: Run, failed: Run, { sole }: Red): boolean {
  if (!isSameCheck(passed, failed)) return false;
  return isAsWide(passed.only, failed.only) || (sole !== undefined && names(passed.only, sole));
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
  const plain = only.map((one) => one.toLowerCase().replace(/^\^|\$$|^\.\/|\/?(?:\.\.\.)?$/g, ''));
  const paths = plain.filter(isPath);
  const filters = plain.filter((one) => !isPath(one));
  if (!filters.every((one) => one.length > 2 && name.includes(one))) return false;
  if (paths.some((one) => name.includes(one))) return true;
  // Some tools name a test without its file.
  return filters.length > 0 && (paths.length === 0 || !name.includes('/'));
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
  return { directory: identity.slice(PREFIX.length, at), command: identity.slice(at + PROMPT.length) };
}
