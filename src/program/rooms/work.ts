import type { Command } from '../../surfaces/cli/base/command.ts';
import { GROUPS, groupOfOperations } from '../../surfaces/cli/base/groups.ts';
import { commandOf } from '../../surfaces/cli/base/of-operation.ts';
import type { WorkCommand } from './work-names.ts';

const memoryGroup = GROUPS.find(({ name }) => name === 'memory')!;

/** Commands about the work itself, by their names. Each loads its own modules, when it is typed. */
export const WORK_COMMANDS: Readonly<Record<WorkCommand, () => Promise<Command>>> = {
  close: async () => commandOf((await import('../../operations/tasks/close.ts')).close),
  complete: async () => commandOf((await import('../../operations/threads/resume.ts')).complete),
  config: async () => (await import('../../surfaces/cli/base/config.ts')).config,
  done: async () => commandOf((await import('../../operations/tasks/tasks.ts')).done),
  handoff: async () => commandOf((await import('../../operations/handoff/handoff.ts')).handoff),
  memory: async () => {
    const { memoryAdd, memoryUpdate } = await import('../../operations/memories/change.ts');
    const { memoryForget } = await import('../../operations/memories/forget.ts');
    const looks = await import('../../operations/memories/look.ts');
    return groupOfOperations(memoryGroup, [
      memoryAdd,
      looks.memorySearch,
      looks.memoryList,
      memoryUpdate,
      memoryForget,
      looks.memoryShow,
      looks.memoryHistory,
    ]);
  },
  mute: async () => commandOf((await import('../../operations/answer/mute.ts')).mute),
  note: async () => commandOf((await import('../../operations/threads/note.ts')).note),
  now: async () => commandOf((await import('../../operations/sessions/now.ts')).now),
  pin: async () => commandOf((await import('../../operations/pins/pin.ts')).pin),
  review: async () => commandOf((await import('../../operations/review/review.ts')).review),
  rule: async () => commandOf((await import('../../operations/memories/rule.ts')).rule),
  sessions: async () => commandOf((await import('../../operations/sessions/history.ts')).history),
  show: async () => (await import('../../surfaces/cli/base/show.ts')).show,
  stats: async () => commandOf((await import('../../operations/ledger/stats.ts')).stats),
  tasks: async () => commandOf((await import('../../operations/tasks/tasks.ts')).tasks),
  thread: async () => commandOf((await import('../../operations/threads/thread.ts')).thread),
  told: async () => commandOf((await import('../../operations/answer/session-told.ts')).told),
  unpin: async () => commandOf((await import('../../operations/pins/pin.ts')).unpin),
  why: async () => commandOf((await import('../../why/operations/why.ts')).why),
};
