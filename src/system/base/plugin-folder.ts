import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PLUGIN_PROGRAMS, type PluginKind } from '../../domain/base/runtimes.ts';
import { ensureDir } from './files.ts';

/** No host starts the library. */
const LIBRARY = 'index.cjs';

/**
 * Writes a plugin as a directory: its manifests, and all of the program that lies in `dist`, because hosts copy a plugin into a
 * cache of their own. The package itself holds no copy of the program. What was there before is replaced at once.
 */
export function writePluginFolder(dist: string, kind: PluginKind, folder: string): void {
  const place = resolve(folder);
  ensureDir(dirname(place));
  // A name that nobody has: what lies beside may be somebody's.
  const fresh = mkdtempSync(`${place}.`);
  cpSync(join(dist, 'plugins', 'manifests', kind), fresh, { recursive: true });
  const bin = join(fresh, PLUGIN_PROGRAMS[kind]);
  mkdirSync(bin);
  for (const name of readdirSync(dist))
    if (name.endsWith('.cjs') && name !== LIBRARY) copyFileSync(join(dist, name), join(bin, name));
  copyFileSync(join(dist, '..', 'LICENSE'), join(bin, '..', 'LICENSE'));
  copyFileSync(join(dist, 'licenses.txt'), join(bin, '..', 'licenses.txt'));
  rmSync(place, { recursive: true, force: true });
  chmodSync(fresh, 0o755);
  renameSync(fresh, place);
}
