import type { Config } from '../../config/config.ts';
import { sessionCaptured } from '../../domain/metrics/metric.ts';
import { projectName } from '../../domain/scope.ts';
import { EMPTY_DIGEST, foldAll } from '../../domain/session/digest.ts';
import { memoryOf, rememberedIn } from '../../domain/session/remember.ts';
import { stateOf } from '../../domain/session/session.ts';
import { closedTodos } from '../../domain/tasks/todo.ts';
import type { Folding } from '../../store.ts';

/** A row holds more than its facts say: ids, paths and dates, and in a mirror the last metric and the seal. */
const UNFOLDED_BYTES = 2_048;

/** How facts become a session's state, under the limits that are configured. */
export function foldingUnder(config: Config): Folding {
  const limits = { topics: config['topics.max'], bytes: config['sessions.max_row_bytes'] - UNFOLDED_BYTES };
  return {
    fold: (digest, facts, head) =>
      foldAll(digest ?? EMPTY_DIGEST, facts, { root: head.scope.root, name: projectName(head.scope.label) }),
    remembered: rememberedIn,
    memoryOf,
    state: (digest) => stateOf(digest, limits),
    closedTasks: (digest) => [...closedTodos(digest.todos), ...(digest.stated?.closed ?? [])],
    metrics: (state) => [sessionCaptured(state)],
  };
}
