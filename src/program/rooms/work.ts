import type { Command } from '../../surfaces/cli/base/command.ts';
import { GROUPS, groupOfOperations } from '../../surfaces/cli/base/groups.ts';
import { commandForOperation } from '../../surfaces/cli/base/of-operation.ts';
import type { WorkCommand } from './work-names.ts';

const memoryGroup = GROUPS.find(({ name }) => name === 'memory')!;

/** Commands about the work itself, by their names. Each loads its own modules, when it is typed. */
export const WORK_COMMANDS: Readonly<Record<WorkCommand, () => Promise<Command>>> = {
  close: async () =>
    commandForOperation((await import('../../operations/tasks/close.ts')).closeOperation),
  complete: async () =>
    commandForOperation((await import('../../operations/threads/resume.ts')).completeOperation),
  config: async () => (await import('../../surfaces/cli/base/config.ts')).configCommand,
  done: async () =>
    commandForOperation((await import('../../operations/tasks/tasks.ts')).doneOperation),
  handoff: async () =>
    commandForOperation((await import('../../operations/handoff/handoff.ts')).handoffOperation),
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
  mute: async () =>
    commandForOperation((await import('../../operations/answer/mute.ts')).muteOperation),
  note: async () =>
    commandForOperation((await import('../../operations/threads/note.ts')).noteOperation),
  now: async () =>
    commandForOperation((await import('../../operations/sessions/now.ts')).nowOperation),
  pin: async () => commandForOperation((await import('../../operations/pins/pin.ts')).pinOperation),
  review: async () =>
    commandForOperation((await import('../../operations/review/review.ts')).reviewOperation),
  rule: async () =>
    commandForOperation((await import('../../operations/memories/rule.ts')).ruleOperation),
  sessions: async () =>
    commandForOperation((await import('../../operations/sessions/history.ts')).historyOperation),
  show: async () => (await import('../../surfaces/cli/base/show.ts')).showCommand,
  stats: async () =>
    commandForOperation((await import('../../operations/ledger/stats.ts')).statsOperation),
  tasks: async () =>
    commandForOperation((await import('../../operations/tasks/tasks.ts')).tasksOperation),
  thread: async () =>
    commandForOperation((await import('../../operations/threads/thread.ts')).threadOperation),
  told: async () =>
    commandForOperation((await import('../../operations/answer/session-told.ts')).toldOperation),
  unpin: async () =>
    commandForOperation((await import('../../operations/pins/pin.ts')).unpinOperation),
  why: async () => commandForOperation((await import('../../why/operations/why.ts')).why),
};
