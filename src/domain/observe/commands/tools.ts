import type { CommandKind } from './kinds.ts';
import { kindOfScript } from './script-names.ts';

/** The kind of check that a tool runs with these arguments; null if it checks nothing. */
type Reading = CommandKind | ((args: readonly string[]) => CommandKind | null);

/** A tool by its subcommand: the first argument that is no flag. */
const by =
  (table: Readonly<Record<string, CommandKind>>, bare: CommandKind | null = null): Reading =>
  (args) => {
    const word = args.find((arg) => !/^[-+]/.test(arg));
    if (word === undefined) return bare;
    return Object.hasOwn(table, word) ? table[word]! : null;
  };

/** Formatters check only when they are told to; else they write. */
const whenAsked =
  (...flags: readonly string[]): Reading =>
  (args) =>
    args.some((arg) => flags.includes(arg.split('=')[0]!)) ? 'lint' : null;

/** A runner of tasks that the project names itself. */
const byScript =
  (bare: CommandKind | null): Reading =>
  (args) => {
    const names = args.filter((arg, at) => !/^[-\d]|=/.test(arg) && !isFlagValue(args, at));
    if (names.length === 0) return bare;
    return strongest(names.map(kindOfScript));
  };

function isFlagValue(args: readonly string[], at: number): boolean {
  return /^-(?:[CfI]|-file|-directory|-project-dir|p|b)$/.test(args[at - 1] ?? '');
}

/** The most telling of several goals: `mvn compile test` tests. */
function strongest(kinds: readonly (CommandKind | null)[]): CommandKind | null {
  for (const kind of ['test', 'build', 'types', 'lint'] as const) if (kinds.includes(kind)) return kind;
  return null;
}

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

const cargo: Reading = (args) => {
  if (args.includes('fmt')) return args.includes('--check') ? 'lint' : null;
  const table = {
    test: 'test',
    t: 'test',
    nextest: 'test',
    tarpaulin: 'test',
    build: 'build',
    b: 'build',
    check: 'types',
    c: 'types',
    clippy: 'lint',
  } as const;
  return read(by(table), args);
};

const dotnet: Reading = (args) =>
  args[0] === 'format'
    ? args.includes('--verify-no-changes')
      ? 'lint'
      : null
    : read(by({ test: 'test', vstest: 'test', build: 'build', publish: 'build', msbuild: 'build' }), args);

const xcodebuild: Reading = (args) => {
  if (args.some((arg) => /^test(?:-without-building)?$/.test(arg))) return 'test';
  return args.some((arg) => /^(?:-list|-show\w+|-version|-exportArchive|-create-xcframework)$/.test(arg))
    ? null
    : 'build';
};

const compiler: Reading = (args) =>
  args.some((arg) => /\.(?:c|cc|cpp|cxx|o|java|kt|rs|swift|m)$/.test(arg)) ? 'build' : null;

/**
 * Every program that may be a check, by its plain name. This is the only list of them: hooks carry it and ask it about
 * each command. It is built when the first command is looked at, because most hooks see none.
 */
