import type { CommandKind } from '../facts/run.ts';
import data from './check-tools.json' with { type: 'json' };

export type { CommandKind } from '../facts/run.ts';

/** The kind of check that a tool runs; null if it checks nothing. */
type KindReader = CommandKind | ((args: readonly string[]) => CommandKind | null);

/**
 * Programs of the table. `always`: they check something whatever their arguments are. `by_word`: by their subcommand, the first argument
 * that is not a flag; `-` means no argument. A flag after `+` is required, one after `!` is excluded: formatters check only with
 * a flag. `by_flag`: with one of these flags. `task_runners` run a project's own tasks; the kind is that of their default task.
 */
const { always, by_word, by_flag, task_runners, compilers } = data;

/** Splits a list of names. */
export const splitNames = (names: string): readonly string[] => names.split(' ');

export const isTaskRunner = (tool: string): boolean => Object.hasOwn(task_runners, tool);

const gradle: KindReader = (args) =>
  strongest(
    args
      .filter((arg) => !arg.startsWith('-'))
      .map((arg): CommandKind | null => {
        const task = arg.split(':').at(-1)!;
        if (/^(?:ktlint|detekt|spotless|checkstyle|pmd|lint)\w*$/.test(task)) return 'lint';
        if (/^(?:check|allTests|test\w*|\w*Tests?)$/.test(task)) return 'test';
        return /^(?:build|assemble\w*|compile\w*|jar|bootJar|shadowJar|bundle\w*|classes)$/.test(
          task,
        )
          ? 'build'
          : null;
      }),
  );

const maven: KindReader = (args) => {
  const skipsTests = args.some((arg) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(arg));
  return strongest(
    args.map((arg): CommandKind | null => {
      if (/^(?:checkstyle|spotbugs|spotless|pmd):check$/.test(arg)) return 'lint';
      if (/^(?:test|verify|integration-test|surefire:test|failsafe:\S{1,40})$/.test(arg))
        return skipsTests ? 'build' : 'test';
      return /^(?:compile|test-compile|package|install|deploy)$/.test(arg) ? 'build' : null;
    }),
  );
};

/** Programs that no table describes. */
const OTHERS: Readonly<Record<string, KindReader>> = {
  vitest: ([first]) => (first === 'list' || first === 'init' ? null : 'test'),
  tox: ([first = '']) => (/^(?:list|devenv|config)$/.test(first) ? null : 'test'),
  c8: (args) => (args.length > 0 ? 'test' : null),
  nyc: (args) => (args.length > 0 ? 'test' : null),
  rails: ([first = '']) => (/^(?:test|spec)(?::\w{1,30})?$/.test(first) ? 'test' : null),
  ruby: (args) => (args.some((arg) => /^-I(?:\S{0,40}\b)?test\b/.test(arg)) ? 'test' : null),
  mvn: maven,
  mvnw: maven,
  gradle,
  gradlew: gradle,
  xcodebuild: (args) => {
    if (args.some((arg) => /^test(?:-without-building)?$/.test(arg))) return 'test';
    return args.some((arg) =>
      /^(?:-list|-show\w+|-version|-exportArchive|-create-xcframework)$/.test(arg),
    )
      ? null
      : 'build';
  },
};

const byWord =
  (row: string): KindReader =>
  (args) => {
    const word = args.find((arg) => !/^[-+]/.test(arg)) ?? '-';
    for (const form of splitNames(row)) {
      const [, name, sign, flag, kind] = /^([^:+!]+)(?:([+!])([^:]+))?:(\w+)$/.exec(form)!;
      if (name === word && (!sign || args.includes(flag!) === (sign === '+')))
        return kind as CommandKind;
    }
    return null;
  };

const byFlag =
  ([kind, flags]: readonly string[]): KindReader =>
  (args) =>
    args.some((arg) => splitNames(flags!).includes(arg.split('=')[0]!))
      ? (kind as CommandKind)
      : null;

const byTask =
  (bare: string | null): KindReader =>
  (args) => {
    const isFlagValue = (at: number) =>
      /^-(?:[CfI]|-file|-directory|-project-dir|p|b)$/.test(args[at - 1] ?? '');
    const names = args.filter((arg, at) => !/^[-\d]|=/.test(arg) && !isFlagValue(at));
    return names.length === 0 ? (bare as CommandKind | null) : strongest(names.map(kindOfScript));
  };

const compiler: KindReader = (args) =>
  args.some((arg) => /\.(?:c|cc|cpp|cxx|o|java|kt|rs|swift|m)$/.test(arg)) ? 'build' : null;

/** The strongest of several kinds: `mvn compile test` is a test. */
function strongest(kinds: readonly (CommandKind | null)[]): CommandKind | null {
  for (const kind of ['test', 'build', 'types', 'lint'] as const)
    if (kinds.includes(kind)) return kind;
  return null;
}

/** Every program that may be a check, by its plain name. Built at the first command: most hooks see none. */
function makeTools(): ReadonlyMap<string, KindReader> {
  const each = <Row>(rows: Readonly<Record<string, Row>>, reading: (row: Row) => KindReader) =>
    Object.entries(rows).map(([tool, row]): [string, KindReader] => [tool, reading(row)]);
  return new Map([
    ...Object.entries(always).flatMap(([kind, names]) =>
      splitNames(names).map((tool): [string, KindReader] => [tool, kind as CommandKind]),
    ),
    ...each(by_word, byWord),
    ...each(by_flag, byFlag),
    ...each<string | null>(task_runners, byTask),
    ...splitNames(compilers).map((tool): [string, KindReader] => [tool, compiler]),
    ...Object.entries(OTHERS),
  ]);
}

let tools: ReadonlyMap<string, KindReader> | undefined;

export const checkTools = (): ReadonlyMap<string, KindReader> => (tools ??= makeTools());

const TYPES =
  /^(?:tsc|types?|typings|mypy|pyright|phpstan|psalm|(?:type-?check|check-?types?|typescript)(?:ing)?)$/;
const LINT =
  /^(?:lint(?:er|ing|s)?|eslint|stylelint|biome|prettier|rubocop|ruff|clippy|vet|fmt-?check|format-?check|check-?format|style|shellcheck|sqlfluff|golangci)$/;
const TEST =
  /^(?:tests?|testing|spec|specs|e2e|unit|unittests?|integration|coverage|jest|vitest|mocha|cypress|playwright|pytest|rspec|phpunit|check|verify|validate|ci)$/;
const BUILD = /^(?:build|compile|bundle|dist|package|all)$/;

/** Kind of a project's own script, target or task, by its name: `test:unit`, `lint-fix`, `build_prod`, `unitTest`. */
export function kindOfScript(name: string): CommandKind | null {
  const whole = name.toLowerCase();
  // `format:check` and `check:types` are matched as a whole; their parts alone mean something else.
  const joined = whole.replace(/[:_.]/g, '-');
  if (TYPES.test(joined)) return 'types';
  if (LINT.test(joined)) return 'lint';
  const parts = whole.split(/[:\-_./]/).filter((part) => part !== '');
  const has = (form: RegExp) => parts.some((part) => form.test(part));
  if (has(/^(?:watch|install|deploy|clean|update|generate|docs?|serve)$/)) return null;
  if (has(TYPES)) return 'types';
  if (has(LINT)) return 'lint';
  if (has(TEST)) return 'test';
  return has(BUILD) ? 'build' : null;
}
