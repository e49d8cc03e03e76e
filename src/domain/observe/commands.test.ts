import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import type { CommandKind } from './check-tools.ts';
import { recogniseCommand, resolves } from './commands.ts';
import { commandWords } from './shell.ts';

const look = (line: string) => recogniseCommand(commandWords(line));

describe('a command is recognised', () => {
  const rows: readonly (readonly [string, CommandKind, string])[] = table('commands-recognised');
  it.each(rows)('%s', (line, kind, tool) => {
    expect(look(line)).toMatchObject({ kind, tool });
  });
});

describe('a command that checks nothing is not', () => {
  it.each(table<string>('commands-not-recognised'))('%s', (line) => {
    expect(look(line)).toBeNull();
  });
});

describe('the identity', () => {
  it.each(table<[string, string]>('commands-alike'))('of %s is that of %s', (a, b) => {
    expect(look(b)!.identity).toBe(look(a)!.identity);
  });

  it.each([
    ['npm test', 'npm run lint'],
    ['pytest tests/a.py', 'pytest tests/b.py'],
    ['cargo test', 'cargo build'],
    ['npm test', 'pnpm test'],
  ])('of %s is not that of %s', (a, b) => {
    expect(look(b)!.identity).not.toBe(look(a)!.identity);
  });

  it('holds every check of the line', () => {
    expect(look('npm run build && npm test')!.identity).toBe('npm build && npm test');
  });
});

describe('a success resolves', () => {
  const id = (line: string) => look(line)!.identity;
  it.each(table<[string, string, boolean]>('commands-resolving'))(
    '%s after %s: %s',
    (success, failure, expected) => {
      expect(resolves(id(success), id(failure))).toBe(expected);
    },
  );
});

describe('the exit code of the line is not that of the check', () => {
  it.each(table<[string, boolean]>('commands-exit-codes'))('%s: %s', (line, masked) => {
    expect(look(line)!.masked).toBe(masked);
  });
});

describe('a command line', () => {
  it('of any text is read without an error, the same for the same words', () => {
    const word = fc.constantFrom(
      'npm',
      'test',
      'run',
      '-x',
      'A=1',
      '&&',
      '|',
      'bash',
      '-c',
      '"',
      "'",
      'npx',
      'make',
      '2>&1',
      '>',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const line = words.join(' ');
        const found = look(line);
        expect(look(`  ${line.replaceAll(' ', '  ')} `)?.kind).toBe(found?.kind);
        if (found) expect(found.identity.length).toBeGreaterThan(0);
      }),
    );
  });
});
