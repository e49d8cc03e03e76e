import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { keptText, middleOut, quoted, unitsOf } from './units.ts';

const texts = (message: string) => unitsOf(message).map(({ text }) => text);

describe('a message as units', () => {
  it.each(table<[string, string, readonly string[]]>('sentences'))('%s', (_, message, expected) => {
    expect(texts(message)).toEqual(expected);
  });

  it('lets an item carry the line that introduces it', () => {
    const units = unitsOf('Which one:\n- half up\n- bankers');
    expect(units.map(({ kind, lead }) => [kind, lead])).toEqual([
      ['sentence', null],
      ['item', 0],
      ['item', 0],
    ]);
    expect(unitsOf('## Open\n- the tuner')[1]).toMatchObject({ kind: 'item', lead: 0 });
  });
});

const message = fc
  .array(
    fc.constantFrom(
      'It drifts by 12.',
      'Why?',
      '\n',
      '\n\n',
      '- one',
      '\n- two',
      '\n| 1 | b |\n',
      '\n## Head\n',
      'x'.repeat(400),
      '…',
      'a, b; c: d',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(' '));

describe('whatever is written', () => {
  it('units are bounded, say something, and are led by one before them', () => {
    fc.assert(
      fc.property(message, (written) => {
        unitsOf(written).forEach(({ text, lead }, i) => {
          expect(text.length).toBeLessThanOrEqual(330);
          expect(text.trim()).not.toBe('');
          if (lead !== null) expect(lead).toBeLessThan(i);
        });
      }),
    );
  });

  it('what is kept of it reads as the same units', () => {
    fc.assert(
      fc.property(message, (written) => {
        const units = unitsOf(written);
        const all = new Set(units.keys());
        const again = unitsOf(keptText(all, units));
        expect(quoted(new Set(again.keys()), again)).toBe(quoted(all, units));
      }),
    );
  });
});

it('cuts the middle out of a text, between words', () => {
  expect(middleOut('short', 40)).toBe('short');
  const cut = middleOut('one two three four five six seven eight nine ten eleven twelve', 50);
  expect(cut.length).toBeLessThanOrEqual(50);
  expect(cut).toMatch(/^one two .* … .* twelve$/);
});
