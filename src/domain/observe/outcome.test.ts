import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandKind } from './commands/kinds.ts';
import { readOutcome } from './outcome.ts';

const text = (...lines: string[]) => lines.join('\n');

/** What the tools print when something failed, and the first failure as they name it. */
const failures: readonly (readonly [
  tool: string,
  kind: CommandKind,
  output: string,
  failing: string | null,
])[] = [
  [
    'vitest',
    'test',
    text(
      ' RUN  v3.1.0 /app',
      '',
      ' ❯ src/cart.test.ts (2 tests | 1 failed) 12ms',
      '   ✓ cart > adds',
      '   × cart > removes 5ms',
      '     → expected 1 to be 2',
      '',
      ' FAIL  src/cart.test.ts > cart > removes',
      'AssertionError: expected 1 to be 2',
      '',
      ' Test Files  1 failed (1)',
      '      Tests  1 failed | 1 passed (2)',
    ),
    'src/cart.test.ts > cart > removes',
  ],
  [
    'vitest',
    'test',
    text(
      ' FAIL  src/cart.test.ts [ src/cart.test.ts ]',
      'Error: Failed to resolve import "./x"',
      ' Test Files  1 failed (1)',
      '      Tests  no tests',
    ),
    'src/cart.test.ts',
  ],
  [
    'jest',
    'test',
    text(
      'FAIL src/sum.test.js',
      '  sum',
      '    ✓ adds (2 ms)',
      '    ✕ subtracts (1 ms)',
      '',
      '  ● sum › subtracts',
      '',
      '    expect(received).toBe(expected)',
      '',
      'Test Suites: 1 failed, 1 total',
      'Tests:       1 failed, 1 passed, 2 total',
    ),
    'sum › subtracts',
  ],
  [
    'npm',
    'test',
    text(
      '> app@1.0.0 test',
      '> jest',
      '',
      'Tests: 2 failed, 5 passed, 7 total',
      'npm ERR! Test failed.  See above for more details.',
    ),
    null,
  ],
  [
    'mocha',
    'test',
    text(
      '  Cart',
      '    ✔ adds',
      '    1) removes',
      '',
      '  1 passing (8ms)',
      '  1 failing',
      '',
      '  1) Cart',
      '       removes:',
    ),
    'removes',
  ],
  [
    'node',
    'test',
    text('✔ adds (0.5ms)', '✖ removes (1.2ms)', 'ℹ tests 2', 'ℹ pass 1', 'ℹ fail 1'),
    'removes',
  ],
  [
    'node',
    'test',
    text('TAP version 13', '# Subtest: adds', 'ok 1 - adds', 'not ok 2 - removes', '# tests 2', '# fail 1'),
    'removes',
  ],
  [
    'bun',
    'test',
    text(
      'cart.test.ts:',
      '(pass) cart > adds [0.1ms]',
      '(fail) cart > removes [1.20ms]',
      '',
      ' 1 pass',
      ' 1 fail',
    ),
    'cart > removes',
  ],
  [
    'playwright',
    'test',
    text(
      '  1) [chromium] › e2e/login.spec.ts:12:5 › login › works ────────',
      '',
      '    Error: Timed out',
      '',
      '  1 failed',
      '    [chromium] › e2e/login.spec.ts:12:5 › login › works',
      '  3 passed (4.1s)',
    ),
    '[chromium] › e2e/login.spec.ts:12:5 › login › works',
  ],
  [
    'deno',
    'test',
    text('adds ... ok (2ms)', 'removes ... FAILED (3ms)', 'FAILED | 1 passed | 1 failed (20ms)'),
    'removes',
  ],
  [
    'pytest',
    'test',
    text(
      'tests/test_x.py .F',
      '',
      '=================================== FAILURES ===================================',
      '____________________________________ test_y ____________________________________',
      '',
      '    def test_y():',
      '>       assert f() == 2',
      'E       assert 1 == 2',
      '=========================== short test summary info ============================',
      'FAILED tests/test_x.py::test_y - assert 1 == 2',
      '========================= 1 failed, 1 passed in 0.12s ==========================',
    ),
    'tests/test_x.py::test_y',
  ],
  [
    'pytest',
    'test',
    text('FAILED tests/test_x.py::test_y[a b] - KeyError', '1 failed in 0.05s'),
    'tests/test_x.py::test_y[a b]',
  ],
  [
    'pytest',
    'test',
    text(
      'ERROR tests/test_x.py - ModuleNotFoundError',
      '!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!',
      '=============== 1 error in 0.10s ===============',
    ),
    null,
  ],
  [
    'unittest',
    'test',
    text(
      'F.',
      '======================================================================',
      'FAIL: test_b (tests.test_a.TestA.test_b)',
      '----------------------------------------------------------------------',
      'Ran 2 tests in 0.001s',
      '',
      'FAILED (failures=1)',
    ),
    'tests.test_a.TestA.test_b',
  ],
  [
    'unittest',
    'test',
    text('ERROR: test_b (tests.test_a.TestA)', 'FAILED (errors=1)'),
    'tests.test_a.TestA.test_b',
  ],
  [
    'go',
    'test',
    text(
      '--- FAIL: TestLoad (0.00s)',
      '    --- FAIL: TestLoad/empty (0.00s)',
      '        load_test.go:12: got 1, want 2',
      'FAIL',
      'FAIL\texample.com/app/load\t0.004s',
      'ok  \texample.com/app/save\t0.003s',
      'FAIL',
    ),
    'TestLoad',
  ],
  [
    'go',
    'test',
    text(
      '# example.com/app/load',
      './load.go:10:5: undefined: x',
      'FAIL\texample.com/app/load [build failed]',
    ),
    'example.com/app/load',
  ],
  [
    'cargo',
    'test',
    text(
      'running 2 tests',
      'test cart::adds ... ok',
      'test cart::removes ... FAILED',
      '',
      'failures:',
      '',
      'test result: FAILED. 1 passed; 1 failed; 0 ignored',
      '',
      'error: test failed, to rerun pass `--lib`',
    ),
    'cart::removes',
  ],
  [
    'cargo',
    'test',
    text(
      '   Compiling app v0.1.0',
      'error[E0382]: borrow of moved value: `cfg`',
      ' --> src/main.rs:12:5',
      'error: could not compile `app` (bin "app") due to 1 previous error',
    ),
    'error[E0382]: borrow of moved value: `cfg`',
  ],
  [
    'cargo',
    'test',
    text(
      '        FAIL [   0.004s] app cart::removes',
      '     Summary [   0.010s] 2 tests run: 1 passed, 1 failed, 0 skipped',
      'error: test run failed',
    ),
    'app cart::removes',
  ],
  [
    'mvn',
    'test',
    text(
      '[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in com.x.CartTest',
      '[ERROR] com.x.CartTest.removes -- Time elapsed: 0.01 s <<< FAILURE!',
      '[ERROR] Failures: ',
      '[ERROR]   CartTest.removes:42 expected: <1> but was: <2>',
      '[INFO] BUILD FAILURE',
    ),
    'CartTest.removes',
  ],
  [
    'gradlew',
    'test',
    text(
      '> Task :test FAILED',
      '',
      'CartTest > removes() FAILED',
      '    org.opentest4j.AssertionFailedError at CartTest.java:42',
      '',
      '2 tests completed, 1 failed',
      '',
      'FAILURE: Build failed with an exception.',
      'BUILD FAILED in 3s',
    ),
    'CartTest > removes()',
  ],
  [
    'dotnet',
    'test',
    text(
      '[xUnit.net 00:00:00.51]     App.Tests.CartTests.Removes [FAIL]',
      '  Failed App.Tests.CartTests.Removes [12 ms]',
      'Failed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4',
    ),
    'App.Tests.CartTests.Removes',
  ],
  [
    'rspec',
    'test',
    text(
      'Failures:',
      '',
      '  1) Cart removes an item',
      '     Failure/Error: expect(1).to eq(2)',
      '',
      '2 examples, 1 failure',
      '',
      'Failed examples:',
      '',
      'rspec ./spec/cart_spec.rb:12 # Cart removes an item',
    ),
    'Cart removes an item',
  ],
  [
    'rails',
    'test',
    text(
      'Failure:',
      'CartTest#test_removes [test/models/cart_test.rb:12]:',
      'Expected: 1',
      '',
      '2 runs, 2 assertions, 1 failures, 0 errors, 0 skips',
    ),
    'CartTest#test_removes',
  ],
  [
    'phpunit',
    'test',
    text(
      'There was 1 failure:',
      '',
      '1) Tests\\CartTest::testRemoves',
      'Failed asserting that 1 matches expected 2.',
      '',
      'FAILURES!',
      'Tests: 2, Assertions: 2, Failures: 1.',
    ),
    'Tests\\CartTest::testRemoves',
  ],
  [
    'pest',
    'test',
    text(
      '   FAIL  Tests\\Unit\\CartTest',
      '  ✓ it adds',
      '  ⨯ it removes',
      '   FAILED  Tests\\Unit\\CartTest > it removes',
      '  Tests:    1 failed, 1 passed (2 assertions)',
    ),
    'Tests\\Unit\\CartTest > it removes',
  ],
  [
    'swift',
    'test',
    text(
      "Test Case '-[AppTests.CartTests testRemoves]' started.",
      "Test Case '-[AppTests.CartTests testRemoves]' failed (0.004 seconds).",
      '\t Executed 2 tests, with 1 failure (0 unexpected) in 0.005 (0.006) seconds',
    ),
    'AppTests.CartTests testRemoves',
  ],
  [
    'swift',
    'test',
    text(
      '✘ Test removes() recorded an issue at CartTests.swift:12:5',
      '✘ Test run with 2 tests failed after 0.002 seconds with 1 issue.',
    ),
    'removes()',
  ],
  [
    'ctest',
    'test',
    text(
      ' 1/2 Test #1: adds .............   Passed    0.00 sec',
      ' 2/2 Test #2: removes ..........***Failed    0.01 sec',
      '',
      '50% tests passed, 1 tests failed out of 2',
      '',
      'The following tests FAILED:',
      '\t  2 - removes (Failed)',
    ),
    'removes',
  ],
  [
    'make',
    'test',
    text(
      '[ RUN      ] Cart.Removes',
      'cart_test.cc:12: Failure',
      '[  FAILED  ] Cart.Removes (0 ms)',
      'make: *** [Makefile:10: test] Error 1',
    ),
    'Cart.Removes',
  ],
  [
    'bats',
    'test',
    text('1..2', 'ok 1 adds', 'not ok 2 removes', '# (in test file test/cart.bats, line 7)'),
    'removes',
  ],
  [
    'bats',
    'test',
    text(' ✓ adds', ' ✗ removes', '   (in test file test/cart.bats, line 7)', '', '2 tests, 1 failure'),
    'removes',
  ],
  [
    'tsc',
    'types',
    text(
      "src/a.ts(10,5): error TS2345: Argument of type 'string' is not assignable.",
      'Found 1 error in src/a.ts:10',
    ),
    'src/a.ts:10 TS2345',
  ],
  [
    'tsc',
    'types',
    text("src/a.ts:10:5 - error TS2345: Argument of type 'string' is not assignable."),
    'src/a.ts:10 TS2345',
  ],
  [
    'mypy',
    'types',
    text(
      'app/a.py:12: error: Incompatible return value type (got "int", expected "str")  [return-value]',
      'Found 1 error in 1 file (checked 9 source files)',
    ),
    'app/a.py:12 return-value',
  ],
  [
    'pyright',
    'types',
    text(
      '/app/a.py',
      '  /app/a.py:12:5 - error: "x" is not defined (reportUndefinedVariable)',
      '1 error, 0 warnings, 0 informations',
    ),
    '/app/a.py:12 reportUndefinedVariable',
  ],
  [
    'phpstan',
    'types',
    text(' ------ -------------', '  Line   src/Cart.php', ' [ERROR] Found 3 errors'),
    null,
  ],
  [
    'eslint',
    'lint',
    text(
      '',
      '/app/src/a.ts',
      "  10:5   error    'x' is defined but never used  no-unused-vars",
      '  12:1   warning  Unexpected console statement    no-console',
      '',
      '✖ 2 problems (1 error, 1 warning)',
    ),
    '/app/src/a.ts:10 no-unused-vars',
  ],
  [
    'biome',
    'lint',
    text(
      'src/a.ts:3:7 lint/correctness/noUnusedVariables ━━━━━━━━━━',
      '',
      '  ✖ This variable is unused.',
      '',
      'Checked 3 files in 5ms. No fixes applied.',
      'Found 1 error.',
    ),
    'src/a.ts:3 lint/correctness/noUnusedVariables',
  ],
  [
    'prettier',
    'lint',
    text(
      'Checking formatting...',
      '[warn] src/a.ts',
      '[warn] Code style issues found in the above file. Run Prettier with --write to fix.',
    ),
    'src/a.ts',
  ],
  [
    'ruff',
    'lint',
    text('app/a.py:1:8: F401 [*] `os` imported but unused', 'Found 1 error.'),
    'app/a.py:1 F401',
  ],
  ['black', 'lint', text('would reformat app/a.py', 'Oh no!', '1 file would be reformatted.'), null],
  [
    'rubocop',
    'lint',
    text(
      'app/a.rb:1:5: C: [Correctable] Style/StringLiterals: Prefer single-quoted strings',
      '3 files inspected, 1 offense detected',
    ),
    'app/a.rb:1 Style/StringLiterals',
  ],
  [
    'golangci-lint',
    'lint',
    text(
      'load.go:10:2: Error return value of `f.Close` is not checked (errcheck)',
      '1 issues:',
      '* errcheck: 1',
    ),
    'load.go:10 Error return value of `f.Close` is not checked (errcheck)',
  ],
  [
    'shellcheck',
    'lint',
    text('', 'In run.sh line 3:', 'echo $x', '     ^-- SC2086 (info): Double quote to prevent globbing.'),
    'run.sh:3',
  ],
  [
    'sqlfluff',
    'lint',
    text('== [models/a.sql] FAIL', 'L:   3 | P:   1 | LT02 | Expected indent of 4 spaces.', 'All Finished!'),
    'LT02 line 3',
  ],
  ['go', 'build', text('# example.com/app', './main.go:10:5: undefined: run'), './main.go:10 undefined: run'],
  [
    'gcc',
    'build',
    text('a.c: In function ‘main’:', 'a.c:10:5: error: expected ‘;’ before ‘}’ token'),
    'a.c:10 expected ‘;’ before ‘}’ token',
  ],
  ['javac', 'build', text("A.java:10: error: ';' expected", '1 error'), "A.java:10 ';' expected"],
  [
    'mvn',
    'build',
    text(
      '[ERROR] COMPILATION ERROR : ',
      '[ERROR] /app/src/A.java:[10,5] cannot find symbol',
      '[INFO] BUILD FAILURE',
    ),
    '/app/src/A.java:10 cannot find symbol',
  ],
  [
    'gradle',
    'build',
    text('e: file:///app/src/A.kt:10:5 Unresolved reference: x', 'FAILURE: Build failed with an exception.'),
    '/app/src/A.kt:10 Unresolved reference: x',
  ],
  [
    'dotnet',
    'build',
    text('/app/A.cs(10,5): error CS1002: ; expected [/app/app.csproj]', 'Build FAILED.', '    1 Error(s)'),
    '/app/A.cs:10 CS1002',
  ],
  [
    'xcodebuild',
    'build',
    text("/app/A.swift:10:5: error: cannot find 'x' in scope", '** BUILD FAILED **'),
    "/app/A.swift:10 cannot find 'x' in scope",
  ],
  [
    'vite',
    'build',
    text(
      'vite v6.0.0 building for production...',
      '✗ Build failed in 120ms',
      'error during build:',
      '[vite]: Rollup failed to resolve import "x" from "src/a.ts".',
    ),
    'Rollup failed to resolve import "x" from "src/a.ts".',
  ],
  [
    'esbuild',
    'build',
    text('✘ [ERROR] Could not resolve "./x"', '', '    src/a.ts:1:7:'),
    'Could not resolve "./x"',
  ],
  ['npm', 'build', text('npm error code ELIFECYCLE', 'npm error errno 2'), null],
  ['pnpm', 'lint', text('> eslint .', ' ELIFECYCLE  Command failed with exit code 1.'), null],
  ['npm', 'test', 'sh: 1: vitest: command not found', null],
  ['pytest', 'test', 'Exit code 2\nERROR: file or directory not found: tests/x.py', null],
];

