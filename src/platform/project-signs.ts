import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { declaredId, normalRemote, type Signs } from '../domain/projects/signs.ts';
import { real, settings, stat } from './git-files.ts';

/** The signs of a git directory, read without `git`. */

const ASKED = [
  { section: '[cortex]', name: 'project' },
  { section: '[remote "origin"]', name: 'url' },
];

/** A linked `.git` shows another's, and makes no claim of its own. */
export function signsOf(commonDir: string): Signs {
  if (real(commonDir) !== commonDir) return { inode: null, declared: null, remote: null };
  const [declared, remote] = settings(join(commonDir, 'config'), ASKED);
  return { inode: inodeOf(commonDir), declared: declaredId(declared!), remote: normalRemote(remote!) };
}

/** The identity of the directory itself: a link shows the identity of its target, which is not its own. */
export function inodeOf(commonDir: string): string | null {
  try {
    const found = lstatSync(commonDir, { bigint: true });
    if (!found.isDirectory() || found.birthtimeNs <= 0n || real(commonDir) !== commonDir) return null;
    return `${found.dev}:${found.ino}:${found.birthtimeNs}`;
  } catch {
    return null;
  }
}

/** Changes when the signs may have: one look at the configuration, whose file is written anew for every setting. */
export function stampOf(commonDir: string): string {
  const config = stat(join(commonDir, 'config'));
  return config ? `${config.dev}:${config.ino}:${config.mtimeMs}:${config.size}` : '';
}
