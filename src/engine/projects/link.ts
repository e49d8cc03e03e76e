import type { ScopeKey } from '../../domain/base/ids.ts';
import { GLOBAL_SCOPE, projectName } from '../../domain/base/scope.ts';
import { type Claims, claimLabel, type Signs } from '../../domain/projects/signs.ts';
import type { KnownProject } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { Failure } from '../base/errors.ts';
import { isInAgent } from '../presence/target.ts';
import {
  joinProject,
  type KnownBy,
  knownBy,
  type Proof,
  proveProjects,
  readSigns,
  type Unproven,
} from './know.ts';

/** The outcome of linking a folder to a known project. */
export interface Linking {
  readonly kind: 'joined' | 'would join' | 'the same already';
  readonly project: KnownProject;
  /** The commit that proves it. */
  readonly commit: string | null;
}

/** Joins the project of a folder to a known one: the one that matches its claims, or the one that the person names. */
export async function linkProject(
  deps: Deps,
  cwd: string | null,
  { named, dryRun }: { readonly named: string | undefined; readonly dryRun: boolean },
): Promise<Linking> {
  const { place, scope } = placeOf(deps, cwd);
  const signs = deps.signs.read(place);
  const projects = await deps.store.projects();
  const fitting = projects.filter((project) =>
    named === undefined ? claimsSame(project, signs) : isCalled(project, named),
  );
  const here = fitting.find(({ key }) => key === scope.key);
  const others = fitting.filter(({ key }) => key !== scope.key);
  if (others.length === 0) {
    if (here) return { kind: 'the same already', project: here, commit: null };
    const claim = claimLabel(signs) ?? 'it has no remote called origin and no declared id';
    throw new Failure(
      named === undefined
        ? `No known project has the signs of this folder (${claim}).`
        : `No project is known as ${named}.`,
      'cortex project lists all; cortex project link <name> names one.',
    );
  }
  // A folder outside of git has no commit that proves anything: there the person's word counts.
  const isFolder = deps.locate(cwd).place === deps.rootOf(cwd) && deps.history(place) === null;
  if (isFolder && (await isInAgent(deps))) throw notByAgents();
  const all = await proveProjects(deps, place, others);
  const proven = all.filter(({ commit }) => commit !== null);
  const [project, ...more] = proven.length > 0 ? proven : all;
  if (more.length > 0) throw severalFit([project!, ...more]);
  if (project!.commit === null && !isFolder) throw unproven(project!, project!);
  if (!dryRun) {
    await readSigns(deps, place);
    await joinProject(deps, place, project!.key, 'link');
  }
  return { kind: dryRun ? 'would join' : 'joined', project: project!, commit: project!.commit };
}

function notByAgents(): Failure {
  return new Failure(
    'This folder is in no git repository, so nothing proves what it belongs to: only a person joins it.',
    'Run cortex project link in a terminal of your own.',
  );
}

function severalFit(candidates: readonly KnownProject[]): Failure {
  const lines = candidates.map((one) => `  ${nameOf(one)}  ${one.root ?? one.key}`);
  return new Failure(
    [`${candidates.length} projects fit:`, ...lines].join('\n'),
    'Name one by its path: cortex project link <path>',
  );
}

function unproven(project: KnownProject, proof: Extract<Proof, { commit: null }>): Failure {
  const said = unprovenWords(proof);
  return new Failure(
    `This folder is not proven to be ${nameOf(project)}: ${said}.`,
    UNPROVEN[proof.why][1],
  );
}

/** In words, why the proof failed. */
export function unprovenWords({ why, looked }: Extract<Proof, { commit: null }>): string {
  return UNPROVEN[why][0].replace('{latest}', looked[0]?.slice(0, 12) ?? '');
}

/** Why the proof failed (`{latest}` is the project's latest recorded commit), and what helps. */
const UNPROVEN: Readonly<Record<Unproven, readonly [why: string, help: string]>> = {
  'nothing recorded': [
    'no session there recorded a commit',
    'Start a session there after its next commit, then try again.',
  ],
  'only a first commit': [
    'of its recorded commits only a first one is here, which forks and templates have too',
    'Fetch the branch that was worked on there, or start a session there after its next commit.',
  ],
  'not in a shallow clone': [
    'none of its recorded commits (the latest is {latest}) is in this shallow clone',
    'git fetch --unshallow brings the history, then try again.',
  ],
  'not here': [
    'none of its recorded commits (the latest is {latest}) is in this repository',
    'git fetch the branch that was worked on there, then try again. A fork without those commits is its own project.',
  ],
};

export function nameOf({ label }: KnownProject): string {
  return projectName(label) ?? label;
}

/** The place of a folder. */
function placeOf(deps: Pick<Deps, 'locate'>, cwd: string | null) {
  const { place, ...found } =
    cwd === null ? { place: undefined, scope: GLOBAL_SCOPE } : deps.locate(cwd);
  if (place !== undefined) return { ...found, place };
  throw new Failure(
    'The home directory, the top of a disk and the temporary folder are no project.',
    'Go into a folder that is one.',
  );
}

function claimsSame({ signs, isWorkedIn }: KnownProject, own: Claims): boolean {
  return (
    isWorkedIn &&
    signs.some(
      ({ kind, value }) => (kind === 'declared' || kind === 'remote') && value === own[kind],
    )
  );
}

/** Whether a project has this name, path, key or claim. */
function isCalled({ key, label, root, signs }: KnownProject, named: string): boolean {
  const name = named.replace(/\/+$/, '');
  return (
    [key, root, projectName(label)].includes(name) ||
    signs.some(
      ({ kind, value }) =>
        value === name ||
        value === `${name}/.git` ||
        (kind === 'remote' && value.endsWith(`/${name}`)),
    )
  );
}

/** Undoes the join of a folder's project. False if it was not joined. */
export async function unlinkProject(deps: Deps, cwd: string | null): Promise<boolean> {
  const { own, join: before } = await deps.store.projectAt(placeOf(deps, cwd).place);
  await deps.store.joinProject(own, null, deps.now());
  return before !== null;
}

export interface FolderSigns extends Signs {
  readonly place: string;
  readonly project: ScopeKey;
  readonly known_by: KnownBy;
}

/** The signs of a folder and which of them counts. */
export async function signsHere(deps: Deps, cwd: string | null): Promise<FolderSigns> {
  const { place, scope } = placeOf(deps, cwd);
  return {
    place,
    ...deps.signs.read(place),
    project: scope.key,
    known_by: await knownBy(deps, place),
  };
}

/** All projects with captured sessions. */
export function projects({ store }: Pick<Deps, 'store'>): Promise<readonly KnownProject[]> {
  return store.projects();
}
