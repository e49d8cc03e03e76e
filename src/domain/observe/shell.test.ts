import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { table } from '../../../test/table.ts';
import { commandWords, type ShellWrite, shellWrites, withoutHeredocs } from './shell.ts';

const wrote = (path: string, content: string | null = null): ShellWrite => ({
  path,
  append: false,
  content,
});

describe('commandWords', () => {
  it.each(table<[string, string[][]]>('shell-words'))('%s', (command, expected) =>
    expect(commandWords(command)).toEqual(expected),
  );
});

describe('shellWrites', () => {
  it.each(table<[string, ShellWrite[]]>('shell-writes'))('%s', (command, expected) =>
    expect(shellWrites(command)).toEqual(expected),
  );

  it.each(table<string>('shell-writes-none'))('nothing certain: %s', (command) =>
    expect(shellWrites(command)).toEqual([]),
  );

  it('after a failure counts only what did not depend on success', () => {
    const command = "mkdir -p t && cat > t.js <<'E'\nx\nE\nnode t.js && echo ok > ok.txt";
    expect(shellWrites(command, { failed: true })).toEqual([wrote('t.js', 'x\n')]);
    expect(shellWrites(command, { failed: false })).toEqual([
      wrote('t.js', 'x\n'),
      wrote('ok.txt'),
    ]);
    expect(shellWrites('set -euo pipefail; make; echo a > b', { failed: true })).toEqual([]);
  });
});

describe('withoutHeredocs', () => {
  it('leaves the commands around the bodies', () => {
    const command = "cat > a <<'A' && cat > b <<B\n1\nA\n2\nB\nnpm test";
    expect(withoutHeredocs(command)).toBe("cat > a <<'A' && cat > b <<B\nA\nB\nnpm test");
    expect(commandWords(withoutHeredocs(command))).toEqual(commandWords(command));
  });
});

describe('any input', () => {
  const pieces = fc.constantFrom(
    ...table<string>('shell-pieces'),
    ...'<<< > >> 2>&1 &> <( ; ;; && || | & [[ ]] # case esac if'.split(' '),
    'fi',
    'do',
    'done',
    'cd ',
    '/a',
    'A=',
    'tee ',
    '$',
    '😀',
    '\0',
    '\u00a0',
    '\v',
  );

  it('is read to its end without an error', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const command = parts.join('');
        for (const write of shellWrites(command)) expect(write.path).not.toBe('');
        expect(commandWords(command).every((words) => words.length > 0)).toBe(true);
        expect(withoutHeredocs(command).length).toBeLessThanOrEqual(command.length);
      }),
      { numRuns: runs(300, 3000) },
    );
  });

  it('is given up where parentheses are opened without end, in a time that does not grow with their square', () => {
    const open = 200_000;
    for (const line of ['('.repeat(open), `${'('.repeat(open)}a${') '.repeat(open)}`])
      expect(shellWrites(`${line} > a`)).toEqual([]);
  });

  it('plain words come back as they were quoted', () => {
    const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 8 }),
        (words) => {
          expect(commandWords(words.map(quote).join(' '))).toEqual([words]);
          expect(shellWrites(`echo ${words.map(quote).join(' ')} > a`).length).toBe(1);
        },
      ),
    );
  });
});
