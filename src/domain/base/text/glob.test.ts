import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../../test/growth.ts';
import { table } from '../../../../test/table.ts';
import { compileGlob, isNamed } from './glob.ts';

describe('compileGlob', () => {
  it.each(table<[string, string, boolean]>('globs'))('%s, %s: %s', (glob, path, expected) =>
    expect(compileGlob(glob)(path)).toBe(expected),
  );

  it('finds every path by itself', () => {
    const part = fc.stringMatching(/^[a-z.]{1,6}$/);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const path = parts.join('/');
        expect(
          [path, '**', `${parts[0]}/**`, `**/${parts.at(-1)}`].map((glob) =>
            compileGlob(glob)(path),
          ),
        ).toEqual([true, true, true, true]);
      }),
    );
  });

  it.each([
    `${'*a'.repeat(60)}b`,
    `${'**/a/'.repeat(60)}b`,
    `${'*[!b]?'.repeat(60)}b`,
    '{a,b}'.repeat(60),
  ])('takes time that grows with the path and no faster: %s', (glob) => {
    const isOf = compileGlob(glob);
    expectLinear((times) => {
      isOf('a'.repeat(times * 5_000));
      isOf('a/'.repeat(times * 2_000));
    });
  });
});

describe('isNamed', () => {
  it.each([
    ['mcp__*__apply', 'mcp__k8s__apply', true],
    ['mcp__*__apply', 'mcp__apply', false],
    ['*', '', true],
    ['a*a', 'a', false],
    ['mcp__[kd]*', 'mcp__docker', true],
  ])('%s, %s: %s', (wanted, name, expected) => expect(isNamed(wanted, name)).toBe(expected));
});
