import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';

/**
 * Loads bundles with the code that earlier runs compiled (docs/decisions/0028). Node's own cache keeps a script as it is before
 * it runs, so that every function is compiled anew in every process. This one keeps it as it is after a run.
 */
export interface Bundles {
  load(name: string): unknown;
  /** Keeps what was compiled, unless an earlier run of this kind did: events of one kind run the same code. */
  keep(kind: string | null): void;
}

/** The first line of a file of the cache; the code follows. */
interface Head {
  /** The very file that was compiled: V8 itself compares no more than the length of a source. */
  readonly of: string;
  readonly kinds: readonly string[];
  readonly size: number;
  readonly sum: number;
}

/** A home with the tools of many servers would refresh the cache for ever. */
const MAX_KINDS = 24;

export function openBundles(folder: string, cache: string | null, builtin: NodeJS.Require): Bundles {
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
    const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'utf8')}\n})`;
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
      for (const [name, one] of loaded) {
        if (one.kinds.includes(kind) || one.kinds.length >= MAX_KINDS) continue;
        one.kinds = [...one.kinds, kind];
        writeKept(fileOf(name), { of: one.of, kinds: one.kinds }, one.script.createCachedData());
      }
    },
  };
}

function readKept(path: string, of: string): (Head & { readonly code: Buffer }) | null {
  try {
    const bytes = readFileSync(path);
    const end = bytes.indexOf('\n');
    const head = JSON.parse(bytes.toString('latin1', 0, end)) as Head;
    const code = bytes.subarray(end + 1);
    return head.of === of && head.size === code.length && head.sum === sumOf(code) ? { ...head, code } : null;
  } catch {
    return null;
  }
}

function writeKept(path: string, head: Omit<Head, 'size' | 'sum'>, code: Buffer): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    const line = JSON.stringify({ ...head, size: code.length, sum: sumOf(code) } satisfies Head);
    writeFileSync(unfinished, Buffer.concat([Buffer.from(`${line}\n`), code]), { mode: 0o600, flush: true });
    renameSync(unfinished, path);
  } catch {
    // A hook works without, and the next one tries again.
    rmSync(unfinished, { force: true });
  }
}

/** Damaged code crashes V8. A file is whole or absent; one byte in 64 shows a disk that lost a block of it. */
function sumOf(code: Buffer): number {
  let sum = 0;
  for (let at = 0; at < code.length; at += 64) sum = (sum * 31 + code[at]!) | 0;
  return sum;
}
