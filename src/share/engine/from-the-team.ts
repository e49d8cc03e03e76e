import type { Contributor } from '../../domain/answer/contributors.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Thread } from '../../domain/thread/thread.ts';
import type { Deps } from '../../engine/deps.ts';
import { teamSection } from '../domain/section.ts';
import { sharedOf } from '../sql/at-events.ts';

/** FROM THE TEAM: items that teammates shared. A home that shares nothing looks at an empty table once. */
export async function fromTheTeam(
  deps: Pick<Deps, 'store' | 'config'>,
  scope: Scope,
  thread: Thread | null,
): Promise<Contributor | null> {
  const words = await sharedOf(deps).teamItems(scope.key);
  const theirs = (thread?.next ?? []).filter(({ from, noted }) => from !== undefined && noted);
  if (words.length + theirs.length === 0) return null;
  const trust = deps.config['share.trust'];
  return (telling) => teamSection({ words, next: theirs, trust }, telling);
}
