// Three weeks of somebody's work in five projects, played through the real hooks for the pictures of the page.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const SESSIONS: readonly Played[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'pictures-story.json'), 'utf8'),
);

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
