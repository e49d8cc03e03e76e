import { nearest } from '../../operations/nearest.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Command, Flag, Flags } from './command.ts';
import type { Cli } from './context.ts';
import { UsageError } from './errors.ts';
import { commandOf, runOperation } from './of-operation.ts';
import { checkCount } from './parse.ts';

/** A command of several actions, each an operation: `cortex memory add`. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly about: string;
  /** The action that is taken where none is named. */
  readonly standard: string;
  /** How the words after the action are called. */
  readonly rest: string;
  /** Runs after every action that changes something. */
  after?(cli: Cli, isForProgram: boolean): Promise<void>;
}

export const GROUPS: readonly Group[] = [
  {
    name: 'memory',
    summary: 'Keep, find, correct and forget pieces of knowledge.',
    about:
      'A memory made while a session runs is something that session learnt: later sessions are told of it, with a confidence ' +
      'that age softens. Confidence falls by 0.01 a day, rises with use and confirmation, and every change is on record ' +
      '(history). show and search count as use. What is forgotten is gone: from the database, its index and log, mirrors, ' +
      'archives and backups, and wherever the same words were recorded. The rows of an older Cortex are memories too; one ' +
      'that is changed becomes a copy. An id may be shortened, with or without mem-.',
    standard: 'list',
    rest: 'text|id',
  },
  {
    name: 'project',
    summary: 'Which projects are known, by which signs, and which folders are one project.',
    about:
      'A project is known by its place and by the identity of its git directory on the disk: a moved or renamed repository ' +
      'stays the same project. What stands inside a folder is a claim: the remote called origin, and an id that ' +
      'git config cortex.project declares. A claim joins a second clone to a project only when you say so once with link, or ' +
      'trust its remote with projects.trust_remotes, and only with proof: a commit that a session of that project had ' +
      'checked out is in this repository. The first commit proves nothing, since forks and templates have it too. unlink takes it back; what was recorded ' +
      'in between stays with the project. In a folder that was not linked, unlink ends the offer to link it.',
    standard: 'list',
    rest: 'project',
  },
];

export function groupOf(group: Group, operations: readonly Operation[]): Command {
  const actions = new Map(
    operations.flatMap((operation) => {
      const [name, action] = operation.name.command?.split(' ') ?? [];
      return name === group.name && action ? [[action, operation] as const] : [];
    }),
  );
  const names = [...actions.keys()];
  return {
    name: group.name,
    summary: group.summary,
    about: group.about,
    args: [
      {
        name: 'action',
        help: `${names.join(', ')}; ${group.standard} when nothing is said.`,
        optional: true,
        choices: names,
      },
      { name: group.rest, help: 'What the action is about.', optional: true, many: true },
    ],
    get flags() {
      return flagsOf(actions);
    },
    examples: [...actions.values()].flatMap(({ examples }) => examples),
    action: (name) => {
      const operation = actions.get(name);
      return operation && commandOf(operation);
    },
    run: async (cli, { args: [name = group.standard, ...args], flags }) => {
      const operation = actions.get(name);
      if (!operation) {
        const guess = nearest(name, names);
        const hint = guess ? `Did you mean ${guess}?` : `It has ${names.join(', ')}.`;
        throw new UsageError(`cortex ${group.name} has no ${name}.`, hint);
      }
      const command = commandOf(operation);
      checkCount(command, args);
      const stranger = Object.entries(flags).find(([flag, given]) => given && !(flag in command.flags));
      if (stranger) throw new UsageError(`cortex ${group.name} ${name} takes no --${stranger[0]}.`);
      const code = await runOperation(cli, operation, { args, flags });
      if (operation.effect !== 'reads') await group.after?.(cli, flags['json'] === true);
      return code;
    },
  };
}

/** The flags of all actions; one that some have says which. */
function flagsOf(actions: ReadonlyMap<string, Operation>): Flags {
  const found = new Map<string, { readonly flag: Flag; readonly of: string[] }>();
  for (const [action, operation] of actions) {
    for (const [name, flag] of Object.entries(commandOf(operation).flags)) {
      const known = found.get(name);
      if (known) known.of.push(action);
      else found.set(name, { flag, of: [action] });
    }
  }
  return Object.fromEntries(
    [...found].map(([name, { flag, of }]) => [
      name,
      of.length === actions.size ? flag : { ...flag, help: `${of.join(', ')}: ${lower(flag.help)}` },
    ]),
  );
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
