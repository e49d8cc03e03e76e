import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { keptText, parseUnits, quoteUnits } from './units.ts';

const texts = (message: string) => parseUnits(message).map(({ text }) => text);

describe('a message as units', () => {
  it.each(table<[string, string, readonly string[]]>('sentences'))('%s', (_, message, expected) => {
    expect(texts(message)).toEqual(expected);
  });

  it('lets an item carry the line that introduces it', () => {
    const units = parseUnits('Which one:\n- half up\n- bankers');
    expect(units.map(({ kind, lead }) => [kind, lead])).toEqual([
      ['sentence', null],
      ['item', 0],
      ['item', 0],
    ]);
    const table = parseUnits('Three ways:\n\n| way | cost |\n|---|---|\n| a | 3 |');
    expect(table.map(({ kind, lead }) => [kind, lead])).toEqual([
      ['sentence', null],
      ['heading', 0],
      ['row', 1],
    ]);
    expect(parseUnits('## Open\n- the tuner')[1]).toMatchObject({ kind: 'item', lead: 0 });
  });

  it.each<[string, string, readonly (number | null)[]]>([
    [
      'the item that it is indented under',
      '1. tuner\n   - drifts\n   - hums\n2. mixer',
      [null, 0, 0, null],
    ],
    [
      'the item with a colon over another sign',
      '1. Tuner:\n- drifts\n2. Mixer:\n- hums',
      [null, 0, null, 2],
    ],
    ['the same in a list with signs', '✅ Done:\n- the tuner\n✅ the mixer', [null, 0, null]],
    ['the heading over the paragraph before it', '## Open\nStill some.\n- the tuner', [null, 0, 0]],
    [
      'the heading, where it is one of its parts',
      '## Open\n- the tuner\n\nReason: it drifts.',
      [null, 0, 0],
    ],
    [
      'that of a list that code interrupts',
      'Do this now:\n1. stop the tuner\n\n```sh\nx\n```\n\n2. start it',
      [null, 0, 0],
    ],
    ['no heading of a message before it', '## Result\n\n…\n\nThe table is off.', [null, null]],
    ['nothing of a list before it', '1. tuner\n\nThat is all.\n\n1. mixer', [null, null, null]],
  ])('lets an item carry %s', (_, message, leads) => {
    const units = parseUnits(message);
    expect(units.map(({ lead }) => lead)).toEqual(leads);
    const again = parseUnits(keptText(new Set(units.keys()), units));
    expect(again.map(({ lead }) => lead)).toEqual(leads);
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
      '\n1. three:',
      '\n  - four',
      '\n✅ five:',
      'Reason: x.',
      '\n| 1 | b |\n',
      '\n## Head\n',
      'x'.repeat(400),
      '…',
      'a, b; c: d',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(' '));

describe('chosen units', () => {
  const told = (message: string, ...chosen: number[]) =>
    quoteUnits(new Set(chosen), parseUnits(message));

  it('begin a new quote where something was left out', () => {
    expect(told('It drifts. Why? Nobody knows. Look!', 0, 1, 3)).toEqual([
      { text: 'It drifts. Why?', more: 0 },
      { text: 'Look!', more: 0 },
    ]);
    expect(told('先看调谐器。然后测试！', 0, 1)).toEqual([
      { text: '先看调谐器。然后测试！', more: 0 },
    ]);
  });

  it('count the items of their list that were left out, also after they were kept for later', () => {
    const message = 'Open:\n1. the tuner\n2. the mixer\n3. the docs\n4. the tests';
    expect(told(message, 0, 1, 3)).toEqual([
      { text: 'Open: · 1. the tuner', more: 0 },
      { text: '3. the docs', more: 2 },
    ]);
    const kept = keptText(new Set([0, 1, 3]), parseUnits(message));
    expect(told(kept, 0, 1)).toEqual([{ text: 'Open: · 1. the tuner', more: 3 }]);
  });
});

describe('whatever is written', () => {
  it('units are bounded, say something, and are led by one before them', () => {
    fc.assert(
      fc.property(message, (written) => {
        parseUnits(written).forEach(({ text, lead }, i) => {
          expect(text.length).toBeLessThanOrEqual(320);
          expect(text.trim()).not.toBe('');
          if (lead !== null) expect(lead).toBeLessThan(i);
        });
      }),
    );
  });

  it('what is kept of it reads as the same units', () => {
    fc.assert(
      fc.property(message, (written) => {
        const units = parseUnits(written);
        const all = new Set(units.keys());
        const again = parseUnits(keptText(all, units));
        expect(quoteUnits(new Set(again.keys()), again)).toEqual(quoteUnits(all, units));
      }),
    );
  });
});
