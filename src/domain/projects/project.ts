/**
 * Tells where work belongs: the project of a path, its signs, its history, its topics. A claim that a folder makes about itself never joins
 * projects; that takes a person's consent and proof.
 */

/** A scope's root, the top of its working tree, and its display name. */
export interface ProjectScope {
  readonly root: string | null;
  readonly name: string | null;
}

/** Plain JSON. A directory may be called `__proto__`: the names are read as own entries only. */
export interface ProjectCounts {
  readonly names: Readonly<Record<string, number>>;
}

export const NO_PROJECTS: ProjectCounts = { names: {} };

const MAX_PROJECTS = 50;

/** Directories that contain projects: below one comes a project or another container. */
const CONTAINER =
  /^(?:projects?|src|sources?|code|coding|repos?|repositories|dev|development|work|workspaces?|git|github|gitlab|ghq|go|documents|desktop|downloads|sites|www|checkouts|onedrive.*)$/i;

/** Folder and file names that are never a project. */
const NO_PROJECT =
  /^(?:\..*|~|node_modules|appdata|application data|library|applications|pictures|music|videos|movies|public|templates|snap|te?mp|pkg|bin|lib|makefile|dockerfile|license|readme)$/i;
const FILE_NAME = /^.+\.[a-z][a-z0-9]{0,4}$/i;

/** System and temporary directories at the top of a disk: `/dev` is one, `~/dev` and `D:\dev` are not. */
const SYSTEM =
  /^(?:\/(?:usr|s?bin|lib(?:32|64)?|etc|var|tmp|proc|sys|dev|run|boot|nix|snap|opt|system|library|applications|private)|.*\/(?:windows|programdata|program files.*|\$recycle\.bin))$/i;

/** At the top of a disk these contain projects. */
const SERVED = /^(?:srv|data)$/i;
const MOUNT = /^(?:mnt|media|volumes)$/i;

/** `github.com`, behind which the owner comes before the project, in the layout of Go and ghq. */
const FORGE = /^(?:github|gitlab|bitbucket|codeberg|gitea|git)\.[a-z0-9.-]{2,40}$/i;

const ABSOLUTE = /^(?:[\\/~]|[a-z]:)/i;

/** The project of a path: the scope's own below its root, else by common directory layouts; null for none. */
export function projectOfPath(path: string, scope: ProjectScope): string | null {
  const root = scope.root === null ? null : split(scope.root);
  if (!ABSOLUTE.test(path)) {
    const full = root && path !== '' ? resolve([...root, ...split(path)]) : null;
    if (full === null) return path === '' || split(path)[0] === '..' ? null : scope.name;
    return ownOr(full, root, scope.name);
  }
  return ownOr(resolve(split(path)), root === null ? null : resolve(root), scope.name);
}

export function countProject(
  counts: ProjectCounts,
  path: string,
  scope: ProjectScope,
  weight = 1,
): ProjectCounts {
  return countName(counts, projectOfPath(path, scope), weight);
}

/** Counts a project by the name that it was found under; null for none. */
export function countName(counts: ProjectCounts, name: string | null, weight = 1): ProjectCounts {
  if (name === null) return counts;
  const names = new Map(Object.entries(counts.names));
  names.set(name, (names.get(name) ?? 0) + weight);
  if (names.size > MAX_PROJECTS) {
    // The current project is never dropped, so that a change of project is recorded.
    const weakest = [...names]
      .filter(([other]) => other !== name)
      .sort(byWeight)
      .at(-1);
    if (weakest) names.delete(weakest[0]);
  }
  return { names: Object.fromEntries(names) };
}

/** The projects with the most activity first. */
export function rankProjects(counts: ProjectCounts, limit = 5): string[] {
  return Object.entries(counts.names)
    .sort(byWeight)
    .slice(0, Math.max(0, limit))
    .map(([name]) => name);
}

function byWeight(a: readonly [string, number], b: readonly [string, number]): number {
  // No two projects have the same name.
  return b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
}

function ownOr(
  parts: readonly string[],
  root: readonly string[] | null,
  name: string | null,
): string | null {
  // A home directory under version control (dotfiles) is not a project: paths in it are judged by layout.
  if (root && name !== null && startsWith(parts, root) && homeLength(root) !== root.length)
    return name;
  return byLayout(parts);
}

function byLayout(parts: readonly string[]): string | null {
  const { at, isContained } = within(parts);
  const name = parts[at];
  if (!isContained || name === undefined || NO_PROJECT.test(name)) return null;
  return at === parts.length - 1 && FILE_NAME.test(name) ? null : name;
}

/** Index of the first informative part, after home and containers; `isContained`: it may be a project. */
function within(parts: readonly string[]): { readonly at: number; readonly isContained: boolean } {
  const home = homeLength(parts);
  let at = home;
  if (home === 0) {
    const disk = diskLength(parts);
    const [top = '', next = ''] = parts.slice(disk);
    if (top === 'var' && next === 'www') at = disk + 1;
    else if (SYSTEM.test(`${disk === 0 ? '' : 'c'}/${top}`))
      return { at: parts.length, isContained: false };
    else at = disk + partsAbove(top);
    if (!SERVED.test(top) && !CONTAINER.test(parts[at] ?? ''))
      return { at: disk, isContained: false };
  }
  while (at < parts.length)
    if (FORGE.test(parts[at]!)) at += 2;
    else if (CONTAINER.test(parts[at]!)) at += 1;
    else break;
  return { at, isContained: true };
}

/** Number of parts at the top of a disk that only lead to projects. */
function partsAbove(top: string): number {
  if (MOUNT.test(top)) return 2;
  return SERVED.test(top) ? 1 : 0;
}

/** Number of parts of the home directory; 0 if the path is in none. */
function homeLength(parts: readonly string[]): number {
  if (parts[0] === '~') return 1;
  const disk = diskLength(parts);
  if (disk === 0 && parts[0] === 'root') return 1;
  // `/var/home`, `/usr/home` and `/export/home` are homes of some systems.
  const at =
    /^(?:var|usr|export)$/.test(parts[disk] ?? '') && parts[disk + 1] === 'home' ? disk + 1 : disk;
  return /^(?:home|users|documents and settings)$/i.test(parts[at] ?? '') ? at + 2 : 0;
}

/** `C:`, `/mnt/c` or `/c` as Linux on Windows and Git's shell write it, and Linux as Windows sees it. */
function diskLength(parts: readonly string[]): number {
  if (/^[a-z]:$/i.test(parts[0] ?? '')) return 1;
  if (/^wsl(?:\$|\.localhost)$/i.test(parts[0] ?? '')) return 2;
  if (parts[0] === 'mnt' && /^[a-z]$/i.test(parts[1] ?? '')) return 2;
  return /^[a-z]$/i.test(parts[0] ?? '') ? 1 : 0;
}

function startsWith(parts: readonly string[], root: readonly string[]): boolean {
  if (root.length === 0 || parts.length < root.length) return false;
  // Windows ignores case, and programs there disagree about the case of the drive letter.
  const windows = /^[a-z]:$/i.test(root[0] as string);
  return root.every((part, i) =>
    windows ? part.toLowerCase() === parts[i]?.toLowerCase() : part === parts[i],
  );
}

function split(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
}

function resolve(parts: readonly string[]): string[] {
  const out: string[] = [];
  for (const part of parts) {
    if (part === '..' && out.length > 0 && out.at(-1) !== '..') out.pop();
    else out.push(part);
  }
  return out;
}
