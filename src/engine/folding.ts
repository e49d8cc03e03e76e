import type { Config } from '../config/config.ts';
import { EMPTY_DIGEST, foldAll } from '../domain/digest.ts';
import { sessionCaptured } from '../domain/metric.ts';
import { projectName } from '../domain/scope.ts';
import { stateOf } from '../domain/session.ts';
import { closedTodos } from '../domain/todo.ts';
import type { Folding } from '../store.ts';

/** How facts become a session's state, under the limits that are configured. */
export function foldingUnder(config: Config): Folding {
  const limits = { topics: config['topics.max'], bytes: config['sessions.max_row_bytes'] };
  return {
    fold: (digest, facts, head) =>
      foldAll(digest ?? EMPTY_DIGEST, facts, { root: head.scope.root, name: projectName(head.scope.label) }),
    state: (digest) => stateOf(digest, limits),
    closedTasks: (digest) => [...closedTodos(digest.todos), ...(digest.stated?.closed ?? [])],
    metrics: (state) => [sessionCaptured(state)],
  };
}
