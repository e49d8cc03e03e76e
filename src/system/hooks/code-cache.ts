import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';

/** Inside the data folder; a session's start makes it. */
export const CODE_CACHE = 'cache';

/** The first line of a file of the cache; the code follows. */
interface Head {
  /** The very file that was compiled: V8 itself compares no more than the length of a source. */
  readonly of: string;
  readonly kinds: readonly string[];
  readonly sum: number;
}

/** The home that most runs have; null where it takes a closer look (`homeDirectory`). */
export function plainHome(env: Readonly<Record<string, string | undefined>>): string | null {
  const home = env['CORTEX_HOME'] || (env['HOME'] && `${env['HOME']}/.cortex`);
  return home?.startsWith('/') ? home : null;
}

/** The folder of the cache, if it is private, because its content is executed. Null until the first session has created it. */
export function codeCache(env: Readonly<Record<string, string | undefined>>): string | null {
  const home = plainHome(env);
  // Bun compiles in its own way.
  if (home === null || process.versions['bun']) return null;
  const folder = `${home}/${CODE_CACHE}`;
  try {
    const found = lstatSync(folder);
    const isOurs =
      found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
    return isOurs ? folder : null;
  } catch {
    return null;
  }
}

/** The bundles of the program, with the code that they compile. */
export interface Bundles {
  load(name: string): unknown;
  /** Keeps what was compiled, unless an earlier run of this kind did: events of one kind run the same code. */
  keep(kind: string | null): void;
}

/**
 * Loads bundles with the code that earlier runs compiled (docs/decisions/0028). Node's own cache keeps a script as it is before
 * it runs, so that every function is compiled anew in every process. This one keeps it as it is after a run.
 */
export function openBundles(
  folder: string,
  cache: string | null,
  builtin: NodeJS.Require,
): Bundles {
  const loaded = new Map<
    string,
    { exports: unknown; script: Script; of: string; kinds: readonly string[] }
  >();
  // Flags of V8 change what it compiles: launchers and bare commands would throw out each other's code.
  const flags = process.execArgv.length > 0 ? '-flags' : '';
  const fileOf = (name: string) => `${cache}/${name}-${process.version}-${process.arch}${flags}`;

  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const filename = `${folder}/${name}`;
    const { ino, size, ctimeMs } = statSync(filename);
    const of = `${ino} ${size} ${ctimeMs}`;
    const kept = cache === null ? null : readKept(fileOf(name), of);
    // The build writes nothing but ASCII.
    const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`;
    const script = new Script(text, { filename, ...(kept && { cachedData: kept.code }) });
    const kinds = kept && !script.cachedDataRejected ? kept.kinds : [];
    const module = { exports: {} };
    const requireFrom = (id: string) => (id.startsWith('./') ? load(id.slice(2)) : builtin(id));
    script.runInThisContext()(module.exports, requireFrom, module, filename, folder);
    loaded.set(name, { exports: module.exports, script, of, kinds });
    return module.exports;
  };

  return {
    load,
    keep(kind) {
      if (cache === null || kind === null) return;
      for (const [name, { script, of, kinds }] of loaded)
        if (!kinds.includes(kind))
          writeKept(fileOf(name), of, [...kinds, kind], script.createCachedData());
    },
  };
}

function readKept(path: string, of: string): (Head & { readonly code: Buffer }) | null {
  try {
    const bytes = readFileSync(path);
    const end = bytes.indexOf('\n');
    const head = JSON.parse(bytes.toString('latin1', 0, end)) as Head;
    const code = bytes.subarray(end + 1);
    return head.of === of && head.sum === sumOf(code) ? { ...head, code } : null;
  } catch {
    return null;
  }
}

function writeKept(path: string, of: string, kinds: readonly string[], code: Buffer): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    const line = JSON.stringify({ of, kinds, sum: sumOf(code) } satisfies Head);
    writeFileSync(unfinished, Buffer.concat([Buffer.from(`${line}\n`), code]), {
      mode: 0o600,
      flush: true,
    });
    renameSync(unfinished, path);
  } catch {
    // A hook works without, and the next one tries again.
    rmSync(unfinished, { force: true });
  }
}

/** Damaged code crashes V8. A file is whole or absent; one byte in 512 shows a disk that lost a block of it. */
function sumOf(code: Buffer): number {
  let sum = code.length;
  for (let at = 0; at < code.length; at += 512) sum = (sum * 31 + code[at]!) | 0;
  return sum;
}
