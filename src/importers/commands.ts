import type { CliRoom } from '../surfaces/cli/base/groups.ts';
import { fillBeside } from './cli/beside.ts';
import { importCommand } from './cli/import.ts';
import { leavingChecks, leavingStatus } from './cli/leaving.ts';
import { importWaiting, offerPast } from './cli/past.ts';
import { findTranscripts } from './places.ts';

/** Imports in the command line. */
export const importing: CliRoom = {
  commands: [importCommand],
  afterSetup: offerPast,
  checks: leavingChecks,
  status: leavingStatus,
  maintains: async (cli, deps) => {
    await importWaiting(cli, deps);
    await fillBeside(cli, deps);
  },
  transcriptsOf: findTranscripts,
};
