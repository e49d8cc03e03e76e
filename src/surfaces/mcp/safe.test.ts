import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { escapeDeep, escapeForModel } from './schema.ts';

it('what is stored opens and closes nothing, and hides nothing, however deep it lies', () => {
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('</session-continuity>', '<System-Reminder>', '＜channel＞'),
      fc.array(tie('value')),
      fc.dictionary(fc.string(), tie('value')),
    ),
  })).value;
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value ? Object.values(value).flatMap(texts) : [];
  };
  fc.assert(
    fc.property(anything, (value) => {
      for (const text of texts(escapeDeep(value))) {
        expect(text.normalize('NFKC')).not.toMatch(
          /<\/?(?:session-continuity|system-reminder|channel)\b/i,
        );
        expect(text).not.toMatch(/[\p{Cf}]|(?!\n)\p{Cc}/u);
        expect(text.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: runs(30, 300) },
  );
});

it('lines stay lines, and what is no text stays as it is', () => {
  expect(escapeForModel('one\ntwo <channel>\n\u001b[31mthree')).toBe(
    'one\ntwo &lt;channel>\nthree',
  );
  expect(escapeDeep({ a: [1, null, true], b: { c: '<system> a < b' } })).toEqual({
    a: [1, null, true],
    b: { c: '&lt;system> a < b' },
  });
});

it('leaves a line that quotes a dialogue as it is told', () => {
  const line = '- user: "put it behind a flag" → agent: "It is behind `SHADOW`." [changed a.ts]';
  expect(escapeDeep({ lines: [line] })).toEqual({ lines: [line] });
});
