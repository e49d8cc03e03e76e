import type { ScopeKey } from '../../domain/ids.ts';
import type { Claims, Signs } from '../../domain/projects/signs.ts';
import { projectName } from '../../domain/scope.ts';
import type { KnownProject } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { join, judged, type KnownBy, knownBy, readSigns, type Unproven } from './know.ts';

/** The outcome of a person's word that a folder is a known project. */
export type Linking =
  | { readonly kind: 'no repository' }
  | { readonly kind: 'nothing like it'; readonly signs: Signs }
  | { readonly kind: 'several'; readonly candidates: readonly KnownProject[] }
  | { readonly kind: 'the same already'; readonly project: KnownProject }
  | {
      readonly kind: 'unproven';
      readonly project: KnownProject;
      readonly why: Unproven;
      readonly looked: readonly string[];
    }
  | { readonly kind: 'joined' | 'would join'; readonly project: KnownProject; readonly commit: string };

/** Joins the project of a folder to one that is known: the one that its claims fit, or the one that the person names. */
export async function linkProject(
  deps: Deps,
  cwd: string,
  { named, dryRun }: { readonly named: string | undefined; readonly dryRun: boolean },
): Promise<Linking> {
  const { place, scope } = deps.locate(cwd);
  if (place === undefined) return { kind: 'no repository' };
  const signs = deps.signs.read(place);
  const projects = await deps.store.projects();
  const fitting = projects.filter((project) =>
    named === undefined ? claimsSame(project, signs) : isCalled(project, named),
  );
  const here = fitting.find(({ key }) => key === scope.key);
  const others = fitting.filter(({ key }) => key !== scope.key);
  if (others.length === 0)
    return here ? { kind: 'the same already', project: here } : { kind: 'nothing like it', signs };
  const all = await judged(deps, place, others);
  const proven = all.filter(({ commit }) => commit !== null);
  const candidates = proven.length > 0 ? proven : all;
  const project = candidates[0]!;
  if (candidates.length > 1) return { kind: 'several', candidates };
  if (project.commit === null) return { kind: 'unproven', project, why: project.why, looked: project.looked };
  const { commit } = project;
  if (dryRun) return { kind: 'would join', project, commit };
  await readSigns(deps, place);
  await join(deps, place, project.key, 'link');
  return { kind: 'joined', project, commit };
}

function claimsSame({ signs, isWorkedIn }: KnownProject, own: Claims): boolean {
  return (
    isWorkedIn &&
    signs.some(({ kind, value }) => (kind === 'declared' || kind === 'remote') && value === own[kind])
  );
}

/** By its name, a path of it, its key, or what it claims. */
function isCalled({ key, label, root, signs }: KnownProject, named: string): boolean {
  const name = named.replace(/\/+$/, '');
  return (
    [key, root, projectName(label)].includes(name) ||
    signs.some(
      ({ kind, value }) =>
        value === name || value === `${name}/.git` || (kind === 'remote' && value.endsWith(`/${name}`)),
    )
  );
}

/** Takes the join of a folder's project back. Null: in no repository; false: it stood for itself already. */
export async function unlinkProject(deps: Deps, cwd: string): Promise<boolean | null> {
  const { place } = deps.locate(cwd);
  if (place === undefined) return null;
  const before = await deps.store.projectAt(place);
  await deps.store.joinProject(before.own, null, deps.now());
  return before.join !== null;
}

export interface FolderSigns extends Signs {
  readonly place: string;
  readonly project: ScopeKey;
  readonly known_by: KnownBy;
}

/** The signs of a folder and which of them counts; null in no repository. */
export async function signsHere(deps: Deps, cwd: string): Promise<FolderSigns | null> {
  const { place, scope } = deps.locate(cwd);
  if (place === undefined) return null;
  return { place, ...deps.signs.read(place), project: scope.key, known_by: await knownBy(deps, place) };
}

/** All projects that sessions were captured in. */
export function projects({ store }: Pick<Deps, 'store'>): Promise<readonly KnownProject[]> {
  return store.projects();
}
