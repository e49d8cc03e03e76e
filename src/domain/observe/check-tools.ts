export type CommandKind = 'test' | 'build' | 'lint' | 'types';

/** The kind of check that a tool runs with these arguments; null if it checks nothing. */
type Reading = CommandKind | ((args: readonly string[]) => CommandKind | null);

/** Programs that check something whatever their arguments are. */
const ALWAYS: Readonly<Record<CommandKind, string>> = {
  test:
    'jest mocha ava tap jasmine wtr pytest py.test unittest nose2 nox gotestsum ginkgo rspec cucumber minitest phpunit pest ' +
    'paratest behat ctest bats shellspec pg_prove',
  types: 'tsc tsgo vue-tsc svelte-check mypy dmypy pyright basedpyright pytype psalm',
  lint:
    'eslint oxlint stylelint standard xo tslint markdownlint flake8 pylint bandit staticcheck ktlint detekt rubocop standardrb ' +
    'phpcs clang-tidy cppcheck shellcheck',
  build: 'webpack rollup esbuild tsup tsdown msbuild',
};

/**
 * Programs by their subcommand, the first argument that is no flag; `-` stands for none. A flag behind `+` must be there, one
 * behind `!` must not: formatters check only when they are told to.
 */
const BY_WORD: Readonly<Record<string, string>> = {
  karma: 'start:test run:test',
  cypress: 'run:test',
  playwright: 'test:test',
  deno: 'test:test lint:lint check:types compile:build fmt+--check:lint',
  flow: '-:types check:types status:types',
  biome: 'check:lint lint:lint ci:lint format!--write:lint',
  vite: 'build:build',
  next: 'build:build lint:lint',
  nuxt: 'build:build generate:build typecheck:types',
  astro: 'build:build check:types',
  ng: 'build:build test:test lint:lint e2e:test',
  parcel: 'build:build',
  coverage: 'run:test',
  'manage.py': 'test:test',
  'setup.py': 'test:test build:build bdist_wheel:build sdist:build',
  ty: 'check:types',
  ruff: 'check:lint format+--check:lint format+--diff:lint',
  'pre-commit': 'run:lint',
  go: 'test:test build:build vet:lint',
  'golangci-lint': 'run:lint',
  cargo:
    'test:test t:test nextest:test tarpaulin:test build:build b:build check:types c:types clippy:lint fmt+--check:lint',
  bazel: 'test:test build:build',
  dotnet: 'test:test vstest:test build:build publish:build msbuild:build format+--verify-no-changes:lint',
  srb: 'tc:types',
  steep: 'check:types',
  codecept: 'run:test',
  artisan: 'test:test',
  phpstan: 'analyse:types analyze:types',
  'php-cs-fixer': 'check:lint fix+--dry-run:lint',
  swift: 'test:test build:build',
  swiftlint: '-:lint lint:lint',
  meson: 'test:test compile:build',
  sqlfluff: 'lint:lint',
  sqruff: 'lint:lint',
  dbt: 'test:test build:build compile:build',
};

/** Programs that check something with one of these flags. */
const BY_FLAG: Readonly<Record<string, readonly [kind: CommandKind, flags: string]>> = {
  node: ['test', '--test'],
  tsx: ['test', '--test'],
  prettier: ['lint', '--check -c --list-different -l'],
  black: ['lint', '--check --diff'],
  isort: ['lint', '--check --check-only -c'],
  gofmt: ['lint', '-l -d'],
  goimports: ['lint', '-l -d'],
  php: ['lint', '-l'],
  pint: ['lint', '--test'],
  cmake: ['build', '--build'],
  'clang-format': ['lint', '--dry-run -n'],
  shfmt: ['lint', '-d -l'],
};

/** Runners of tasks that the project names itself, and what they do without one. */
const TASK_RUNNERS: Readonly<Record<string, CommandKind | null>> = {
  ...{ make: 'build', gmake: 'build', ninja: 'build' },
  ...{ turbo: null, nx: null, lerna: null, ant: null, sbt: null, rake: null, just: null, task: null },
};

export const isTaskRunner = (tool: string): boolean => Object.hasOwn(TASK_RUNNERS, tool);

