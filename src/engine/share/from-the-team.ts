import type { Contributor } from '../../domain/answer/contributors.ts';
import { teamSection } from '../../domain/answer/team.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Thread } from '../../domain/thread/thread.ts';
import type { Deps } from '../deps.ts';

/** FROM THE TEAM: items that teammates shared. A home that shares nothing looks at an empty table once. */
export async function fromTheTeam(
  deps: Pick<Deps, 'store' | 'config'>,
  scope: Scope,
  next: Thread['next'],
): Promise<Contributor | null> {
  const words = await deps.store.teamItems(scope.key);
  const theirs = next.filter(({ from, noted }) => from !== undefined && noted);
  if (words.length + theirs.length === 0) return null;
  const trust = deps.config['share.trust'];
  return (telling) => teamSection({ words, next: theirs, trust }, telling);
}
