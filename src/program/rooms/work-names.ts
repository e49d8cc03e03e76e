/** Names of the commands that have a smaller bundle: known before any of them is loaded. */
const WORK = [
  'close',
  'complete',
  'config',
  'done',
  'handoff',
  'memory',
  'mute',
  'note',
  'now',
  'pin',
  'review',
  'rule',
  'sessions',
  'show',
  'stats',
  'tasks',
  'thread',
  'told',
  'unpin',
  'why',
] as const;

export type WorkCommand = (typeof WORK)[number];

export function isWorkCommand(name: string | undefined): name is WorkCommand {
  return (WORK as readonly (string | undefined)[]).includes(name);
}
