import type { Operation } from '../../operations/base/operation.ts';
import type { Command } from './base/command.ts';
import { makeCompletionCommand } from './base/completion.ts';
import { configCommand } from './base/config.ts';
import { hookCommand, mcpCommand, statuslineCommand } from './base/for-agents.ts';
import { type CliRoom, GROUPS, groupOfOperations } from './base/groups.ts';
import { hasName, isOnFront, placeOnFront } from './base/named.ts';
import { commandForOperation } from './base/of-operation.ts';
import { showCommand } from './base/show.ts';
import { demoCommand } from './demo/demo.ts';
import { doctorCommand } from './doctor/command.ts';
import { maintainCommand } from './doctor/maintain.ts';
import { repairCommand } from './doctor/repair.ts';
import { statusCommand } from './doctor/status.ts';
import { exportCommand } from './keeping/export.ts';
import { forgetCommand } from './keeping/forget-command.ts';
import { redactCommand } from './redact/redact.ts';
import { searchCommand } from './search/command.ts';
import { continueCommand } from './setup/continue.ts';
import { pluginCommand } from './setup/plugin.ts';
import { setupCommand } from './setup/setup.ts';
import { unsetupCommand } from './setup/unsetup.ts';

/** Commands beyond the operations: the program itself, its files, and the agents around it. */
const OWN: readonly Command[] = [
  statusCommand,
  searchCommand,
  showCommand,
  continueCommand,
  forgetCommand,
  exportCommand,
  maintainCommand,
  repairCommand,
  configCommand,
  redactCommand,
  doctorCommand,
  setupCommand,
  unsetupCommand,
  pluginCommand,
  demoCommand,
  mcpCommand,
  statuslineCommand,
  hookCommand,
];

/** Every command: those on the front in their order, then the others by name. */
export function commandsOf(
  operations: readonly Operation[],
  rooms: readonly CliRoom[],
): readonly Command[] {
  const own = [...rooms.flatMap(({ commands = [] }) => commands), ...OWN];
  const groups = [...GROUPS, ...rooms.flatMap(({ groups: more = [] }) => more)];
  const all: readonly Command[] = [
    ...own,
    makeCompletionCommand(() => all, isOnFront),
    ...operations.filter((one) => isOwnCommand(one, own)).map((one) => commandForOperation(one)),
    ...groups.map((group) => groupOfOperations(group, operations)),
  ];
  return all.toSorted((a, b) => placeOnFront(a) - placeOnFront(b) || (a.name < b.name ? -1 : 1));
}

/** An operation of two words belongs to its group; one that a command of ours carries out has no other. */
function isOwnCommand({ name: { command } }: Operation, own: readonly Command[]): boolean {
  return command !== null && !command.includes(' ') && !own.some((one) => hasName(one, command));
}
