import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Corpus, type Half, kindsOf, loadCorpus } from './corpus.ts';
import { readingOf, type WorkFigures, workFigures } from './figures.ts';
import { type FortnightFigures, fortnight } from './fortnight.ts';
import { type PoisonFigures, poisoned } from './poison.ts';
import { pooled } from './pool.ts';
import { type StatementFigures, statements } from './statements.ts';
import { holds } from './told.ts';
import { type Ending, playScript, type Telling } from './work.ts';
import type { Place } from './world.ts';

export const PARTS = ['work', 'fortnight', 'statements', 'poison'] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  /** A folder with a built `cortex.cjs`. */
  readonly dist: string;
  readonly halves: readonly Half[];
  readonly endings: readonly Ending[];
  readonly parts: readonly Part[];
  /** A few of everything, for a check that all of it works. */
  readonly short: boolean;
  /** How many trials run at a time. */
  readonly width: number;
  /** A folder for what was told and what was missed, to look at. */
  readonly texts: string | null;
  say(line: string): void;
}

export interface HalfFigures {
  readonly work?: WorkFigures;
  readonly statements?: StatementFigures;
}

/** The figures of one program. */
export interface Report {
  readonly version: string;
  readonly short: boolean;
  readonly seconds: number;
  readonly halves: Readonly<Partial<Record<Half, HalfFigures>>>;
  readonly fortnight?: FortnightFigures;
  readonly poison?: PoisonFigures;
}

/** A session without hooks gets the same from Cortex whatever host comes next, and none is fresh after compaction. */
const CONTEXT: readonly Ending[] = ['clean', 'killed', '2d', '10d', '40d'];

const SHORT = { scripts: 1, sessions: 6, messages: 4, payloads: 2 };

/** The first few of each half. */
function shortened(corpus: Corpus): Corpus {
  const few = <T extends { half: Half }>(list: readonly T[], n: number) =>
    (['dev', 'held'] as const).flatMap((half) => list.filter((one) => one.half === half).slice(0, n));
  return {
    scripts: few(corpus.scripts, SHORT.scripts),
    fortnight: corpus.fortnight.slice(0, SHORT.sessions),
    rules: few(corpus.rules, SHORT.messages),
    lookalikes: few(corpus.lookalikes, SHORT.messages),
    findings: few(corpus.findings, SHORT.messages),
    poison: corpus.poison.slice(0, SHORT.payloads),
  };
}

export async function measure(options: Options): Promise<Report> {
  const began = performance.now();
  const whole = loadCorpus();
  const corpus = options.short ? shortened(whole) : whole;
  const scratch = mkdtempSync(join(tmpdir(), 'continuity-'));
  const remove = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const place = { dist: options.dist, scratch };
  const wanted = (part: Part) => options.parts.includes(part);
  try {
    const halves: Partial<Record<Half, HalfFigures>> = {};
    for (const half of options.halves) {
      const work = wanted('work') ? await measureWork(corpus, half, place, options) : undefined;
      if (wanted('statements')) options.say(`${half}: rules, lookalikes, findings …`);
      const said = wanted('statements') ? await statements(corpus, half, options.width, place) : undefined;
      halves[half] = { ...(work && { work }), ...(said && { statements: said }) };
    }
    if (wanted('fortnight')) options.say('the fortnight …');
    const days = wanted('fortnight') ? await fortnight(corpus.fortnight, place) : undefined;
    if (wanted('poison')) options.say('poison …');
    const poison = wanted('poison') ? await poisoned(corpus.poison, options.width, place) : undefined;
    return {
      version: versionOf(options.dist),
      short: options.short,
      seconds: Math.round((performance.now() - began) / 1000),
      halves,
      ...(days && { fortnight: days }),
      ...(poison && { poison }),
    };
  } finally {
    process.off('exit', remove);
    remove();
  }
}

async function measureWork(
  corpus: Corpus,
  half: Half,
  place: Place,
  { endings, short, width, texts, say }: Options,
): Promise<WorkFigures> {
  const scripts = corpus.scripts.filter((script) => script.half === half);
  const context = short ? [] : CONTEXT;
  let done = 0;
  const tellings = await pooled(scripts, width, async (script) => {
    const told = await playScript(script, { ...place, endings, context });
    say(`${half}: ${++done} of ${scripts.length} scripts`);
    return told;
  });
  if (texts !== null) for (const telling of tellings.flat()) writeText(texts, telling);
  return workFigures(tellings.flat(), kindsOf(loadCorpus().scripts));
}

/** What was told, below what it leaves out. */
function writeText(folder: string, telling: Telling): void {
  mkdirSync(folder, { recursive: true });
  const { script, ending, start, topical, continued, context } = telling;
  const text = `${readingOf(telling, 'topical')}\n${continued}`;
  const missed = script.facts
    .filter((fact) => !holds(text, fact))
    .map((fact) => `- ${fact.kind}: ${fact.key.join(' | ')}`);
  const parts = { missed: missed.join('\n'), start, topical, continued, context: context ?? '' };
  const blocks = Object.entries(parts).map(([name, part]) => `## ${name}\n${part}\n`);
  writeFileSync(join(folder, `${script.id}-${ending}.md`), blocks.join('\n'));
}

function versionOf(dist: string): string {
  return execFileSync(process.execPath, [join(dist, 'cortex.cjs'), '--version'], { encoding: 'utf8' }).trim();
}
