import { existsSync } from 'node:fs';
import { shortId } from '../../../domain/base/ids.ts';
import type { Scope } from '../../../domain/base/scope.ts';
import type { Deps } from '../../../engine/base/deps.ts';
import { liveSessions } from '../../../engine/presence/target.ts';
import { findProject } from '../../../engine/search/find.ts';
import { sessionHead } from '../../../engine/sessions/sessions.ts';
import { asPerson, resolveSession } from '../../../operations/base/meant.ts';
import type { Location } from '../../../ports/projects/location.ts';
import type { SessionHead } from '../../../store/store.ts';
import { Failure, UsageError } from './errors.ts';

export const SCOPE_FLAGS = {
  scope: {
    value: 'name',
    choices: 'scopes',
    help: 'Another project, by its name, or global; by default the one of this folder.',
  },
  project: { value: 'path', help: 'Another project, by a folder in it.' },
} as const;

export interface ScopeChoice {
  readonly scope: Scope;
  /** The scope was named; otherwise it is that of the current folder. */
  readonly chosen: boolean;
}

/** Which scope a command is about. A name is only a label: where it fits several repositories, their paths decide. */
export async function chooseScope(
  deps: Pick<Deps, 'locate' | 'store'>,
  cwd: string,
  flags: { readonly scope: string | undefined; readonly project: string | undefined },
): Promise<ScopeChoice> {
  const { scope: name, project: path } = flags;
  refuseBothScopes(flags);
  if (path !== undefined) return { scope: projectAt(deps, path), chosen: true };
  if (name === undefined) return { scope: deps.locate(cwd).scope, chosen: false };
  return { scope: await projectNamed(deps, name), chosen: true };
}

export function refuseBothScopes(flags: {
  readonly scope: string | undefined;
  readonly project: string | undefined;
}): void {
  if (flags.scope !== undefined && flags.project !== undefined)
    throw new UsageError('--scope and --project say the same thing in two ways; give one of them.');
}

/** The project that holds a folder. */
export function projectAt(home: { locate(cwd: string): Location }, path: string): Scope {
  const { scope } = home.locate(path);
  // A folder that is not there has no work; a project whose folder is gone has its name.
  if (scope.root === null || !existsSync(scope.root)) {
    throw new Failure(
      `${path} is no folder of a project.`,
      'What is kept in the home directory or the temporary folder has the scope global, a project whose folder is gone its name: --scope <name>',
    );
  }
  return scope;
}

export function notCaptured(name: string): Failure {
  return new Failure(
    `No session was captured in a project called ${name}.`,
    'cortex sessions --all lists all projects.',
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

export const SESSION_FLAG = {
  session: {
    value: 'id',
    choices: 'sessions',
    help: 'That session, instead of the one that runs here.',
  },
} as const;

/** The sessions that a command is about: one that was named, those of a named scope, else the one that is meant. */
export interface ChosenTarget extends ScopeChoice {
  /** Absent: the engine finds the session that the command was typed in. */
  readonly sessions: readonly SessionHead[] | undefined;
}

export async function chooseTarget(
  deps: Deps,
  cwd: string,
  flags: Readonly<Record<'session' | 'scope' | 'project', string | undefined>>,
): Promise<ChosenTarget> {
  if (flags.session !== undefined) {
    if ((flags.scope ?? flags.project) !== undefined)
      throw new UsageError('--session names its scope already.');
    const head = await openSession(deps, flags.session);
    return { scope: head.scope, chosen: true, sessions: [head] };
  }
  const choice = await chooseScope(deps, cwd, flags);
  return {
    ...choice,
    sessions: choice.chosen ? await liveSessions(deps, choice.scope) : undefined,
  };
}

/** Working memory is that of a running session. */
async function openSession(deps: Deps, typed: string): Promise<SessionHead> {
  const state = await resolveSession(asPerson(deps), typed);
  const head = await sessionHead(deps, state.session_id);
  if (head && head.endedAt === null) return head;
  throw new Failure(
    `Session ${shortId(state.session_id)} has ended.`,
    `What it held can be taken over by a running one: cortex continue ${shortId(state.session_id)}`,
  );
}
