import type { ScopeKey } from '../../domain/ids.ts';
import type { Deps } from '../deps.ts';

/** Why a folder is not proven to be a project. */
export type Unproven = 'nothing recorded' | 'only a first commit' | 'not in a shallow clone' | 'not here';

export type Proof =
  | { readonly commit: string }
  | { readonly commit: null; readonly why: Unproven; readonly looked: readonly string[] };

/** More than a year of work has. */
const MOST_HEADS = 200;

/** Those of some projects that a folder is proven to be, and why not the others. */
export async function provenOf<P extends { readonly key: ScopeKey }>(
  deps: Pick<Deps, 'store' | 'signs'>,
  place: string,
  projects: readonly P[],
) {
  const proven: (P & { readonly commit: string })[] = [];
  const unproven: (P & Extract<Proof, { commit: null }>)[] = [];
  for (const project of projects) {
    const proof = await proofOf(deps, place, project.key);
    if (proof.commit === null) unproven.push({ ...project, ...proof });
    else proven.push({ ...project, ...proof });
  }
  return { proven, unproven };
}

/**
 * Whether a commit that a session of the project had checked out is in the folder's own object store. A first commit proves
 * nothing: forks and templates have it too.
 */
async function proofOf(
  deps: Pick<Deps, 'store' | 'signs'>,
  place: string,
  project: ScopeKey,
): Promise<Proof> {
  const looked = await deps.store.headsOf(project, MOST_HEADS);
  const found = deps.signs.commits(place, looked);
  const commit = looked.find((one) => found.get(one) === 'commit');
  if (commit !== undefined) return { commit };
  const why =
    looked.length === 0
      ? 'nothing recorded'
      : found.size > 0
        ? 'only a first commit'
        : deps.signs.isShallow(place)
          ? 'not in a shallow clone'
          : 'not here';
  return { commit: null, why, looked };
}
