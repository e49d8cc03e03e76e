// Long stories of authors who have not seen the program: what the next session is told of what it needs, and what is stale in it.
// npm run bench -- stories [--half dev|held|all] [--program <cortex.cjs or a yardstick>]… [--only <id>] [--texts <folder>] [--width <n>]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Clock, HOUR } from './clock.ts';
import { HALVES, type Half, type Keyed, type ToolUse, type Turn } from './corpus.ts';
import { Host } from './host.ts';
import { pooled } from './pool.ts';
import { Repository } from './repository.ts';
import { ClaudeSession } from './session.ts';
import { holds, linesOf } from './told.ts';
import { makeWorld } from './world.ts';

interface StorySession {
  /** Hours after the first session. */
  readonly hours: number;
  readonly branch: string;
  readonly ending: 'clean' | 'killed' | 'open';
  readonly turns: readonly Turn[];
}

interface Stale extends Keyed {
  /** Words of the later sentence that overrules it. */
  readonly truth: readonly string[];
}

interface Story {
  readonly id: string;
  readonly lang: string;
  /** Turns of the last session. */
  readonly size: number;
  readonly repo: string;
  readonly sessions: readonly StorySession[];
  readonly away: number;
  readonly next_prompt: string;
  readonly needed: readonly Keyed[];
  readonly stale: readonly Stale[];
}

interface Outcome {
  readonly story: Story;
  readonly text: string;
  readonly missed: readonly Keyed[];
  readonly stale: readonly Stale[];
  readonly tokens: number;
}

const BEGUN = '2026-10-05T09:00:00.000Z';

async function play(story: Story, program: string, scratch: string): Promise<Outcome> {
  const world = { ...makeWorld({ dist: scratch, scratch }), cortex: program };
  try {
    const clock = new Clock(BEGUN);
    const turns = story.sessions.flatMap((session) => session.turns);
    const repository = await Repository.make(join(world.folder, 'work', story.repo), clock, turns);
    const home = world.newHome();
    for (const { hours, branch, ending, turns: own } of story.sessions) {
      const at = new Clock(BEGUN).forward(hours * HOUR);
      if (at.iso > clock.iso) clock.to(at.iso);
      await repository.switchTo(branch);
      const host = new Host(world, home, clock);
      const session = new ClaudeSession(host, repository, clock, join(world.folder, 'transcripts'));
      await session.start();
      for (const turn of own)
        await session.play({ ...turn, tools: turn.tools.filter(isPlayable(program)).map(asPlayed) });
      if (ending === 'clean') {
        await session.end();
        host.quit();
      } else await host.kill();
    }
    clock.forward(story.away * HOUR);
    const host = new Host(world, home, clock);
    const text = await new ClaudeSession(host, repository, clock).start();
    host.quit();
    return {
      story,
      text,
      missed: story.needed.filter((one) => !holds(text, one)),
      stale: story.stale.filter((one) => isStale(text, one)),
      tokens: countTokens(text),
    };
  } finally {
    world.dispose();
  }
}

/** Yardsticks have no tools of their own. */
function isPlayable(program: string): (use: ToolUse) => boolean {
  const isYardstick = basename(program) !== 'cortex.cjs';
  return ({ tool }) => !isYardstick || tool !== 'pin';
}

/** Authors write what a commit would print as they like: the repository makes a real one. */
function asPlayed(use: ToolUse): ToolUse {
  const message =
    use.tool === 'Bash' && use.ok ? /git commit[^"']*(["'])([\s\S]*?)\1/.exec(use.command)?.[2] : undefined;
  if (message === undefined || use.tool !== 'Bash' || /^\[\S+ [0-9a-f]{7}\]/m.test(use.output)) return use;
  return { ...use, output: `[main 0000000] ${message.split('\n')[0]}\n 1 file changed\n` };
}

/** The answer stands before the reply to it. */
function isInOrder(text: string, { needed: [answer, last] }: Story): boolean {
  const lines = linesOf(text).map((line) => line.text);
  const at = (keyed: Keyed | undefined) =>
    lines.findLastIndex((line) => keyed !== undefined && holds(line, keyed));
  return at(answer) >= 0 && at(answer) <= at(last);
}

/** Told without the later word that overrules it, or in a section that says it is open or rules. */
function isStale(text: string, stale: Stale): boolean {
  const lines = linesOf(text).filter((line) => holds(line.text, stale));
  if (lines.length === 0) return false;
  if (lines.some(({ section }) => RULING.has(section))) return true;
  const after = text.slice(text.lastIndexOf(lines.at(-1)!.text));
  return !holds(after, { key: stale.truth });
}

const RULING = new Set(['PENDING TASKS', 'RULES OF THE USER', 'DECISIONS', 'OPEN TO']);

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'held' },
    program: { type: 'string', multiple: true },
    texts: { type: 'string' },
    width: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
});

