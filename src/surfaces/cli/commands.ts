import type { Command } from './command.ts';
import { chain } from './commands/chain.ts';
import { complete } from './commands/complete.ts';
import { completionOf } from './commands/completion.ts';
import { config } from './commands/config.ts';
import { continueCommand } from './commands/continue.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { done, drop } from './commands/done.ts';
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
import { note } from './commands/note.ts';
import { open } from './commands/open.ts';
import { pin } from './commands/pin.ts';
import { pins } from './commands/pins.ts';
import { preview } from './commands/preview.ts';
import { project } from './commands/project.ts';
import { redact } from './commands/redact.ts';
import { repair } from './commands/repair.ts';
import { resume } from './commands/resume.ts';
import { search } from './commands/search.ts';
import { setup } from './commands/setup.ts';
import { share } from './commands/share.ts';
import { show } from './commands/show.ts';
import { sop } from './commands/sop.ts';
import { stats } from './commands/stats.ts';
import { status } from './commands/status.ts';
import { statusline } from './commands/statusline.ts';
import { tasks } from './commands/tasks.ts';
import { thread } from './commands/thread.ts';
import { unpin } from './commands/unpin.ts';
import { unsetup } from './commands/unsetup.ts';
import { verify } from './commands/verify.ts';

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
  note,
  thread,
  resume,
  complete,
  pin,
  pins,
  unpin,
  memory,
  forget,
  sop,
  project,
  share,
  tasks,
  done,
  drop,
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
