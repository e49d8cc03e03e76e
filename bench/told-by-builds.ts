// What two builds tell of one home, line by line: each change of a told text has to be meant.
// npm run bench -- told <old-dist> <new-dist> [--sessions 300] [--live 8] [--json]
// The old build imports the sessions; both builds then go on with a copy of that home and hear the same events.
// Both get the same ids (same-ids.cjs), so that a build beside itself tells the same to the byte.
import { cpSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Clock, DAY, HOUR } from './continuity/clock.ts';
import { loadCorpus, type ToolUse, type Turn } from './continuity/corpus.ts';
import { Host } from './continuity/host.ts';
import { Repository } from './continuity/repository.ts';
import { ClaudeSession, type HookDoor } from './continuity/session.ts';
import { loadStories, type StorySession } from './continuity/stories.ts';
import { makeWorld, type World } from './continuity/world.ts';
import { transcribe } from './transcripts.ts';

const USAGE = 'npm run bench -- told <old-dist> <new-dist> [--sessions <n>] [--live <n>] [--json]';
const BEGUN = '2026-09-01T09:00:00.000Z';
const REPOSITORIES = 3;
const SAME_IDS = join(import.meta.dirname, 'same-ids.cjs');

type Fields = Readonly<Record<string, unknown>>;

/** The host keeps what was said and nothing else hears it. */
class TranscriptDoor implements HookDoor {
  readonly paths = new Map<string, number>();
  readonly #user: string;
  readonly #clock: Clock;

  constructor(user: string, clock: Clock) {
    this.#user = user;
    this.#clock = clock;
  }

