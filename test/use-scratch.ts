import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { makeRepository, scratchFolder } from './scratch.ts';

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

/** A folder with a place for a home and a repository called `radio`: all of it new for each test of a file. */
export function usePlace() {
  const scratch = useScratch();
  const here = { folder: '', home: '', radio: '' };
  beforeEach(() => {
    const folder = realpathSync(scratch.path);
    const radio = makeRepository(join(folder, 'a', 'radio'));
    Object.assign(here, { folder, home: join(folder, 'home'), radio });
  });
  return here;
}
