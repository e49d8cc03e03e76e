// Kilo came of opencode: the same settings in folders of its own.
import { giveLibrary, opencode, settingsFor } from './opencode.mjs';

export const kilo = {
  ...opencode,
  name: 'kilo',
  program: {
    // The newest whose program for Linux is on npm too.
    package: '@kilocode/cli',
    version: '7.7.7',
    bin: 'kilo',
    library: '@kilocode/plugin@7.3.1',
  },
  logFolders: ['.local/share/kilo/log'],

  prepare({ world, model }, program) {
    world.write('.config/kilo/kilo.json', settingsFor(model));
    giveLibrary(world, program, '.config/kilo');
  },

  env: () => ({
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_DISABLE_MODELS_FETCH: '1',
    KILO_DISABLE_LSP_DOWNLOAD: '1',
    KILO_DISABLE_DEFAULT_PLUGINS: '1',
    KILO_TELEMETRY_LEVEL: 'off',
  }),
};
