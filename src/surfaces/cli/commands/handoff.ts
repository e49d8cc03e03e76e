import { handoff as handoffOf, handoffRecord, handoffText } from '../../../engine/handoff.ts';
import { meantSessions, newest } from '../../../engine/live.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { chooseScope, SCOPE_FLAGS } from '../scope.ts';
import { printTold } from '../told.ts';

export const handoff = command({
  name: 'handoff',
  summary: 'Describe where the work stands, for another agent or person.',
  about:
    'The last session that did something: what was asked, where it stopped, what is in the way, decided and next, the files, ' +
    'and what holds here: pins and rules. From what was recorded, without a model.',
  args: [],
  flags: { ...SCOPE_FLAGS, ...JSON_FLAG },
  examples: [
    { line: 'cortex handoff', says: 'where does it stand?' },
    { line: 'cortex handoff > handoff.md', says: 'to give it to somebody' },
  ],
  run: (cli, { flags }) =>
    withStore(cli, async (deps) => {
      const { scope, chosen } = await chooseScope(deps, cli.cwd(), flags);
      const branch = chosen ? null : deps.locate(cli.cwd()).branch;
      const running = chosen ? [] : await meantSessions(deps, scope);
      // A session of another project may have typed the command.
      const own = running.filter((head) => head.scope.key === scope.key);
      const given = await handoffOf(deps, { scope, branch }, own.length > 0 ? newest(own) : null);
      if (flags.json) cli.out.json(handoffRecord(given));
      else printTold(cli.out, handoffText(deps, given));
      return 0;
    }),
});