  async hook(_host: string, payload: Fields): Promise<string> {
    const at = Date.parse(this.#clock.iso);
    this.paths.set(transcribe(this.#user, payload, at), at);
    return '';
  }

  async callTool(): Promise<string> {
    return '';
  }

  /** An import leaves out transcripts that were written just now. */
  settle(): void {
    for (const [path, at] of this.paths) utimesSync(path, at / 1000, at / 1000);
  }
}

interface Difference {
  readonly where: string;
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

/** Both builds hear each event and answer each question; the answers are compared. */
class TwoBuilds implements HookDoor {
  readonly differences: Difference[] = [];
  compared = 0;
  where = '';
  readonly #old: Host;
  readonly #new: Host;

  constructor(old: Host, next: Host) {
    this.#old = old;
    this.#new = next;
  }

  hook(host: string, payload: Fields): Promise<string> {
    return this.#ask(String(payload['hook_event_name']), (one) => one.hook(host, payload));
  }

  callTool(cwd: string, name: string, input: Fields): Promise<string> {
    return this.#ask(`${name} ${JSON.stringify(input)}`, (one) => one.callTool(cwd, name, input));
  }

  command(args: readonly string[], cwd: string): Promise<string> {
    return this.#ask(`cortex ${args.join(' ')}`, (one) => one.run(args, cwd));
  }

  async #ask(what: string, of: (host: Host) => Promise<string>): Promise<string> {
    const [before, after] = await Promise.all([of(this.#old), of(this.#new)]);
    if (before === '' && after === '') return '';
    this.compared += 1;
    if (before === after) return before;
    // Lines in another order are only in none.
    const [gone, come] = [linesOnlyIn(before, after), linesOnlyIn(after, before)];
    this.differences.push({ where: `${this.where}, ${what}`, gone, come });
    return before;
  }
}

function linesOnlyIn(text: string, other: string): string[] {
  const known = new Set(other.split('\n'));
  return text.split('\n').filter((line) => !known.has(line));
}

interface Work {
  readonly turns: readonly Turn[];
  readonly branch: string;
}

function allWork(): Work[] {
  const { scripts, fortnight } = loadCorpus();
  const told: readonly StorySession[] = loadStories(['dev', 'held', 'held2', 'held3']);
  const withoutPins = (use: ToolUse) => use.tool !== 'pin';
  return [...told, ...fortnight, ...scripts].map(({ turns, branch }) => ({
    branch,
    turns: turns.map((turn) => ({ ...turn, tools: turn.tools.filter(withoutPins) })),
  }));
}

async function compare(oldDist: string, newDist: string, sessions: number, live: number) {
  const scratch = mkdtempSync(join(tmpdir(), 'told-'));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
  const made = makeWorld({ program: join(oldDist, 'cortex.cjs'), scratch });
  const world: World = {
    ...made,
    settings: { ...made.settings, NODE_OPTIONS: `--require=${SAME_IDS}` },
  };
  const newWorld: World = { ...world, cortex: join(newDist, 'cortex.cjs') };
  const clock = new Clock(BEGUN);
  const works = allWork();
  const repositories = await Promise.all(
    Array.from({ length: REPOSITORIES }, (_, i) => {
      const turns = works
        .filter((_one, place) => place % REPOSITORIES === i)
        .flatMap((one) => one.turns);
      return Repository.make(join(world.folder, 'work', `repo${i}`), clock, turns);
    }),
  );
  const workAt = (i: number) => works[i % works.length]!;
  const door = new TranscriptDoor(world.folder, clock);
  process.stderr.write(`writing ${sessions} transcripts …\n`);
  for (let i = 0; i < sessions; i++) {
    const repository = repositories[(i % works.length) % REPOSITORIES]!;
    await repository.switchTo(workAt(i).branch);
    const session = new ClaudeSession(door, repository, clock);
    for (const turn of workAt(i).turns) await session.play(turn);
    clock.forward(4 * HOUR);
  }
  door.settle();
  const old = new Host(world, world.newHome(), clock);
  process.stderr.write(await old.run(['import', 'claude-code'], world.folder));
  await old.run(['maintain'], world.folder);
  const copy = world.copyHome(old.home);
  // The ids that this moment has given.
  cpSync(`${old.home}.ids`, `${copy}.ids`);
  const next = new Host(newWorld, copy, clock);
  const both = new TwoBuilds(old, next);
  for (let i = 0; i < live; i++) {
    const place = sessions + i;
    const repository = repositories[(place % works.length) % REPOSITORIES]!;
    both.where = `session ${i + 1}`;
    process.stderr.write(`${both.where} …\n`);
    await playLive(both, repository, clock, workAt(place));
    clock.forward(i % 4 === 3 ? 8 * DAY : 20 * HOUR);
  }
  old.quit();
  next.quit();
  return both;
}

/** A session with everything that it can be told: at its start, its prompts, its compaction, and when it asks. */
async function playLive(
  both: TwoBuilds,
  repository: Repository,
  clock: Clock,
  { turns, branch }: Work,
) {
  await both.command([], repository.path);
  const session = new ClaudeSession(both, repository, clock);
  await session.start();
  await repository.switchTo(branch);
  await both.callTool(repository.path, 'memory_context', {});
  await both.callTool(repository.path, 'memory_context', { query: turns[0]!.prompt });
  await both.callTool(repository.path, 'session_search', { query: turns[0]!.prompt });
  for (const turn of turns) await session.play(turn);
  await session.compact('The conversation so far was summarised here by the host.');
  await session.prompt('go on');
  await both.command(['handoff'], repository.path);
  await session.end();
  await both.command(['why', `--prompt=${turns[0]!.prompt}`], repository.path);
}

function printed({ differences, compared }: TwoBuilds): string {
  const blocks = differences.map(({ where, gone, come }) =>
    [`${where}:`, ...gone.map((line) => `- ${line}`), ...come.map((line) => `+ ${line}`)].join(
      '\n',
    ),
  );
  const count = `${compared} told texts compared, ${differences.length} differ`;
  return [...blocks, count].join('\n\n');
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sessions: { type: 'string', default: '300' },
    live: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
});
const [oldDist, newDist] = positionals.map((path) => resolve(path));
if (!oldDist || !newDist) {
  console.error(USAGE);
  process.exit(2);
}
const both = await compare(oldDist, newDist, Number(values.sessions), Number(values.live));
const { compared, differences } = both;
console.log(values.json ? JSON.stringify({ compared, differences }, null, 1) : printed(both));
