import type { Contributor } from '../domain/answer/context.ts';
import type { TeamWord } from '../domain/answer/lines.ts';
import type { Scope } from '../domain/base/scope.ts';
import type { Thread } from '../domain/threads/thread.ts';
import type { Deps, EventRoom } from '../engine/base/deps.ts';
import type { TeamItem } from './domain/record.ts';
import { teamSection } from './domain/section.ts';
import { awaitAtPrompt, freshen, syncWhenDue, syncWithinTurn } from './engine/auto.ts';
import { sharedOf } from './sql/at-events.ts';

/** Sharing while sessions run: syncs are started, and what came in is told. */
export const shareEvents: EventRoom = {
  starts: freshen,
  prompts: awaitAtPrompt,
  works: syncWithinTurn,
  ends: syncWhenDue,
  contributes: fromTheTeam,
  teamWords: async (deps, scopeKey) => (await sharedOf(deps).teamItems(scopeKey)).flatMap(wordsOf),
  arrivals: async (deps, scopeKey) => {
    const shared = await sharedOf(deps).sharedProject(scopeKey);
    return shared?.arrivedAt == null ? null : { last: shared.arrivedAt, asOf: shared.pulledAt };
  },
};

/** None for a visit, which has no words of its own. */
function wordsOf({ record, ...item }: TeamItem): TeamWord[] {
  if (record.kind === 'visit') return [];
  if (record.kind === 'memory')
    return [{ ...item, kind: 'memory', label: null, content: record.memory.content }];
  return [{ ...item, kind: 'pin', label: record.label, content: record.content }];
}

/** FROM THE TEAM: items that teammates shared. A home that shares nothing looks at an empty table once. */
async function fromTheTeam(
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
