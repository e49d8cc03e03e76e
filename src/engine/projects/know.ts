import type { ScopeKey } from '../../domain/base/ids.ts';
import { claimLabel, isTrustedRemote } from '../../domain/projects/signs.ts';
import type { ClaimedProject, JoinReason, PlaceNow } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';

type KnowDeps = Pick<Deps, 'store' | 'config' | 'now' | 'signs' | 'locate' | 'log' | 'exists'>;

/**
 * Reads the signs of the place where a session starts; if nothing changed, that is one `stat`. Returns a line
 * for the person, if any: what it was joined to, or an offer. A failure does not affect the session: its place stays unknown.
 */
export async function knowPlace(deps: KnowDeps, cwd: string | null): Promise<string | null> {
  const { place } = deps.locate(cwd);
  if (place === undefined) return null;
  try {
    const stamp = deps.signs.stamp(place);
    let now = await deps.store.placeNow(place, stamp);
    if (!now.isSeen) {
      await readSigns(deps, place, stamp);
      now = await deps.store.placeNow(place, stamp);
    }
    if (now.claimed.length === 0 || (await joinTrusted(deps, place, now.claimed))) return null;
    const isMoved = await joinMoved(deps, place, now.claimed);
    return isMoved ? movedHere(deps, place) : offerJoin(deps, place, now);
  } catch (error) {
    deps.log.failure('signs not read', error);
    return null;
  }
}

/** The offer that the next start would make there. Nothing is put on record. */
export async function offerAt(deps: KnowDeps, cwd: string): Promise<string | null> {
  const { place } = deps.locate(cwd);
  if (place === undefined) return null;
  const claims = deps.signs.read(place);
  return offerJoin(deps, place, await deps.store.placeNow(place, deps.signs.stamp(place), claims));
}

/** By which sign a folder is known. */
export type KnownBy = 'place' | 'inode' | JoinReason;

export async function knownBy(deps: Pick<Deps, 'store'>, place: string): Promise<KnownBy> {
  const { own, join } = await deps.store.projectAt(place);
  // A project at the former place of another is known by that place and a mark.
  const isMoved = own !== place && !own.startsWith(`${place}#`);
  return join?.why ?? (isMoved ? 'inode' : 'place');
}

/** Records the present signs of a place. */
export function readSigns(
  deps: KnowDeps,
  place: string,
  stamp = deps.signs.stamp(place),
): Promise<void> {
  const isGone = (old: string, inode: string) => deps.signs.inode(old) !== inode;
  return deps.store.noteSigns(
    { place, signs: deps.signs.read(place), stamp, at: deps.now() },
    isGone,
  );
}

/** Joins by a trusted remote without asking, with the usual proof; not if several projects match. */
async function joinTrusted(
  deps: KnowDeps,
  place: string,
  claimed: readonly ClaimedProject[],
): Promise<boolean> {
  const prefixes = deps.config['projects.trust_remotes'];
  const remotes = claimed.filter(({ kind }) => kind === 'remote');
  if (prefixes.length === 0 || remotes.length === 0) return false;
  if (!isTrustedRemote(deps.signs.read(place).remote, prefixes)) return false;
  const [only, ...others] = (await proveProjects(deps, place, remotes)).filter(
    ({ commit }) => commit !== null,
  );
  if (!only || others.length > 0) return false;
  await joinProject(deps, place, only.key, 'trust');
  return true;
}

/**
 * Joins the one project that is proven, where it is at none of its places any more: it was moved, or came from another machine.
 * While it is still somewhere, a folder that says the same is a second one, and the person decides.
 */
async function joinMoved(
  deps: KnowDeps,
  place: string,
  claimed: readonly ClaimedProject[],
): Promise<boolean> {
  const isGone = (one: ClaimedProject) => isAtNoPlace(deps, one);
  if (!claimed.some(isGone)) return false;
  const [only, ...others] = (await proveProjects(deps, place, claimed)).filter(
    ({ commit }) => commit !== null,
  );
  if (!only || others.length > 0 || !isGone(only)) return false;
  await joinProject(deps, place, only.key, 'move');
  return true;
}

/** None of the places of a project is there. */
export function isAtNoPlace(
  { exists }: Pick<Deps, 'exists'>,
  { places }: Pick<ClaimedProject, 'places'>,
): boolean {
  return !places.some(exists);
}

function movedHere(deps: KnowDeps, place: string): string {
  return `this is ${claimLabel(deps.signs.read(place))}, known from another place (cortex project unlink parts them)`;
}

/** Joins the project of a folder to another. */
export async function joinProject(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  place: string,
  into: ScopeKey,
  why: JoinReason,
): Promise<void> {
  await store.joinProject((await store.projectAt(place)).own, { into, why }, now());
}

/** One line that offers a join; it shows only the folder's own claim. */
function offerJoin(deps: KnowDeps, place: string, now: PlaceNow): string | null {
  const label = joinableProjects(deps, now).length > 0 ? claimLabel(deps.signs.read(place)) : null;
  return label && `looks like ${label}, known at another place: cortex project link`;
}

/** The claimed projects that are older, or not on this disk: of two clones only the second is joined. */
export function joinableProjects(
  deps: Pick<Deps, 'exists'>,
  { claimed, first }: PlaceNow,
): readonly ClaimedProject[] {
  return claimed.filter((one) => first === null || one.first < first || isAtNoPlace(deps, one));
}

/** Why a folder is not proven to be a project. */
export type Unproven =
  | 'nothing recorded'
  | 'only a first commit'
  | 'not in a shallow clone'
  | 'not here';

export type Proof =
  | { readonly commit: string }
  | { readonly commit: null; readonly why: Unproven; readonly looked: readonly string[] };

/** Most recorded commits that are compared, more than a year of work has. */
const MOST_HEADS = 200;

/** For each project, the proof that a folder belongs to it, or why there is none. */
export function proveProjects<P extends { readonly key: ScopeKey }>(
  deps: Pick<Deps, 'store' | 'signs'>,
  place: string,
  projects: readonly P[],
): Promise<(P & Proof)[]> {
  return Promise.all(
    projects.map(async (project) => ({
      ...project,
      ...(await proveProject(deps, place, project.key)),
    })),
  );
}

/**
 * Whether a commit that a session of the project had checked out is in the folder's own object store. A first commit proves
 * nothing: forks and templates have it too.
 */
export async function proveProject(
  deps: Pick<Deps, 'store' | 'signs'>,
  place: string,
  project: ScopeKey,
): Promise<Proof> {
  const looked = await deps.store.headsOf(project, MOST_HEADS);
  const found = deps.signs.commits(place, looked);
  const commit = looked.find((one) => found.get(one) === 'commit');
  if (commit !== undefined) return { commit };
  const why = whyUnproven(looked.length, found.size, () => deps.signs.isShallow(place));
  return { commit: null, why, looked };
}

function whyUnproven(recorded: number, found: number, isShallow: () => boolean): Unproven {
  if (recorded === 0) return 'nothing recorded';
  if (found > 0) return 'only a first commit';
  return isShallow() ? 'not in a shallow clone' : 'not here';
}
