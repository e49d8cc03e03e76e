// Three weeks of somebody's work in five projects, played through the real hooks for the pictures of the page.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Agent } from '../test/agent.ts';
import { makeRepository } from '../test/scratch.ts';
import { run, type Story } from '../test/ui-story.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TEST = 'npm test';

interface Turn {
  readonly ask: string;
  readonly say: string;
  /** The agent's words between its tool calls. */
  readonly between?: string;
  readonly edits?: readonly string[];
  /** The outcomes of the tests in turn; a red one with the failing test. */
  readonly tests?: readonly ('green' | string)[];
  readonly commit?: string;
  readonly todos?: readonly (readonly [text: string, status: string])[];
}

interface Played {
  readonly back: number;
  readonly at: number;
  readonly repo?: string;
  readonly host?: string;
  readonly turns: readonly Turn[];
  /** The host is killed instead of ended. */
  readonly isCut?: true;
  /** A rule that the agent would like. */
  readonly proposes?: string;
}

const GRACE = 'src/payments/shadow.test.ts > compareShadow > ignores what polling has not seen yet';

const SESSIONS: readonly Played[] = [
  {
    back: 20,
    at: 10.2,
    turns: [
      {
        ask: 'Set up the webhook endpoint for payments',
        say: 'The endpoint is in place and answers 200 for known events.',
        edits: ['src/payments/webhook.ts'],
        tests: ['green'],
        commit: 'webhook endpoint for payments',
      },
    ],
  },
  {
    back: 19,
    at: 15,
    repo: 'radio',
    turns: [
      {
        ask: 'Add the FT-991A driver',
        say: 'The driver reads frequency and mode.',
        edits: ['src/ft991a.ts'],
        tests: ['green'],
        commit: 'driver for the FT-991A',
      },
    ],
  },
  {
    back: 17,
    at: 9.5,
    host: 'codex',
    turns: [
      {
        ask: 'Write tests for the signature check',
        say: 'Seven tests, all green.',
        edits: ['src/payments/signature.test.ts'],
        tests: ['green'],
      },
    ],
  },
  {
    back: 16,
    at: 20,
    repo: 'dotfiles',
    turns: [
      {
        ask: 'Make the prompt show the branch only in repositories',
        say: 'Done in prompt.zsh.',
        edits: ['prompt.zsh'],
        commit: 'prompt: branch only in repositories',
      },
    ],
  },
  {
    back: 14,
    at: 11,
    turns: [
      {
        ask: 'Deduplicate events by their id',
        say: 'Events are stored by id; the second one is ignored.',
        edits: ['src/payments/store.ts'],
        tests: ['green'],
        commit: 'events are stored once',
      },
    ],
  },
  {
    back: 13,
    at: 14.5,
    repo: 'invoices',
    turns: [
      {
        ask: 'Totals are off by a cent for Swiss francs',
        say: 'Rounding happened twice; it is done once now, at the end.',
        edits: ['src/totals.ts', 'src/totals.test.ts'],
        tests: ['src/totals.test.ts > rounds once', 'green'],
        commit: 'round once, at the end',
      },
    ],
  },
  {
    back: 10,
    at: 16,
    host: 'qwen',
    turns: [
      {
        ask: 'Explain how retries of the gateway work',
        say: 'It retries for three days with growing pauses, in no order.',
      },
    ],
  },
  {
    back: 8,
    at: 9,
    turns: [
      { ask: 'Never run migrations on staging without asking in #qa', say: 'Understood.' },
      {
        ask: 'Add the shadow mode behind a flag',
        say: 'Shadow mode runs behind PAYMENTS_SHADOW.',
        edits: ['src/payments/shadow.ts', 'src/config.ts'],
        tests: ['green'],
        commit: 'shadow mode behind a flag',
      },
    ],
  },
  {
    back: 6,
    at: 10,
    repo: 'invoices',
    turns: [
      {
        ask: 'Export invoices as PDF/A',
        say: 'The export validates as PDF/A-2b.',
        edits: ['src/pdf.ts'],
        tests: ['green'],
        commit: 'invoices as PDF/A',
      },
    ],
  },
  {
    back: 6,
    at: 14,
    host: 'codex',
    turns: [
      {
        ask: 'Compare polling and webhooks in shadow mode',
        say: 'compareShadow reports differences once a minute.',
        edits: ['src/payments/compare.ts'],
        tests: ['green'],
        commit: 'compare polling and webhooks',
      },
    ],
  },
  {
    back: 5,
    at: 9.2,
    repo: 'docs-site',
    turns: [
      {
        ask: 'The search index misses the German pages',
        say: 'The indexer stopped at the first page without a title. It skips those now.',
        edits: ['indexer.ts'],
        tests: ['green'],
        commit: 'index: pages without a title are skipped',
      },
    ],
  },
  {
    back: 4,
    at: 15.5,
    repo: 'radio',
    turns: [
      {
        ask: 'The serial port times out after sleep',
        say: 'The port is reopened after a resume.',
        edits: ['src/serial.ts'],
        tests: ['green'],
      },
    ],
  },
  {
    back: 3,
    at: 13,
    turns: [
      {
        ask: 'Why do refunds come twice?',
        say: 'Root cause: the sandbox sends every event twice, also to the old endpoint.',
      },
      { ask: 'Can we tell them apart?', say: 'Not by id.', edits: ['src/payments/refunds.ts'] },
    ],
    isCut: true,
  },
  {
    back: 2,
    at: 9.4,
    repo: 'invoices',
    turns: [
      {
        ask: 'Number credit notes in a series of their own',
        say: 'They are CN-1, CN-2 … The old ones keep their numbers.',
        edits: ['src/numbering.ts', 'src/numbering.test.ts'],
        tests: ['src/numbering.test.ts > keeps old numbers', 'green'],
        commit: 'credit notes have a series of their own',
      },
    ],
  },
  {
    back: 2,
    at: 16.2,
    turns: [
      {
        ask: 'How long would a week of shadow runs take on staging?',
        say: 'About 40 minutes of CPU, most of it in the comparison.',
      },
    ],
  },
  {
    back: 1,
    at: 10.1,
    turns: [
      {
        ask: 'Ignore differences younger than 5 minutes',
        say: 'compareShadow now has a grace period of five minutes.',
        edits: ['src/payments/compare.ts'],
        tests: ['green'],
        commit: 'a grace period of five minutes',
      },
    ],
  },
  {
    back: 1,
    at: 14.6,
    repo: 'docs-site',
    host: 'codex',
    turns: [
      {
        ask: 'Move the changelog to its own page',
        say: 'Links from the old place lead there.',
        edits: ['changelog.md', 'nav.ts'],
        tests: ['nav.test.ts > every page is reachable'],
      },
    ],
  },
  {
    back: 0,
    at: 10.4,
    turns: [
      {
        ask: 'Write down what shadow mode compares, for the runbook',
        say: 'docs/shadow.md has a table: amount, currency, state, and which side wins.',
        edits: ['docs/shadow.md'],
        commit: 'docs: what shadow mode compares',
      },
    ],
  },
  {
    ...{ back: 0, at: 13.3, proposes: 'run the whole suite before a commit in src/payments' },
    turns: [
      {
        ask: 'Fix the red test of the grace period. Events come twice from the sandbox, that is normal',
        between:
          'The test builds evt_3 exactly five minutes before now. I look at both sides of the comparison before I touch the filter.',
        say: 'The duplicate was counted as a difference. `compareShadow` goes by **id and time** now:\n\n```ts\nconst key = `${event.id}@${event.at}`;\n```',
        edits: ['src/payments/shadow.ts', 'src/payments/shadow.test.ts'],
        tests: ['src/payments/shadow.test.ts > compareShadow > counts a duplicate once', 'green'],
        commit: 'a duplicate counts once',
      },
      {
        ask: 'Good. Run all of it: what is left?',
        say: 'One test is red: ignores what polling has not seen yet. evt_3 is exactly 5 minutes old: the filter has to be >= instead of >.\n\nNext steps:\n- change > to >= in compareShadow\n- run the shadow report for a week',
        tests: [GRACE],
        todos: [
          ['Change the comparison to >=', 'in_progress'],
          ['Run the shadow report for a week', 'pending'],
          ['Write the runbook for the switch', 'pending'],
        ],
      },
    ],
  },
];

