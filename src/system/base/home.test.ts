import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { homeDirectory } from './home.ts';

describe('homeDirectory', () => {
  const at = (home: string) => () => home;

  it.each(table<[{ CORTEX_HOME?: string }, string, string]>('home-places'))(
    '%o with home %s is %s',
    (env, home, expected) => {
      expect(homeDirectory(env, at(home))).toBe(expected);
    },
  );

  it.each(table<[{ CORTEX_HOME?: string }, string]>('home-refused'))(
    '%o with home "%s" is refused with a remedy',
    (env, home) => {
      expect(() => homeDirectory(env, at(home))).toThrow(
        /CORTEX_HOME (?:must be|to) an? (?:absolute|folder)/,
      );
    },
  );

  it('survives a user without an entry in the password file', () => {
    const nobody = () => {
      throw new Error('ERR_SYSTEM_ERROR');
    };
    expect(() => homeDirectory({}, nobody)).toThrow(/set HOME or CORTEX_HOME/);
    expect(homeDirectory({ CORTEX_HOME: '/data' }, nobody)).toBe('/data');
  });

  describe('of a folder that is there', () => {
    const place = (...names: string[]) => {
      const folder = mkdtempSync(join(tmpdir(), 'home-'));
      for (const name of names) mkdirSync(join(folder, name));
      return folder;
    };
    const found = (...names: string[]) => {
      const folder = place(...names);
      try {
        return homeDirectory({ CORTEX_HOME: folder }, at('/home/ada')) === folder;
      } finally {
        rmSync(folder, { recursive: true });
      }
    };

    it.each(table<[string, string[]]>('home-taken-content'))(
      'takes one that holds %s',
      (_what, names) => {
        expect(found(...names)).toBe(true);
      },
    );

    it('knows every name that is given to something in a home', () => {
      const src = join(import.meta.dirname, '..', '..');
      const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
        (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
      );
      const sources = files.map((path) => readFileSync(join(src, path), 'utf8'));
      const constants = (text: string, kind: string) =>
        [...text.matchAll(new RegExp(`^${kind}const ([A-Z_]+) = '([^'/]+)';`, 'gm'))].map(
          ([, name, value]) => [name!, value!] as const,
        );
      const exported = sources.flatMap((text) => constants(text, 'export '));
      const given = sources.flatMap((text) => {
        const values = new Map([...exported, ...constants(text, '')]);
        const parts = text.matchAll(
          /\bjoin\((?:[\w.]+\.)?(?:home|home\.folder|home\(\)\.folder), (?:'([^'/]+)'|([A-Z_]+)\b)/g,
        );
        return [...parts].map(
          ([, name, constant]) => name ?? values.get(constant!) ?? `no value of ${constant}`,
        );
      });
      // The user's home is called so, too.
      const own = [...new Set(given)].filter(
        (name) => !['.local', '.nvm', '.volta'].includes(name),
      );
      expect(own).toEqual(
        expect.arrayContaining(['brain.db', 'cache', 'sessions-forgotten', 'spool']),
      );
      expect(own.length).toBeGreaterThan(20);
      for (const name of own) expect(found(name), name).toBe(true);
    });

    it.each(table<[string, string[], string]>('home-refused-content'))(
      'refuses one that holds %s',
      (_what, names, named) => {
        expect(() => found(...names)).toThrow(`(${named}): name a new or empty one`);
      },
    );
  });
});
