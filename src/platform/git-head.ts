import { join } from 'node:path';
import { readBounded } from './files.ts';
import { line } from './git-files.ts';
import type { GitDirectory } from './git-pointer.ts';

const HEADS = 'refs/heads/';

/** Whether a text is the whole name of an object, of SHA-1 or SHA-256. */
export function isHash(text: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);
}

/** The branch and the commit that HEAD names. */
export function readHead({ gitDir, commonDir }: GitDirectory): {
  branch: string | null;
  head: string | null;
} {
  let value = line(join(gitDir, 'HEAD'));
  let branch: string | null = null;
  // A reference may name another; five steps are `git`'s own limit.
  for (let step = 0; step < 5 && value !== null; step++) {
    if (isHash(value)) return { branch, head: value };
    const ref: string | null = value.startsWith('ref:') ? value.slice('ref:'.length).trim() : null;
    // The second is what a reftable repository leaves in HEAD for old readers: the truth is in binary tables.
    if (ref === null || !isPlainRef(ref) || ref === 'refs/heads/.invalid') break;
    if (step === 0 && ref.startsWith(HEADS)) branch = ref.slice(HEADS.length);
    value = line(join(gitDir, ref)) ?? line(join(commonDir, ref)) ?? packed(commonDir, ref);
  }
  return { branch, head: null };
}

/** The commit of a branch; null where there is no such branch. */
export function tipOf({ commonDir }: GitDirectory, branch: string): string | null {
  const ref = `${HEADS}${branch}`;
  if (!isPlainRef(ref)) return null;
  const value = line(join(commonDir, ref)) ?? packed(commonDir, ref);
  return value !== null && isHash(value) ? value : null;
}

/** `git`'s own rule for names: no way out of the folder, no prose in a branch's clothes. */
function isPlainRef(ref: string): boolean {
  return /^refs\/[^\x00-\x20\x7f~^:?*[\\]{1,1000}$/.test(ref) && !ref.includes('..');
}

/** Four megabytes hold some 60,000 branches; `refs/heads` sorts before remotes and tags. */
const PACKED_LIMIT = 4 * 1024 * 1024;

function packed(commonDir: string, ref: string): string | null {
  const bytes = readBounded(join(commonDir, 'packed-refs'), PACKED_LIMIT);
  const at = bytes?.indexOf(` ${ref}\n`) ?? -1;
  if (!bytes || at < 0) return null;
  const lineStart = bytes.lastIndexOf(0x0a, at) + 1;
  const hash = bytes.toString('latin1', lineStart, at);
  return isHash(hash) ? hash : null;
}
