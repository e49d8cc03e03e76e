import { storable } from '../../domain/redact/facts.ts';
import { mergeTasks } from '../../domain/tasks/task.ts';
import { OWN, type SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { taskCheck } from './tasks.ts';

/** Records open work that is no session's own, where it says something new: the project's task list, and messages. */
export async function observePipeline(deps: Deps, head: SessionHead): Promise<void> {
  const last = await deps.store.lastFact(head.id, 'pipeline');
  const before = last?.kind === 'pipeline' ? last.tasks : [];
  const known = new Map(before.map((task) => [task.task_id, task]));
  const { inProgress, messages } = await taskCheck(deps, head.scope);
  const tasks = mergeTasks(inProgress, messages).map((task) => {
    const earlier = known.get(task.task_id);
    // A list without dates says when a stage began only by being looked at.
    return earlier && earlier.stage === task.stage && earlier.title === task.title ? earlier : task;
  });
  if (JSON.stringify(tasks) === JSON.stringify(before)) return;
  const facts = storable([{ kind: 'pipeline', tasks }], { strict: deps.config['redaction.strict'] });
  await deps.store.append(head.id, [{ fact: facts[0]!, key: null }], { via: OWN, at: deps.now() });
}
