import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { NOTHING_DONE } from '../../../test/tool-use.ts';
import type { SessionId } from '../base/ids.ts';
import { EMPTY_THREAD, type Thread } from './thread.ts';
import { foldThread } from './thread-fold.ts';
import { observeThread } from './thread-observe.ts';

/** Tests that a project has, by file; the file is a package of go, and a target of cargo. */
const FILES = ['alpha', 'beta'] as const;
const TESTS = ['adds_one', 'adds_two', 'keeps_ten'] as const;
type Test = `${(typeof FILES)[number]} ${(typeof TESTS)[number]}`;
const ALL = FILES.flatMap((file) => TESTS.map((name): Test => `${file} ${name}`));
const fileOf = (test: Test) => test.split(' ')[0]!;
const nameOf = (test: Test) => test.split(' ')[1]!;

/** A way to run tests. */
interface Way {
  readonly command: string;
  /** The tests that it runs. */
  readonly of: (test: Test) => boolean;
  /** Whether it stops at the first failure: at once, or behind the file. */
  readonly stops?: 'at once' | 'in each file' | 'behind the file';
}

interface Runner {
  readonly ways: readonly Way[];
  readonly named: (test: Test) => string;
  readonly prints: (red: readonly Test[], ran: readonly Test[], way: Way) => string;
}

const every = () => true;
const ofFile = (file: string) => (test: Test) => fileOf(test) === file;
const ofName = (name: string) => (test: Test) => nameOf(test) === name;
const camel = (name: string) =>
  `Test${name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
const count = (red: readonly Test[], ran: readonly Test[]) =>
  `${red.length} failed${ran.length > red.length ? ` | ${ran.length - red.length} passed` : ''} (${ran.length})`;
const TARGET: Record<string, string> = { alpha: '--lib', beta: '--test beta' };

const RUNNERS: Record<string, Runner> = {
  vitest: {
    ways: [
      { command: 'npx vitest run', of: every },
      { command: 'npx vitest run src/alpha.test.ts', of: ofFile('alpha') },
      { command: 'npx vitest run src/beta.test.ts', of: ofFile('beta') },
      { command: 'npx vitest run -t adds_two', of: ofName('adds_two') },
      { command: 'npx vitest run --bail 1', of: every, stops: 'at once' },
    ],
    named: (test) => `src/${fileOf(test)}.test.ts > ${nameOf(test)}`,
    prints: (red, ran) =>
      [
        ...red.flatMap((test) => [
          ` FAIL  src/${fileOf(test)}.test.ts > ${nameOf(test)}`,
          'AssertionError: no',
          '',
        ]),
        ` Test Files  ${count([...new Set(red.map(fileOf))] as never, [...new Set(ran.map(fileOf))] as never)}`,
        `      Tests  ${count(red, ran)}`,
      ].join('\n'),
  },
  jest: {
    ways: [
      { command: 'npx jest', of: every },
      { command: 'npx jest src/alpha.test.js', of: ofFile('alpha') },
      { command: 'npx jest src/beta.test.js', of: ofFile('beta') },
      { command: 'npx jest -t keeps_ten', of: ofName('keeps_ten') },
      { command: 'npx jest --bail', of: every, stops: 'at once' },
    ],
    named: (test) => `${nameOf(test)} src/${fileOf(test)}.test.js`,
    prints: (red, ran) =>
      [
        ...FILES.filter((file) => red.some(ofFile(file))).flatMap((file) => [
          `FAIL src/${file}.test.js`,
          ...red
            .filter(ofFile(file))
            .flatMap((test) => [`  ● ${nameOf(test)}`, '', '    expect(received)', '']),
        ]),
        `Test Suites: ${new Set(red.map(fileOf)).size} failed, 2 total`,
        `Tests:       ${red.length} failed, ${ran.length} total`,
      ].join('\n'),
  },
  pytest: {
    ways: [
      { command: 'pytest', of: every },
      { command: 'python -m pytest tests/test_alpha.py', of: ofFile('alpha') },
      { command: 'pytest tests/test_beta.py', of: ofFile('beta') },
      {
        command: 'pytest tests/test_beta.py::test_adds_one',
        of: (test) => test === 'beta adds_one',
      },
      { command: 'pytest -k adds_two', of: ofName('adds_two') },
      { command: 'pytest -x', of: every, stops: 'at once' },
    ],
    named: (test) => `tests/test_${fileOf(test)}.py::test_${nameOf(test)}`,
    prints: (red, ran) =>
      [
        '=== short test summary info ===',
        ...red.map(
          (test) => `FAILED tests/test_${fileOf(test)}.py::test_${nameOf(test)} - assert 1 == 2`,
        ),
        `=== ${red.length} failed, ${ran.length - red.length} passed in 0.21s ===`,
      ].join('\n'),
  },
  go: {
    ways: [
      { command: 'go test ./...', of: every },
      { command: 'go test ./alpha', of: ofFile('alpha') },
      { command: 'go test ./beta/...', of: ofFile('beta') },
      { command: 'go test ./beta -run TestAddsOne', of: (test) => test === 'beta adds_one' },
      { command: 'go test -failfast ./...', of: every, stops: 'in each file' },
    ],
    named: (test) => `${camel(nameOf(test))} example.com/app/${fileOf(test)}`,
    prints: (red, ran) =>
      FILES.filter((file) => ran.some(ofFile(file)))
        .flatMap((file) => {
          const own = red.filter(ofFile(file));
          if (own.length === 0) return [`ok  \texample.com/app/${file}\t0.003s`];
          return [
            ...own.flatMap((test) => [
              `--- FAIL: ${camel(nameOf(test))} (0.00s)`,
              `    ${file}_test.go:7: no`,
            ]),
            'FAIL',
            `FAIL\texample.com/app/${file}\t0.004s`,
          ];
        })
        .concat('FAIL')
        .join('\n'),
  },
  cargo: {
    ways: [
      { command: 'cargo test', of: every, stops: 'behind the file' },
      { command: 'cargo test --no-fail-fast', of: every },
      { command: 'cargo test --lib', of: ofFile('alpha') },
      { command: 'cargo test adds_two', of: ofName('adds_two'), stops: 'behind the file' },
    ],
    named: (test) => `${fileOf(test)}::${nameOf(test)}`,
    prints: (red, ran, { stops }) => {
      const targets = FILES.filter((file) => ran.some(ofFile(file)));
      const failed = targets
        .filter((file) => red.some(ofFile(file)))
        .map((file) => `\`${TARGET[file]}\``);
      return [
        ...targets.flatMap((file) => [
          `     Running ${file === 'alpha' ? 'unittests src/lib.rs' : 'tests/beta.rs'} (target/debug/deps/x)`,
          ...ran
            .filter(ofFile(file))
            .map(
              (test) => `test ${file}::${nameOf(test)} ... ${red.includes(test) ? 'FAILED' : 'ok'}`,
            ),
          `test result: ${red.some(ofFile(file)) ? 'FAILED' : 'ok'}. 0 passed; ${red.filter(ofFile(file)).length} failed; 0 ignored`,
        ]),
        ...(stops
          ? [`error: test failed, to rerun pass ${failed[0]}`]
          : [
              `error: ${failed.length} target${failed.length > 1 ? 's' : ''} failed:`,
              ...failed.map((one) => `    ${one}`),
            ]),
      ].join('\n');
    },
  },
};

