import { showOperation as operation } from '../../../operations/sessions/show.ts';
import type { Command } from './command.ts';
import { commandForOperation, runOperation } from './of-operation.ts';
import { runPaged } from './paged.ts';

const plain = commandForOperation(operation);

/** A story is long: a terminal gets it page by page. */
export const showCommand: Command = {
  ...plain,
  args: plain.args,
  flags: plain.flags,
  run: (cli, input) => runPaged(cli, (to) => runOperation(to, operation, input)),
};
