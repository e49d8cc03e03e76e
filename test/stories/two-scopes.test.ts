// Two repositories whose work shares no word: by no door does one of them hear of the other.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/operations/all.ts';
import type { Operation } from '../../src/operations/base/operation.ts';
import { told } from '../agent.ts';
import { at, DAY, MINUTE, MONDAY } from '../days.ts';
import { mcpStage } from '../mcp.ts';
import { servePage } from '../page-server.ts';
import { CORTEX } from '../program.ts';
import { makeRepository } from '../scratch.ts';
import { type Stage, useStage } from '../stage.ts';

let stage: Stage;
const agent = useStage('shop', at(MONDAY), (set) => {
  stage = set;
});
const { connect } = mcpStage();

interface Place {
  readonly repo: string;
  readonly words: readonly string[];
}

/** Each word stands for a part of the work there; none of them is a word of the program. */
const WORDS = [
  ['kestrel', 'magnolia', 'obsidian', 'pelican', 'quartz', 'rhubarb', 'sextant', 'tamarind'],
  ['umbrella', 'viaduct', 'walnut', 'zeppelin', 'bramble', 'cobalt', 'damson', 'ermine'],
];
let places: readonly [Place, Place];

beforeEach(async () => {
  const repos = [stage.repo, makeRepository(join(stage.folder.path, 'billing'))];
  places = repos.map((repo, i) => ({ repo, words: WORDS[i]! })) as unknown as typeof places;
  // In turns, so that the one is always newer than the other.
  for (const day of [0, 1]) for (const place of places) await work(place, MONDAY + day * DAY);
});

/** A day's session with everything that is kept: turns, files, a red check, to-dos, a pin, a rule, notes, a memory. */
async function work({ repo, words }: Place, now: number): Promise<void> {
  const [asked, file, test, todo, pin, rule, decided, learnt] = words;
  const one = agent({ cwd: repo, now: at(now) });
  await one.start();
  await one.prompt(`make the ${asked} ready`);
  await one.edit(join(repo, 'src', `${file}.ts`));
  await one.hook('PostToolUseFailure', {
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    error: `Exit code 1\nFAIL src/${test}.test.ts\n  ● ${test} fits\nTests: 1 failed, 1 total`,
    tool_use_id: `fails-${test}-${now}`,
  });
  const list = [{ content: `look at the ${todo}`, status: 'pending', activeForm: 'looking' }];
  await one.tool('TodoWrite', { todos: list });
  await one.run('pin', `the ${pin} stays`);
  await one.run('rule', `never touch the ${rule}`);
  await one.run('note', 'decision', `the ${decided} it is`);
  await one.run('note', 'next', `paint the ${asked}`);
  await one.run('memory', 'add', `the ${learnt} is heavy`);
  await one.at(at(now + 5 * MINUTE)).stop(`The ${asked} is ready. Shall the ${todo} follow?`);
  await one.end();
}

/** The words of `other` in a text. */
function foreign(text: string, other: Place): readonly string[] {
  return other.words.filter((word) => text.toLowerCase().includes(word));
}

/** Words that a door may be asked with: those of the other place, and some that mean anything. */
const asks = ({ words }: Place) => [
  `back to the ${words[0]}`,
  words.join(' '),
  'continue',
  'what was decided?',
];

/** What the page asks for besides. */
const VIEWS = ['page now', 'page search', 'page sessions', 'page story'];

/** Looking at all projects is what these are for. */
const OF_ALL = [
  'project list',
  'project signs',
  'page projects',
  'page places',
  'verify',
  'metrics',
  'times',
];

const NEEDED: Readonly<Record<string, (words: string) => readonly string[]>> = {
  search: (words) => [words],
  'memory search': (words) => [words],
  why: (words) => ['--prompt', words],
};

const reading = (OPERATIONS as readonly Operation[]).filter(
  ({ effect, name }) => effect === 'reads' && !OF_ALL.includes(name.command ?? ''),
);

