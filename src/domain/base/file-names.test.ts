import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { path } from '../../../test/threads.ts';
import { isFileName, shortestNames } from './file-names.ts';

const names = (...paths: string[]) => paths.map((one) => shortestNames(paths).get(one));

describe('the shortest name of a file', () => {
  // A method could be called `deploy/staging` or `run`.
  it.each<[string[], string[]]>(table('thread-file-names'))('%j: %j', (paths, expected) => {
    expect(names(...paths)).toEqual(expected);
  });

  it('is an ending that no other path has, and no shorter one would do', () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 60 }), (paths) => {
        const short = shortestNames(paths);
        const rooted = paths.map((one) => `./${one}`);
        const hold = (ending: string) =>
          rooted.filter((one) => one === ending || one.endsWith(`/${ending}`)).length;
        expect(new Set(short.values()).size).toBe(paths.length);
        paths.forEach((one, i) => {
          const name = short.get(one)!;
          expect(rooted[i] === name || rooted[i]!.endsWith(`/${name}`)).toBe(true);
          expect(hold(name)).toBe(1);
          const shorter = name.slice(name.indexOf('/') + 1);
          if (shorter !== name) expect(hold(shorter) > 1 || !isFileName(shorter)).toBe(true);
        });
      }),
    );
  });

  it('tells ten thousand files of one name apart', () => {
    const same = Array.from({ length: 10_000 }, (_, i) => `packages/p${i}/src/index.ts`);
    expect(shortestNames(same).get('packages/p77/src/index.ts')).toBe('p77/src/index.ts');
  });
});

describe('a file by its name', () => {
  it.each([
    'proxy.go',
    'a/b',
    'Makefile',
    '.env',
    'app.module.ts',
    'my-file.test.tsx',
    'schema.prisma',
  ])('%s', (name) => {
    expect(isFileName(name)).toBe(true);
  });
  it.each([
    'config.Load',
    'supervisor.Process',
    'cluster_corrections',
    'Foo',
    'Foo.bar',
    'Thread.run',
    '',
  ])('not %j', (name) => {
    expect(isFileName(name)).toBe(false);
  });
});
