import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import { coldFilesIn } from './archive.ts';

const folder = useScratch();
let mirrors: string;
let files: ReturnType<typeof coldFilesIn>;
beforeEach(() => {
  mirrors = join(folder.path, 'sessions');
  files = coldFilesIn(mirrors);
});

const PATH = 'archive/2026-10/a.json';

describe('files of cold storage', () => {
  it('are private, in folders that are, and known by their hash', () => {
    files.writeArchive(PATH, 'hello');
    for (const path of ['', 'archive', 'archive/2026-10'])
      expect(statSync(join(mirrors, path)).mode & 0o777).toBe(0o700);
    expect(statSync(join(mirrors, PATH)).mode & 0o777).toBe(0o600);
    // SHA-256 of "hello", as everybody knows it.
    expect(files.readArchive(PATH)).toEqual({
      text: 'hello',
      hash: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
    expect(files.archives()).toEqual([PATH]);
    expect([files.removeArchive(PATH), files.removeArchive(PATH)]).toEqual([true, false]);
    expect(files.readArchive(PATH)).toBeNull();
  });

  it('replace a link that somebody put there, and follow none', () => {
    const victim = join(folder.path, 'victim');
    writeFileSync(victim, 'precious');
    mkdirSync(join(mirrors, 'archive', '2026-10'), { recursive: true });
    symlinkSync(victim, join(mirrors, PATH));
    files.writeArchive(PATH, 'new');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(files.readArchive(PATH)?.text).toBe('new');
  });

  it.each(table<string>('archive-places-none'))('are never at %s', (path) => {
    expect(files.readArchive(path)).toBeNull();
    expect(files.removeArchive(path)).toBe(false);
    expect(() => files.writeArchive(path, 'x')).toThrow(/not a place/);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it.each([
    ['a1b2', 'archive/2026-10/a1b2.json'],
    ['../../etc/passwd', /^archive\/2026-10\/x-[0-9a-f]{32}\.json$/],
    ['con', /^archive\/2026-10\/x-[0-9a-f]{32}\.json$/],
    ['', /^archive\/2026-10\/x-[0-9a-f]{32}\.json$/],
  ])('of session %j lie where they are found again', (id, path) => {
    const place = files.archiveFor(id, '2026-10-15T10:00:00.000Z');
    expect(place).toMatch(path);
    files.writeArchive(place, 'x');
    expect(files.readArchive(place)?.text).toBe('x');
  });
});
