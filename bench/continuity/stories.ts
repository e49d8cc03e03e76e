// Long stories of authors who have not seen the program: what the next session is told of what it needs, and what is stale in it.
// npm run bench -- stories [--half dev|held|all|endings|long] [--program <cortex.cjs or a yardstick>]… [--only <id>] [--texts <folder>] [--width <n>]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Clock, HOUR } from './clock.ts';
import { HALVES, type Keyed, type ToolUse, type Turn } from './corpus.ts';
import { type Share, type Spread, shareOf, spread, sum } from './figures.ts';
import { Host } from './host.ts';
import { pooled } from './pool.ts';
import { programsBeside } from './programs.ts';
import { Repository } from './repository.ts';
import { ClaudeSession } from './session.ts';
import { percent, plainTable, type Row, spreadWords } from './table.ts';
import { holds, linesOf } from './told.ts';
import { playable } from './work.ts';
import { makeWorld, type Place } from './world.ts';

export interface StorySession {
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

export interface Story {
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

export interface Outcome {
  readonly story: Story;
  readonly text: string;
  readonly missed: readonly Keyed[];
  readonly stale: readonly Stale[];
  readonly tokens: number;
}

const BEGUN = '2026-10-05T09:00:00.000Z';

async function play(story: Story, program: string, scratch: string): Promise<Outcome> {
  const world = makeWorld({ program, scratch });
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
        await session.play(playable({ ...turn, tools: turn.tools.map(asPlayed) }, program));
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

/** Authors write what a commit would print as they like: the repository makes a real one. */
export function asPlayed(use: ToolUse): ToolUse {
  const message =
    use.tool === 'Bash' && use.ok
      ? /git commit[^"']*(["'])([\s\S]*?)\1/.exec(use.command)?.[2]
      : undefined;
  if (message === undefined || use.tool !== 'Bash' || /^\[\S+ [0-9a-f]{7}\]/m.test(use.output))
    return use;
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

function load<T>(name: string): T[] {
  return JSON.parse(
    readFileSync(new URL(`./corpus/stories/${name}.json`, import.meta.url), 'utf8'),
  );
}

/** Whole stories of some sets. */
export function loadWholeStories(names: readonly string[]): readonly Story[] {
  return names.flatMap((name) => load<Story>(name));
}

/** The sessions of all stories of some sets. */
export function loadStories(names: readonly string[]): readonly StorySession[] {
  return loadWholeStories(names).flatMap(({ sessions }) => sessions);
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
    id,
    lang,
    size: turns.length,
    repo: 'work',
    sessions: [session as StorySession],
    away: 14,
    next_prompt: '',
    needed: keys,
    stale: [],
  };
}

/** Two short turns come after a long message, so that it is not the last one. */
const AFTER = [
  { prompt: 'ok. is the branch pushed?', reply: 'Yes, it is on origin.' },
  { prompt: 'thanks, that is all for today', reply: 'You are welcome.' },
];

const SETS: Readonly<Record<string, () => Story[]>> = {
  ...Object.fromEntries(
    [...HALVES, 'held2', 'held3'].map((half) => [half, () => load<Story>(half)]),
  ),
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

/** What a program told of some stories. */
export interface StoryFigures {
  readonly needed: Share;
  readonly stale: Share;
  readonly inOrder: Share;
  readonly tokens: Spread;
}

export function figuresOf(outcomes: readonly Outcome[]): StoryFigures {
  const endings = outcomes.filter(({ story }) => story.id.startsWith('ending'));
  return {
    needed: sum(outcomes.map(({ text, story }) => shareOf(text, story.needed))),
    stale: sum(
      outcomes.map(({ stale, story }) => ({ told: stale.length, of: story.stale.length })),
    ),
    inOrder: {
      told: endings.filter(({ text, story }) => isInOrder(text, story)).length,
      of: endings.length,
    },
    tokens: spread(outcomes.map(({ tokens }) => tokens)),
  };
}

export const GROUPS: Readonly<Record<string, (story: Story) => boolean>> = {
  '4 turns': ({ size }) => size === 4,
  '8 turns': ({ size }) => size === 8,
  '14 turns': ({ size }) => size === 14,
  'away over a week': ({ away }) => away > 168,
  all: () => true,
};

/** Stories of some sets, through the hooks of one program. */
export function playStories(
  names: readonly string[],
  {
    program,
    scratch,
    width,
    only = '',
  }: Place & { readonly width: number; readonly only?: string },
): Promise<Outcome[]> {
  const stories = names.flatMap((name) => SETS[name]!()).filter(({ id }) => id.startsWith(only));
  return pooled(stories, width, (story) => play(story, program, scratch));
}

function textOf({ text, missed, stale }: Outcome): string {
  const list = (all: readonly Keyed[]) => all.map(({ key }) => `- ${key.join(' | ')}`).join('\n');
  return `missed:\n${list(missed)}\nstale:\n${list(stale)}\n\n${text}\n`;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      half: { type: 'string', default: 'held' },
      program: { type: 'string', multiple: true, default: programsBeside() },
      texts: { type: 'string' },
      width: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
    },
  });
  const scratch = mkdtempSync(join(tmpdir(), 'stories-'));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
  for (const program of values.program) {
    const place = {
      program: resolve(program),
      scratch,
      width: Number(values.width),
      only: values.only,
    };
    const outcomes = await playStories(values.half === 'all' ? HALVES : [values.half], place);
    const rows = Object.entries(GROUPS).flatMap(([name, isIn]): Row[] => {
      const own = outcomes.filter(({ story }) => isIn(story));
      const { needed, stale, inOrder, tokens } = figuresOf(own);
      const counted = `${percent(needed)} (${needed.told} of ${needed.of})`;
      return own.length === 0
        ? []
        : [[name, counted, percent(stale), percent(inOrder), spreadWords(tokens)]];
    });
    const head = [basename(program), 'needed told', 'stale', 'in order', 'tokens'];
    console.log(`\n${plainTable([head, ...rows])}`);
    if (!values.texts) continue;
    mkdirSync(values.texts, { recursive: true });
    for (const one of outcomes)
      writeFileSync(join(values.texts, `${one.story.id}-${basename(program)}.md`), textOf(one));
  }
}
