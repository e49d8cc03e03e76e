// Random scripts, read by our reader and by a whole parser of bash. What a script runs must be the same in both; of what it writes
// ours may say less, as it tells only what certainly happened, but never anything else.
import fc from 'fast-check';
import { type Command, parse, type Redirect } from 'unbash';
import { describe, expect, it } from 'vitest';
import { commandWords, mayWrite, shellWrites } from '../../src/domain/observe/shell.ts';
import { runs } from '../effort.ts';

interface Seen {
  readonly commands: string[][];
  readonly files: string[];
}

/** All simple commands of a tree and the files of its redirections, without those inside of words. */
function seeIn(value: unknown, seen: Seen): Seen {
  if (Array.isArray(value)) for (const one of value) seeIn(one, seen);
  if (typeof value !== 'object' || value === null || !('type' in value)) return seen;
  const node = value as (Command | Redirect) & { readonly [field: string]: unknown };
  if (node.type === 'Command') {
    const { prefix, name, suffix } = node;
    const set = prefix.filter((one) => one.type === 'Assignment').map(plainText);
    const rest = [name, ...suffix.filter((one) => one.type === 'Word')].filter(
      (one) => one !== undefined,
    );
    const words = rest.map(plainText);
    seen.commands.push(...[set, words].filter((list) => list.length > 0));
  }
  if (node.type === 'Redirect' && /^(?:>|>>|>\||&>|&>>)$/.test(node.operator) && node.target)
    seen.files.push(node.target.value);
  for (const [field, inner] of Object.entries(node))
    if (!/^(?:name|parts|target|wordlist|word|pattern|variable)$/.test(field)) seeIn(inner, seen);
  return seen;
}

function plainText(word: { readonly text: string; readonly value?: unknown }): string {
  return typeof word.value === 'string' ? word.value : word.text;
}

/** Ours tells the head of a loop or of a choice as if it were a command: no question is asked of it. */
function isNoHead([first]: readonly string[]): boolean {
  return first !== 'for' && first !== 'case';
}

const NAMES = 'make npm node git ls echo tee sed ./run.sh python3'.split(' ');
const name = fc.constantFrom(...NAMES);
const bare = fc.stringMatching(/^[a-z][a-z0-9._/-]{0,6}$/).filter((word) => !RESERVED.has(word));
const RESERVED = new Set(
  'if then else elif fi for while until do done case esac in function select time coproc'.split(
    ' ',
  ),
);
const inQuotes = fc.stringMatching(/^[a-z >|&;()#<*?]{0,8}$/);
const word = fc.oneof(
  { weight: 4, arbitrary: bare },
  inQuotes.map((text) => `'${text}'`),
  inQuotes.map((text) => `"${text}"`),
  fc.constantFrom(
    '$HOME',
    '"$1"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what a shell expands
    '${A:-b}',
    '$(pwd)',
    '`date`',
    '--flag=1',
    'a\\ b',
    '*.ts',
    '{a,b}',
    '$((1 << 2))',
    '-e',
  ),
);
const redirection = fc.oneof(
  fc
    .tuple(fc.constantFrom('>', '>>', '> ', '2>', '&>', '>|', '< '), bare)
    .map((parts) => parts.join('')),
  fc.constantFrom('2>&1', '>/dev/null', '<<< "text"'),
);
const simple = fc
  .tuple(
    fc.array(
      fc
        .tuple(fc.constantFrom('A', 'CI', 'NODE_ENV'), bare)
        .map(([key, value]) => `${key}=${value}`),
      { maxLength: 1 },
    ),
    name,
    fc.array(word, { maxLength: 3 }),
    fc.array(redirection, { maxLength: 2 }),
  )
  .map((parts) => parts.flat().join(' '));

const { script } = fc.letrec<{ command: string; line: string; script: string }>((tie) => ({
  command: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: simple },
    tie('script').map((inner) => `(${inner})`),
    tie('script').map((inner) => `{ ${inner}\n}`),
    fc.tuple(simple, tie('script')).map(([test, inner]) => `if ${test}; then ${inner}\nfi`),
    fc.tuple(bare, tie('script')).map(([list, inner]) => `for x in ${list} b; do ${inner}\ndone`),
    fc.tuple(simple, tie('script')).map(([test, inner]) => `while ${test}; do ${inner}\ndone`),
    fc
      .tuple(bare, tie('script'))
      .map(([one, inner]) => `case $1 in ${one}) ${inner}\n;; *) true ;; esac`),
    tie('script').map((inner) => `f() { ${inner}\n}`),
    fc
      .tuple(bare, fc.stringMatching(/^[a-z >|&;#<*?$]{0,8}$/))
      .map(([file, text]) => `cat > ${file} <<'END'\n${text}\nEND\n`),
  ),
  line: fc
    .array(fc.tuple(tie('command'), fc.constantFrom(' && ', ' || ', ' | ', '; ', '\n', ' & ')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) =>
      parts.map(([one, then], i) => joined(one, i === parts.length - 1 ? '' : then)).join(''),
    ),
  script: fc
    .tuple(tie('line'), fc.constantFrom('', ' # a note > x', '\n# another && one'))
    .map((parts) => joined(...parts)),
}));

/** After a heredoc the line is over: an operator would begin the next one. */
function joined(one: string, then: string): string {
  return one.endsWith('\n') && !then.startsWith('\n') ? one : `${one}${then}`;
}

function parsed(text: string): Seen | null {
  const tree = parse(text);
  return (tree.errors?.length ?? 0) > 0 ? null : seeIn(tree.commands, { commands: [], files: [] });
}

describe('a script that bash can read', () => {
  it('runs the commands that a parser of bash finds', () => {
    let read = 0;
    fc.assert(
      fc.property(script, (text) => {
        const seen = parsed(text);
        if (seen === null) return;
        read++;
        expect(commandWords(text).filter(isNoHead)).toEqual(seen.commands);
      }),
      { numRuns: runs(400, 20_000) },
    );
    expect(read).toBeGreaterThan(100);
  });

  it('writes no file that a parser of bash does not find', () => {
    fc.assert(
      fc.property(script, (text) => {
        const seen = parsed(text);
        if (seen === null) return;
        const byTee = seen.commands.filter(([first]) => first === 'tee').flat();
        const known = new Set([...seen.files, ...byTee]);
        expect(
          shellWrites(text)
            .map(({ path }) => path)
            .filter((path) => !known.has(path)),
        ).toEqual([]);
        const isAny = seen.files.some((path) => !path.startsWith('/dev/'));
        expect(mayWrite(text) || !isAny).toBe(true);
      }),
      { numRuns: runs(400, 20_000) },
    );
  });
});
