import { afterEach, beforeEach } from 'vitest';
import { scratchFolder } from './scratch.ts';

/** A folder of its own for each test of a file, which is gone after it. */
export function useScratch(): { readonly path: string } {
  let folder: ReturnType<typeof scratchFolder>;
  beforeEach(() => {
    folder = scratchFolder();
  });
  afterEach(() => folder.dispose());
  return {
    get path() {
      return folder.path;
    },
  };
}
