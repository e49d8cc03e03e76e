// Real histories of four public repositories, played one session after the other: what is told to somebody who comes back.
// npm run bench -- returns [--data <folder>] [--program <cortex.cjs>]… [--only <repository>] [--texts <folder>] [--json]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { plainTable, type Row } from '../continuity/table.ts';
import { makeWorld } from '../continuity/world.ts';
import type { RecordedSession } from './export.ts';
import { readHistory } from './history.ts';
import { DATA, HISTORIES } from './public-data.ts';
import {
  type Judged,
  KINDS,
  type Kind,
  kindOf,
  loadRelations,
  matterOf,
  untilLastJudged,
} from './relations.ts';
import { type Heard, replay } from './replay.ts';
import { Simplest } from './simplest.ts';
import { sourcesOf } from './sources.ts';

/** Later prompts of a session that are looked at. */
const LATER = 7;

/** One judged session, and what it was told. */
interface Outcome {
  readonly judged: Judged;
  readonly kind: Kind;
  readonly start: string;
  readonly prompt: string;
  readonly later: readonly string[];
  /** Characters told of sessions, at the start and at the first prompt. */
  readonly told: number;
  readonly ofMatter: number;
  readonly toldAtPrompt: number;
  readonly ofMatterAtPrompt: number;
  /** Something that was said in the target is quoted. */
  readonly isQuoted: boolean;
  /** The end of the target is told as a dialogue. */
  readonly isEndTold: boolean;
  /** The best session by FTS5 with the first prompt as its question. */
  readonly simplest: { readonly isOfMatter: boolean; readonly isTarget: boolean };
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: DATA },
    program: {
      type: 'string',
      multiple: true,
      default: [join(import.meta.dirname, '..', '..', 'dist', 'cortex.cjs')],
    },
    only: { type: 'string', default: '' },
    texts: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

async function playHistory(
  sessions: readonly RecordedSession[],
  relations: readonly Judged[],
  program: string,
): Promise<Outcome[]> {
  const world = makeWorld({ program, scratch });
  try {
    const { heard } = await replay(world, untilLastJudged(sessions, relations));
    return relations.map((judged) => outcomeOf(judged, relations, sessions, heard));
  } finally {
    world.dispose();
  }
}

function outcomeOf(
  judged: Judged,
  relations: readonly Judged[],
  sessions: readonly RecordedSession[],
  heard: readonly Heard[],
): Outcome {
  const order = sessions.map(({ file }) => file);
  const at = order.indexOf(judged.session);
  const { start, prompts } = heard[at]!;
  const [prompt = '', ...later] = prompts;
  const fileById = new Map(heard.slice(0, at).map(({ shortId, file }) => [shortId, file]));
  const matter = matterOf(judged, relations);
  const count = (text: string) => {
    const sources = sourcesOf(text, new Set(fileById.keys()));
    const told = [...sources].map(([id, of]) => ({ file: fileById.get(id)!, ...of }));
    const sum = (all: typeof told) => all.reduce((total, { characters }) => total + characters, 0);
    const ofTarget = told.find(({ file }) => file === judged.target);
    return {
      told: sum(told),
      ofMatter: sum(told.filter(({ file }) => matter.has(file))),
      isQuoted: ofTarget?.isQuoted === true,
      isEndTold: ofTarget?.isDialogue === true,
    };
  };
  const [atStart, atPrompt] = [count(start), count(prompt)];
  const best = bestOf(sessions.slice(0, at), sessions[at]!.turns[0]!.prompt);
  return {
    judged,
    kind: kindOf(judged, order),
    start,
    prompt,
    later: later.slice(0, LATER),
    told: atStart.told + atPrompt.told,
    ofMatter: atStart.ofMatter + atPrompt.ofMatter,
    toldAtPrompt: atPrompt.told,
    ofMatterAtPrompt: atPrompt.ofMatter,
    isQuoted: atStart.isQuoted || atPrompt.isQuoted,
    isEndTold: atStart.isEndTold || atPrompt.isEndTold,
    simplest: { isOfMatter: matter.has(best), isTarget: best === judged.target },
  };
}

function bestOf(earlier: readonly RecordedSession[], question: string): string {
  const spoken = earlier.map(({ file, turns }) => ({
    key: file,
    turns: turns.flatMap(({ prompt, steps }) => [
      { text: prompt },
      ...steps.flatMap((step) => (step.kind === 'said' ? [{ text: step.text }] : [])),
    ]),
  }));
  return new Simplest(spoken).rank(question)[0] ?? '';
}

