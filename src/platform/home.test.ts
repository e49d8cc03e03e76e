import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeDirectory } from './home.ts';

describe('homeDirectory', () => {
  const at = (home: string) => () => home;

  it.each([
    [{}, '/home/ada', '/home/ada/.cortex'],
    [{ CORTEX_HOME: '' }, '/home/ada', '/home/ada/.cortex'],
    [{ CORTEX_HOME: '/data/cortex/' }, '/home/ada', '/data/cortex'],
    [{ CORTEX_HOME: '/data/x/../cortex' }, '/home/ada', '/data/cortex'],
    [{ CORTEX_HOME: '~/mind' }, '/home/ada/', '/home/ada/mind'],
    [{ CORTEX_HOME: '/data/cortex' }, '', '/data/cortex'],
  ])('%o with home %s is %s', (env, home, expected) => {
    expect(homeDirectory(env, at(home))).toBe(expected);
  });

  it.each([
    [{}, ''],
    [{}, 'relative/home'],
    [{ CORTEX_HOME: '~/x' }, ''],
    [{ CORTEX_HOME: 'data/cortex' }, '/home/ada'],
    [{ CORTEX_HOME: './cortex' }, '/home/ada'],
    [{ CORTEX_HOME: '~bob/cortex' }, '/home/ada'],
    [{ CORTEX_HOME: '/' }, '/home/ada'],
    [{ CORTEX_HOME: '~' }, '/home/ada'],
    [{ CORTEX_HOME: '/home/ada' }, '/home/ada'],
  ])('%o with home "%s" is refused with a remedy', (env, home) => {
    expect(() => homeDirectory(env, at(home))).toThrow(/CORTEX_HOME (?:must be|to) an? (?:absolute|folder)/);
  });

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

    it.each([
      ['nothing', []],
      ['a database', ['brain.db', 'notes', '.git']],
      ['no database, because it is being repaired', ['quarantine', 'notes']],
      ['what setup writes', ['bin', 'cache', 'setup.json']],
      ['what a person writes beforehand', ['config.json', 'sops']],
      ['what a new disk holds', ['lost+found']],
      ['files that SQLite has made beside a database that a listing missed', ['brain.db-wal']],
      ['what editors leave', ['config.json', '.config.json.swp', 'config.json~', '#config.json#', '4913']],
      ['copies that people make', ['config.json.bak', 'config.json.2026-11-01', 'setup.json (copy)']],
      ['what Windows leaves', ['config.json', 'Thumbs.db', 'desktop.ini', '$RECYCLE.BIN']],
      ['what desktops and shares leave', ['.DS_Store', '.Trash-1000', '.nfs0001', '@eaDir', '.gitkeep']],
    ])('takes one that holds %s', (_what, names) => {
      expect(found(...names)).toBe(true);
    });

    it('knows every name that is given to something in a home', () => {
      const src = join(import.meta.dirname, '..');
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
      const own = [...new Set(given)].filter((name) => !['.local', '.nvm', '.volta'].includes(name));
      expect(own).toEqual(expect.arrayContaining(['brain.db', 'cache', 'sessions-forgotten', 'spool']));
      expect(own.length).toBeGreaterThan(20);
      for (const name of own) expect(found(name), name).toBe(true);
    });

    it.each([
      ['a repository', ['.git', 'src'], '.git'],
      ['a repository with names like ours', ['.git', 'bin', 'config.json', 'log'], '.git'],
      ['documents', ['letters'], 'letters'],
      ['backups of something else', ['letters.bak'], 'letters.bak'],
      ["somebody's settings", ['.bashrc', '.ssh'], '.bashrc'],
      ['a name that only begins like ours', ['config.jsonnet'], 'config.jsonnet'],
    ])('refuses one that holds %s', (_what, names, named) => {
      expect(() => found(...names)).toThrow(`(${named}): name a new or empty one`);
    });
  });
});
