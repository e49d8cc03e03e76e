import type { Note } from '../../../domain/thread/thread-note.ts';
import { meantSessions } from '../../../engine/live.ts';
import { type Noting, note as record } from '../../../engine/threads.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { speakerOf } from '../memories.ts';
import { chooseScope, SCOPE_FLAGS } from '../scope.ts';

const KINDS = ['next', 'done', 'decision', 'blocker', 'resolved', 'dropped', 'phase'] as const;
type Kind = (typeof KINDS)[number];

export const note = command({
  name: 'note',
  summary: 'Note what comes next, what is done, decided or in the way.',
  about:
    `Kinds: ${KINDS.join(', ')}. It goes to the thread of work of the project, which every session there continues. ` +
    'Done and dropped close a next action or an open task of near words, resolved a blocker; the answer names it.',
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
    ...JSON_FLAG,
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
      const by = speakerOf(deps, await meantSessions(deps, deps.locate(cli.cwd()).scope));
      const noting = await record(deps, scope, said, by);
      if (noting.kind !== 'noted') throw refusal(kind, said.text, noting);
      const { closed } = noting;
      if (flags.json)
        cli.out.json({
          thread_id: noting.thread?.id ?? null,
          scope: scope.label,
          kind,
          text: said.text,
          closed,
        });
      else cli.out.block(notedLine(scope.label, kind, said.text, closed));
      return 0;
    }),
});

function notedLine(scope: string, kind: Kind, text: string, closed: readonly string[]): string {
  const noted = `Noted in ${scope}: ${kind} ${text}`;
  return closed.length === 0 || (closed.length === 1 && closed[0] === text)
    ? noted
    : `${noted}\nClosed: ${closed.join('; ')}`;
}

function refusal(kind: Kind, text: string, noting: Exclude<Noting, { kind: 'noted' }>): Failure {
  if (noting.kind === 'several')
    return new Failure(
      [
        `${text} fits several. Nothing was closed:`,
        ...noting.candidates.map((candidate) => `  ${candidate}`),
      ].join('\n'),
      'Say more of its words.',
    );
  if (kind !== 'resolved' && kind !== 'dropped')
    return new Failure('There is nothing to note.', 'cortex thread shows what is open.');
  const open = noting.open.map((one) => `  ${one}`);
  return new Failure(
    [
      `Nothing that is open here has these words: ${text}`,
      open.length > 0 ? 'Nothing was closed. Open here:' : 'Nothing was closed.',
      ...open,
    ].join('\n'),
    'cortex thread shows what is open.',
  );
}

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
