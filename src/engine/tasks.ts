import type { Scope } from '../domain/scope.ts';
import { type PendingTask, tasksInPipeline } from '../domain/task.ts';
import { type Millis, millis } from '../domain/time.ts';
import type { LetGo } from '../store.ts';
import type { Deps } from './deps.ts';

/** Where a scope's task list is; null where a relative path has nothing to be relative to. */
export function pipelineFile(deps: Pick<Deps, 'config'>, scope: Scope): string | null {
  const path = deps.config['tasks.pipeline_file'];
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return path;
  return scope.root ? `${scope.root}/${path}` : null;
}

/** Answers for each remembered task whether it is still open now; the list that knows it decides. */
export interface TaskCheck {
  stillOpen(tasks: readonly PendingTask[]): PendingTask[];
}

export function taskCheck(deps: Deps, scope: Scope, letGo: LetGo): TaskCheck {
  const file = pipelineFile(deps, scope);
  const state = file ? deps.readJson(file) : null;
  const current = new Map(
    tasksInPipeline(state, deps.config['tasks.stages'], deps.now()).map((task) => [task.task_id, task]),
  );
  const known = idsIn(state);

  const now = (task: PendingTask): PendingTask | null => {
    const listed = current.get(task.task_id);
    switch (task.source) {
      case 'pipeline_state':
        return listed ? { ...task, title: listed.title, stage: listed.stage } : null;
      case 'working_memory_scan':
        if (letGo.pins.has(task.task_id.replace(/^pin:/, ''))) return null;
        return known.has(task.task_id) && !listed ? null : task;
      case 'host_todo':
        return closedSince(letGo, task) ? null : task;
      case 'message':
        return task;
    }
  };
  return { stillOpen: (tasks) => tasks.map(now).filter((task) => task !== null) };
}

function closedSince(letGo: LetGo, task: PendingTask): boolean {
  const closed: Millis | undefined = letGo.tasks.get(task.task_id);
  return closed !== undefined && closed >= (millis(task.last_activity) ?? 0);
}

function idsIn(state: unknown): Set<string> {
  const ids = new Set<string>();
  if (typeof state !== 'object' || state === null) return ids;
  for (const list of ['active_tasks', 'completed_tasks', 'queued_tasks']) {
    const entries = (state as Record<string, unknown>)[list];
    if (!Array.isArray(entries)) continue;
    for (const entry of entries) {
      const id = typeof entry === 'string' ? entry : (entry as { task_id?: unknown } | null)?.task_id;
      if (typeof id === 'string') ids.add(id);
    }
  }
  return ids;
}
