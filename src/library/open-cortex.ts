import { resolve } from 'node:path';
import { isRecentEnough } from '../domain/base/runtimes.ts';
import { findScope } from '../system/projects/git.ts';
import type { Cortex, CortexOptions } from './cortex.ts';
import type { LibraryHome } from './home.ts';
import type { ISessionStorage } from './types.ts';

/** A home of Cortex. Nothing is read or made before it is used. */
export function openCortex(given: CortexOptions = {}): Cortex {
  const options = located(given);
  let opening: Promise<LibraryHome> | null = null;
  const open = () => {
    opening ??= openHome(options).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  // Operations are loaded with the first that is asked for.
  const asked = async () => (await import('./asked.ts')).askedOf(await open(), options.agent);
  const close = async () => {
    const closing = opening;
    opening = null;
    (await closing?.catch(() => null))?.close();
  };
  return {
    options,
    open,
    pin: async (...words) => (await asked()).pin(...words),
    unpin: async (...words) => (await asked()).unpin(...words),
    pins: async (...words) => (await asked()).pins(...words),
    search: async (...words) => (await asked()).search(...words),
    storage: (persistent) => {
      if (persistent) return laterStorage(async () => (await open()).deps.store.ledger);
      let own: Promise<ISessionStorage> | null = null;
      return laterStorage(() => (own ??= ownStorage()));
    },
    with: (more) => openCortex({ ...options, ...more }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A home, or a bridge to one. */
export abstract class InHome {
  /** The home that it works in. */
  readonly cortex: Cortex;

  constructor(home: Cortex | { readonly cortex: Cortex } = openCortex()) {
    this.cortex = asCortex(home);
  }
}

export function asCortex(given: Cortex | { readonly cortex: Cortex }): Cortex {
  const cortex = 'cortex' in given ? given.cortex : given;
  if (typeof cortex.open === 'function') return cortex;
  throw new TypeError('The classes of Cortex take what openCortex() gives.');
}

/** Paths stay the same when the process changes its folder. Empty ones are not said; `~` is left to the home. */
function located({ home, cwd, ...rest }: CortexOptions): CortexOptions {
  return {
    ...rest,
    ...(home?.trim() && { home: /^~(?:$|[/\\])/.test(home.trim()) ? home : resolve(home) }),
    ...(cwd?.trim() && { cwd: resolve(cwd) }),
  };
}

let composed: ((options: CortexOptions) => Promise<LibraryHome>) | null = null;

/** @internal The entry of the library says how a home is composed; the classes open one without it being passed to each. */
export function openHomesBy(open: (options: CortexOptions) => Promise<LibraryHome>): void {
  composed = open;
}

async function openHome(options: CortexOptions): Promise<LibraryHome> {
  if (!isRecentEnough(process.versions))
    throw new Error(`Cortex needs Node 22.22.3 or 24.15 and later, not ${process.version}`);
  if (composed === null) throw new Error('Nothing says how a home is opened.');
  return composed(options);
}

async function ownStorage(): Promise<ISessionStorage> {
  return (await import('../store/ledger/ledger-store.ts')).memoryLedgers();
}

/** A storage that is opened by its first use. */
function laterStorage(open: () => Promise<ISessionStorage>): ISessionStorage {
  return new Proxy({} as ISessionStorage, {
    get(_, name: keyof ISessionStorage) {
      return async (...args: unknown[]) => Reflect.apply((await open())[name], null, args);
    },
  });
}

/**
 * The scope of a folder: `['project:<name>', <top of the working tree>]` in a git repository, `['project:<name>', <folder>]` outside of any; `['global', null]` in the
 * home directory, at the top of a disk and in the temporary folder itself.
 * @param cwd the folder of the process where it is not said
 */
export function detectSessionScope(
  cwd: string = process.cwd(),
): [scope: string, projectPath: string | null] {
  const { scope } = findScope(cwd);
  return [scope.label, scope.root];
}
