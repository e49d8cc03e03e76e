import type { CliRoom } from '../surfaces/cli/room.ts';
import { IMPORT_SOURCES, importCommand } from './cli/import.ts';
import { offerPast } from './cli/past.ts';
import { transcriptsOf } from './places.ts';

/** Imports in the command line. */
export const importing: CliRoom = {
  commands: [importCommand],
  afterSetup: offerPast,
  transcriptsOf,
  finds: { sources: async () => IMPORT_SOURCES.map((word) => ({ word, help: '' })) },
};
