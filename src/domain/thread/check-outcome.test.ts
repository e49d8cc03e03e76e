import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import type { ToolUse } from '../event.ts';
import { checkIdentity, settles } from './check.ts';
import { checkIn } from './check-outcome.ts';

const ran = (command: string, output: string | null, failed = false): ToolUse => ({
  name: 'Bash',
  failed,
  changes: [],
  reads: [],
  command,
  workdir: null,
  output,
  todos: null,
});
const PASSED = ' Test Files  3 passed (3)\n      Tests  12 passed (12)\n';
const FAILED =
  ' FAIL  src/pin.test.ts > pins > keeps ten\n Test Files  1 failed (3)\n      Tests  1 failed | 11 passed (12)\n';
const KEEPS_TEN = 'src/pin.test.ts > pins > keeps ten';

describe('a check', () => {
  it.each<[string, ToolUse, boolean, string | null]>([
    [
      'fails by the host and names the test',
      ran('npx vitest run', `Exit code 1\n${FAILED}`, true),
      false,
      KEEPS_TEN,
    ],
    ['fails by the host alone', ran('npm run lint', 'Exit code 2', true), false, null],
    ['fails with words that no tool is known for', ran('npm test', 'one test failed', true), false, null],
    ['succeeds by the host', ran('npx vitest run', PASSED), true, null],
    ['succeeds in silence', ran('npx tsc --noEmit', null), true, null],
    ['is the last of a chain', ran('cd web && npm ci && npm test', PASSED), true, null],
    ['comes after a list that only sets up', ran('cd web; export CI=1\nnpm test', PASSED), true, null],
    [
      'fails behind a pipe, by its own words',
      ran('npx vitest run 2>&1 | tail -20', FAILED),
      false,
      KEEPS_TEN,
    ],
    ['succeeds behind `tail`, which shows the end', ran('npx vitest run 2>&1 | tail -5', PASSED), true, null],
    [
      'fails before another command',
      ran('npx vitest run; git status', `${FAILED}nothing to commit`),
      false,
      KEEPS_TEN,
    ],
    ['quotes what looks like a list', ran('npx vitest run -t "a; b | c"', ''), true, null],
  ])('%s', (_, use, ok, failing) => {
    expect(checkIn(use, true)).toMatchObject({ ok, failing });
  });

  it.each<[string, ToolUse]>([
    ['no command', { ...ran('', PASSED), command: null }],
    ['no check', ran('ls -la', 'a b')],
    ['a check in a file that is written', ran("cat > ci.sh <<'EOF'\nnpm test\nEOF", '')],
    ['a success that `grep` let through', ran('go test ./... | grep ok', 'ok  \tx/y\t0.1s')],
    ['the exit code of a filter', ran('npx vitest run | grep FAIL', 'Exit code 1', true)],
    ['the exit code of what came after', ran('npm test; git status', 'nothing to commit')],
    [
      'another failure on the line',
      ran('npm test && git push', `Exit code 128\n${PASSED}fatal: no upstream`, true),
    ],
    ['a refusal', ran('npm test', "The user doesn't want to proceed with this tool use.", true)],
    ['an interruption', ran('npm test', '[Request interrupted by user for tool use]', true)],
    ['a command out of time', ran('npm test', 'Command timed out after 2m 0s\n RUN  v3', true)],
    ['the background', ran('npm test', 'Command running in background with ID: b1')],
    ['the background, by the shell', ran('npm test &', '')],
    ['silence behind a list', ran('npx tsc > log; true', '')],
  ])('is none, or nobody can tell: %s', (_, use) => {
    expect(checkIn(use, true)).toBeNull();
  });

  it('of a host that does not tell failures is judged by its words', () => {
    expect(checkIn(ran('npx vitest run', PASSED), false)).toMatchObject({ ok: true });
    expect(checkIn(ran('npx vitest run', FAILED), false)).toMatchObject({ ok: false, failing: KEEPS_TEN });
    expect(checkIn(ran('npm run build', 'bundling'), false)).toMatchObject({ ok: null });
    expect(checkIn(ran('npm run build | head -3', 'bundling'), false)).toBeNull();
  });

  it.each(table<[string, null | string]>('checks-in-folders'))(
    'knows where the line went first: %s',
    (line, directory) => {
      expect(checkIn(ran(line, PASSED), true)).toMatchObject({ command: 'npm test', directory });
    },
  );

  it.each([
    ['lists', 'cd a;'.repeat(50_000)],
    ['open quotes', '"\\'.repeat(100_000)],
    ['quotes', `"'`.repeat(100_000)],
    ['ampersands', ' &>'.repeat(100_000)],
    ['blanks', ' '.repeat(300_000)],
  ])('reads any line once: %s', (_, hostile) => {
    for (const line of [`npm test ${hostile}`, `${hostile.slice(0, 15_000)} npm test`, hostile])
      expect(checkIn(ran(line, 'x '.repeat(100_000)), true)?.failing ?? null).toBeNull();
  });
});

describe('a success settles a failure', () => {
  it.each(table<[string, string, string, string, boolean]>('checks-settled'))(
    '%s $ %s, %s $ %s: %s',
    (where, passed, place, failed, settled) => {
      expect(settles(checkIdentity(where, passed), checkIdentity(place, failed))).toBe(settled);
    },
  );

  it('and nothing that is no check', () => {
    expect(settles('npm test', 'npm test')).toBe(false);
    expect(settles(checkIdentity('', 'npm test'), 'need:a')).toBe(false);
  });
});
