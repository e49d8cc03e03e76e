import type { ScopeKey } from '../../domain/base/ids.ts';
import type { StoredRow } from '../../domain/base/packed.ts';
import { isGlobal, projectName } from '../../domain/base/scope.ts';
import { claimLabel, isTrustedRemote } from '../../domain/projects/signs.ts';
import type { KnownProject } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { proveProject } from './know.ts';

/** An imported project without a folder on this machine. */
export interface Unplaced {
  /** The name that it claims, else its own. */
  readonly project: string;
  readonly sessions: number;
}

/** The projects of an export, while its lines are read. */
export interface ArrivingProjects {
  /** A row under the key that its project has here. Signs come before everything else in a file. */
  placed(row: StoredRow): Promise<StoredRow>;

  /** Called for each new row of a project. */
  took(row: StoredRow): void;

  /** Collects a sign; all are placed together. */
  sign(row: StoredRow): void;

  /** Imports the signs. A place is imported only if the directory itself is there. */
  takeSigns(): Promise<void>;

  /** Joins trusted and proven projects, and returns those without a place here. */
  settle(): Promise<readonly Unplaced[]>;
}

/**
 * Maps the projects of an export to projects of this home. A path of another machine means nothing here: a project whose
 * directory is not the one at that path gets a new key, and is joined to a project here only with a person's consent and proof.
 */
export function receiveProjects(
  deps: Deps,
  { dryRun }: { readonly dryRun: boolean },
): ArrivingProjects {
  const inodes = new Map<string, string[]>();
  const keys = new Map<string, string>();
  const arrived = new Set<string>();
  const signs: StoredRow[] = [];

  const placed = async (row: StoredRow): Promise<StoredRow> => {
    const key = row['scope_key'];
    if (typeof key !== 'string' || isGlobal(key as ScopeKey)) return row;
    const now = keys.get(key) ?? (await keyHere(deps, key, inodes.get(key) ?? []));
    keys.set(key, now);
    return now === key ? row : { ...row, scope_key: now };
  };

  return {
    placed,

    took({ scope_key: key }) {
      if (typeof key === 'string' && !isGlobal(key as ScopeKey)) arrived.add(key);
    },

    sign(row) {
      signs.push(row);
      const { scope_key: key, kind, sign } = row;
      if (kind === 'inode' && sign)
        inodes.set(String(key), [...(inodes.get(String(key)) ?? []), String(sign)]);
    },

    async takeSigns() {
      if (dryRun) return;
      const isHere = ({ scope_key: key, sign }: StoredRow) =>
        (inodes.get(String(key)) ?? []).includes(deps.signs.inode(String(sign)) ?? '');
      const taken = signs.filter((row) => row['kind'] !== 'place' || isHere(row));
      await deps.store.importSigns(await Promise.all(taken.map(placed)));
    },

    settle: async () => (dryRun ? [] : settle(deps, arrived)),
  };
}

/** The local key of an imported project, by the inodes that its directory had. */
async function keyHere(deps: Deps, key: string, inodes: readonly string[]): Promise<string> {
  const [first] = inodes;
  // Without inodes in the export only the path counts.
  if (first === undefined || inodes.includes(deps.signs.inode(key) ?? '')) return key;
  return (await deps.store.hasInode(key as ScopeKey, first)) ? key : `${key}@${first}`;
}

/** Joins trusted and proven projects, and returns those without a place here. */
async function settle(deps: Deps, arrived: ReadonlySet<string>): Promise<readonly Unplaced[]> {
  if (arrived.size === 0) return [];
  const projects = await deps.store.projects();
  const unplaced: Unplaced[] = [];
  for (const project of projects) {
    const isNew = [project.key, ...project.joined.map(({ key }) => key)].some((key) =>
      arrived.has(key),
    );
    // An existing folder is the project's place, even if this home has never seen it.
    if (
      !isNew ||
      placesOf(deps, project).length > 0 ||
      (await joinTrusted(deps, project, projects))
    )
      continue;
    const name = claimLabel(claimsOf(project)) ?? projectName(project.label) ?? project.label;
    unplaced.push({ project: name, sessions: project.sessions });
  }
  return unplaced;
}

function placesOf(deps: Deps, { signs }: KnownProject): string[] {
  return signs
    .filter(({ kind, value }) => kind === 'place' && deps.signs.inode(value) !== null)
    .map(({ value }) => value);
}

function claimsOf({ signs }: KnownProject) {
  const current = (wanted: 'declared' | 'remote') =>
    signs.find(({ kind }) => kind === wanted)?.value ?? null;
  return { declared: current('declared'), remote: current('remote') };
}

async function joinTrusted(
  deps: Deps,
  project: KnownProject,
  projects: readonly KnownProject[],
): Promise<boolean> {
  const { remote } = claimsOf(project);
  if (!isTrustedRemote(remote, deps.config['projects.trust_remotes'])) return false;
  const proven: KnownProject[] = [];
  for (const other of projects) {
    if (other === project || claimsOf(other).remote !== remote) continue;
    for (const place of placesOf(deps, other)) {
      if ((await proveProject(deps, place, project.key)).commit !== null) proven.push(other);
    }
  }
  const [only, ...others] = new Set(proven);
  if (!only || others.length > 0) return false;
  await deps.store.joinProject(project.key, { into: only.key, why: 'import' }, deps.now());
  return true;
}
