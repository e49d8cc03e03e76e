import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Scope } from '../../domain/base/scope.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { Failure } from '../../engine/base/errors.ts';
import type { Whereabouts } from '../../engine/client-session.ts';
import { findProject } from '../../engine/search/find.ts';

/** The project that a call names: by a folder in it, by its name, or as `global`. */
export async function projectNamed(
  deps: Pick<Deps, 'locate' | 'exists' | 'store'>,
  typed: string,
): Promise<Whereabouts> {
  const name = typed.trim();
  if (isPath(name)) {
    const cwd = resolve(name.startsWith('~') ? join(homedir(), name.slice(1)) : name);
    const { scope } = deps.locate(cwd);
    if (scope.root !== null && deps.exists(scope.root)) return { scope, cwd };
    throw new Failure(
      `project: ${name} is no folder of a project.`,
      'Give another folder, or "global" for what was kept outside of projects.',
    );
  }
  const sought = await findProject(deps, name);
  if (sought.kind === 'found') return { scope: sought.found, cwd: sought.found.root };
  if (sought.kind === 'none')
    throw new Failure(
      `project: nothing is stored of a project called ${name}.`,
      'Give a folder of it instead.',
    );
  const paths = sought.candidates.map((scope: Scope) => scope.root ?? scope.key);
  throw new Failure(
    `project: ${name} is the name of several repositories: ${paths.join(', ')}.`,
    'Give one of the folders.',
  );
}

function isPath(name: string): boolean {
  return /^(?:[/~.\\]|[a-z]:[\\/])/i.test(name);
}