function figuresOf(outcomes: readonly Outcome[]) {
  const returns = outcomes.filter(({ judged }) => judged.target !== null);
  const sum = (of: (one: Outcome) => number, all = outcomes) =>
    all.reduce((total, one) => total + of(one), 0);
  const count = (is: (one: Outcome) => boolean) => outcomes.filter(is).length;
  const later = outcomes.flatMap((one) => one.later);
  return {
    sessions: outcomes.length,
    /** Sessions that have something to come back to. */
    returns: returns.length,
    told: sum((one) => one.told, returns),
    ofMatter: sum((one) => one.ofMatter, returns),
    toldAtPrompt: sum((one) => one.toldAtPrompt, returns),
    ofMatterAtPrompt: sum((one) => one.ofMatterAtPrompt, returns),
    quoted: count((one) => one.isQuoted),
    endTold: count((one) => one.isEndTold),
    silent: count((one) => one.prompt === ''),
    tokensAtStart: sum((one) => countTokens(one.start)) / outcomes.length,
    tokensAtPrompt: sum((one) => countTokens(one.prompt)) / outcomes.length,
    later: later.length,
    laterTold: later.filter((text) => text !== '').length,
    simplestOfMatter: count((one) => one.simplest.isOfMatter),
    simplestTarget: count((one) => one.simplest.isTarget),
  };
}

const HEAD = [
  'of the matter',
  'at the prompt',
  'quoted',
  'end told',
  'prompt silent',
  'tokens start',
  'prompt',
  'later told',
  'FTS5: of the matter',
  'end',
];

function rowOf(name: string, figures: ReturnType<typeof figuresOf>): Row {
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
  const counted = (part: number, of = figures.returns) => (of === 0 ? '–' : `${part} of ${of}`);
  return [
    name,
    share(figures.ofMatter, figures.told),
    share(figures.ofMatterAtPrompt, figures.toldAtPrompt),
    counted(figures.quoted),
    counted(figures.endTold),
    counted(figures.silent, figures.sessions),
    String(Math.round(figures.tokensAtStart)),
    String(Math.round(figures.tokensAtPrompt)),
    `${figures.laterTold} of ${figures.later}`,
    share(figures.simplestOfMatter, figures.returns),
    counted(figures.simplestTarget),
  ];
}

function textOf({ judged, start, prompt, later }: Outcome): string {
  const { session, relation, target } = judged;
  const parts = [`# ${session}`, `${relation}: ${target}`, '## start', start, '## prompt', prompt];
  return [...parts, ...later.flatMap((text, i) => [`## prompt ${i + 2}`, text])].join('\n\n');
}

const scratch = mkdtempSync(join(tmpdir(), 'returns-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
const relations = loadRelations();
const histories = HISTORIES.filter(({ name }) => name.includes(values.only)).map((source) => ({
  name: source.name,
  sessions: readHistory(values.data, source),
}));
for (const program of values.program.map((path) => resolve(path))) {
  const name = basename(dirname(dirname(program)));
  const outcomes: Outcome[] = [];
  for (const history of histories) {
    process.stderr.write(`${name}: ${history.name}, ${history.sessions.length} sessions …\n`);
    outcomes.push(...(await playHistory(history.sessions, relations[history.name]!, program)));
  }
  const groups = [
    ...KINDS.map((kind) => [kind, outcomes.filter((one) => one.kind === kind)] as const),
    ['all', outcomes] as const,
  ].filter(([, own]) => own.length > 0);
  const figures = groups.map(([group, own]) => [group, figuresOf(own)] as const);
  if (values.json)
    console.log(JSON.stringify({ program: name, figures: Object.fromEntries(figures) }));
  else {
    const rows = figures.map(([group, own]) => rowOf(`${group} (${own.sessions})`, own));
    console.log(`\n${plainTable([[name, ...HEAD], ...rows])}`);
  }
  if (!values.texts) continue;
  mkdirSync(values.texts, { recursive: true });
  for (const one of outcomes)
    writeFileSync(
      join(values.texts, `${one.kind} ${one.judged.session.replace(/\.md$/, '')} ${name}.md`),
      textOf(one),
    );
}
