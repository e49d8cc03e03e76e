import { rmSync } from 'node:fs';
import { declareCommand } from '../base/command.ts';
import { makeScratch, playStory } from './play.ts';

export const demoCommand = declareCommand({
  name: 'demo',
  summary: 'Watch it: a session is killed, and the next one knows what it was doing.',
  about:
    'Takes a few seconds. Runs the real program in real processes, in a scratch home and a ' +
    'scratch repository that it removes afterwards; it does not touch your data. Exits with ' +
    '1 when what it promises does not come true.',
  args: [],
  flags: {},
  examples: [{ line: 'cortex demo', says: 'see it work' }],
  run: async (cli) => {
    const top = makeScratch();
    const remove = () => rmSync(top, { recursive: true, force: true, maxRetries: 3 });
    const interrupt = () => process.exit(INTERRUPTED);
    process.once('SIGINT', interrupt);
    // Also when the reader closes the pipe.
    process.once('exit', remove);
    try {
      await playStory(cli, top);
    } finally {
      process.removeListener('SIGINT', interrupt);
      process.removeListener('exit', remove);
      remove();
    }
    const { out } = cli;
    out.line();
    out.line(out.style.bold('6. Your own agent.'));
    out.block('To connect it: cortex setup');
    out.block(
      'It finds your agents, shows what changes in their settings, and asks before it changes anything.',
    );
    out.block(
      out.style.dim(`Where cortex is not on your PATH, it is: node "${cli.program.script}"`),
    );
    return 0;
  },
});

/** The exit code by shell convention: 128 plus the number of the signal. */
const INTERRUPTED = 130;
