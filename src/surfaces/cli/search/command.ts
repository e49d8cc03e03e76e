import { searchOperation as operation } from '../../../operations/search/search.ts';
import type { Command, CommandInput } from '../base/command.ts';
import type { Cli } from '../base/context.ts';
import { buildCall, commandForOperation, runOperation } from '../base/of-operation.ts';
import { runPaged } from '../base/paged.ts';
import { withStore } from '../base/store.ts';
import { pickByTyping } from './search.ts';

const plain = commandForOperation(operation);

/** Finds while a person types at a terminal; elsewhere, and with any option, prints what was found. */
export const searchCommand: Command = {
  ...plain,
  about: `${operation.about} At a terminal it finds while you type: arrows choose, Enter opens. With --list, or any other option, it only prints.`,
  args: [{ ...plain.args[0]!, optional: true }],
  flags: { ...plain.flags, list: { help: 'Only print what is found.' } },
  examples: [{ line: 'cortex search', says: 'type and choose' }, ...operation.examples],
  run: async (cli, { args, flags }) => {
    const { list, ...others } = flags;
    const isPlain = Object.values(others).every((one) => one === undefined || one === false);
    const isSeen = Number.isFinite(cli.out.width) && cli.isAttended();
    if (list || !isPlain || !isSeen)
      return runOperation(cli, operation, {
        args,
        flags: isSeen ? { ...others, elsewhere: true } : others,
      });
    return pick(cli, args.join(' '), others);
  },
};

async function pick(cli: Cli, query: string, flags: CommandInput['flags']): Promise<number> {
  const picked = await withStore(cli, async (deps, home) =>
    pickByTyping(cli, await buildCall(cli, deps, home, flags), query),
  );
  const opened = picked?.opens ?? null;
  if (opened === null) return 0;
  const { operation: shows, ...input } = opened;
  return runPaged(cli, (to) => runOperation(to, shows, input));
}
