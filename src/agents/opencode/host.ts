import { opencodeHost } from '../base/opencode.ts';

export const opencode = opencodeHost({
  name: 'opencode',
  title: 'opencode',
  places: {
    user: { folder: 'opencode', file: 'opencode/opencode.json' },
    project: { folder: '.opencode', file: 'opencode.json' },
  },
});