/** The tests that a way runs where some are broken, and those whose success can be seen. */
function ranBy({ of, stops }: Way, broken: ReadonlySet<Test>) {
  const meant = ALL.filter(of);
  const first = meant.find((test) => broken.has(test));
  if (first === undefined) return { ran: meant, red: [], seen: meant };
  const isFirstOfFile = (test: Test) =>
    test === meant.find((one) => broken.has(one) && fileOf(one) === fileOf(test));
  const ran = meant.filter((test, i) => {
    if (stops === 'at once') return i <= meant.indexOf(first);
    if (stops === 'behind the file')
      return i <= meant.indexOf(first) || fileOf(test) === fileOf(first);
    return stops === undefined || isFirstOfFile(test) || !broken.has(test);
  });
  const red = ran.filter((test) => broken.has(test));
  if (stops === undefined) return { ran, red, seen: ran };
  return { ran, red, seen: stops === 'behind the file' ? ran.filter(ofFile(fileOf(first))) : red };
}

const root = '/repo';

function ranNow(
  thread: Thread,
  command: string,
  output: string,
  failed: boolean,
  seq: number,
): Thread {
  const use = { ...NOTHING_DONE, name: 'Bash', command, output, failed };
  const event = {
    kind: 'tool-use' as const,
    hostSessionId: 's',
    cwd: root,
    key: null,
    subagent: null,
    use,
  };
  const facts = observeThread(event, { root, tellsFailure: true });
  return foldThread(
    thread,
    facts.map((fact) => ({ fact, seq, at: seq, sessionId: 's' as SessionId })),
  );
}

/** The names of everything that is told as red, however often. */
function named(thread: Thread): string[] {
  return thread.blockers
    .filter(({ resolved }) => !resolved)
    .flatMap(({ failures = [] }) => failures.map(({ name }) => name.replace(/ --.*$/, '')))
    .sort();
}

describe.each(Object.entries(RUNNERS))('%s', (_, runner) => {
  it('a test is red, once, from when it was seen red until it was seen green', () => {
    const step = fc.record({
      broken: fc.subarray(ALL).map((all) => new Set(all)),
      way: fc.constantFrom(...runner.ways),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        let thread = EMPTY_THREAD;
        const red = new Set<Test>();
        for (const [i, { broken, way }] of steps.entries()) {
          const run = ranBy(way, broken);
          for (const test of run.seen) red.delete(test);
          for (const test of run.red) red.add(test);
          const output = run.red.length > 0 ? runner.prints(run.red, run.ran, way) : '';
          thread = ranNow(thread, way.command, output, run.red.length > 0, i + 1);
          const where = steps
            .slice(0, i + 1)
            .map((one) => `${one.way.command}: ${[...one.broken].join(', ')}`);
          expect(named(thread), where.join('\n')).toEqual([...red].map(runner.named).sort());
        }
      }),
      { numRuns: runs(150, 3_000) },
    );
  });
});
