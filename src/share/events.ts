import type { TeamWord } from '../domain/answer/team.ts';
import type { EventRoom } from '../engine/deps.ts';
import type { TeamItem } from './domain/record.ts';
import { freshen, syncWhenDue } from './engine/auto.ts';
import { fromTheTeam } from './engine/from-the-team.ts';
import { sharedOf } from './sql/at-events.ts';

/** Sharing while sessions run: syncs are started, and what came in is told. */
export const share: EventRoom = {
  starts: freshen,
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
