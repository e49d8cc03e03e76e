import { handoffNote, handoff as handoffOf, handoffRecord, handoffText } from '../../../engine/handoff.ts';
import { meantSessions, newest } from '../../../engine/live.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { UsageError } from '../errors.ts';
import { chooseScope, SCOPE_FLAGS } from '../scope.ts';
import { printTold } from '../told.ts';

export const handoff = command({
  name: 'handoff',
  summary: 'Describe where the work stands, for another agent or person.',
  about:
    'The last session that did something: what was asked, where it stopped, what is in the way, decided and next, the files, ' +
    'and what holds here: pins and rules. From what was recorded, without a model. With --json it is a capsule that ' +
    'cortex continue <file> takes in on another machine or in another agent: docs/handoff.schema.json describes it.',
  args: [],
  flags: {
    to: {
      value: 'host',
      choices: 'hosts',
      help: 'Print it for the model of that agent: as facts in an element of ours.',
    },
    ...SCOPE_FLAGS,
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex handoff', says: 'where does it stand?' },
    { line: 'cortex handoff > handoff.md', says: 'to give it to somebody' },
    {
      line: 'cortex handoff --json > handoff.json',
      says: 'to go on elsewhere: cortex continue handoff.json',
    },
    { line: 'cortex handoff --to codex | codex', says: 'as the first words to another agent' },
  ],
  run: (cli, { flags }) =>
    withStore(cli, async (deps) => {
      const { scope, chosen } = await chooseScope(deps, cli.cwd(), flags);
      const { branch, head } = chosen ? { branch: null, head: null } : deps.locate(cli.cwd());
      const running = chosen ? [] : await meantSessions(deps, scope);
      // A session of another project may have typed the command.
      const own = running.filter((head) => head.scope.key === scope.key);
      const given = await handoffOf(deps, { scope, branch }, own.length > 0 ? newest(own) : null);
      if (flags.to !== undefined && !cli.hosts.some(({ name }) => name === flags.to))
        throw new UsageError(
          `There is no agent ${flags.to}.`,
          `Known are ${cli.hosts.map(({ name }) => name).join(', ')}.`,
        );
      const hashOf = (path: string) => {
        const text = scope.root === null ? null : deps.readText(`${scope.root}/${path}`);
        return text === null ? null : deps.sops.hash(text);
      };
      if (flags.json) cli.out.json(handoffRecord(given, { madeAt: deps.now(), head, hashOf }));
      else if (flags.to !== undefined) cli.out.line(handoffNote(deps, 'handoff', given));
      else printTold(cli.out, handoffText(deps, given));
      return 0;
    }),
});
