import { expect, it } from 'vitest';
import { expectLinear } from '../../../test/growth.ts';
import { fileNames, namedIds } from './names.ts';

it('files are named with their signs', () => {
  const names = fileNames(
    'see src/tuner.test.ts, "notes.md" and serial-port.c; not 3.5 or e.g. this',
  );
  expect(names).toEqual([['tuner test ts'], ['notes md'], ['serial port c']]);
});

it.each([
  ['letters', 'x'],
  ['dots', 'x.'],
  ['hyphens', 'x-'],
  ['numbers', '1.'],
  ['folders', 'fix/a'],
])('a paste without a blank is read in one go: %s', (_, part) => {
  expectLinear((times) => {
    const text = part.repeat(10_000 * times);
    fileNames(text);
    namedIds(text);
  });
});
