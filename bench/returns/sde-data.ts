// The chats and tasks of sde-bench: in some chats a rule was decided, and a task later needs it.
import { readFileSync } from 'node:fs';
import { DAY } from '../continuity/clock.ts';
import { drawnUuid } from '../installed.ts';
import { readGit } from './public-data.ts';

interface ChatTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface Chat {
  /** `<task>:<part>` or `decoy:<number>`. */
  readonly key: string;
  /** The id of its session. */
  readonly id: string;
  readonly at: number;
  readonly turns: readonly ChatTurn[];
}

/** A bug whose mending needs a rule that a chat decided. */
export interface Task {
  readonly codebase: string;
  readonly bug_report: string;
  readonly policy: string | null;
}

/** In the amended set a second chat overrules the rule of the first. */
export const SETS = ['conversation', 'conversation-amended'] as const;
export type SetName = (typeof SETS)[number];

export interface SdeSet {
  readonly chats: readonly Chat[];
  readonly tasks: readonly Task[];
}

interface TaskFile extends Task {
  readonly source: string;
  readonly conversations: readonly ChatTurn[] | readonly (readonly ChatTurn[])[];
}

/** The last chat ends a little before this time. */
const LAST = Date.parse('2026-11-10T09:00:00Z');
const SPAN = 60 * DAY;

export function readSde(repository: string, set: SetName): SdeSet {
  const show = (path: string) => JSON.parse(readGit(repository, 'show', `HEAD:${path}`)) as unknown;
  const tasks = readGit(repository, 'ls-tree', '-r', '--name-only', 'HEAD')
    .split('\n')
    .filter((path) => path.endsWith('tasks/main/task.json'))
    .map((path) => show(path) as TaskFile)
    .filter(({ source }) => source === set);
  const decoys = show('gen/decoy_conversations.json') as readonly {
    readonly turns: readonly ChatTurn[];
  }[];
  const turnsByKey = new Map<string, readonly ChatTurn[]>([
    ...decoys.map(({ turns }, i) => [`decoy:${i}`, turns] as const),
    ...tasks.flatMap(chatsOf),
  ]);
  return { tasks, chats: spread(turnsByKey, set) };
}

function chatsOf({
  codebase,
  conversations,
}: TaskFile): (readonly [key: string, turns: readonly ChatTurn[]])[] {
  const parts = conversations.map((one) =>
    Array.isArray(one) ? (one as readonly ChatTurn[]) : null,
  );
  if (parts.includes(null)) return [[`${codebase}:0`, conversations as readonly ChatTurn[]]];
  return parts.map((turns, i) => [`${codebase}:${i}`, turns!] as const);
}

/** Gives each chat a time, in an order that was drawn once, so that figures of different days can be compared. */
function spread(turnsByKey: ReadonlyMap<string, readonly ChatTurn[]>, set: SetName): Chat[] {
  const file = new URL('../data/sde-order.json', import.meta.url);
  const order = (JSON.parse(readFileSync(file, 'utf8')) as Record<SetName, string>)[set].split(' ');
  const keys = [...turnsByKey.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return keys.map((key, i) => ({
    key,
    id: drawnUuid(`sde ${key}`),
    at: LAST - (SPAN * (keys.length - i)) / keys.length,
    turns: turnsByKey.get(key)!,
  }));
}

/** The chats that decided what a task needs, the newest last. */
export function chatsOfTask(chats: readonly Chat[], { codebase }: Task): Chat[] {
  return chats
    .filter(({ key }) => key.startsWith(`${codebase}:`))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}
