import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';

/**
 * Loads bundles, with the code that earlier processes compiled. Node's own cache keeps a script as it is before it
 * runs, so that every function is compiled anew in every process: two fifths of what a hook costs, half of what a command
 * does. This one keeps a script as it is after it ran.
 */
export interface Bundles {
  load(name: string): unknown;
  /** Keeps what was compiled for this kind of event, unless an earlier one of the kind did: of all that was loaded, or of these. */
  keep(kind: string | null, names?: readonly string[]): void;
}

/** A file of the cache: a head of fixed size, the code, and the code again. */
interface Kept {
  readonly build: string;
  readonly size: number;
  readonly kinds: readonly string[];
}

interface Loaded {
  readonly exports: unknown;
  readonly script: Script;
  kinds: readonly string[];
}

const HEAD_BYTES = 1024;
/** A home with the tools of many servers would refresh the cache for ever. */
const MAX_KINDS = 24;

/** `build` names the content of all bundles; V8 itself compares no more than the length of a source. */
export function openBundles(
  folder: string,
  build: string,
  cache: string | null,
  builtin: NodeJS.Require,
): Bundles {
  const loaded = new Map<string, Loaded>();
  // Flags of V8 change what it compiles: launchers and bare commands would throw out each other's code.
  const kind = `${process.version}-${process.arch}${process.execArgv.length > 0 ? '-flags' : ''}`;
  const fileOf = (name: string) => `${cache}/${name}-${kind}`;

  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const filename = `${folder}/${name}`;
    const kept = cache === null ? null : readKept(fileOf(name), build);
    // The bundles are ASCII; as such a file is read without decoding.
    const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`;
    const script = new Script(text, { filename, ...(kept && { cachedData: kept.code }) });
    const module = { exports: {} };
    const kinds = kept && !script.cachedDataRejected ? kept.kinds : [];
    const requireFrom = (id: string) => (id.startsWith('./') ? load(id.slice(2)) : builtin(id));
    script.runInThisContext()(module.exports, requireFrom, module, filename, folder);
    loaded.set(name, { exports: module.exports, script, kinds });
    return module.exports;
  };

  return {
    load,
    keep(kind, names) {
      if (cache === null || kind === null) return;
      for (const [name, one] of loaded) {
        if (names && !names.includes(name)) continue;
        if (one.kinds.includes(kind) || one.kinds.length >= MAX_KINDS) continue;
        one.kinds = [...one.kinds, kind];
        writeKept(fileOf(name), { build, kinds: one.kinds }, one.script.createCachedData());
      }
    },
  };
}

/** Damaged code would crash the process, and V8 does not look: the code is there twice, and both must be the same. */
function readKept(path: string, build: string): (Kept & { readonly code: Buffer }) | null {
  try {
    const bytes = readFileSync(path);
    const head = JSON.parse(bytes.toString('latin1', 0, HEAD_BYTES)) as Kept;
    const code = bytes.subarray(HEAD_BYTES, HEAD_BYTES + head.size);
    const again = bytes.subarray(HEAD_BYTES + head.size);
    return head.build === build && code.equals(again) ? { ...head, code } : null;
  } catch {
    return null;
  }
}

function writeKept(path: string, head: Omit<Kept, 'size'>, code: Buffer): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    const text = JSON.stringify({ ...head, size: code.length } satisfies Kept).padEnd(HEAD_BYTES);
    if (text.length > HEAD_BYTES) return;
    writeFileSync(unfinished, Buffer.concat([Buffer.from(text, 'latin1'), code, code]), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch {
    // A hook works without, and the next one tries again.
    rmSync(unfinished, { force: true });
  }
}
