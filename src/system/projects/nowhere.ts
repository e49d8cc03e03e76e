import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { userHome } from '../base/home.ts';
import { realPath } from './git-files.ts';

/**
 * Folders that are no place of work: the user's home, the top of a disk, and the system's temporary folder itself. Programs
 * start there for want of another folder, so what is done there does not belong together. What lies in them does.
 */
export function nowhere(): readonly string[] {
  const systems = process.platform === 'win32' ? [] : ['/', '/tmp', '/var/tmp'];
  const named = [userHome(), tmpdir(), ...systems].filter((path) => path !== '');
  return [...new Set(named.flatMap((path) => [path, realPath(path) ?? path]))];
}

/** `folder`: a real path. */
export function isNowhere(folder: string): boolean {
  return folder === dirname(folder) || nowhere().includes(folder);
}
