import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of a test's own, with a space in its path, because users have those. */
export function scratchFolder(): { readonly path: string; dispose(): void } {
  const outer = mkdtempSync(join(tmpdir(), 'cortex-test-'));
  const path = join(outer, 'a folder');
  mkdirSync(path);
  return { path, dispose: () => rmSync(outer, { recursive: true, force: true }) };
}

/** The least that makes a folder a repository to whoever reads without `git`. */
export function makeRepository(path: string, branch = 'main'): string {
  for (const folder of ['refs/heads', 'objects'])
    mkdirSync(join(path, '.git', folder), { recursive: true });
  writeFileSync(join(path, '.git', 'HEAD'), `ref: refs/heads/${branch}\n`);
  writeFileSync(
    join(path, '.git', 'refs', 'heads', branch),
    `${'0123456789abcdef'.repeat(3).slice(0, 40)}\n`,
  );
  return path;
}

/** Every file below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Every file below a folder in which a text stands, in whatever case. */
export function filesHolding(folder: string, text: string): string[] {
  return filesBelow(folder).filter((path) =>
    readFileSync(path, 'latin1').toLowerCase().includes(text.toLowerCase()),
  );
}
