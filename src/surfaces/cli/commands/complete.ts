import { complete as completeThread } from '../../../engine/threads.ts';
import { command } from '../command.ts';
import { withStore } from '../context.ts';
import { chooseScope, SCOPE_FLAGS } from '../scope.ts';

export const complete = command({
  name: 'complete',
  summary: 'Close the thread of work: it is archived, and the next work opens another.',
  about: 'It can still be read, and be resumed.',
  args: [],
  flags: SCOPE_FLAGS,
  examples: [{ line: 'cortex complete', says: 'this is done' }],
  run: (cli, { flags }) =>
    withStore(cli, async (deps) => {
      const { scope } = await chooseScope(deps, cli.cwd(), flags);
      const closed = await completeThread(deps, scope);
      if (closed)
        cli.out.line(
          `Archived thread ${closed.id.slice(0, 8)} of ${scope.label}. cortex resume ${closed.id.slice(0, 8)} reads it.`,
        );
      else cli.out.line(`No work is under way in ${scope.label}.`);
      return 0;
    }),
});
