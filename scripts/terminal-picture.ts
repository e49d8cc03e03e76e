// The picture of the README: what the built program writes on a terminal at setup, and two days after a session was killed.

import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORTEX } from '../test/program.ts';
import { typed } from '../test/typed.ts';
import { emptyStory, type Story, session } from '../test/ui-story.ts';
import { screenOf, terminalSvg } from './terminal-svg.ts';

const OUT = join(import.meta.dirname, '..', 'docs', 'pictures', 'terminal.svg');
const COLUMNS = 98;

// Short, as a person's home is: lines are wrapped by the length of what stands in them.
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'you-')));
try {
  writeFileSync(OUT, await record(newcomer()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Somebody with Claude Code, and a Node that is installed for good. */
function newcomer(): Story {
  for (const path of ['.claude', 'bin', 'shop-api/src/payments'])
    mkdirSync(join(folder, path), { recursive: true });
  copyFileSync(process.execPath, join(folder, 'bin', 'node'));
  const { shop, env } = emptyStory(folder);
  const { CORTEX_HOME: _, ...rest } = env;
  const own = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, TERM: 'xterm' };
  return { home: join(folder, '.cortex'), shop, env: { ...rest, ...own } };
}

async function record(story: Story): Promise<string> {
  const setup = await onTerminal(story, 'setup', [
    ['Connect?', 'y'],
    ['[y/N]', 'n'],
  ]);
  await session(
    story,
    {
      days: 2.1,
      asks: [
        ['Never run migrations on staging without asking in #qa', 'Understood.'],
        [
          'Refunds are booked twice. Find out why and fix it.',
          'Root cause: the sandbox sends every event twice. Events are now stored by their id; one test is still red.',
        ],
      ],
      edits: ['src/payments/store.ts', 'src/payments/refund.test.ts'],
      todos: [
        ['Store events by their id', 'completed'],
        ['Make the refund test green', 'in_progress'],
      ],
      fails:
        'FAIL src/payments/refund.test.ts > refunds > are booked once\n\n Tests  1 failed | 22 passed (23)',
      isCut: true,
    },
    Date.now(),
  );
  for (const path of ['store.ts', 'refund.test.ts'])
    writeFileSync(join(story.shop, 'src/payments', path), '');
  const today = await onTerminal(story, '', []);
  const lines = [
    prompt('cortex setup'),
    ...setup,
    '',
    prompt('# you work with your agent; its process is killed; two days pass'),
    prompt('cortex'),
    ...today,
  ];
  // The place of the scratch folder tells nobody anything.
  const told = lines.map((line) => line.replaceAll(folder, '/home/you'));
  return terminalSvg(told, {
    columns: COLUMNS,
    title: 'cortex setup, and what the next session would be told',
  });
}

function prompt(typed: string): string {
  return `\x1b[36m$\x1b[39m \x1b[1m${typed}\x1b[22m`;
}

/** Typed lines wait until their question is there. */
async function onTerminal(
  { shop, env }: Story,
  args: string,
  answers: readonly (readonly [question: string, typed: string])[],
): Promise<string[]> {
  const around = { columns: COLUMNS, cwd: shop, env, stderr: 'inherit' } as const;
  return screenOf(await typed(`node "${CORTEX}" ${args}`, answers, around));
}
