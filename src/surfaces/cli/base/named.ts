import type { DeclaredCommand } from './command.ts';

/** How commands are found by what somebody typed. Nothing here loads one. */

type NamedCommand = Pick<DeclaredCommand, 'name' | 'older'>;

/** The commands that people use from day to day, as `cortex --help` lists them. All others are below `cortex admin`. */
const FRONT: readonly string[] = [
  'setup',
  'status',
  'ui',
  'search',
  'show',
  'tasks',
  'done',
  'pin',
  'rule',
  'forget',
  'handoff',
  'review',
  'why',
];

export function isOnFront({ name }: NamedCommand): boolean {
  return FRONT.includes(name);
}

/** The place on the front; all others stand behind. */
export function placeOnFront({ name }: NamedCommand): number {
  const at = FRONT.indexOf(name);
  return at < 0 ? FRONT.length : at;
}

export function hasName({ name, older = {} }: NamedCommand, sought: string): boolean {
  return name === sought || Object.hasOwn(older, sought);
}

/** A command by its name or an older one, and the flags that this name stands for. */
export function commandNamed<C extends NamedCommand>(
  commands: readonly C[],
  name: string,
): { readonly command: C; readonly meant: Record<string, unknown> } | null {
  const command = commands.find((one) => hasName(one, name));
  return command ? { command, meant: command.older?.[name] ?? {} } : null;
}
