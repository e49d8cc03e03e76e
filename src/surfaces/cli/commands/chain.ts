import { walkChain } from '../../../engine/metrics.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { chooseScope, SCOPE_FLAGS } from '../scope.ts';
import { namedOrLatest, printSessions, statusOf } from '../sessions.ts';

const STANDARD_DEPTH = 5;

export const chain = command({
  name: 'chain',
  summary: 'Walk back from a session through those before it.',
  about: 'Oldest first, the given one last; without an id from the latest session here.',
  args: [{ name: 'id', help: 'The id of a session, or its beginning.', optional: true, choices: 'sessions' }],
  flags: {
    depth: { value: 'n', count: true, help: `Sessions to show, with the given one (${STANDARD_DEPTH}).` },
    ...SCOPE_FLAGS,
    ...JSON_FLAG,
  },
  examples: [{ line: 'cortex chain a1b2c3d4 --depth 10', says: 'how it came to that session' }],
  run: (cli, { args, flags }) =>
    withStore(cli, async (deps) => {
      const last = await namedOrLatest(
        deps,
        args[0],
        async () => (await chooseScope(deps, cli.cwd(), flags)).scope,
      );
      const walked = await walkChain(deps, last.session_id, flags.depth ?? STANDARD_DEPTH);
      const sessions = await Promise.all(walked.map((state) => statusOf(deps, state)));
      if (flags.json) {
        cli.out.json(sessions.map(({ state }) => state));
        return 0;
      }
      printSessions(cli.out, sessions, deps.now());
      if (walked[0]?.previous_session_id && walked.length === (flags.depth ?? STANDARD_DEPTH)) {
        cli.out.block(cli.out.style.dim(`There are earlier ones: --depth ${walked.length * 2}`));
      }
      return 0;
    }),
});