async function hooks(here: Place, other: Place): Promise<string> {
  const before = agent({ cwd: here.repo, now: at(MONDAY + 2 * DAY) });
  const said = [await before.start(), await before.prompt('go on with the tests')];
  await before.hook('PreCompact', { trigger: 'auto' });
  said.push(await before.start('compact'));
  await before.end();
  said.push(await before.at(at(MONDAY + 3 * DAY)).start('resume'));
  await before.end();
  // What it asks is its own from now on.
  const one = agent({ cwd: here.repo, now: at(MONDAY + 4 * DAY) });
  said.push(await one.start());
  for (const [i, words] of asks(other).entries()) {
    said.push(await one.at(at(MONDAY + 4 * DAY + (i + 1) * MINUTE)).prompt(words));
    said.push(await one.hook('SubagentStart', { agent_type: 'Explore', agent_id: `a${i}` }));
    await one.stop('So.');
  }
  await one.end();
  return said.map((result) => `${told(result) ?? ''}\n${result.stdout}`).join('\n');
}

it('the hooks of one tell nothing of the other, whatever a prompt says', async () => {
  for (const [here, other] of [places, places.toReversed()] as (typeof places)[]) {
    const text = await hooks(here, other);
    expect(foreign(text, other)).toEqual([]);
    expect(foreign(text, here).length).toBeGreaterThan(4);
  }
});

it('the commands of one tell nothing of the other', async () => {
  const [here, other] = places;
  const one = agent({ cwd: here.repo, now: at(MONDAY + 3 * DAY) });
  for (const { name } of reading) {
    if (name.command === null) continue;
    for (const words of asks(other)) {
      const more = NEEDED[name.command]?.(words) ?? [];
      for (const form of [[], ['--json']]) {
        const { stdout, stderr } = await one.run(...name.command.split(' '), ...more, ...form);
        // What was asked may be said back.
        const text = `${stdout}${stderr}`.replaceAll(words, '');
        expect({ name: name.command, words, foreign: foreign(text, other) }).toMatchObject({
          foreign: [],
        });
      }
      if (more.length === 0) break;
    }
  }
});

it('the tools of one tell nothing of the other', async () => {
  const [here, other] = places;
  const env = { CORTEX_HOME: stage.home, CORTEX_NOW: at(MONDAY + 3 * DAY) };
  const { client, call } = await connect({ cwd: here.repo, env });
  const { tools } = await client.listTools();
  const inputs = (words: string) => [{ query: words }, { query: words, refresh: true }, {}];
  let heard = 0;
  for (const { name, annotations } of tools) {
    if (annotations?.readOnlyHint !== true) continue;
    for (const words of asks(other)) {
      for (const input of inputs(words)) {
        const { text, data } = await call(name, input).catch(() => ({ text: '', data: {} }));
        heard += text.length;
        const said = `${text}${JSON.stringify(data)}`.replaceAll(words, '');
        expect({ name, input, foreign: foreign(said, other) }).toMatchObject({ foreign: [] });
      }
    }
  }
  expect(heard).toBeGreaterThan(1000);
});

it('the page of one tells nothing of the other', async () => {
  const [here, other] = places;
  const env = { ...process.env, HOME: stage.folder.path, CORTEX_HOME: stage.home };
  const { server, url } = await servePage(CORTEX, { cwd: here.repo, env });
  try {
    const ask = await callerOf(url);
    let heard = 0;
    const names = [...VIEWS, ...reading.flatMap(({ name }) => name.command ?? [])];
    for (const operation of names) {
      if (OF_ALL.includes(operation)) continue;
      for (const words of asks(other)) {
        for (const input of [{ query: words }, { prompt: words }, {}]) {
          const body = await ask({ operation, input, project: here.repo });
          heard += body.length;
          const said = body.replaceAll(words, '');
          expect({ operation, input, foreign: foreign(said, other) }).toMatchObject({
            foreign: [],
          });
        }
      }
    }
    expect(heard).toBeGreaterThan(1000);
  } finally {
    await leave(server);
  }
});

/** Asks the page's server as the page does. */
async function callerOf(url: string): Promise<(asked: object) => Promise<string>> {
  const entered = await fetch(url, { redirect: 'manual' });
  const address = new URL(entered.headers.get('location') ?? url, url);
  const token = new URLSearchParams(address.hash.slice(1)).get('token')!;
  return async (asked) => {
    const answer = await fetch(new URL('/call', address), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    return answer.text();
  };
}

async function leave(server: ChildProcess): Promise<void> {
  const gone = new Promise((done) => server.once('exit', done));
  server.kill();
  await gone;
}
