import { show as operation } from '../../../operations/sessions/show.ts';
import type { Command } from './command.ts';
import { commandOf, runOperation } from './of-operation.ts';
import { runPaged } from './paged.ts';

const plain = commandOf(operation);

/** A story is long: a terminal gets it page by page. */
export const show: Command = {
  ...plain,
  args: plain.args,
  flags: plain.flags,
  run: (cli, input) => runPaged(cli, (to) => runOperation(to, operation, input)),
};
