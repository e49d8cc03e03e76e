import type { Operation } from '../../operations/base/operation.ts';
import type { Command } from './base/command.ts';
import { completionOf } from './base/completion.ts';
import { config } from './base/config.ts';
import { hook, mcp, statusline } from './base/for-agents.ts';
import { type CliRoom, GROUPS, groupOfOperations } from './base/groups.ts';
import { hasName, isOnFront, placeOnFront } from './base/named.ts';
import { commandOf } from './base/of-operation.ts';
import { show } from './base/show.ts';
import { demo } from './demo/demo.ts';
import { doctor } from './doctor/command.ts';
import { maintain } from './doctor/maintain.ts';
import { repair } from './doctor/repair.ts';
import { status } from './doctor/status.ts';
import { exportCommand } from './keeping/export.ts';
import { forget } from './keeping/forget-command.ts';
import { redact } from './redact/redact.ts';
import { search } from './search/command.ts';
import { continueCommand } from './setup/continue.ts';
import { plugin } from './setup/plugin.ts';
import { setup } from './setup/setup.ts';
import { unsetup } from './setup/unsetup.ts';

/** Commands beyond the operations: the program itself, its files, and the agents around it. */
const OWN: readonly Command[] = [
  status,
  search,
  show,
  continueCommand,
  forget,
  exportCommand,
  maintain,
  repair,
  config,
  redact,
  doctor,
  setup,
  unsetup,
  plugin,
  demo,
  mcp,
  statusline,
  hook,
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
    completionOf(() => all, isOnFront),
    ...operations.filter((one) => isOwnCommand(one, own)).map((one) => commandOf(one)),
    ...groups.map((group) => groupOfOperations(group, operations)),
  ];
  return all.toSorted((a, b) => placeOnFront(a) - placeOnFront(b) || (a.name < b.name ? -1 : 1));
}

/** An operation of two words belongs to its group; one that a command of ours carries out has no other. */
function isOwnCommand({ name: { command } }: Operation, own: readonly Command[]): boolean {
  return command !== null && !command.includes(' ') && !own.some((one) => hasName(one, command));
}
