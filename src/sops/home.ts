import { GLOBAL_SCOPE_KEY } from '../domain/ids.ts';
import type { Scope } from '../domain/scope.ts';
import type { Deps, RoomLearnt } from '../engine/deps.ts';
import type { HomeRoom } from '../engine/duty.ts';
import { seeSops, untrustSop } from './engine/sop-trust.ts';

/** Instructions of the person and of the project, for whoever reviews what agents are told. */
export const sopsHome: HomeRoom = {
  learnt: async (deps: Deps, scope: Scope) =>
    (await seeSops(deps, scope)).map(({ entry, trust }): RoomLearnt => {
      const isOwn = entry.file.origin === 'user';
      return {
        item: {
          ...{ kind: 'sop', by: isOwn ? 'person' : 'file', author: null, subagent: null },
          ...{ host: null, sessionId: null, isImported: false },
          text: entry.sop?.title ?? entry.file.name,
          id: entry.file.name,
          scopeKey: isOwn ? GLOBAL_SCOPE_KEY : scope.key,
          scope: isOwn ? 'global' : scope.label,
          at: trust !== null && trust !== 'own' ? trust.at : null,
          note: trust === null ? 'not trusted' : 'trusted',
        },
        drop: trust === null || trust === 'own' ? null : () => untrustSop(deps, scope, entry),
      };
    }),
};
