import type { Command } from './command.ts';
import { chain } from './commands/chain.ts';
import { config } from './commands/config.ts';
import { connect } from './commands/connect.ts';
import { continueCommand } from './commands/continue.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { history } from './commands/history.ts';
import { hook } from './commands/hook.ts';
import { pin } from './commands/pin.ts';
import { pins } from './commands/pins.ts';
import { show } from './commands/show.ts';
import { status } from './commands/status.ts';
import { unpin } from './commands/unpin.ts';

/** Every command, in the order of the help: what people ask most comes first. */
export const COMMANDS: readonly Command[] = [
  status,
  history,
  show,
  chain,
  explain,
  continueCommand,
  pin,
  pins,
  unpin,
  config,
  doctor,
  connect,
  demo,
  hook,
];
