import { foldThread } from '../../../domain/thread/thread-fold.ts';
import { formatThread } from '../../../domain/thread/thread-format.ts';
import { lastAccess, threadRecord } from '../../../engine/thread-record.ts';
import { threadHere } from '../../../engine/threads.ts';
import type { ThreadSeen } from '../../../store/threads.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { UsageError } from '../errors.ts';
import { chooseScope, SCOPE_FLAGS } from '../scope.ts';
import { ago } from '../times.ts';

const STANDARD_LIMIT = 10;

export const thread = command({
  name: 'thread',
  summary:
    'Show the thread of work of the project: files, functions, decisions, blockers, what is next and done.',
  about:
    'As codes, one line each, as the next session is told them. With list: all threads of the project, newest access first.',
  args: [
    {
      name: 'list',
      help: 'The word list: all threads instead of the active one.',
      optional: true,
      choices: ['list'],
    },
  ],
  flags: {
    all: { help: 'With list: of every project.' },
    limit: { value: 'n', count: true, help: `With list: so many (${STANDARD_LIMIT}).` },
    ...SCOPE_FLAGS,
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex thread', says: 'where the work stands' },
    { line: 'cortex thread list', says: 'with those that are archived' },
  ],
  run: (cli, { args, flags }) =>
    withStore(cli, async (deps) => {
      const { scope } = await chooseScope(deps, cli.cwd(), flags);
      if (args[0] === 'list') {
        const heads = await deps.store.threadHistory(
          flags.all ? null : scope.key,
          flags.limit ?? STANDARD_LIMIT,
        );
        const seen = await Promise.all(heads.map((head) => deps.store.thread(head.id, foldThread)));
        const found = seen.filter((one) => one !== null);
        if (flags.json) cli.out.json(found.map(threadRecord));
        else if (found.length === 0) cli.out.line(`There is no thread of work in ${scope.label} yet.`);
        for (const one of flags.json ? [] : found) cli.out.line(threadLine(one, deps.now()));
        return 0;
      }
      if (args[0] !== undefined)
        throw new UsageError(
          `cortex thread ${args[0]} is not known.`,
          'cortex thread, or cortex thread list',
        );
      const seen = await threadHere(deps, scope);
      const codes = seen && formatThread(seen.thread, deps.config['threads.token_budget'], scope.label).text;
      if (flags.json) cli.out.json(seen && { ...threadRecord(seen), codes, thread: seen.thread });
      else if (!codes) cli.out.line(`No work is under way in ${scope.label}. cortex note next "…" begins.`);
      else cli.out.block(codes);
      return 0;
    }),
});

function threadLine({ head, thread: state }: ThreadSeen, now: number): string {
  const counts = `${state.files.length} files, ${state.next.length} next, ${state.done.length} done`;
  const phase = state.phase ? `  ${state.phase}` : '';
  return `${head.id.slice(0, 8)}  ${head.status}  ${ago(lastAccess({ head, thread: state }), now)}  ${head.scope.label}${phase}  ${counts}`;
}
