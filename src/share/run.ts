import type { Deps } from '../engine/base/deps.ts';
import { type CommandInput, JSON_FLAG } from '../surfaces/cli/base/command.ts';
import type { Cli, Home } from '../surfaces/cli/base/context.ts';
import type { ShareDoor } from './door.ts';

export const ROLES = ['member', 'reader', 'owner'];

export const SHARE_FLAGS = {
  'url-stdin': {
    help: 'With init and join: read the URL from standard input and keep it, readable for you alone.',
  },
  name: { value: 'project', help: 'With init and join: the name of a project without a remote.' },
  unproven: {
    help: 'With join: you vouch that this folder is the project, although none of its commits is here.',
  },
  git: {
    help: 'With init and join: through a git repository that you may push to, for your own machines, always sealed.',
  },
  public: { help: 'With init and join: the repository may be one that everybody can read.' },
  yes: { short: 'y', help: 'With init and join through git: without asking.' },
  'what-would-leave': { help: 'With status: show every record that the next sync would send.' },
  rotate: {
    help: 'With key: make a new one for what is shared through git, as after a lost laptop.',
  },
  unsealed: {
    help: 'With init and join: share in plain text, though your login has a sealed project and its key is not here.',
  },
  'print-sql': { help: 'With init: print the schema for an administrator, and do nothing else.' },
  role: {
    value: 'role',
    choices: ROLES,
    help: 'With invite: the role; member by default.',
  },
  remove: {
    help: 'With invite: the statement that ends a membership. With key: take the key away from this machine.',
  },
  new: { help: 'With key: make one for this machine.' },
  set: { help: 'With key: read one from standard input.' },
  show: { help: 'With key: print it, for your other machines.' },
  undo: { help: 'With rule: take it back from the team.' },
  withdraw: { help: 'With leave: empty what this machine has sent.' },
  forget: {
    help: 'With leave: take the words of teammates out of this machine, also out of backups.',
  },
  wait: {
    help: 'With push, pull and sync: wait for a sync that is under way; fail if syncing is impossible.',
  },
  auto: {
    help: 'Run as sync by itself does: silently, at low priority, and once more after a pause.',
  },
  ...JSON_FLAG,
} as const;
type ShareFlags = CommandInput<typeof SHARE_FLAGS>['flags'];

/** One call of the command. */
export interface ShareRun {
  readonly cli: Cli;
  readonly deps: Deps;
  readonly home: Home;
  readonly door: ShareDoor;
  readonly flags: ShareFlags;
  readonly words: readonly string[];
}
