import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadCorpus } from './corpus.ts';
import { type Share, shareOf, sum } from './figures.ts';
import { type FortnightFigures, fortnight } from './fortnight.ts';
import { type PoisonFigures, poisoned } from './poison.ts';
import { pooled } from './pool.ts';
import { isYardstick } from './programs.ts';
import { sentenceFigures } from './sentences.ts';
import { figuresOf, GROUPS, playStories, type StoryFigures } from './stories.ts';
import { openPart } from './told.ts';
import { type Ending, playScript } from './work.ts';

export const PARTS = ['stories', 'scripts', 'fortnight', 'sentences', 'poison'] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  /** A built `cortex.cjs`, or a yardstick in its place. */
  readonly program: string;
  readonly parts: readonly Part[];
  readonly endings: readonly Ending[];
  /** One script and one story, for a check that all of it works. */
  readonly short: boolean;
  /** How many trials run at a time. */
  readonly width: number;
  say(line: string): void;
}

/** Yardsticks have no table of rules, and nothing that an instruction could become. */
const OWN_PARTS: readonly Part[] = ['sentences', 'poison'];

/** The figures of one program; null where they were not measured. */
export interface Report {
  readonly program: string;
  readonly stories: Readonly<Record<string, StoryFigures>> | null;
  readonly scripts: { readonly facts: Share; readonly over: Share } | null;
  readonly fortnight: FortnightFigures | null;
  readonly sentences: ReturnType<typeof sentenceFigures> | null;
  readonly poison: PoisonFigures | null;
}

export async function measure(options: Options): Promise<Report> {
  const { program, parts, say } = options;
  const corpus = loadCorpus();
  const scratch = mkdtempSync(join(tmpdir(), 'continuity-'));
  const remove = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const place = { program, scratch };
  const isOwn = !isYardstick(program);
  const part = async <T>(name: Part, of: () => Promise<T> | T): Promise<T | null> => {
    if (!parts.includes(name) || (!isOwn && OWN_PARTS.includes(name))) return null;
    say(`${basename(program)}: ${name} …`);
    return of();
  };
  try {
    return {
      program: basename(program),
      stories: await part('stories', () => storyFigures({ ...options, scratch })),
      scripts: await part('scripts', () => scriptFigures({ ...options, scratch })),
      fortnight: await part('fortnight', () => fortnight(corpus.fortnight, place)),
      sentences: await part('sentences', () => sentenceFigures('held', 4)),
      poison: await part('poison', () => poisoned(corpus.poison, options.width, place)),
    };
  } finally {
    process.off('exit', remove);
    remove();
  }
}

type Placed = Options & { readonly scratch: string };

async function storyFigures(placed: Placed): Promise<Record<string, StoryFigures>> {
  const told = await playStories(['held2'], { ...placed, only: placed.short ? 'C01' : '' });
  const groups = Object.entries(GROUPS).map(
    ([name, isIn]) => [name, figuresOf(told.filter(({ story }) => isIn(story)))] as const,
  );
  const sets = placed.short ? [] : ['endings', 'long'];
  const others = await Promise.all(
    sets.map(async (name) => [name, figuresOf(await playStories([name], placed))] as const),
  );
  return Object.fromEntries([...groups, ...others]);
}

/** The smallest size: sessions of three turns. */
async function scriptFigures(placed: Placed): Promise<{ facts: Share; over: Share }> {
  const scripts = loadCorpus().scripts.slice(0, placed.short ? 1 : undefined);
  const told = (
    await pooled(scripts, placed.width, (script) => playScript(script, placed.endings, placed))
  ).flat();
  return {
    facts: sum(told.map(({ text, script }) => shareOf(text, script.facts))),
    over: sum(told.map(({ text, script }) => shareOf(openPart(text), script.over))),
  };
}
