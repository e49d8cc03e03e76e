import { bookNow, type Ending, inOrder } from '../../../engine/open-tasks.ts';
import { closeMeant } from '../closing.ts';
import { type Command, command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { chooseScope, SCOPE_FLAGS } from '../scope.ts';

const WHICH =
  'Say which by its number in cortex tasks, by its id, or by words near its own: case, marks and small words do not ' +
  'count, and the beginning of a word is enough. Words that fit several close nothing.';

export const done = closing({
  name: 'done',
  how: 'done',
  heading: 'Done',
  summary: 'Close work that is done, by its number or by words near its own.',
  about:
    'It leaves the open tasks and the next actions of the project alike, for every session and every agent, and counts ' +
    `as done. ${WHICH} A task of a pipeline or of a pin is closed where it is kept.`,
  examples: [
    { line: 'cortex done 3', says: 'the third of cortex tasks' },
    { line: 'cortex done "rerun race"', says: 'the one that has these words' },
  ],
});

export const drop = closing({
  name: 'drop',
  how: 'dropped',
  heading: 'Dropped',
  summary: 'Give up work that nobody will do, by its number or by words near its own.',
  about: `As cortex done, but it does not count as done. ${WHICH}`,
  examples: [{ line: 'cortex drop 2', says: 'the second of cortex tasks will not be done' }],
});

function closing({
  how,
  heading,
  ...about
}: Pick<Command, 'name' | 'summary' | 'about' | 'examples'> & {
  readonly how: Ending;
  readonly heading: string;
}): Command {
  return command({
    ...about,
    args: [{ name: 'task', help: 'A number, an id, or words.', many: true }],
    flags: { ...SCOPE_FLAGS, ...JSON_FLAG },
    run: (cli, { args, flags }) =>
      withStore(cli, async (deps) => {
        const { scope } = await chooseScope(deps, cli.cwd(), flags);
        const open = inOrder(await bookNow(deps, scope));
        const listed = open.map((task, i) => ({ task, scope, number: i + 1 }));
        return closeMeant(cli, deps, listed, { said: args, how, heading, json: flags.json });
      }),
  });
}
