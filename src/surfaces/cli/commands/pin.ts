import { shortId } from '../../../domain/ids.ts';
import { meantSessions } from '../../../engine/live.ts';
import { pin as makeAndKeep, type PinResult } from '../../../engine/pins.ts';
import { command } from '../command.ts';
import { type Cli, withStore } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { speakerOf } from '../memories.ts';
import { chooseTarget, pinInShort, pinLine, TARGET_FLAGS } from '../pins.ts';
import { inWords } from '../scope.ts';
import { count } from '../times.ts';

export const pin = command({
  name: 'pin',
  summary: 'Keep a short statement in working memory, for this session and those to come.',
  about:
    'It goes to the session whose agent runs the command, else to those that are running in this project; where none is, ' +
    'it waits for the next one. A pin of the same label is replaced. A CRITICAL one is given to every session of the ' +
    'project for seven days, a normal one for about three.',
  args: [{ name: 'text', help: 'What to remember.', many: true }],
  flags: {
    label: { value: 'label', short: 'l', help: 'A name, to replace or unpin it by.' },
    critical: { help: 'Must not be forgotten.' },
    ...TARGET_FLAGS,
  },
  examples: [
    { line: 'cortex pin "the API is frozen until Friday"', says: 'a plain one' },
    {
      line: 'cortex pin --critical --label deploy "never deploy from a branch"',
      says: 'one that outlasts the week',
    },
  ],
  run: (cli, { args, flags }) =>
    withStore(cli, async (deps) => {
      const target = await chooseTarget(deps, cli.cwd(), flags);
      const content = args.join(' ');
      const by = speakerOf(deps, await meantSessions(deps, deps.locate(cli.cwd()).scope));
      const request = { content, label: flags.label ?? null, critical: flags.critical, by };
      const result = await makeAndKeep(deps, target.scope, request, target.sessions);
      say(cli, result, target.scope.label);
      if (result.kind !== 'pinned' && result.kind !== 'waiting') return 1;
      const most = deps.config['pins.max_chars'];
      if ([...content.trim()].length > most)
        cli.err.block(`It was cut to ${most} characters, the most that a pin holds.`);
      if (result.pin.content.includes(REDACTED) && !content.includes(REDACTED)) {
        cli.err.block('What looks like a secret in it was not stored.');
      }
      return 0;
    }),
});

const REDACTED = '[REDACTED]';

function say({ out }: Cli, result: PinResult, scope: string): void {
  switch (result.kind) {
    case 'empty':
      throw new UsageError('There is nothing to pin in that.');
    case 'full':
      throw full(result, scope);
    case 'waiting':
      out.block(`Kept for the next session in ${inWords(scope)}: ${pinLine(result.pin, out)}`);
      return;
    case 'pinned':
      out.block(
        `Pinned in ${result.sessions.map(({ id }) => shortId(id)).join(' and ')}: ${pinLine(result.pin, out)}`,
      );
  }
}

/** Nothing is dropped to make room: the person chooses what goes. */
function full({ session, sessions, pins }: Extract<PinResult, { kind: 'full' }>, scope: string): Failure {
  const held = pins.map((one, i) => `  ${String(i + 1).padStart(2)}  ${pinInShort(one)}`);
  const many = count(pins.length, 'pin');
  if (!session) {
    const what = `The next session in ${inWords(scope)} has ${many} waiting already:`;
    return new Failure([what, ...held].join('\n'), 'Let one go first: cortex unpin <number>');
  }
  const id = shortId(session.id);
  const alone = sessions.length === 1;
  return new Failure(
    [`Session ${id} holds ${many} already:`, ...held].join('\n'),
    alone
      ? 'Let one go first: cortex unpin <number>'
      : `It was pinned in none of the ${sessions.length} sessions that run here. ` +
          `Let one go first: cortex unpin <number> --session ${id}`,
  );
}
