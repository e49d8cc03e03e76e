import { opencodeHost } from '../base/opencode.ts';

/** Kilo is a fork of opencode, and loads the same plugins from folders of its own. */
export const kilo = opencodeHost({
  name: 'kilo',
  title: 'Kilo',
  places: {
    user: { folder: 'kilo', file: 'kilo/kilo.json' },
    project: { folder: '.kilo', file: '.kilo/kilo.json' },
  },
});
