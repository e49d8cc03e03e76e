import { resolve } from 'node:path';
import { isRecentEnough } from '../domain/runtime/runtimes.ts';
import { findScope } from '../platform/git.ts';
import type { LedgerStore } from '../store.ts';
import type { Cortex, CortexOptions, Home } from './home.ts';

/** A home of Cortex. Nothing is read or made before it is used. */
export function openCortex(given: CortexOptions = {}): Cortex {
  const options = located(given);
  let opening: Promise<Home> | null = null;
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
      if (persistent) return laterStorage(async () => (await open()).deps.store);
      let own: Promise<LedgerStore> | null = null;
      return laterStorage(() => (own ??= ownStorage()));
    },
    with: (more) => openCortex({ ...options, ...more }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Paths stay the same when the process changes its folder. Empty ones are not said; `~` is left to the home. */
function located({ home, cwd, ...rest }: CortexOptions): CortexOptions {
  return {
    ...rest,
    ...(home?.trim() && { home: /^~(?:$|[/\\])/.test(home.trim()) ? home : resolve(home) }),
    ...(cwd?.trim() && { cwd: resolve(cwd) }),
  };
}

async function openHome(options: CortexOptions): Promise<Home> {
  if (!isRecentEnough(process.versions))
    throw new Error(`Cortex needs Node 22.22.3 or 24.15 and later, not ${process.version}`);
  // With this comes the database: only who opens one loads it.
  return (await import('../entries/library-home.ts')).openLibraryHome(options);
}

async function ownStorage(): Promise<LedgerStore> {
  return (await import('../stores/sqlite/ledger-store.ts')).memoryLedgers();
}

/** A storage that is opened by its first use. */
function laterStorage(open: () => Promise<LedgerStore>): LedgerStore {
  return new Proxy({} as LedgerStore, {
    get(_, name: keyof LedgerStore) {
      return async (...args: unknown[]) => Reflect.apply((await open())[name], null, args);
    },
  });
}

/**
 * The scope of a folder: `['project:<name>', <top of the working tree>]` in a git repository, else `['global', null]`.
 * @param cwd the folder of the process where it is not said
 */
export function detectSessionScope(cwd: string = process.cwd()): [scope: string, projectPath: string | null] {
  const { scope } = findScope(cwd);
  return [scope.label, scope.root];
}
