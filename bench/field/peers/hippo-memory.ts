import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type At, type Command, eventOf, type Peer } from '../peer.ts';

const folder = ({ root }: Pick<At, 'root'>) => join(root, 'node_modules', 'hippo-memory');
const hippo = (at: At, args: readonly string[], input = ''): Command => ({
  program: process.execPath,
  args: [join(folder(at), 'bin', 'hippo.js'), ...args],
  input,
});

export const hippoMemory: Peer = {
  name: 'hippo-memory',
  packages: ['hippo-memory@0.8.1'],
  note: "the package has no hooks for Claude Code: a text in CLAUDE.md asks the model to call its commands. Here the script calls them for the model at every start and with every prompt's and reply's text",
  commands: ['hippo init', 'hippo context --auto --budget 1500', 'hippo capture --stdin'],
  version: (at) => JSON.parse(readFileSync(join(folder(at), 'package.json'), 'utf8')).version,
  prepare: (at) => [hippo(at, ['init', '--no-hooks', '--no-schedule'])],
  hooks(at, payload) {
    const capture = (said: unknown) => [hippo(at, ['capture', '--stdin'], String(said))];
    switch (eventOf(payload)) {
      case 'SessionStart':
        return [hippo(at, ['context', '--auto', '--budget', '1500'])];
      case 'UserPromptSubmit':
        return capture(payload['prompt']);
      case 'Stop':
        return capture(payload['last_assistant_message']);
      default:
        return [];
    }
  },
  stores: ({ home, repo }) => [join(repo, '.hippo'), join(home, '.hippo')],
};
