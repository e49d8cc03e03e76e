import { pin } from '../../operations/pins/pin.ts';
import { pins } from '../../operations/pins/pins.ts';
import { unpin } from '../../operations/pins/unpin.ts';
import { done, drop } from '../../operations/tasks/close.ts';
import { tasks } from '../../operations/tasks/tasks.ts';
import { complete } from '../../operations/thread/complete.ts';
import { note } from '../../operations/thread/note.ts';
import { thread } from '../../operations/thread/thread.ts';
import type { Command } from './command.ts';
import { chain } from './commands/chain.ts';
import { completionOf } from './commands/completion.ts';
import { config } from './commands/config.ts';
import { continueCommand } from './commands/continue.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { exportCommand } from './commands/export.ts';
import { forget } from './commands/forget.ts';
import { handoff } from './commands/handoff.ts';
import { history } from './commands/history.ts';
import { hook } from './commands/hook.ts';
import { importCommand } from './commands/import.ts';
import { maintain } from './commands/maintain.ts';
import { mcp } from './commands/mcp.ts';
import { memory } from './commands/memory.ts';
import { metrics } from './commands/metrics.ts';
import { open } from './commands/open.ts';
import { preview } from './commands/preview.ts';
import { project } from './commands/project.ts';
import { redact } from './commands/redact.ts';
import { repair } from './commands/repair.ts';
import { resume } from './commands/resume.ts';
import { search } from './commands/search.ts';
import { setup } from './commands/setup.ts';
import { show } from './commands/show.ts';
import { sop } from './commands/sop.ts';
import { stats } from './commands/stats.ts';
import { status } from './commands/status.ts';
import { statusline } from './commands/statusline.ts';
import { unsetup } from './commands/unsetup.ts';
import { verify } from './commands/verify.ts';
import { commandOf } from './of-operation.ts';

/** Every command, in the order of the help: what people ask most comes first. */
export const COMMANDS: readonly Command[] = [
  status,
  history,
  search,
  show,
  chain,
  preview,
  explain,
  handoff,
  continueCommand,
  open,
  commandOf(note),
  commandOf(thread),
  resume,
  commandOf(complete),
  commandOf(pin),
  commandOf(pins),
  commandOf(unpin),
  memory,
  forget,
  sop,
  project,
  commandOf(tasks),
  commandOf(done),
  commandOf(drop),
  stats,
  metrics,
  verify,
  exportCommand,
  importCommand,
  maintain,
  repair,
  config,
  redact,
  doctor,
  completionOf(() => COMMANDS),
  setup,
  unsetup,
  demo,
  mcp,
  statusline,
  hook,
];