function table(): Readonly<Record<string, Reading>> {
  tools ??= {
    // JavaScript and TypeScript
    vitest: (args) => (args[0] === 'list' || args[0] === 'init' ? null : 'test'),
    jest: 'test',
    mocha: 'test',
    ava: 'test',
    tap: 'test',
    jasmine: 'test',
    c8: (args) => (args.length > 0 ? 'test' : null),
    nyc: (args) => (args.length > 0 ? 'test' : null),
    wtr: 'test',
    karma: by({ start: 'test', run: 'test' }),
    cypress: by({ run: 'test' }),
    playwright: by({ test: 'test' }),
    node: (args) => (args.some((arg) => arg === '--test' || arg.startsWith('--test=')) ? 'test' : null),
    tsx: (args) => (args.includes('--test') ? 'test' : null),
    deno: (args) =>
      args[0] === 'fmt'
        ? args.includes('--check')
          ? 'lint'
          : null
        : read(by({ test: 'test', lint: 'lint', check: 'types', compile: 'build' }), args),
    tsc: 'types',
    tsgo: 'types',
    'vue-tsc': 'types',
    'svelte-check': 'types',
    flow: by({ check: 'types', status: 'types' }, 'types'),
    eslint: 'lint',
    oxlint: 'lint',
    stylelint: 'lint',
    standard: 'lint',
    xo: 'lint',
    tslint: 'lint',
    markdownlint: 'lint',
    biome: (args) =>
      args[0] === 'format' && args.includes('--write')
        ? null
        : read(by({ check: 'lint', lint: 'lint', ci: 'lint', format: 'lint' }), args),
    prettier: whenAsked('--check', '-c', '--list-different', '-l'),
    vite: by({ build: 'build' }),
    next: by({ build: 'build', lint: 'lint' }),
    nuxt: by({ build: 'build', generate: 'build', typecheck: 'types' }),
    astro: by({ build: 'build', check: 'types' }),
    ng: by({ build: 'build', test: 'test', lint: 'lint', e2e: 'test' }),
    webpack: 'build',
    rollup: 'build',
    esbuild: 'build',
    tsup: 'build',
    tsdown: 'build',
    parcel: by({ build: 'build' }),
    turbo: byScript(null),
    nx: byScript(null),
    lerna: byScript(null),
    // Python
    pytest: 'test',
    'py.test': 'test',
    unittest: 'test',
    nose2: 'test',
    tox: (args) => (/^(?:list|devenv|config)$/.test(args[0] ?? '') ? null : 'test'),
    nox: 'test',
    coverage: (args) => (args[0] === 'run' ? 'test' : null),
    'manage.py': by({ test: 'test' }),
    'setup.py': by({ test: 'test', build: 'build', bdist_wheel: 'build', sdist: 'build' }),
    mypy: 'types',
    dmypy: 'types',
    pyright: 'types',
    basedpyright: 'types',
    pytype: 'types',
    ty: by({ check: 'types' }),
    ruff: (args) =>
      args[0] === 'format'
        ? args.includes('--check') || args.includes('--diff')
          ? 'lint'
          : null
        : args[0] === 'check'
          ? 'lint'
          : null,
    flake8: 'lint',
    pylint: 'lint',
    bandit: 'lint',
    black: whenAsked('--check', '--diff'),
    isort: whenAsked('--check', '--check-only', '-c'),
    'pre-commit': by({ run: 'lint' }),
    // Go
    go: by({ test: 'test', build: 'build', vet: 'lint' }),
    gotestsum: 'test',
    ginkgo: 'test',
    gofmt: whenAsked('-l', '-d'),
    goimports: whenAsked('-l', '-d'),
    'golangci-lint': by({ run: 'lint' }),
    staticcheck: 'lint',
    // Rust
    cargo,
    rustc: compiler,
    // JVM
    mvn: maven,
    mvnw: maven,
    gradle,
    gradlew: gradle,
    ant: byScript(null),
    sbt: byScript(null),
    javac: compiler,
    kotlinc: compiler,
    ktlint: 'lint',
    detekt: 'lint',
    bazel: by({ test: 'test', build: 'build' }),
    // .NET
    dotnet,
    msbuild: 'build',
    // Ruby
    rspec: 'test',
    rake: byScript(null),
    rails: (args) => (/^(?:test|spec)(?::\w{1,30})?$/.test(args[0] ?? '') ? 'test' : null),
    cucumber: 'test',
    minitest: 'test',
    ruby: (args) => (args.some((arg) => /^-I(?:\S{0,40}\b)?test\b/.test(arg)) ? 'test' : null),
    rubocop: 'lint',
    standardrb: 'lint',
    srb: by({ tc: 'types' }),
    steep: by({ check: 'types' }),
    // PHP
    phpunit: 'test',
    pest: 'test',
    paratest: 'test',
    codecept: by({ run: 'test' }),
    behat: 'test',
    artisan: by({ test: 'test' }),
    php: (args) => (args[0] === '-l' ? 'lint' : null),
    phpstan: by({ analyse: 'types', analyze: 'types' }),
    psalm: 'types',
    phpcs: 'lint',
    'php-cs-fixer': (args) => (args[0] === 'check' || args.includes('--dry-run') ? 'lint' : null),
    pint: whenAsked('--test'),
    // Swift
    swift: by({ test: 'test', build: 'build' }),
    swiftc: compiler,
    swiftlint: by({ lint: 'lint' }, 'lint'),
    xcodebuild,
    // C and C++
    ctest: 'test',
    make: byScript('build'),
    gmake: byScript('build'),
    ninja: byScript('build'),
    cmake: (args) => (args.includes('--build') ? 'build' : null),
    meson: by({ test: 'test', compile: 'build' }),
    gcc: compiler,
    'g++': compiler,
    clang: compiler,
    'clang++': compiler,
    cc: compiler,
    'c++': compiler,
    'clang-tidy': 'lint',
    cppcheck: 'lint',
    'clang-format': whenAsked('--dry-run', '-n'),
    // shell, SQL, and runners of any language
    bats: 'test',
    shellspec: 'test',
    shellcheck: 'lint',
    shfmt: whenAsked('-d', '-l'),
    sqlfluff: by({ lint: 'lint' }),
    sqruff: by({ lint: 'lint' }),
    pg_prove: 'test',
    dbt: by({ test: 'test', build: 'build', compile: 'build' }),
    just: byScript(null),
    task: byScript(null),
  };
  return tools;
}

let tools: Readonly<Record<string, Reading>> | undefined;

export function readingOf(tool: string): Reading | null {
  return Object.hasOwn(table(), tool) ? table()[tool]! : null;
}

export function checkTools(): readonly string[] {
  return Object.keys(table());
}

export function read(reading: Reading, args: readonly string[]): CommandKind | null {
  return typeof reading === 'string' ? reading : reading(args);
}
