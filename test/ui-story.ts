// A home with a few weeks of work in it, for the tests of the page and for its pictures.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from './agent.ts';
import { CORTEX, runHere } from './program.ts';
import { makeRepository } from './scratch.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface Story {
  readonly home: string;
  readonly shop: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface Saying {
  /** Days before now. */
  readonly days: number;
  readonly host?: string;
  readonly repo?: string;
  readonly asks: readonly (readonly [asked: string, said: string])[];
  readonly edits?: readonly string[];
  readonly todos?: readonly (readonly [text: string, status: string])[];
  readonly fails?: string;
  /** The host is killed instead of ended. */
  readonly isCut?: boolean;
}

/** An empty home and a repository. */
export function emptyStory(folder: string): Story {
  const home = join(folder, 'home');
  const shop = makeRepository(join(folder, 'shop-api'));
  const quiet = { CORTEX_MAINTENANCE_AUTO: 'false', CORTEX_REPAIR_AUTO: 'false' };
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    CORTEX_HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...quiet,
  };
  return { home, shop, env };
}

/** One session through the real hooks, as of its day. */
export async function session(story: Story, saying: Saying, now: number, processes = false): Promise<void> {
  const {
    days,
    asks,
    edits = [],
    todos = [],
    fails,
    isCut,
    host = 'claude-code',
    repo = story.shop,
  } = saying;
  let at = now - days * DAY;
  const stamp = () => new Date((at += 4 * 60_000)).toISOString();
  const agent = new Agent({ home: story.home, cwd: repo, host, now: stamp(), processes });
  await agent.start();
  for (const [i, [asked, said]] of asks.entries()) {
    await agent.at(stamp()).prompt(asked);
    for (const path of i === 0 ? edits : []) await agent.at(stamp()).edit(join(repo, path));
    if (i === 0 && todos.length > 0)
      await agent.at(stamp()).tool('TodoWrite', {
        todos: todos.map(([content, status]) => ({ content, status, activeForm: content })),
      });
    if (fails && i === asks.length - 1)
      await agent.at(stamp()).hook('PostToolUseFailure', {
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        tool_use_id: `failed-${days}`,
        error: fails,
      });
    await agent.at(stamp()).stop(said);
  }
  if (isCut) await agent.kill();
  else await agent.at(stamp()).end();
}

/** A command of a person in the shop. */
export function run(story: Story, words: readonly string[], now: number): string {
  const env = { ...story.env, CORTEX_NOW: new Date(now).toISOString() };
  return runHere(words, { cwd: story.shop, env, input: '', host: process.pid }).stdout;
}

export const PROGRAM = CORTEX;

/** Work on another branch, before that of the story. */
export async function branchStory(story: Story, now: number, processes = false): Promise<void> {
  const head = join(story.shop, '.git', 'HEAD');
  const before = readFileSync(head, 'utf8');
  writeFileSync(head, 'ref: refs/heads/refunds\n');
  await session(
    story,
    {
      days: 24.5,
      asks: [['Export refunds as CSV', 'The export is there; dates are still in local time.']],
      edits: ['src/refunds/export.ts'],
      todos: [
        ['Write dates of refunds in UTC', 'pending'],
        ['Export refunds as CSV', 'completed'],
      ],
    },
    now,
    processes,
  );
  writeFileSync(head, before);
}

