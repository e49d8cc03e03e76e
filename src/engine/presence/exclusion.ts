import { isOutside, scopedPath } from '../../domain/base/scoped-path.ts';
import { compileGlob } from '../../domain/base/text/glob.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import { type Ignored, parseIgnore } from '../../domain/observe/ignore.ts';
import type { Deps } from '../base/deps.ts';

const FILE = '.cortexignore';
/** Found under this name too, the file lies where names have no case. */
const SAME_FILE = '.CORTEXIGNORE';
const NOTHING_IGNORED: Ignored = { all: false, isIgnored: () => false };

/** The paths that a repository excludes from Cortex. */
export function ignoredIn(deps: Pick<Deps, 'readText' | 'exists'>, root: string | null): Ignored {
  const text = root === null ? null : deps.readText(`${root}/${FILE}`);
  return text === null
    ? NOTHING_IGNORED
    : parseIgnore(text, { foldsCase: deps.exists(`${root}/${SAME_FILE}`) });
}

/** Whether a folder is excluded: by option or by its repository. */
export function isExcluded(
  deps: Pick<Deps, 'config' | 'rootOf' | 'readText' | 'exists'>,
  cwd: string | null,
): boolean {
  if (cwd !== null && isExcludedPath(deps, cwd)) return true;
  return ignoredIn(deps, deps.rootOf(cwd)).all;
}

/** Whether a path lies in a folder that the option excludes. */
export function isExcludedPath({ config }: Pick<Deps, 'config'>, path: string): boolean {
  return config['capture.exclude'].some((glob) => isBelow(glob, path));
}

function isBelow(glob: string, cwd: string): boolean {
  return compileGlob(`${glob.replace(/\/+$/, '')}/**`)(cwd);
}

/** The event without excluded files; null if nothing is left. */
export function withoutIgnored(
  event: HostEvent,
  ignored: Ignored,
  root: string | null,
): HostEvent | null {
  if (ignored.all) return null;
  if (ignored === NOTHING_IGNORED || event.kind !== 'tool-use') return event;
  const { use, cwd } = event;
  const isKept = (path: string) => {
    const inside = scopedPath(path, use.workdir ?? cwd, root);
    return isOutside(inside) || !ignored.isIgnored(inside);
  };
  const changes = use.changes.filter(({ path }) => isKept(path));
  const reads = use.reads.filter(isKept);
  const isAll = changes.length === use.changes.length && reads.length === use.reads.length;
  if (isAll) return event;
  if (changes.length + reads.length === 0 && use.command === null && use.todos === null)
    return null;
  return { ...event, use: { ...use, changes, reads } };
}
