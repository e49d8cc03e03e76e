import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { makePin, type Pin } from '../../domain/pins/pin.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { pickedPins, pinInShort } from './pin.ts';

const pin = (content: string, label: string | null = null): Pin => makePin({ content, label }, 0)!;
const PINS = [
  pin('the API is frozen'),
  pin('never on Friday', 'Deploy'),
  pin('38400 baud', '3'),
  pin('8N2'),
];

describe('unpin understands', () => {
  // `3` is the label of the third, and its number.
  it.each(table<[string[], string[]]>('pins-picked'))('%j', (typed, identities) => {
    expect(pickedPins(PINS, typed, 'person')).toEqual(identities);
  });

  it.each(['0', '5', '-1', 'nothing', '1.5', ''])('nothing by %j', (typed) => {
    expect(() => pickedPins(PINS, [typed], 'person')).toThrow(Failure);
  });

  it('no number that is the label of another', () => {
    expect(() => pickedPins([pin('a'), pin('b', '1')], ['1'], 'person')).toThrow(UsageError);
  });
});

it('names a pin on one short line', () => {
  const long = pin('x'.repeat(400), 'label');
  expect([...pinInShort(long)].length).toBe(70);
  expect(pinInShort({ ...PINS[1]!, critical: true })).toBe('CRITICAL Deploy: never on Friday');
});
