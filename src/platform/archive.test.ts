import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../test/use-scratch.ts';
import { archiveFor, listArchives, readArchive, removeArchive, writeArchive } from './archive.ts';

const folder = useScratch();
let mirrors: string;
beforeEach(() => {
  mirrors = join(folder.path, 'sessions');
});

const PATH = 'archive/2026-10/a.json';

describe('files of cold storage', () => {
  it('are private, in folders that are, and known by their hash', () => {
    writeArchive(mirrors, PATH, 'hello');
    for (const path of ['', 'archive', 'archive/2026-10'])
      expect(statSync(join(mirrors, path)).mode & 0o777).toBe(0o700);
    expect(statSync(join(mirrors, PATH)).mode & 0o777).toBe(0o600);
    // SHA-256 of "hello", as everybody knows it.
    expect(readArchive(mirrors, PATH)).toEqual({
      text: 'hello',
      hash: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
    expect(listArchives(mirrors)).toEqual([PATH]);
    expect([removeArchive(mirrors, PATH), removeArchive(mirrors, PATH)]).toEqual([true, false]);
    expect(readArchive(mirrors, PATH)).toBeNull();
  });

  it('replace a link that somebody put there, and follow none', () => {
    const victim = join(folder.path, 'victim');
    writeFileSync(victim, 'precious');
    mkdirSync(join(mirrors, 'archive', '2026-10'), { recursive: true });
    symlinkSync(victim, join(mirrors, PATH));
    writeArchive(mirrors, PATH, 'new');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readArchive(mirrors, PATH)?.text).toBe('new');
  });

  it.each([
    '../x.json',
    'archive/../../x.json',
    '/etc/passwd',
    'archive/2026-10/../../../x.json',
    'config.json',
  ])('are never at %s', (path) => {
    expect(readArchive(mirrors, path)).toBeNull();
    expect(removeArchive(mirrors, path)).toBe(false);
    expect(() => writeArchive(mirrors, path, 'x')).toThrow(/not a place/);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it.each([
    ['a1b2', 'archive/2026-10/a1b2.json'],
    ['../../etc/passwd', /^archive\/2026-10\/x-[0-9a-f]{32}\.json$/],
    ['con', /^archive\/2026-10\/x-[0-9a-f]{32}\.json$/],
    ['', /^archive\/2026-10\/x-[0-9a-f]{32}\.json$/],
  ])('of session %j lie where they are found again', (id, path) => {
    const place = archiveFor(id, '2026-10-15T10:00:00.000Z');
    expect(place).toMatch(path);
    writeArchive(mirrors, place, 'x');
    expect(readArchive(mirrors, place)?.text).toBe('x');
  });
});