/** Three weeks in two projects with three agents; with `processes` the hooks' times are those of real ones. */
export async function tellStory(story: Story, now: number, processes = false): Promise<void> {
  const radio = makeRepository(join(story.shop, '..', 'radio'));
  for (const saying of SAYINGS) {
    const repo = saying.repo === 'radio' ? radio : story.shop;
    await session(story, { ...saying, repo }, now, processes);
  }
  const commands: readonly (readonly [days: number, ...words: string[]])[] = [
    [
      6,
      'note',
      'decision',
      'verify events by their signature',
      '--reason',
      'the gateway retries without order',
      '--subject',
      'webhooks',
    ],
    [5, 'note', 'blocker', 'the sandbox has no refund events', '--type', 'waiting'],
    [2, 'note', 'next', 'remove the polling job once a week of shadow runs agrees'],
    [
      3,
      'pin',
      'the staging database is shared with QA: no migrations without asking',
      '--label',
      'staging',
      '--critical',
    ],
    [1, 'pin', 'amounts are integers in cents everywhere', '--label', 'money'],
    [9, 'memory', 'add', 'the payment gateway drops idempotency keys after 24 hours', '-c', 'payments'],
    [
      4,
      'memory',
      'add',
      'compareShadow must ignore events younger than five minutes',
      '-c',
      'payments,shadow',
    ],
  ];
  for (const [days, ...words] of commands) run(story, words, now - days * DAY);
}

const SAYINGS: readonly Saying[] = [
  {
    days: 24,
    asks: [
      [
        'Set up the webhook endpoint for payments',
        'The endpoint is in place and answers 200 for known events.',
      ],
    ],
    edits: ['src/payments/webhook.ts'],
  },
  {
    days: 21,
    host: 'codex',
    asks: [['Write tests for the signature check', 'Seven tests, all green.']],
    edits: ['src/payments/signature.test.ts'],
  },
  {
    days: 20,
    repo: 'radio',
    asks: [['Add the FT-991A driver', 'The driver reads frequency and mode.']],
    edits: ['src/ft991a.ts'],
  },
  {
    days: 16,
    asks: [['Deduplicate events by their id', 'Events are stored by id; the second one is ignored.']],
    edits: ['src/payments/store.ts'],
  },
  {
    days: 12,
    host: 'qwen',
    asks: [['Explain how retries of the gateway work', 'It retries for three days with growing pauses.']],
  },
  {
    days: 9,
    asks: [
      ['Never run migrations on staging without asking in #qa', 'Understood.'],
      ['Add the shadow mode behind a flag', 'Shadow mode runs behind PAYMENTS_SHADOW.'],
    ],
    edits: ['src/payments/shadow.ts', 'src/config.ts'],
  },
  {
    days: 6.2,
    host: 'codex',
    asks: [
      ['Compare polling and webhooks in shadow mode', 'compareShadow reports differences once a minute.'],
    ],
    edits: ['src/payments/compare.ts'],
  },
  {
    days: 4,
    repo: 'radio',
    asks: [['The serial port times out after sleep', 'The port is reopened after a resume.']],
    edits: ['src/serial.ts'],
  },
  {
    days: 3,
    asks: [
      [
        'Why do refunds come twice?',
        'Root cause: the sandbox sends every event twice, also to the old endpoint.',
      ],
    ],
    isCut: true,
  },
  {
    days: 1.1,
    asks: [
      ['Ignore differences younger than 5 minutes', 'compareShadow now has a grace period of five minutes.'],
    ],
    edits: ['src/payments/compare.ts'],
  },
  {
    days: 0.2,
    asks: [
      [
        'Fix the red test of the grace period, events come twice from the sandbox, that is normal',
        'I changed the filter to be inclusive.',
      ],
      [
        'Good. What is left?',
        'One test is red: ignores what polling has not seen yet. evt_3 is exactly 5 minutes old: the filter has to be >= instead of >.\n\nNext steps:\n- change > to >= in compareShadow\n- run the shadow report for a week',
      ],
    ],
    edits: ['src/payments/shadow.ts', 'src/payments/shadow.test.ts'],
    todos: [
      ['Change the comparison to >=', 'in_progress'],
      ['Run the shadow report for a week', 'pending'],
      ['Write the runbook for the switch', 'pending'],
    ],
    fails:
      'FAIL src/payments/shadow.test.ts > compareShadow > ignores what polling has not seen yet\nAssertionError: expected 1 to be 0\n\n Tests  1 failed | 22 passed (23)',
  },
];
