import type { Fact } from '../domain/fact.ts';
import { redactStrings } from '../domain/redact/facts.ts';
import type { SessionHead } from '../store.ts';
import type { Deps } from './deps.ts';

type StoodDeps = Pick<Deps, 'config' | 'locate'>;

/** Branch and commit of the session's repository now; nothing outside of it, or where neither can be read. */
export function stoodAt(deps: StoodDeps, { scope }: Pick<SessionHead, 'scope'>, cwd: string | null): Fact[] {
  if (scope.root === null) return [];
  const { scope: here, branch, head } = deps.locate(cwd);
  if (here.key !== scope.key || (branch === null && head === null)) return [];
  return [
    {
      kind: 'stood',
      branch: branch && redactStrings(branch, { strict: deps.config['redaction.strict'] }),
      head,
    },
  ];
}
