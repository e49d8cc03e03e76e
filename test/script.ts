import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Its entries are named by the files that they come from: it does not grow from run to run. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'cortex-scripts');

/** A script of ours in a process. What Node makes of its types is kept: that is two thirds of a start. */
export function runScript(path: string, args: readonly string[]) {
  return spawnSync(process.execPath, [join(ROOT, path), ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}