function load<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`./corpus/stories/${name}.json`, import.meta.url), 'utf8'));
}

/** A question, its answer and a short reply to that: the answer is needed, and so is what was said last. */
interface Ending {
  readonly lang: string;
  readonly turns: readonly { readonly prompt: string; readonly reply: string }[];
  readonly answer_key: readonly string[];
  readonly last_key: readonly string[];
}

/** A long message of one side, with the facts inside it. */
interface LongMessage {
  readonly lang: string;
  readonly who: 'user' | 'agent';
  readonly text: string;
  readonly facts: readonly (readonly string[])[];
}

function storyOf(
  id: string,
  lang: string,
  turns: readonly Omit<Turn, 'tools'>[],
  keys: Story['needed'],
): Story {
  const session = {
    hours: 0,
    branch: 'main',
    ending: 'clean',
    turns: turns.map((turn) => ({ ...turn, tools: [] })),
  };
  return {
    ...{
      id,
      lang,
      size: turns.length,
      repo: 'work',
      sessions: [session as StorySession],
      away: 14,
      next_prompt: '',
    },
    ...{ needed: keys, stale: [] },
  };
}

/** Two short turns come after a long message, so that it is not the last one. */
const AFTER = [
  { prompt: 'ok. is the branch pushed?', reply: 'Yes, it is on origin.' },
  { prompt: 'thanks, that is all for today', reply: 'You are welcome.' },
];

const SETS: Readonly<Record<string, () => Story[]>> = {
  ...Object.fromEntries(HALVES.map((half) => [half, () => load<Story>(half)])),
  endings: () =>
    load<Ending>('endings').map(({ lang, turns, answer_key, last_key }, i) =>
      storyOf(`ending-${i + 1}`, lang, turns, [{ key: answer_key }, { key: last_key }]),
    ),
  long: () =>
    load<LongMessage>('long').map(({ lang, who, text, facts }, i) => {
      const turn =
        who === 'agent'
          ? { prompt: 'how does it look?', reply: text }
          : { prompt: text, reply: 'Understood.' };
      const keys = facts.map((key) => ({ key }));
      return storyOf(`long-${i + 1}`, lang, [turn, ...AFTER], keys);
    }),
};

/** A row of the table: what a group of stories was told. */
function rowOf(name: string, own: readonly Outcome[]): string {
  const sum = (of: (one: Outcome) => number) => own.reduce((total, one) => total + of(one), 0);
  const share = (part: number, whole: number) =>
    `${part} of ${whole}, ${Math.round((100 * part) / Math.max(1, whole))} %`;
  const needed = sum(({ story }) => story.needed.length);
  const told = needed - sum(({ missed }) => missed.length);
  const stale = share(
    sum((one) => one.stale.length),
    sum(({ story }) => story.stale.length),
  );
  const tokens = own.map((one) => one.tokens).sort((a, b) => a - b);
  const at = (part: number) => tokens[Math.min(tokens.length - 1, Math.floor(tokens.length * part))];
  return `${name.padEnd(18)} needed ${share(told, needed).padEnd(18)} stale ${stale.padEnd(16)} tokens ${at(0.5)} / ${at(0.95)}`;
}

const GROUPS: readonly (readonly [string, (one: Outcome) => boolean])[] = [
  ['4 turns', ({ story }) => story.size === 4],
  ['8 turns', ({ story }) => story.size === 8],
  ['14 turns', ({ story }) => story.size === 14],
  ['away over a week', ({ story }) => story.away > 168],
  ['endings: order', ({ story, text }) => story.id.startsWith('ending') && isInOrder(text, story)],
  ['all', () => true],
];

function textOf({ text, missed, stale }: Outcome): string {
  const list = (all: readonly Keyed[]) => all.map(({ key }) => `- ${key.join(' | ')}`).join('\n');
  return `missed:\n${list(missed)}\nstale:\n${list(stale)}\n\n${text}\n`;
}

const stories = Object.entries(SETS)
  .filter(([name]) => (values.half === 'all' ? HALVES.includes(name as Half) : values.half === name))
  .flatMap(([, of]) => of())
  .filter(({ id }) => id.startsWith(values.only));
const programs = values.program ?? [join(import.meta.dirname, '..', '..', 'dist', 'cortex.cjs')];
const scratch = mkdtempSync(join(tmpdir(), 'stories-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

for (const program of programs) {
  const outcomes = await pooled(stories, Number(values.width), (story) =>
    play(story, resolve(program), scratch),
  );
  console.log(`\n${basename(program)}, ${stories.length} stories`);
  for (const [name, isIn] of GROUPS) if (outcomes.some(isIn)) console.log(rowOf(name, outcomes.filter(isIn)));
  if (!values.texts) continue;
  mkdirSync(values.texts, { recursive: true });
  for (const one of outcomes)
    writeFileSync(join(values.texts, `${one.story.id}-${basename(program)}.md`), textOf(one));
}
