// First prompts about subjects that a home knows nothing of: whatever they are told of earlier sessions is noise.
// npm run bench -- unrelated [--data <folder>] [--program <cortex.cjs>]… [--texts <folder>] [--json]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Clock, DAY } from '../continuity/clock.ts';
import type { Repository } from '../continuity/repository.ts';
import { ClaudeSession } from '../continuity/session.ts';
import { plainTable, type Row } from '../continuity/table.ts';
import { makeWorld, type World } from '../continuity/world.ts';
import { NearHost } from '../matters/host.ts';
import { readHistory } from './history.ts';
import { DATA, findRepository, HISTORIES, SDE_BENCH } from './public-data.ts';
import { loadRelations, untilLastJudged } from './relations.ts';
import { replay } from './replay.ts';
import { readSde } from './sde-data.ts';
import { importChats, TASKS_BEGIN } from './sde-home.ts';

interface Answer {
  readonly prompt: string;
  readonly told: string;
}

/** A home to ask in, a day after its last session. */
interface Filled {
  readonly host: NearHost;
  readonly repository: Repository;
  readonly clock: Clock;
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: DATA },
    program: {
      type: 'string',
      multiple: true,
      default: [join(import.meta.dirname, '..', '..', 'dist', 'cortex.cjs')],
    },
    texts: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

/** What each prompt is told at the beginning of a session of its own, in a copy of the home. */
async function askAll(world: World, { host, repository, clock }: Filled): Promise<Answer[]> {
  const home = host.home;
  const begin = clock.forward(DAY).iso;
  const answers: Answer[] = [];
  for (const prompt of prompts) {
    host.home = world.copyHome(home);
    const session = new ClaudeSession(host, repository, clock.to(begin));
    await session.start();
    answers.push({ prompt, told: await session.prompt(prompt) });
    rmSync(host.home, { recursive: true, force: true, maxRetries: 5 });
  }
  await host.kill();
  return answers;
}

async function inWorld(
  program: string,
  fill: (world: World) => Promise<Filled>,
): Promise<Answer[]> {
  const world = makeWorld({ program, scratch });
  try {
    return await askAll(world, await fill(world));
  } finally {
    world.dispose();
  }
}

async function fillWithChats(world: World): Promise<Filled> {
  const clock = new Clock(TASKS_BEGIN);
  const { chats } = readSde(findRepository(values.data, SDE_BENCH), 'conversation');
  return { clock, ...(await importChats(world, chats, clock)) };
}

const fills = [
  { name: SDE_BENCH, fill: fillWithChats },
  ...HISTORIES.map((source) => ({
    name: source.name,
    fill: async (world: World): Promise<Filled> => {
      const sessions = readHistory(values.data, source);
      const { home, repository, clock } = await replay(
        world,
        untilLastJudged(sessions, relations[source.name]!),
      );
      return { host: new NearHost(world, home, clock), repository, clock };
    },
  })),
];

function figuresOf(home: string, answers: readonly Answer[]) {
  const told = answers.filter((one) => one.told !== '');
  const characters = told.reduce((sum, one) => sum + one.told.length, 0);
  return { home, prompts: answers.length, told: told.length, characters };
}

function rowOf({ home, prompts: asked, told, characters }: ReturnType<typeof figuresOf>): Row {
  return [
    home,
    `${told} of ${asked}`,
    `${((100 * told) / asked).toFixed(1)} %`,
    String(characters),
  ];
}

const relations = loadRelations();
const prompts = JSON.parse(
  readFileSync(new URL('../data/unrelated.json', import.meta.url), 'utf8'),
) as readonly string[];
const scratch = mkdtempSync(join(tmpdir(), 'unrelated-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
for (const program of values.program.map((path) => resolve(path))) {
  const name = basename(dirname(dirname(program)));
  const all: Answer[] = [];
  const figures: ReturnType<typeof figuresOf>[] = [];
  for (const { name: home, fill } of fills) {
    process.stderr.write(`${name}: ${home} …\n`);
    const answers = await inWorld(program, fill);
    figures.push(figuresOf(home, answers));
    all.push(...answers);
  }
  figures.push(figuresOf('all', all));
  if (values.json) console.log(JSON.stringify({ program: name, figures }));
  else
    console.log(
      `\n${plainTable([[name, 'told anything', '', 'characters'], ...figures.map(rowOf)])}`,
    );
  if (!values.texts) continue;
  mkdirSync(values.texts, { recursive: true });
  const told = all.filter((one) => one.told !== '').map((one) => `# ${one.prompt}\n\n${one.told}`);
  writeFileSync(join(values.texts, `unrelated ${name}.md`), told.join('\n\n'));
}
