import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTelling, promptTerms } from './prompt-terms.ts';

const of = (kind: string, prompt: string): string[] =>
  promptTerms(prompt)
    .terms.filter((term) => term.kind === kind)
    .map(({ forms }) => forms[0]!);

describe('ids that a prompt names', () => {
  it.each([
    ['Continue with #482', ['482']],
    ['SHOP-12 is back', ['shop 12']],
    ['look at shop-12', ['shop 12']],
    ['on feature/vat-2', ['feature vat 2']],
    ['release v2.4.1', ['2 4 1']],
    ['release 2.4.1', ['2 4 1']],
    ['go on with task 12', ['task 12']],
    ['see https://github.com/a/b/issues/182', ['issues 182']],
    ['pull request 17', ['pull request 17']],
    // Line numbers, encodings, colours, folders, decimals, dates.
    ['src/a.ts:482 and line 482', []],
    ['UTF-8 and SHA-256', []],
    ['color #ff00aa', []],
    ['/home/me/runs/watch-2/log', []],
    ['it took 13.2 s', []],
    ['on 2026-11-16 at 10:30', []],
  ])('%s', (prompt, ids) => {
    expect(of('id', prompt)).toEqual(ids);
  });

  it('are found however they are written', () => {
    expect(promptTerms('issue 482').terms[0]!.forms).toEqual(['issue 482', 'issue482', '482']);
    expect(promptTerms('task 7').terms[0]!.forms).toEqual(['task 7', 'task7']);
    expect(promptTerms('v2.4.1').terms[0]!.forms).toEqual(['2 4 1', 'v2 4 1']);
  });
});

describe('words of a prompt', () => {
  it.each([
    ['Fix the parser in src/read.ts at line 42', ['fix', 'parser', 'src', 'read', 'ts']],
    ['commit 0381a524da4c of 2026-10-01', ['commit', '0381a524da4c']],
    ['feature/vat-2', ['feature', 'vat']],
    ['decode h264 as utf8', ['decode', 'h264', 'utf8']],
    ['', []],
  ])('%s', (prompt, words) => {
    expect(of('word', prompt)).toEqual(words);
  });

  it('are those of its beginning', () => {
    expect(of('word', `${'x '.repeat(750)}late`)).toEqual(['x']);
  });

  it('keeps bare numbers that may come back, as numbers', () => {
    expect(of('number', 'port 8080 of 3 hosts at line 4711')).toEqual(['8080']);
  });

  it('names files by their base name', () => {
    expect(of('file', 'see @docs/CLI-RELEASE.md and src/read.ts')).toEqual(['cli release md', 'read ts']);
  });

  it.each(['continue where we left off', 'ok, go on', 'fix the code', 'weiter so'])(
    'none of %j tells what it is about, but by chance',
    (prompt) => {
      expect(promptTerms(prompt).terms.filter(isTelling).length).toBeLessThanOrEqual(1);
    },
  );

  it('has no telling word in a nod', () => {
    expect(promptTerms('continue where we left off').terms.some(isTelling)).toBe(false);
  });

  it('has pairs of terms that exist', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (prompt) => {
        const { terms, pairs } = promptTerms(prompt);
        for (const { of: places } of pairs) for (const place of places) expect(terms[place]).toBeDefined();
      }),
    );
  });
});
