import fc from 'fast-check';
import { expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { closeJson } from './json-head.ts';

it.each<[string, unknown]>(
  table<[string, { a?: number | string; b?: number[] | { c?: string } }]>('json-heads'),
)('closes %s', (text, value) => {
  expect(JSON.parse(closeJson(text)!)).toEqual(value);
});

it('has nothing to close where no object begins', () => {
  expect(closeJson('')).toBeNull();
  expect(closeJson('"text')).toBeNull();
});

it('leaves a whole text as it is, and nothing after it', () => {
  expect(closeJson('{"a":[1,{"b":2}]}')).toBe('{"a":[1,{"b":2}]}');
  expect(closeJson('{"a":1}\n\n')).toBe('{"a":1}');
});

it('stops where there are too many values, which strings do not count as', () => {
  const text = (rest: string) => `{"name":"first, {second}","rest":${rest}}`;
  expect(JSON.parse(closeJson(text(`[${'{},'.repeat(50)}{}]`), 10)!)).toEqual({
    name: 'first, {second}',
    rest: [{}, {}, {}, {}],
  });
  expect(JSON.parse(closeJson(text('['.repeat(50)), 5)!)).toMatchObject({ rest: [[[]]] });
  expect(JSON.parse(closeJson(`[${'{},'.repeat(1_000_000)}{}]`)!).length).toBeLessThan(60_000);
});

it('makes JSON of every beginning of an object, and loses nothing that was complete before it', () => {
  const text = fc
    .json({ depthSize: 'small' })
    .map((value) => `{"name":"first","rest":${value},"last":1}`);
  fc.assert(
    fc.property(text, fc.nat(), (whole, at) => {
      const cut = whole.slice(0, 16 + (at % (whole.length - 16)));
      expect(JSON.parse(closeJson(cut) ?? cut)).toMatchObject({ name: 'first' });
    }),
  );
});
