import { claimLabel } from '../../domain/projects/signs.ts';
import type { KnownProject } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { Failure } from '../base/errors.ts';
import { isInAgent } from '../presence/target.ts';
import { isAtNoPlace, joinableProjects, joinProject, proveProjects, readSigns } from './know.ts';
import { unprovenWords } from './link.ts';

/** A folder that is certainly a known project: one of its commits proves it of one project alone. */
export interface CertainLink {
  readonly folder: string;
  readonly place: string;
  readonly project: KnownProject;
  readonly commit: string;
}

/** A folder that looks like a known project and is left to a person, with the reason. */
export interface DoubtfulLink {
  readonly folder: string;
  readonly label: string;
  readonly why: string;
}

export interface LinksFound {
  readonly certain: readonly CertainLink[];
  readonly doubtful: readonly DoubtfulLink[];
}

/** Looks at every repository at a folder and below it, and at those that sessions are known of. */
export async function findLinks(deps: Deps, cwd: string | null): Promise<LinksFound> {
  const projects = await deps.store.projects();
  const folders = [...(cwd === null ? [] : deps.signs.below(cwd)), ...foldersOf(deps, projects)];
  const seen = new Set<string>();
  const [certain, doubtful]: [CertainLink[], DoubtfulLink[]] = [[], []];
  for (const folder of folders) {
    const { place, scope } = deps.locate(folder);
    // Nothing proves what a folder outside of git is.
    if (place === undefined || place === scope.root || seen.has(place)) continue;
    seen.add(place);
    const found = await linkOf(deps, folder, place, projects);
    if (found !== null && 'commit' in found) certain.push(found);
    else if (found !== null) doubtful.push(found);
  }
  return { certain, doubtful };
}

/** Joins each of them. Only a person says so of all at once. */
export async function joinAll(deps: Deps, links: readonly CertainLink[]): Promise<void> {
  if (await isInAgent(deps))
    throw new Failure(
      'Only a person joins all folders at once.',
      'Run cortex project link --all in a terminal of your own.',
    );
  for (const { place, project } of links) {
    await readSigns(deps, place);
    await joinProject(deps, place, project.key, 'link');
  }
}

async function linkOf(
  deps: Deps,
  folder: string,
  place: string,
  projects: readonly KnownProject[],
): Promise<CertainLink | DoubtfulLink | null> {
  const claims = deps.signs.read(place);
  const label = claimLabel(claims);
  const now = await deps.store.placeNow(place, deps.signs.stamp(place), claims);
  const keys = new Set(joinableProjects(deps, now).map(({ key }) => key));
  const own = deps.locate(folder).scope.key;
  const fitting =
    label === null
      ? projects.filter((one) => one.key !== own && isUnclaimed(deps, one))
      : projects.filter(({ key }) => keys.has(key));
  const all = await proveProjects(deps, place, fitting);
  const proven = all.flatMap(({ commit, ...project }) =>
    commit === null ? [] : [{ commit, project: project as KnownProject }],
  );
  const [only, ...more] = proven;
  if (only && more.length === 0) return { folder, place, ...only };
  const [first] = all;
  if (label === null || !first) return null;
  if (first.commit === null && !only) return { folder, label, why: unprovenWords(first) };
  const names = proven.map(({ project }) => project.root ?? project.key);
  return { folder, label, why: `${names.length} projects fit: ${names.join(', ')}` };
}

/** A project that claims nothing and is nowhere on this disk: commits are all that can be told of it. */
function isUnclaimed(deps: Pick<Deps, 'exists'>, { signs, isWorkedIn }: KnownProject): boolean {
  const places = signs.filter(({ kind }) => kind === 'place').map(({ value }) => value);
  const isClaimed = signs.some(({ kind }) => kind === 'declared' || kind === 'remote');
  return isWorkedIn && !isClaimed && isAtNoPlace(deps, { places });
}

/** The working trees in which sessions are known. */
function foldersOf(deps: Pick<Deps, 'exists'>, projects: readonly KnownProject[]): string[] {
  return projects
    .flatMap(({ signs }) => signs.filter(({ kind }) => kind === 'place'))
    .map(({ value }) => value.replace(/[\\/]\.git$/, ''))
    .filter(deps.exists);
}
