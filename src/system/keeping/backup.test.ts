import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { listBackups, surplusBackups, writeBackup } from './backup.ts';

const NOW = Date.parse('2026-11-15T23:59:00Z');
const folder = useScratch();
let backups: string;
beforeEach(() => {
  backups = join(folder.path, 'backups');
});

describe('a backup', () => {
  it('has the day for its name, is private, and takes the place of an earlier one', async () => {
    for (const text of ['first', 'second']) {
      const made = await writeBackup(backups, NOW, async (path) => writeFileSync(path, text));
      expect(made).toMatchObject({ path: join(backups, 'brain-20261115.db'), bytes: text.length });
    }
    expect(readdirSync(backups)).toEqual(['brain-20261115.db']);
    expect(readFileSync(join(backups, 'brain-20261115.db'), 'utf8')).toBe('second');
    expect(statSync(join(backups, 'brain-20261115.db')).mode & 0o777).toBe(0o600);
    expect(statSync(backups).mode & 0o777).toBe(0o700);
  });

  it('that fails leaves the one before and nothing else', async () => {
    await writeBackup(backups, NOW, async (path) => writeFileSync(path, 'good'));
    const failing = writeBackup(backups, NOW, async (path) => {
      writeFileSync(path, 'half');
      writeFileSync(`${path}-journal`, '');
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(readdirSync(backups)).toEqual(['brain-20261115.db']);
    expect(readFileSync(join(backups, 'brain-20261115.db'), 'utf8')).toBe('good');
  });

  it('is surplus when there are newer ones; what else lies there is not ours', async () => {
    await writeBackup(backups, NOW, async () => {});
    for (const name of [
      'brain-20261101.db',
      'brain-20261031.db',
      'brain-20261101.db.mine',
      'brain-x.db',
    ])
      writeFileSync(join(backups, name), '');
    const names = (paths: string[]) => paths.map((path) => basename(path));
    expect(names(listBackups(backups))).toEqual([
      'brain-20261031.db',
      'brain-20261101.db',
      'brain-20261115.db',
    ]);
    expect(names(surplusBackups(backups, 2))).toEqual(['brain-20261031.db']);
    expect(surplusBackups(backups, 3)).toEqual([]);
    expect(names(surplusBackups(backups, 0))).toHaveLength(3);
    expect(surplusBackups(join(folder.path, 'nowhere'), 1)).toEqual([]);
  });
});
