import type { Note } from '../../../domain/thread/thread-note.ts';
import { note as record } from '../../../engine/threads.ts';
import { command } from '../command.ts';
import { withStore } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { chooseScope, SCOPE_FLAGS } from '../scope.ts';

const KINDS = ['next', 'done', 'decision', 'blocker', 'resolved', 'dropped', 'phase'] as const;
type Kind = (typeof KINDS)[number];

export const note = command({
  name: 'note',
  summary: 'Note what comes next, what is done, decided or in the way.',
  about:
    `Kinds: ${KINDS.join(', ')}. It goes to the thread of work of the project, which every session there continues. ` +
    'Done takes a next action of the same words off the list, resolved a blocker, dropped a next action.',
  args: [
    { name: 'kind', help: `One of ${KINDS.join(', ')}.`, choices: KINDS },
    { name: 'text', help: 'What there is to note.', many: true },
  ],
  flags: {
    reason: { value: 'text', help: 'Why it was decided so.' },
    subject: {
      value: 'text',
      help: 'What a decision is about; a later one on the same subject replaces it.',
    },
    type: { value: 'type', help: 'What kind of blocker it is: waiting, need, bug …' },
    ...SCOPE_FLAGS,
  },
  examples: [
    { line: 'cortex note next "rerun the race detector"', says: 'the next session begins with that' },
    { line: 'cortex note decision "split the proxy" --reason "one file is too long"', says: 'and why' },
    { line: 'cortex note blocker "access to staging" --type waiting', says: 'what is in the way' },
  ],
  run: (cli, { args, flags }) =>
    withStore(cli, async (deps) => {
      const [kind, ...words] = args as [string, ...string[]];
      if (!isKind(kind)) throw new UsageError(`There is no kind ${kind}.`, `Kinds: ${KINDS.join(', ')}.`);
      const { scope } = await chooseScope(deps, cli.cwd(), flags);
      const said = noteOf(kind, words.join(' '), flags);
      const thread = await record(deps, scope, said, 'person');
      if (!thread)
        throw new Failure(
          kind === 'resolved' || kind === 'dropped'
            ? `Nothing that is open here has these words: ${words.join(' ')}`
            : 'There is nothing to note.',
          'cortex thread shows what is open.',
        );
      cli.out.line(`Noted in ${scope.label}: ${kind} ${words.join(' ')}`);
      return 0;
    }),
});

function isKind(word: string): word is Kind {
  return KINDS.includes(word as Kind);
}

function noteOf(
  kind: Kind,
  text: string,
  flags: {
    readonly reason: string | undefined;
    readonly subject: string | undefined;
    readonly type: string | undefined;
  },
): Note {
  switch (kind) {
    case 'decision':
      return { kind, text, reason: flags.reason ?? null, subject: flags.subject ?? null };
    case 'blocker':
      return { kind, text, type: flags.type ?? null };
    default:
      return { kind, text };
  }
}
