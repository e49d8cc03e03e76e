import type { SessionState } from '../../../domain/session.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { UsageError } from '../errors.ts';
import { chooseScope, inWords, SCOPE_FLAGS } from '../scope.ts';
import { printSessions, statusOf } from '../sessions.ts';

const STANDARD_LIMIT = 20;

export const history = command({
  name: 'history',
  summary: 'List sessions, newest first.',
  about: 'Those of the project that the current folder belongs to, unless another one or all are asked for.',
  args: [],
  flags: {
    ...SCOPE_FLAGS,
    all: { help: 'Sessions of every project.' },
    limit: { value: 'n', count: true, help: `Sessions to list (${STANDARD_LIMIT}).` },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex history', says: 'what was done here' },
    { line: 'cortex history --all --limit 50', says: 'the last 50 sessions anywhere' },
    { line: 'cortex history --json | jq ".[].title"', says: 'titles, for a program' },
  ],
  run: (cli, { flags }) =>
    withStore(cli, async (deps) => {
      const { out } = cli;
      if (flags.all && (flags.scope ?? flags.project) !== undefined) {
        throw new UsageError('--all is every project; leave out --scope and --project.');
      }
      const scope = flags.all ? null : (await chooseScope(deps, cli.cwd(), flags)).scope;
      const limit = flags.limit ?? STANDARD_LIMIT;
      const found = await deps.store.history({ ...(scope && { scopeKey: scope.key }), limit: limit + 1 });
      const sessions = await Promise.all(found.slice(0, limit).map((state) => statusOf(deps, state)));
      if (flags.json) {
        const threadOf = ({ session_id: id }: SessionState) => deps.store.threadOfSession(id);
        out.json(
          await Promise.all(
            sessions.map(async ({ state }) => ({ ...state, thread_id: await threadOf(state) })),
          ),
        );
        return 0;
      }
      if (sessions.length === 0) {
        out.block(scope ? `No sessions in ${inWords(scope.label)} yet.` : 'No sessions yet.');
        const elsewhere = scope ? 'cortex history --all lists every project; ' : '';
        out.block(out.style.dim(`${elsewhere}cortex setup connects your agents.`));
        return 0;
      }
      printSessions(out, sessions, deps.now());
      if (found.length > limit) out.block(out.style.dim(`There are more: --limit ${limit * 2}`));
      return 0;
    }),
});