describe('a failure is read from the output', () => {
  it.each(failures)('%s %s, row %#', (tool, kind, output, failing) => {
    expect(readOutcome(kind, tool, output, null)).toEqual({ ok: false, failing });
  });

  it.each(failures)('%s %s is named when the host tells it, row %#', (tool, kind, output, failing) => {
    expect(readOutcome(kind, tool, output, true)).toEqual({ ok: false, failing });
  });

  // The whole output is asked before its lines: what stands around a line must not hide it.
  it.each(failures.filter(([, , , failing]) => failing !== null))(
    '%s %s is named between other lines, row %#',
    (_tool, kind, output, failing) => {
      const noise = Array.from({ length: 30 }, (_, i) => `  resolving part ${i} of the bundle`).join('\n');
      expect(readOutcome(kind, 'any', `${noise}\n${output}\n${noise}`, true).failing).toBe(failing);
    },
  );

  it('of nothing but empty lines, at once', () => {
    expect(readOutcome('test', 'pytest', '\n'.repeat(2_000_000), true)).toEqual({ ok: false, failing: null });
  });

  it('through colours and Windows line ends', () => {
    const output =
      '\u001b[31m FAIL \u001b[39m src/a.test.ts > a > b\r\n\u001b[2m Test Files \u001b[22m 1 failed (1)\r\n';
    expect(readOutcome('test', 'vitest', output, null)).toEqual({
      ok: false,
      failing: 'src/a.test.ts > a > b',
    });
  });

  it('from the end of a run that printed megabytes', () => {
    const output = `${'noise\n'.repeat(400_000)}FAILED tests/a.py::b - x\n==== 1 failed in 1.0s ====\n`;
    expect(readOutcome('test', 'pytest', output, null)).toEqual({ ok: false, failing: 'tests/a.py::b' });
  });
});

