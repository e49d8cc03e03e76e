import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { table } from '../../../test/table.ts';
import { commandWords, type ShellWrite, shellWrites, withoutHeredocs } from './shell.ts';

const wrote = (path: string, content: string | null = null): ShellWrite => ({ path, append: false, content });
const appended = (path: string, content: string | null = null): ShellWrite => ({
  path,
  append: true,
  content,
});

describe('commandWords', () => {
  it.each(table<[string, string[][]]>('shell-words'))('%s', (command, expected) =>
    expect(commandWords(command)).toEqual(expected),
  );
});

describe('shellWrites', () => {
  it.each<[string, ShellWrite[]]>([
    ['npm test > out.log 2>&1', [wrote('out.log')]],
    ['echo hello > a.txt', [wrote('a.txt')]],
    ['echo -n "a  b" c >> a.txt', [appended('a.txt')]],
    ['>a.txt', [wrote('a.txt')]],
    ['make &> all.log; make &>> all.log', [wrote('all.log'), appended('all.log')]],
    ['make >| x; make 2> err; make >& both', [wrote('x'), wrote('err'), wrote('both')]],
    ['make > a 2> b', [wrote('a'), wrote('b')]],
    ['echo x > "my file.txt" && ls', [wrote('my file.txt')]],
    ["cat > a.ts <<'EOF'\nconst a = `$x`;\nEOF\n", [wrote('a.ts', 'const a = `$x`;\n')]],
    ['cat <<EOF > a.txt\nplain \\$5\nEOF', [wrote('a.txt', 'plain $5\n')]],
    ['cat > a.txt <<EOF\nhome is $HOME\nEOF', [wrote('a.txt')]],
    ['cat > a.txt <<-EOF\n\tone\n\t\ttwo\n\tEOF\nls > b', [wrote('a.txt', 'one\ntwo\n'), wrote('b')]],
    ["cat >> a <<'A'\n1\nA\ncat > b <<'B'\n2\nB", [appended('a', '1\n'), wrote('b', '2\n')]],
    ["cat > a <<'E'\necho > fake\nE", [wrote('a', 'echo > fake\n')]],
    ["tee a.txt <<'E'\nx\nE", [wrote('a.txt', 'x\n')]],
    ["cat <<'E' | sudo tee -a /etc/x /etc/y > /dev/null\nx\nE", [appended('/etc/x'), appended('/etc/y')]],
    ['(echo a; echo b) | tee c', [wrote('c')]],
    ['npm test 2>&1 | tee -a out.log', [appended('out.log')]],
    ['cat <<< hi > a', [wrote('a', 'hi\n')]],
    ['cat a.txt > b.txt', [wrote('b.txt')]],
    ['{ echo a; echo b; } > c', [wrote('c')]],
    ['for x in 1 2; do echo $x; done > c', [wrote('c')]],
    ['echo x > app/[id]/page.tsx', [wrote('app/[id]/page.tsx')]],
    ['cd /srv/app && echo x > a.txt', [wrote('/srv/app/a.txt')]],
    ['cd /srv && cd app/ && echo x > a.txt && echo y > /tmp/b', [wrote('/srv/app/a.txt'), wrote('/tmp/b')]],
    ['(cd sub && make); echo x > a', [wrote('a')]],
    ['echo x >&2 | tee a', [wrote('a')]],
    ['echo x |\n tee a', [wrote('a')]],
    ['echo x > a >&2', [wrote('a')]],
    ['make && echo x > a', [wrote('a')]],
    ['set -e; make; echo x > a; ls', [wrote('a')]],
  ])('%s', (command, expected) => expect(shellWrites(command)).toEqual(expected));

  it.each(table<string>('shell-writes-none'))('nothing certain: %s', (command) =>
    expect(shellWrites(command)).toEqual([]),
  );

  it('after a failure counts only what did not depend on success', () => {
    const command = "mkdir -p t && cat > t.js <<'E'\nx\nE\nnode t.js && echo ok > ok.txt";
    expect(shellWrites(command, true)).toEqual([wrote('t.js', 'x\n')]);
    expect(shellWrites(command, false)).toEqual([wrote('t.js', 'x\n'), wrote('ok.txt')]);
    expect(shellWrites('set -euo pipefail; make; echo a > b', true)).toEqual([]);
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
    ...[
      'echo',
      ' ',
      '\n',
      '"',
      "'",
      '\\',
      '$(',
      '${',
      '$((',
      '`',
      '(',
      ')',
      '{',
      '}',
      '((',
      '))',
      '<<E',
      'E',
      '\nE\n',
    ],
    ...'<<< > >> 2>&1 &> <( ; ;; && || | & [[ ]] # case esac if'.split(' '),
    ...['fi', 'do', 'done', 'cd ', '/a', 'A=', 'tee ', '$', '😀', '\0', '\u00a0', '\v'],
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

  it('plain words come back as they were quoted', () => {
    const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 8 }), (words) => {
        expect(commandWords(words.map(quote).join(' '))).toEqual([words]);
        expect(shellWrites(`echo ${words.map(quote).join(' ')} > a`).length).toBe(1);
      }),
    );
  });
});
