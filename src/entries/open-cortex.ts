import { isRecentEnough } from '../domain/runtime/runtimes.ts';
import type { Cortex, CortexOptions } from '../library/cortex.ts';
import { cortexAt } from '../library/opened.ts';
import { findScope } from '../platform/git.ts';

/** A home of Cortex. Nothing is read or made before it is used. */
export function openCortex(options: CortexOptions = {}): Cortex {
  return cortexAt(options, {
    open: async (given) => {
      if (!isRecentEnough(process.versions)) {
        throw new Error(`Cortex needs Node 22.22.3 or 24.15 and later, not ${process.version}`);
      }
      // With this comes the database: only who opens one loads it.
      return (await import('./library-home.ts')).openLibraryHome(given);
    },
    ownStorage: async () => (await import('../stores/sqlite/memory-ledgers.ts')).memoryLedgers(),
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
