import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const known = new Map<string, string>();
let folder: string | null = null;

/**
 * The address of a module of ours as plain JavaScript, for processes that a test starts: one that takes types away itself costs
 * three times as much. Each is made once.
 */
export function bundled(module: URL): string {
  const path = fileURLToPath(module);
  const made = known.get(path);
  if (made) return made;
  if (folder === null) {
    const own = mkdtempSync(join(tmpdir(), 'cortex-bundled-'));
    folder = own;
    process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  }
  const outfile = join(folder, `${known.size}-${basename(path)}.mjs`);
  buildSync({
    entryPoints: [path],
    outfile,
    ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' },
  });
  const url = pathToFileURL(outfile).href;
  known.set(path, url);
  return url;
}
