// A home with a few weeks of work in it, for the tests of the page and for its pictures.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from './agent.ts';
import { CORTEX, runHere } from './program.ts';
import { makeRepository } from './scratch.ts';
import { table } from './table.ts';

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
export async function session(
  story: Story,
  saying: Saying,
  now: number,
  processes = false,
): Promise<void> {
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
  for (const saying of table<Saying>('ui-story-sessions')) {
    const repo = saying.repo === 'radio' ? radio : story.shop;
    await session(story, { ...saying, repo }, now, processes);
  }
  for (const [days, ...words] of table<[number, ...string[]]>('ui-story-commands'))
    run(story, words, now - days * DAY);
}
