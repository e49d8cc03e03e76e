import { expect, test } from 'vitest';
import { table } from '../../../../test/table.ts';
import { size } from './size.ts';

test.each(table<[number, string]>('sizes'))('%i bytes are %s', (bytes, text) => {
  expect(size(bytes)).toBe(text);
});
