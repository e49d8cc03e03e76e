import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PATIENT } from '../../src/surfaces/cli/demo/story.ts';

/** The program that is measured, and a folder for all that comes about meanwhile. */
export interface Place {
  /** The path of a built `cortex.cjs`, or of a yardstick in its place. */
  readonly program: string;
  readonly scratch: string;
}

/** A scratch folder with homes and repositories, apart from the user's own. */
export interface World {
  readonly folder: string;
  /** The built program's entry. */
  readonly cortex: string;
  /** Of the host's process: nothing of the agent or user that runs the benchmark. */
  readonly env: Readonly<Record<string, string>>;
  /** Of each call of Cortex. */
  readonly settings: Readonly<Record<string, string>>;
  newHome(): string;
  /** A copy of a home that nothing writes to now. */
  copyHome(home: string): string;
  dispose(): void;
}

export function makeWorld({ program, scratch }: Place): World {
  const folder = realpathSync(mkdtempSync(join(scratch, 'world-')));
  const cache = join(scratch, 'cache');
  mkdirSync(cache, { recursive: true });
  let homes = 0;
  // Compiled code is the same for all homes.
  const withCache = (home: string) => {
    symlinkSync(cache, join(home, 'cache'));
    return home;
  };
  const nextHome = () => join(folder, `home-${++homes}`);
  return {
    folder,
    cortex: program,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      NO_COLOR: '1',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
    },
    settings: {
      ...PATIENT,
      // A process in the background would write to a home while it is copied.
      CORTEX_MAINTENANCE_AUTO: 'false',
    },
    newHome() {
      const home = nextHome();
      mkdirSync(home, { mode: 0o700 });
      return withCache(home);
    },
    copyHome(home) {
      const copy = nextHome();
      cpSync(home, copy, { recursive: true, filter: (path) => basename(path) !== 'cache' });
      return withCache(copy);
    },
    dispose: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
