import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { withoutPrivate } from './private.ts';

describe('private blocks', () => {
  it.each(table<[string, string]>('private-blocks'))('%s', (input, text) => {
    expect(withoutPrivate(input).text).toBe(text);
  });

  it('report their positions in the input', () => {
    expect(withoutPrivate('a <private>b</private> c <private>d').cuts).toEqual([
      { start: 2, end: 22 },
      { start: 25, end: 35 },
    ]);
    expect(withoutPrivate('a <pri<private>x</private>vate>b</private> c').cuts).toEqual([
      { start: 2, end: 42 },
    ]);
  });

  const fragments = fc.array(
    fc.constantFrom(
      '<private>',
      '</private>',
      '<PRIVATE a="b">',
      '<pri',
      'vate>',
      '</pri',
      '<',
      '>',
      '/',
      'x',
      ' ',
      '\n',
      'é',
    ),
    { maxLength: 40 },
  );

  it('leave exactly the text outside the cuts, and cutting twice equals cutting once', () => {
    fc.assert(
      fc.property(fragments, (parts) => {
        const input = parts.join('');
        const { text, cuts } = withoutPrivate(input);
        let rest = '';
        let at = 0;
        for (const { start, end } of cuts) {
          rest += input.slice(at, start);
          at = end;
        }
        expect(rest + input.slice(at)).toBe(text);
        expect(withoutPrivate(text).text).toBe(text);
      }),
    );
  });

  it('never leave what stood between the tags', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, inside, after) => {
        // A `<` can make the tag a part of another one; a person does not write that.
        fc.pre(![before, inside, after].some((text) => text.includes('<')));
        expect(withoutPrivate(`${before}<private>${inside}</private>${after}`).text).toBe(
          before + after,
        );
      }),
    );
  });
});
