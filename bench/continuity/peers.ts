/** A program that could stand beside Cortex, and why it has no figures. */
export interface Peer {
  readonly name: string;
  readonly why: string;
}

/** A peer that can be run gets a row of its own in `bench/results/continuity.json` and leaves this list. */
export const PEERS: readonly Peer[] = [
  {
    name: 'claude-mem',
    why: 'not run: by its documentation a model behind an account writes its observations and summaries',
  },
  {
    name: 'mem0',
    why: 'not run: by its documentation a model extracts its memories from the conversation',
  },
  {
    name: '@modelcontextprotocol/server-memory',
    why: 'not run: it has no hooks and holds what a model stores by tool calls, and a script has no model that would call',
  },
];
