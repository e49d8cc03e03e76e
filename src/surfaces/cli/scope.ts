import { isGlobal, type Scope } from '../../domain/scope.ts';
import type { Deps, Location } from '../../engine/deps.ts';
import { findProject } from '../../engine/search/find.ts';
import { Failure, UsageError } from './errors.ts';

export const SCOPE_FLAGS = {
  scope: {
    value: 'name',
    choices: 'scopes',
    help: 'The project of that name, or global; otherwise the one of the current folder.',
  },
  project: { value: 'path', help: 'The project that holds this folder.' },
} as const;

export interface ScopeChoice {
  readonly scope: Scope;
  /** Somebody asked for this one; otherwise it is where the command was typed. */
  readonly chosen: boolean;
}

/** Which scope a command is about. A name is only a label: where it fits several repositories, their paths decide. */
export async function chooseScope(
  deps: Pick<Deps, 'locate' | 'store'>,
  cwd: string,
  flags: { readonly scope: string | undefined; readonly project: string | undefined },
): Promise<ScopeChoice> {
  const { scope: name, project: path } = flags;
  notBoth(flags);
  if (path !== undefined) return { scope: projectAt(deps, path), chosen: true };
  if (name === undefined) return { scope: deps.locate(cwd).scope, chosen: false };
  return { scope: await projectNamed(deps, name), chosen: true };
}

export function notBoth(flags: {
  readonly scope: string | undefined;
  readonly project: string | undefined;
}): void {
  if (flags.scope !== undefined && flags.project !== undefined)
    throw new UsageError('--scope and --project say the same thing in two ways; give one of them.');
}

/** The project that holds a folder. */
export function projectAt(home: { locate(cwd: string): Location }, path: string): Scope {
  const { scope } = home.locate(path);
  if (isGlobal(scope.key)) {
    throw new Failure(
      `${path} is no folder in a git repository.`,
      'Work outside of repositories has the scope global, a project whose folder is gone its name: --scope <name>',
    );
  }
  return scope;
}

export function notCaptured(name: string): Failure {
  return new Failure(
    `No session was captured in a project called ${name}.`,
    'cortex history --all lists all projects.',
  );
}

async function projectNamed(deps: Pick<Deps, 'store'>, name: string): Promise<Scope> {
  const sought = await findProject(deps, name);
  if (sought.kind === 'found') return sought.found;
  if (sought.kind === 'none') throw notCaptured(name);
  const paths = sought.candidates.map((scope) => `  ${scope.root ?? scope.key}`);
  throw new Failure(
    [`${name} is the name of ${paths.length} repositories:`, ...paths].join('\n'),
    'Name one by its path: --project <path>',
  );
}

export { inWords } from '../../operations/words.ts';
