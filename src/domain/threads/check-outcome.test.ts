import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import type { ToolUse } from '../facts/event.ts';
import { checkIdentity, settles } from './check.ts';
import { readCheck } from './check-outcome.ts';

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
  it.each<[string, ToolUse, boolean, string | null]>(table('checks-read'))(
    '%s',
    (_, use, ok, failing) => {
      expect(readCheck(use, { tellsFailure: true })).toMatchObject({ ok, failing });
    },
  );

  it.each<[string, ToolUse]>(table('checks-unknown'))(
    'is none, or nobody can tell: %s',
    (_, use) => {
      expect(readCheck(use, { tellsFailure: true })).toBeNull();
    },
  );

  it('of a host that does not tell failures is judged by its words', () => {
    expect(readCheck(ran('npx vitest run', PASSED), { tellsFailure: false })).toMatchObject({
      ok: true,
    });
    expect(readCheck(ran('npx vitest run', FAILED), { tellsFailure: false })).toMatchObject({
      ok: false,
      failing: KEEPS_TEN,
    });
    expect(readCheck(ran('npm run build', 'bundling'), { tellsFailure: false })).toMatchObject({
      ok: null,
    });
    expect(
      readCheck(ran('npm run build | head -3', 'bundling'), { tellsFailure: false }),
    ).toBeNull();
  });

  it.each(table<[string, null | string]>('checks-in-folders'))(
    'knows where the line went first: %s',
    (line, directory) => {
      expect(readCheck(ran(line, PASSED), { tellsFailure: true })).toMatchObject({
        command: 'npm test',
        directory,
      });
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
      expect(
        readCheck(ran(line, 'x '.repeat(100_000)), { tellsFailure: true })?.failing ?? null,
      ).toBeNull();
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
