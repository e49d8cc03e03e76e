import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import type { CommandKind } from './check-tools.ts';
import { readOutcome } from './outcome.ts';

/** Output of tools in which something failed, and the first failure as they name it. */
const failures: readonly (readonly [
  tool: string,
  kind: CommandKind,
  output: string,
  failing: string | null,
])[] = table('outcome-failures');

describe('a failure is read from the output', () => {
  it.each(failures)('%s %s, row %#', (tool, kind, output, failing) => {
    expect(readOutcome(kind, tool, output, null)).toEqual({ ok: false, failing });
  });

  it.each(failures)(
    '%s %s is named when the host tells it, row %#',
    (tool, kind, output, failing) => {
      expect(readOutcome(kind, tool, output, true)).toEqual({ ok: false, failing });
    },
  );

  // The whole output is asked before its lines: what stands around a line must not hide it.
  it.each(failures.filter(([, , , failing]) => failing !== null))(
    '%s %s is named between other lines, row %#',
    (_tool, kind, output, failing) => {
      const noise = Array.from(
        { length: 30 },
        (_, i) => `  resolving part ${i} of the bundle`,
      ).join('\n');
      expect(readOutcome(kind, 'any', `${noise}\n${output}\n${noise}`, true).failing).toBe(failing);
    },
  );

  it('of a megabyte of empty lines, in linear time', () => {
    expect(readOutcome('test', 'pytest', '\n'.repeat(2_000_000), true)).toEqual({
      ok: false,
      failing: null,
    });
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
    expect(readOutcome('test', 'pytest', output, null)).toEqual({
      ok: false,
      failing: 'tests/a.py::b',
    });
  });
});

describe('a success is read from the output', () => {
  it.each(table<[string, CommandKind, string]>('outcome-successes'))(
    '%s %s, row %#',
    (tool, kind, output) => {
      expect(readOutcome(kind, tool, output, null)).toEqual({ ok: true, failing: null });
    },
  );
});

describe('what nobody tells stays unknown', () => {
  it.each(table<[string, CommandKind, string]>('outcome-unknown'))(
    '%s %s: %j',
    (tool, kind, output) => {
      expect(readOutcome(kind, tool, output, null)).toEqual({ ok: null, failing: null });
    },
  );
});

describe('the word of the host', () => {
  it('decides, whatever the output says', () => {
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
