import type { Operation } from '../../../operations/base/operation.ts';
import { type Command, commandGroup } from './command.ts';
import type { Cli, CliPart } from './context.ts';
import { commandForOperation } from './of-operation.ts';

/** A command of several actions, each an operation: `cortex memory add`. */
export interface OperationGroup extends Pick<Command, 'name' | 'summary' | 'about'> {
  /** The action that is meant where none is named. */
  readonly standard: string;
  /** Runs after every action that changes something. */
  after?(cli: Cli, isForProgram: boolean): Promise<void>;
}

/** The part of a room in the command line. */
export interface CliRoom extends CliPart {
  readonly commands?: readonly Command[];
  readonly groups?: readonly OperationGroup[];
}

export const GROUPS: readonly OperationGroup[] = [
  {
    name: 'memory',
    summary: 'Add, find, correct and forget pieces of knowledge.',
    about:
      'A memory made while a session runs is something that session learnt: later sessions are told of it, with a confidence ' +
      'that age softens. Confidence falls by 0.01 a day, rises with use and confirmation, and every change is on record ' +
      '(history). show and search count as use. What is forgotten is gone: from the database, its index and log, mirrors, ' +
      'archives and backups, and wherever the same words were recorded. cortex import cortex takes over the memories of an ' +
      'older Cortex. An id may be shortened, with or without mem-.',
    standard: 'list',
  },
  {
    name: 'project',
    summary: 'List known projects, and link a second clone to one.',
    about:
      'A project is known by its place and by the identity of its git directory on the disk: a moved or renamed repository ' +
      'stays the same project. What stands inside a folder is a claim: the remote called origin, and an id that ' +
      'git config cortex.project declares. A claim joins a folder to a project only with proof: a commit that a session of that project had ' +
      'checked out is in this repository. The first commit proves nothing, since forks and templates have it too. Where the project is at none of its places any more, the next session joins them and says so; a second ' +
      'clone waits until you say so once with link, or trust its remote with projects.trust_remotes. unlink takes it back; what was recorded ' +
      'in between stays with the project. In a folder that was not linked, unlink ends the offer to link it.',
    standard: 'list',
  },
];

/** The group with its operations: those whose names begin with its own. */
export function groupOfOperations(
  group: OperationGroup,
  operations: readonly Operation[],
): Command {
  const own = operations.filter(({ name }) => name.command?.startsWith(`${group.name} `));
  const isStandard = ({ name }: Operation) => name.command === `${group.name} ${group.standard}`;
  const sorted = [...own.filter(isStandard), ...own.filter((one) => !isStandard(one))];
  return commandGroup(
    group,
    sorted.map((operation) => commandForOperation(operation, group.after)),
  );
}
