import { shortId, type ThreadId } from '../../../domain/ids.ts';
import { foldThread } from '../../../domain/thread/thread-fold.ts';
import { formatThread } from '../../../domain/thread/thread-format.ts';
import type { Deps } from '../../../engine/deps.ts';
import { findThread } from '../../../engine/find.ts';
import { threadRecord } from '../../../engine/thread-record.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { Failure } from '../errors.ts';

export const resume = command({
  name: 'resume',
  summary: 'Print the codes of a thread, or of the thread that a session worked on.',
  about:
    'Archived or not. With --activate it becomes the active thread of its project again, and the next session begins with it.',
  args: [{ name: 'id', help: 'The id of a thread or a session, or its beginning.', choices: 'sessions' }],
  flags: { activate: { help: 'Go on with this thread.' }, ...JSON_FLAG },
  examples: [
    { line: 'cortex resume a1b2c3d4', says: 'what that work was' },
    { line: 'cortex resume a1b2c3d4 --activate', says: 'and go on with it' },
  ],
  run: (cli, { args, flags }) =>
    withStore(cli, async (deps) => {
      const id = await threadMeant(deps, args[0]!);
      if (flags.activate) await deps.store.activateThread(id, deps.now());
      const seen = (await deps.store.thread(id, foldThread))!;
      const codes = formatThread(
        seen.thread,
        deps.config['threads.token_budget'],
        seen.head.scope.label,
      ).text;
      if (flags.json) cli.out.json({ ...threadRecord(seen), codes });
      else cli.out.block(codes);
      if (flags.activate && !flags.json)
        cli.out.line(`It is the active thread of ${seen.head.scope.label} again.`);
      return 0;
    }),
});

/** A thread by its own id, else by that of a session that worked on it. */
async function threadMeant(deps: Deps, typed: string): Promise<ThreadId> {
  const sought = await findThread(deps.store, typed);
  switch (sought.kind) {
    case 'found':
      return sought.found;
    case 'several':
      throw new Failure(
        [`${typed} fits several threads:`, ...sought.candidates.map((id) => `  ${id}`)].join('\n'),
        'Give more of the id.',
      );
    case 'no thread':
      throw new Failure(
        `Session ${shortId(sought.session.session_id)} worked on no thread.`,
        'cortex continue takes over what it pinned.',
      );
    case 'none':
      throw new Failure(
        `No thread and no session has an id that begins with ${typed}.`,
        'cortex thread list --all and cortex history --all list them.',
      );
  }
}
