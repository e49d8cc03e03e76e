import type { Cli } from './context.ts';
import { examine } from './doctor.ts';
import { gatherStatus } from './status.ts';

/** Answers of the program about itself, for the page, by name. */
export function programSays(cli: Cli): Readonly<Record<string, () => Promise<unknown>>> {
  return {
    doctor: async () => ({ checks: await examine(cli, { isWhole: false }) }),
    'doctor whole': async () => ({ checks: await examine(cli, { isWhole: true }) }),
    status: () => gatherStatus(cli, { scope: undefined, project: undefined }),
  };
}
