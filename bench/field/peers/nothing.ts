import type { Peer } from '../peer.ts';

/** Claude Code without any memory: what every other row is measured against. */
export const nothing: Peer = {
  name: 'nothing',
  packages: [],
  note: 'no hooks at all',
  commands: [],
  version: () => '–',
  hooks: () => [],
  stores: () => [],
};
