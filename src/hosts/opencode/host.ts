import { opencodeHost } from '../shape/opencode-shape.ts';

export const opencode = opencodeHost({
  name: 'opencode',
  title: 'opencode',
  user: { folder: 'opencode', file: 'opencode/opencode.json' },
  project: { folder: '.opencode', file: 'opencode.json' },
});
