// sde-bench without its model: is the chat that decided a rule told to a fresh session whose first prompt is the report of a bug?
// npm run bench -- sde [--data <folder>] [--program <cortex.cjs>]… [--room <characters>]… [--no-maintained] [--texts <folder>] [--json]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Clock } from '../continuity/clock.ts';
import type { Repository } from '../continuity/repository.ts';
import { ClaudeSession } from '../continuity/session.ts';
import { plainTable, type Row } from '../continuity/table.ts';
import { makeWorld, type World } from '../continuity/world.ts';
import type { NearHost } from '../matters/host.ts';
import { Passages } from './passages.ts';
import { DATA, findRepository, readGit, SDE_BENCH } from './public-data.ts';
import { type Chat, chatsOfTask, readSde, type SdeSet, SETS, type Task } from './sde-data.ts';
import { importChats, TASKS_BEGIN } from './sde-home.ts';
import { Simplest } from './simplest.ts';

/** What one way tells for a task. */
interface Told {
  readonly task: Task;
  readonly text: string;
}

/** A way to be told, and what it told for each task. */
interface Answers {
  readonly way: string;
  readonly told: readonly Told[];
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: DATA },
    program: {
      type: 'string',
      multiple: true,
      default: [join(import.meta.dirname, '..', '..', 'dist', 'cortex.cjs')],
    },
    room: { type: 'string', multiple: true, default: ['1130', '2200', '7100'] },
    maintained: { type: 'boolean', default: true },
    texts: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  allowNegative: true,
});

const DOORS = ['start', 'first prompt', 'memory_context'] as const;

/** What a program tells for each task at its doors, each in a copy of the home. */
async function ask(
  host: NearHost,
  world: World,
  repository: Repository,
  clock: Clock,
  tasks: readonly Task[],
) {
  const home = host.home;
  const told = new Map<string, Told[]>(DOORS.map((door) => [door, []]));
  const inCopy = async (work: () => Promise<void>) => {
    host.home = world.copyHome(home);
    await work();
    rmSync(host.home, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const task of tasks) {
    const report = task.bug_report;
    clock.to(TASKS_BEGIN);
    await inCopy(async () => {
      const session = new ClaudeSession(host, repository, clock);
      told.get('start')!.push({ task, text: await session.start() });
      told.get('first prompt')!.push({ task, text: await session.prompt(report) });
    });
    await inCopy(async () => {
      const text = await host.callTool(repository.path, 'memory_context', { query: report });
      told.get('memory_context')!.push({ task, text });
    });
  }
  host.home = home;
  return told;
}

async function askProgram(
  program: string,
  { chats, tasks }: SdeSet,
  scratch: string,
): Promise<Answers[]> {
  const world = makeWorld({ program, scratch });
  try {
    const clock = new Clock(TASKS_BEGIN);
    const { host, repository } = await importChats(world, chats, clock);
    const name = basename(dirname(dirname(program)));
    const answers: Answers[] = [];
    const askAs = async (way: string) => {
      const told = await ask(host, world, repository, clock, tasks);
      for (const door of DOORS) answers.push({ way: `${way}: ${door}`, told: told.get(door)! });
    };
    await askAs(name);
    if (values.maintained) {
      host.run(['maintain'], repository.path);
      await askAs(`${name}, maintained`);
    }
    await host.kill();
    return answers;
  } finally {
    world.dispose();
  }
}

function askSimplest({ chats, tasks }: SdeSet): Answers[] {
  const simplest = new Simplest(chats);
  const ways: readonly (readonly [string, (question: string, room: number) => string])[] = [
    ['FTS5 over turns', (question, room) => simplest.bestTurns(question, room)],
    ['FTS5, best chat from its end', (question, room) => simplest.fromItsEnd(question, room)],
    ['FTS5, best turn and end', (question, room) => simplest.bestTurnAndEnd(question, room)],
    ['grep, best chat', (question, room) => simplest.grepped(question, room)],
    ['newest turns', (_question, room) => simplest.newestTurns(room)],
  ];
  return values.room.flatMap((room) =>
    ways.map(([way, tell]) => ({
      way: `${way}, ${room}`,
      told: tasks.map((task) => ({ task, text: tell(task.bug_report, Number(room)) })),
    })),
  );
}

/** The figures of one way. Where a rule was overruled, the chat that is meant is the later one. */
function figuresOf({ way, told }: Answers, chats: readonly Chat[], passages: Passages) {
  const judged = told.map(({ task, text }) => {
    const own = chatsOfTask(chats, task);
    const [overtaken, meant] = [own.length > 1 ? own[0]! : null, own.at(-1)!];
    return {
      characters: text.length,
      isTold: passages.quoted(text, meant.key).size > 0,
      rule: passages.ruleShare(text, meant.key, task.policy ?? ''),
      isOldTold: overtaken !== null && passages.quoted(text, overtaken.key).size > 0,
    };
  });
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  return {
    way,
    tasks: judged.length,
    characters: Math.round(mean(judged.map(({ characters }) => characters))),
    chatTold: judged.filter(({ isTold }) => isTold).length,
    ruleTold: mean(judged.map(({ rule }) => rule)),
    mostOfRule: judged.filter(({ rule }) => rule >= 0.8).length,
    /** Rules that a later chat overruled. */
    overruled: told.filter(({ task }) => chatsOfTask(chats, task).length > 1).length,
    oldTold: judged.filter(({ isOldTold }) => isOldTold).length,
    oldAlone: judged.filter(({ isOldTold, isTold }) => isOldTold && !isTold).length,
  };
}

const HEAD = ['characters', 'chat told', 'rule told', '≥ 80 %', 'overtaken told', 'alone'];

function rowOf(figures: ReturnType<typeof figuresOf>): Row {
  const counted = (count: number, of = figures.tasks) => (of === 0 ? '–' : `${count} of ${of}`);
  return [
    figures.way,
    String(figures.characters),
    counted(figures.chatTold),
    `${Math.round(100 * figures.ruleTold)} %`,
    counted(figures.mostOfRule),
    counted(figures.oldTold, figures.overruled),
    counted(figures.oldAlone, figures.overruled),
  ];
}

function writeTexts(folder: string, { way, told }: Answers): void {
  mkdirSync(folder, { recursive: true });
  for (const { task, text } of told)
    writeFileSync(
      join(folder, `${task.codebase}, ${way.replaceAll('/', '-')}.md`),
      `${task.bug_report}\n\n${text}\n`,
    );
}

const repository = findRepository(values.data, SDE_BENCH);
const commit = readGit(repository, 'rev-parse', '--short=7', 'HEAD').trim();
const scratch = mkdtempSync(join(tmpdir(), 'sde-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
for (const name of SETS) {
  const set = readSde(repository, name);
  const passages = new Passages(set.chats);
  const answers: Answers[] = [];
  for (const program of values.program)
    answers.push(...(await askProgram(resolve(program), set, scratch)));
  answers.push(...askSimplest(set));
  if (values.texts) for (const one of answers) writeTexts(join(values.texts, name), one);
  const figures = answers.map((one) => figuresOf(one, set.chats, passages));
  if (values.json) console.log(JSON.stringify({ set: name, commit, figures }));
  else {
    const title = `${name}: ${set.tasks.length} tasks, ${set.chats.length} chats (${SDE_BENCH} at ${commit})`;
    console.log(`\n${title}\n${plainTable([['', ...HEAD], ...figures.map(rowOf)])}`);
  }
}
