import { OPERATIONS } from '../../operations/all.ts';
import { CLI_ROOMS } from '../../rooms/commands.ts';
import type { Command } from './command.ts';
import { completionOf } from './commands/completion.ts';
import { config } from './commands/config.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { forget } from './commands/forget.ts';
import { hook } from './commands/hook.ts';
import { importCommand } from './commands/import.ts';
import { maintain } from './commands/maintain.ts';
import { mcp } from './commands/mcp.ts';
import { open } from './commands/open.ts';
import { plugin } from './commands/plugin.ts';
import { redact } from './commands/redact.ts';
import { repair } from './commands/repair.ts';
import { setup } from './commands/setup.ts';
import { status } from './commands/status.ts';
import { statusline } from './commands/statusline.ts';
import { unsetup } from './commands/unsetup.ts';
import { GROUPS, groupOf } from './groups.ts';
import type { HelpGroups } from './help.ts';
import { commandOf } from './of-operation.ts';

/** Commands beyond the operations: the program itself, its files, and the agents around it. */
const OWN: readonly Command[] = [
  ...CLI_ROOMS.flatMap(({ commands = [] }) => commands),
  ...[status, open, forget, exportCommand, importCommand, maintain, repair],
  ...[config, redact, doctor, setup, unsetup, plugin, demo, mcp, statusline, hook],
];

/** How the help lists commands: what people ask most comes first, and the whole list has the others too. */
export const HELP_GROUPS: HelpGroups = [
  {
    title: 'Look',
    everyday: ['today', 'ui', 'history', 'search', 'show', 'status'],
    others: ['chain', 'activity', 'handoff', 'report'],
  },
  { title: 'Go on', everyday: ['continue', 'open'], others: ['resume'] },
  { title: 'Work', everyday: ['tasks', 'done', 'note', 'thread'], others: ['drop', 'complete'] },
  {
    title: 'Keep in mind',
    everyday: ['pin', 'pins', 'unpin', 'rule', 'memory', 'forget'],
    others: ['review', 'sop'],
  },
  { title: 'What is told, and why', everyday: ['preview', 'explain'], others: ['untell', 'stats'] },
  {
    title: 'Connect',
    everyday: ['setup', 'import', 'demo'],
    others: ['unsetup', 'plugin', 'project', 'share', 'export'],
  },
  {
    title: 'Care',
    everyday: ['doctor', 'config'],
    others: ['verify', 'times', 'metrics', 'maintain', 'repair', 'redact', 'completion'],
  },
  { title: 'For agents', everyday: [], others: ['mcp', 'hook', 'statusline'] },
];

const ORDER: readonly string[] = HELP_GROUPS.flatMap(({ everyday, others }) => [...everyday, ...others]);

/** Every command. One that is not in the order comes last. */
export const COMMANDS: readonly Command[] = [
  ...OWN,
  completionOf(() => COMMANDS),
  ...OPERATIONS.filter(({ name }) => name.command !== null && !name.command.includes(' ')).map(commandOf),
  ...GROUPS.map((group) => groupOf(group, OPERATIONS)),
].sort((a, b) => place(a) - place(b));

function place({ name }: Command): number {
  const at = ORDER.indexOf(name);
  return at < 0 ? ORDER.length : at;
}
