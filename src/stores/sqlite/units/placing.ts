import type { Store } from '../../../store.ts';
import type { Database } from '../database.ts';
import { projectAt } from '../projects.ts';

/** Which project is at a place: all that a hook needs which only adds to a session. */
export function placing(database: Database): Pick<Store, 'placed'> {
  return {
    placed(scope) {
      if (scope.root === null) return scope;
      const key = projectAt(database, scope.key);
      return key === scope.key ? scope : { ...scope, key };
    },
  };
}