const COMPILERS = ['rustc', 'javac', 'kotlinc', 'swiftc', 'gcc', 'g++', 'clang', 'clang++', 'cc', 'c++'];

const gradle: Reading = (args) =>
  strongest(
    args
      .filter((arg) => !arg.startsWith('-'))
      .map((arg): CommandKind | null => {
        const task = arg.split(':').at(-1)!;
        if (/^(?:ktlint|detekt|spotless|checkstyle|pmd|lint)\w*$/.test(task)) return 'lint';
        if (/^(?:check|allTests|test\w*|\w*Tests?)$/.test(task)) return 'test';
        return /^(?:build|assemble\w*|compile\w*|jar|bootJar|shadowJar|bundle\w*|classes)$/.test(task)
          ? 'build'
          : null;
      }),
  );

const maven: Reading = (args) => {
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
const OTHERS: Readonly<Record<string, Reading>> = {
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
    return args.some((arg) => /^(?:-list|-show\w+|-version|-exportArchive|-create-xcframework)$/.test(arg))
      ? null
      : 'build';
  },
};

const byWord =
  (row: string): Reading =>
  (args) => {
    const word = args.find((arg) => !/^[-+]/.test(arg)) ?? '-';
    for (const form of row.split(' ')) {
      const [, name, sign, flag, kind] = /^([^:+!]+)(?:([+!])([^:]+))?:(\w+)$/.exec(form)!;
      if (name === word && (!sign || args.includes(flag!) === (sign === '+'))) return kind as CommandKind;
    }
    return null;
  };

const byFlag =
  ([kind, flags]: readonly [CommandKind, string]): Reading =>
  (args) =>
    args.some((arg) => flags.split(' ').includes(arg.split('=')[0]!)) ? kind : null;

const byTask =
  (bare: CommandKind | null): Reading =>
  (args) => {
    const isFlagValue = (at: number) =>
      /^-(?:[CfI]|-file|-directory|-project-dir|p|b)$/.test(args[at - 1] ?? '');
    const names = args.filter((arg, at) => !/^[-\d]|=/.test(arg) && !isFlagValue(at));
    return names.length === 0 ? bare : strongest(names.map(kindOfScript));
  };

const compiler: Reading = (args) =>
  args.some((arg) => /\.(?:c|cc|cpp|cxx|o|java|kt|rs|swift|m)$/.test(arg)) ? 'build' : null;

/** The most telling of several goals: `mvn compile test` tests. */
function strongest(kinds: readonly (CommandKind | null)[]): CommandKind | null {
  for (const kind of ['test', 'build', 'types', 'lint'] as const) if (kinds.includes(kind)) return kind;
  return null;
}

/** Every program that may be a check, by its plain name. It is made when the first command is looked at: most hooks see none. */
function makeTools(): ReadonlyMap<string, Reading> {
  const each = <Row>(rows: Readonly<Record<string, Row>>, reading: (row: Row) => Reading) =>
    Object.entries(rows).map(([tool, row]): [string, Reading] => [tool, reading(row)]);
  return new Map([
    ...Object.entries(ALWAYS).flatMap(([kind, names]) =>
      names.split(' ').map((tool): [string, Reading] => [tool, kind as CommandKind]),
    ),
    ...each(BY_WORD, byWord),
    ...each(BY_FLAG, byFlag),
    ...each(TASK_RUNNERS, byTask),
    ...COMPILERS.map((tool): [string, Reading] => [tool, compiler]),
    ...Object.entries(OTHERS),
  ]);
}

let tools: ReadonlyMap<string, Reading> | undefined;

export const checkTools = (): ReadonlyMap<string, Reading> => (tools ??= makeTools());

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
  // `format:check` and `check:types` say it together; their parts would say something else.
  const joined = whole.replace(/[:_.]/g, '-');
  if (TYPES.test(joined)) return 'types';
  if (LINT.test(joined)) return 'lint';
  const parts = whole.split(/[:\-_./]/).filter((part) => part !== '');
  const has = (form: RegExp) => parts.some((part) => form.test(part));
  if (has(/^(?:watch|install|deploy|clean|update|generate|docs?|serve)$/)) return null;
  return has(TYPES) ? 'types' : has(LINT) ? 'lint' : has(TEST) ? 'test' : has(BUILD) ? 'build' : null;
}
