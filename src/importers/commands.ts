import type { CliRoom } from '../surfaces/cli/room.ts';
import { offerPast } from './cli/after-setup.ts';
import { importCommand, importSources } from './cli/import.ts';
import { transcriptsOf } from './places.ts';

/** Imports in the command line. */
export const importing: CliRoom = {
  commands: [importCommand],
  afterSetup: offerPast,
  transcriptsOf,
  finds: { sources: async (cli) => importSources(cli).map((word) => ({ word, help: '' })) },
};
