// A week of work for the pictures of the page: several matters at a time, one of them running now.

import { join } from 'node:path';
import { Agent } from '../test/agent.ts';
import { makeRepository } from '../test/scratch.ts';
import type { Story } from '../test/ui-story.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Picture {
  /** Days and hours before now. */
  readonly at: readonly [days: number, hours: number];
  /** How long it lasts, in minutes. */
  readonly minutes: number;
  readonly host?: string;
  readonly repo?: 'radio';
  readonly asks: readonly (readonly [asked: string, said: string | null])[];
  readonly files: readonly string[];
  /** How the check came out, turn by turn. */
  readonly checks?: readonly ('red' | 'green' | null)[];
  readonly commit?: string;
  readonly ends?: 'killed' | 'running';
}

const WEEK: readonly Picture[] = [
  {
    at: [6, 7],
    minutes: 95,
    asks: [
      ['Send webhooks when an order is paid', 'Orders send a webhook when they are paid.'],
      ['Sign each of them', 'Each webhook carries a signature; the tests pass.'],
    ],
    files: ['src/webhooks/send.ts', 'src/webhooks/sign.ts'],
    checks: ['red', 'green'],
    commit: 'webhooks: sign what is sent',
  },
  {
    at: [5, 6],
    minutes: 70,
    host: 'codex',
    asks: [['Round invoices half up, in cents', 'Totals are integers in cents and round half up.']],
    files: ['src/invoices/total.ts'],
    checks: ['green'],
    commit: 'invoices: round half up',
  },
  {
    at: [4, 8],
    minutes: 120,
    asks: [
      ['Roles decide who may refund', 'Only the roles owner and support may refund.'],
      ['And who sees the payouts?', 'Owners alone see payouts; two tests are left.'],
    ],
    files: ['src/rbac/roles.ts', 'src/rbac/guard.ts'],
    checks: [null, 'green'],
    commit: 'rbac: roles for refunds',
  },
  {
    at: [3, 5],
    minutes: 80,
    asks: [
      ['Retry webhooks with growing pauses', 'Failed webhooks are sent again for three days.'],
    ],
    files: ['src/webhooks/send.ts', 'src/webhooks/retry.ts'],
    checks: ['green'],
    commit: 'webhooks: retry for three days',
  },
  {
    at: [2, 9],
    minutes: 45,
    repo: 'radio',
    host: 'codex',
    asks: [['Read the meter of the FT-991A', 'The meter is read ten times a second.']],
    files: ['src/meter.ts'],
    checks: ['green'],
    commit: 'meter: ten times a second',
  },
  {
    at: [2, 3],
    minutes: 110,
    asks: [
      ['Search orders by the customer’s words', 'Search finds orders by words of the customer.'],
      ['Rank them by recency too', null],
    ],
    files: ['src/search/rank.ts', 'src/search/query.ts'],
    ends: 'killed',
  },
  {
    at: [1, 6],
    minutes: 60,
    host: 'codex',
    asks: [['Invoices in the language of the customer', 'Invoices are in English and German.']],
    files: ['src/invoices/total.ts', 'src/invoices/words.ts'],
    checks: ['red', 'green'],
    commit: 'invoices: two languages',
  },
  {
    at: [1, 2],
    minutes: 90,
    asks: [
      [
        'Guard the payout endpoints by role',
        'The guard is in; one test is red: a support role still sees payouts.',
      ],
    ],
    files: ['src/rbac/guard.ts', 'src/rbac/payouts.ts'],
    checks: ['red'],
  },
  {
    at: [0, 2],
    minutes: 105,
    asks: [
      [
        'Show failed webhooks in the dashboard',
        'The dashboard lists failed webhooks with their last error.',
      ],
      ['Let people send one again by hand', null],
    ],
    files: ['src/webhooks/retry.ts', 'src/dashboard/webhooks.tsx'],
    checks: ['green', null],
    ends: 'running',
  },
];

const RED =
  'FAIL test/payouts.test.ts > payouts > are hidden from support\n Tests  1 failed | 8 passed (9)';
const GREEN = ' Tests  9 passed (9)';

/** Plays the week; whoever gets the agents ends those that still run. */
export async function tellWeek(story: Story, now: number): Promise<readonly Agent[]> {
  const radio = makeRepository(join(story.shop, '..', 'radio'));
  const running: Agent[] = [];
  for (const one of WEEK) {
    const repo = one.repo === 'radio' ? radio : story.shop;
    const agent = await play(story, repo, one, now);
    if (one.ends === 'running') running.push(agent);
  }
  return running;
}

async function play(story: Story, repo: string, one: Picture, now: number): Promise<Agent> {
  const {
    at: [days, hours],
    minutes,
    asks,
    files,
    checks = [],
    commit,
    ends,
    host = 'claude-code',
  } = one;
  const begin = now - days * DAY - hours * 60 * MINUTE;
  const step = (minutes * MINUTE) / (asks.length * 4);
  let steps = 0;
  const stamp = () => new Date(begin + step * steps++).toISOString();
  const agent = new Agent({ home: story.home, cwd: repo, host, now: stamp() });
  await agent.start();
  for (const [i, [asked, said]] of asks.entries()) {
    const isLast = i === asks.length - 1;
    await agent.at(stamp()).prompt(asked);
    for (const path of files.slice(i)) await agent.at(stamp()).edit(join(repo, path));
    await check(agent.at(stamp()), checks[i] ?? null);
    if (isLast && checks[i + 1]) await check(agent.at(stamp()), checks[i + 1]!);
    if (isLast && commit)
      await agent.tool(
        'Bash',
        { command: `git commit -am "${commit}"` },
        { stdout: `[main 1a2b3c${steps}] ${commit}` },
      );
    if (said !== null) await agent.at(stamp()).stop(said);
  }
  if (ends === 'killed') await agent.kill();
  else if (ends !== 'running') await agent.at(stamp()).end();
  return agent;
}

async function check(agent: Agent, outcome: 'red' | 'green' | null): Promise<void> {
  if (outcome === 'green') await agent.tool('Bash', { command: 'npm test' }, { stdout: GREEN });
  if (outcome !== 'red') return;
  await agent.hook('PostToolUseFailure', {
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    tool_use_id: `red-${Math.random()}`,
    error: RED,
  });
}
