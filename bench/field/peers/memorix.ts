import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type At, eventOf, type Peer } from '../peer.ts';

const folder = ({ root }: Pick<At, 'root'>) => join(root, 'node_modules', 'memorix');
/** What `memorix hooks install --agent claude` registers. */
const EVENTS = ['SessionStart', 'PostToolUse', 'UserPromptSubmit', 'PreCompact', 'Stop'];

export const memorix: Peer = {
  name: 'memorix',
  packages: ['memorix@1.0.7'],
  native: ['better-sqlite3'],
  note: 'at the start it tells the person, not the model, that there is something to search for',
  commands: ['memorix hooks install --agent claude', 'memorix hook'],
  version: (at) => JSON.parse(readFileSync(join(folder(at), 'package.json'), 'utf8')).version,
  hooks: (at, payload) =>
    EVENTS.includes(eventOf(payload))
      ? [{ program: process.execPath, args: [join(folder(at), 'dist', 'cli', 'index.js'), 'hook'] }]
      : [],
  stores: ({ home }) => [join(home, '.memorix')],
};