/** Each session at its hour, as of a moment in the afternoon. */
export async function busyStory(story: Story, now: number): Promise<void> {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const repos = new Map([['shop-api', story.shop]]);
  for (const name of ['radio', 'invoices', 'docs-site', 'dotfiles'])
    repos.set(name, makeRepository(join(dirname(story.shop), name)));
  for (const [i, one] of SESSIONS.entries())
    await play(story, one, {
      repo: repos.get(one.repo ?? 'shop-api')!,
      at: midnight - one.back * DAY + one.at * HOUR,
      number: i,
    });
  for (const [days, ...words] of SAID) run(story, words, now - days * DAY);
}

const SAID: readonly (readonly [days: number, ...words: string[]])[] = [
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
  [4, 'memory', 'add', 'compareShadow must ignore events younger than five minutes', '-c', 'payments,shadow'],
];

interface Stage {
  readonly repo: string;
  readonly at: number;
  readonly number: number;
}

async function play(
  story: Story,
  { turns, isCut, host, proposes }: Played,
  { repo, at, number }: Stage,
): Promise<void> {
  let time = at;
  const stamp = (minutes = 3) => new Date((time += minutes * 60_000)).toISOString();
  const transcript = join(dirname(story.home), '.claude', 'projects', 'p', `${number}.jsonl`);
  mkdirSync(dirname(transcript), { recursive: true });
  writeFileSync(transcript, '');
  const agent = new Agent({
    home: story.home,
    cwd: repo,
    now: stamp(0),
    processes: true,
    ...(host && { host }),
  });
  // A host is known by where its transcripts lie.
  const files = host ? {} : { transcript_path: transcript };
  const write = (role: 'user' | 'assistant', content: unknown) =>
    appendFileSync(
      transcript,
      `${JSON.stringify({ type: role, sessionId: agent.sessionId, uuid: `${number}-${time}`, timestamp: new Date(time).toISOString(), message: { role, content } })}\n`,
    );
  await agent.hook('SessionStart', { source: 'startup', model: 'test', ...files });
  for (const { ask, say, between, edits = [], tests = [], commit, todos } of turns) {
    await agent.at(stamp()).hook('UserPromptSubmit', { prompt: ask, ...files });
    write('user', ask);
    if (between) {
      stamp(1);
      write('assistant', [
        { type: 'text', text: between },
        { type: 'tool_use', id: `t${time}`, name: 'Read', input: {} },
      ]);
    }
    for (const path of edits) await agent.at(stamp()).edit(join(repo, path));
    for (const outcome of tests) await test(agent.at(stamp(4)), outcome);
    if (commit)
      await agent
        .at(stamp(1))
        .tool(
          'Bash',
          { command: `git commit -am "${commit}"` },
          { stdout: `[main ${hash(commit)}] ${commit}\n 1 file changed` },
        );
    if (todos)
      await agent.at(stamp(1)).tool('TodoWrite', {
        todos: todos.map(([content, status]) => ({ content, status, activeForm: content })),
      });
    stamp(2);
    write('assistant', [{ type: 'text', text: say }]);
    await agent.at(stamp(0)).hook('Stop', { stop_hook_active: false, last_assistant_message: say, ...files });
  }
  if (proposes) await agent.run('rule', proposes);
  if (isCut) await agent.kill();
  else await agent.at(stamp()).end();
}

async function test(agent: Agent, outcome: string): Promise<void> {
  const command = { tool_name: 'Bash', tool_input: { command: TEST } };
  if (outcome === 'green') await agent.tool('Bash', { command: TEST }, { stdout: ' Tests  23 passed (23)' });
  else
    await agent.hook('PostToolUseFailure', {
      ...command,
      tool_use_id: `failed-${Math.random()}`,
      error: `FAIL ${outcome}\nAssertionError: expected 1 to be 0\n\n Tests  1 failed | 22 passed (23)`,
    });
}

/** Looks like one of git. */
function hash(text: string): string {
  return [...text]
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
    .toString(16)
    .slice(0, 7)
    .padStart(7, '0');
}
