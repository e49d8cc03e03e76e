import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { saying } from '../../../../test/threads.ts';
import { textIdentity } from './near.ts';

describe('the same thing in other words', () => {
  it.each(table<[string, string]>('texts-alike'))('%j is %j', (a, b) => {
    expect(textIdentity(a)).toBe(textIdentity(b));
  });

  it.each(table<[string, string]>('texts-not-alike'))('%j is not %j', (a, b) => {
    expect(textIdentity(a)).not.toBe(textIdentity(b));
  });

  it('is not changed by being said twice', () => {
    fc.assert(
      fc.property(saying, (text) => {
        expect(textIdentity(textIdentity(text))).toBe(textIdentity(text));
      }),
    );
  });
});