describe('a success is read from the output', () => {
  it.each([
    ['vitest', 'test', ' ✓ src/fail.test.ts (2 tests)\n Test Files  1 passed (1)\n      Tests  2 passed (2)'],
    ['jest', 'test', 'PASS src/a.test.js\nTests:       2 passed, 2 total'],
    ['mocha', 'test', '    ✔ fails on error\n\n  2 passing (8ms)'],
    ['node', 'test', 'ℹ tests 2\nℹ pass 2\nℹ fail 0'],
    ['bun', 'test', ' 3 pass\n 0 fail\n'],
    ['deno', 'test', 'ok | 3 passed | 0 failed (20ms)'],
    ['playwright', 'test', '  4 passed (4.1s)'],
    ['pytest', 'test', '============ 12 passed, 1 skipped in 0.40s ============'],
    ['pytest', 'test', '12 passed in 0.40s'],
    ['unittest', 'test', 'Ran 2 tests in 0.001s\n\nOK'],
    ['go', 'test', 'ok  \texample.com/app\t0.003s\n?   \texample.com/app/x\t[no test files]'],
    ['cargo', 'test', 'test cart::fails ... ok\ntest result: ok. 2 passed; 0 failed; 0 ignored'],
    ['mvn', 'test', '[INFO] Tests run: 2, Failures: 0, Errors: 0\n[INFO] BUILD SUCCESS'],
    ['gradle', 'build', 'BUILD SUCCESSFUL in 3s'],
    ['dotnet', 'test', 'Passed!  - Failed:     0, Passed:     4'],
    ['dotnet', 'build', 'Build succeeded.\n    0 Warning(s)\n    0 Error(s)'],
    ['rspec', 'test', '2 examples, 0 failures'],
    ['rails', 'test', '2 runs, 2 assertions, 0 failures, 0 errors, 0 skips'],
    ['phpunit', 'test', 'OK (2 tests, 2 assertions)'],
    ['swift', 'build', 'Compiling App\nBuild complete! (3.21s)'],
    ['xcodebuild', 'test', '** TEST SUCCEEDED **'],
    ['ctest', 'test', '100% tests passed, 0 tests failed out of 2'],
    ['bats', 'test', ' ✓ adds\n\n1 test, 0 failures'],
    ['tsc', 'types', ''],
    ['eslint', 'lint', '\n'],
    ['go', 'build', ''],
    ['mypy', 'types', 'Success: no issues found in 9 source files'],
    ['ruff', 'lint', 'All checks passed!'],
    ['biome', 'lint', 'Checked 30 files in 12ms. No fixes applied.'],
    ['prettier', 'lint', 'Checking formatting...\nAll matched files use Prettier code style!'],
    ['rubocop', 'lint', '3 files inspected, no offenses detected'],
    ['cargo', 'types', '    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.1s'],
    ['vite', 'build', 'dist/a.js  1 kB\n✓ built in 300ms'],
    ['npm', 'test', 'Process exited with code 0\nanything at all'],
    ['npm', 'test', 'Exit code: 0\nWall time: 1.2 seconds\nOutput:\nFAILED nothing'],
  ] as const)('%s %s, row %#', (tool, kind, output) => {
    expect(readOutcome(kind, tool, output, null)).toEqual({ ok: true, failing: null });
  });
});

