import type { Fact, FileMark } from '../../domain/fact.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import { isOutside, scopedPath } from '../../domain/thread/scoped-path.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';

type StoodDeps = Pick<Deps, 'config' | 'locate' | 'store' | 'fileMark'>;

/** 80 looks cost 0.4 ms. */
const MOST_FILES = 80;

/**
 * Branch and commit of the session's repository now, and how the files that it changed are left; nothing outside of the
 * repository, or where neither branch nor commit can be read. It can be stored as it is: the paths were stored before, and a
 * commit is a hash, for which alone a hook would load all rules for secrets.
 */
export async function stoodAt(
  deps: StoodDeps,
  head: Pick<SessionHead, 'id' | 'scope'>,
  cwd: string | null,
): Promise<Fact[]> {
  const { root, key } = head.scope;
  if (root === null) return [];
  const { scope: here, branch, head: commit } = deps.locate(cwd);
  if (here.key !== key || (branch === null && commit === null)) return [];
  const files = leftIn(deps, root, await deps.store.changedFiles(head.id));
  return [
    {
      kind: 'stood',
      branch: branch && redactStrings(branch, { strict: deps.config['redaction.strict'] }),
      head: commit,
      ...(files.length > 0 && { files }),
    },
  ];
}

function leftIn(deps: StoodDeps, root: string, changed: readonly string[]): FileMark[] {
  const paths = changed.map((path) => scopedPath(path, root, root)).filter((path) => !isOutside(path));
  return paths.slice(-MOST_FILES).flatMap((path) => {
    const mark = deps.fileMark(`${root}/${path}`);
    return mark ? [{ path, ...mark }] : [];
  });
}
