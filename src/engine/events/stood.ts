import type { Fact, FileMark } from '../../domain/fact.ts';
import type { SessionId } from '../../domain/ids.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import { isOutside, scopedPath } from '../../domain/thread/scoped-path.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';

type StoodDeps = Pick<Deps, 'config' | 'locate' | 'store' | 'fileMark'>;

/** 80 looks cost 0.4 ms. */
const MOST_FILES = 80;

/**
 * Branch and commit of the session's repository now, and how the files that it changed are left, as far as that differs from the
 * last turn's end; nothing where nothing differs, outside of the repository, or where neither branch nor commit can be read. It can
 * be stored as it is: the paths were stored before, and a commit is a hash, for which alone a hook would load all rules for secrets.
 */
export async function stoodAt(
  deps: StoodDeps,
  head: Pick<SessionHead, 'id' | 'scope'>,
  cwd: string | null,
): Promise<Fact[]> {
  const { root, key } = head.scope;
  if (root === null) return [];
  const { scope: here, branch: name, head: commit } = deps.locate(cwd);
  if (here.key !== key || (name === null && commit === null)) return [];
  const branch = name && redactStrings(name, { strict: deps.config['redaction.strict'] });
  const before = await deps.store.lastFact(head.id, 'stood');
  const files = await differing(deps, root, head.id);
  const isSame = before?.kind === 'stood' && before.branch === branch && before.head === commit;
  return isSame && Object.keys(files).length === 0 ? [] : [{ kind: 'stood', branch, head: commit, ...files }];
}

async function differing(
  deps: StoodDeps,
  root: string,
  id: SessionId,
): Promise<Pick<Extract<Fact, { kind: 'stood' }>, 'changed' | 'gone'>> {
  const left = new Map((await deps.store.leftFiles(id)).map((mark) => [mark.path, mark]));
  const touched = (await deps.store.changedFiles(id))
    .map((path) => scopedPath(path, root, root))
    .filter((path) => !isOutside(path));
  const now = [...new Set(touched)]
    .slice(-MOST_FILES)
    .map((path) => ({ path, mark: deps.fileMark(`${root}/${path}`) }));
  const changed = now.flatMap(({ path, mark }): FileMark[] => {
    const was = left.get(path);
    return mark && (was?.size !== mark.size || was.at !== mark.at) ? [{ path, ...mark }] : [];
  });
  const gone = now.filter(({ path, mark }) => !mark && left.has(path)).map(({ path }) => path);
  return { ...(changed.length > 0 && { changed }), ...(gone.length > 0 && { gone }) };
}