describe('what nobody tells stays unknown', () => {
  it.each([
    ['npm', 'test', ''],
    ['npm', 'test', 'hello\n'],
    ['make', 'build', 'cc -o a a.c'],
    ['pytest', 'test', 'collecting ...'],
    ['go', 'test', ''],
    ['npm', 'build', '> app@1.0.0 build\n> tsc -p .\n'],
    ['jest', 'test', 'the error handler reports failed requests, 3 failed before'],
  ] as const)('%s %s: %j', (tool, kind, output) => {
    expect(readOutcome(kind, tool, output, null)).toEqual({ ok: null, failing: null });
  });
});

describe('the word of the host', () => {
  it('settles it, whatever the output says', () => {
    fc.assert(
      fc.property(fc.constantFrom(...failures), fc.boolean(), ([tool, kind, output], failed) => {
        const outcome = readOutcome(kind, tool, output, failed);
        expect(outcome.ok).toBe(!failed);
        if (!failed) expect(outcome.failing).toBeNull();
      }),
    );
  });

  it('is enough without any output', () => {
    expect(readOutcome('test', 'npm', '', true)).toEqual({ ok: false, failing: null });
  });
});

it('any output is read without an error, and a name stands in it', () => {
  const piece = fc.constantFrom(
    'FAIL ',
    'a.ts',
    ' > ',
    '✖ ',
    '\n',
    '1) ',
    '--- FAIL: ',
    'error',
    ': ',
    '10:5',
    '[',
    ']',
    '(',
    ')',
    'Tests: ',
    '1 failed',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 80 }),
      fc.constantFrom<CommandKind>('test', 'build', 'lint', 'types'),
      (pieces, kind) => {
        const { ok, failing } = readOutcome(kind, 'npm', pieces.join(''), null);
        if (failing !== null) expect([ok, failing.length <= 160]).toEqual([false, true]);
      },
    ),
  );
});
