import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { type SessionId, shortId } from '../src/domain/base/ids.ts';
import { isStopWord, rawWords } from '../src/domain/index/words.ts';
import { toStorable } from '../src/domain/redact/facts.ts';
import { memoryContext } from '../src/engine/answer/doors/context.ts';
import { preview } from '../src/engine/answer/doors/preview.ts';
import { recall } from '../src/engine/search/recall.ts';
import { locate, testDeps } from '../test/deps.ts';
import {
  type Asked,
  type PastSession,
  readInvented,
  readQuestions,
  readRecorded,
} from './recall-data.ts';

const USAGE = `usage: npm run bench -- recall --sessions <coding-sessions-dev.jsonl.gz> [--half dev|held] [--missed] [--json]

  Questions about the past, first prompts with a past and without one, by an author who saw the sessions and not the
  program (bench/data/recall). Each is asked at its moment: later sessions are not in the store. Everything goes through
  the functions that the surfaces call.`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    sessions: { type: 'string' },
    half: { type: 'string', default: 'dev' },
    missed: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (values.help || !values.sessions) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const folder = new URL('./data/recall/', import.meta.url).pathname;
const REAL = 'specstory-cli';
const sessions = [
  ...readRecorded(values.sessions, REAL),
  ...readInvented(`${folder}sessions.jsonl`),
].sort((a, b) => a.at - b.at);
const byId = new Map(sessions.map((one) => [one.id, one]));
const projects = [...new Set(sessions.map(({ project }) => project))];
const { questions, work, noPast } = readQuestions(`${folder}${values.half}.json`);

const deps = testDeps();
process.env['TZ'] = 'UTC';
const placeOf = (project: string) => locate(`/work/${project}`);
let clock = deps.now();
let stored = 0;

/** Lets the past happen up to a moment. */
async function upTo(moment: number): Promise<void> {
  for (; stored < sessions.length && sessions[stored]!.at < moment; stored++)
    await store(sessions[stored]!);
  moveTo(moment);
}

function moveTo(moment: number): void {
  deps.advance(moment - clock);
  clock = moment;
}

const HOUR = 3_600_000;

async function store({ id, project, at, facts }: PastSession): Promise<void> {
  moveTo(at);
  const { head } = await deps.store.openSession({
    id: id as SessionId,
    scope: placeOf(project).scope,
    host: 'bench',
    hostSessionId: id,
    at,
    branch: 'main',
    head: null,
    cwd: null,
    owner: null,
    resumes: null,
  });
  const safe = toStorable(facts, { strict: false });
  await deps.store.append(
    head.id,
    safe.map((fact) => ({ fact, key: null })),
    { via: 'bench', at },
  );
  await deps.store.endSession(head.id, at + HOUR, null);
}

/** Sessions in the order of an answer. */
type Order = readonly string[];

const textOf = ({ facts }: PastSession) =>
  facts
    .map((fact) => (fact.kind === 'prompt' || fact.kind === 'reply' ? fact.text : ''))
    .join('\n');

const earlierOf = ({ project, at }: Asked) =>
  sessions.filter((one) => one.project === project && one.at < at);

/** FTS5 as it comes: each session a row, any of the words. */
function byFts(asked: Asked): Order {
  const database = new DatabaseSync(':memory:');
  database.exec("CREATE VIRTUAL TABLE plain USING fts5(id UNINDEXED, text, tokenize = 'porter')");
  const insert = database.prepare('INSERT INTO plain(id, text) VALUES (?, ?)');
  for (const one of earlierOf(asked)) insert.run(one.id, textOf(one));
  const words = (asked.text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ');
  const rows = database
    .prepare('SELECT id FROM plain WHERE plain MATCH ? ORDER BY rank')
    .all(words);
  database.close();
  return rows.map(({ id }) => String(id));
}

/** As somebody greps: files that hold most of the words, then those with most lines of them, then the newest. */
function byWords(asked: Asked): Order {
  const words = [...new Set(rawWords(asked.text.toLowerCase()))].filter(
    (word) => !isStopWord(word),
  );
  return earlierOf(asked)
    .map((one) => {
      const lines = textOf(one).toLowerCase().split('\n');
      const counts = words.map((word) => lines.filter((line) => line.includes(word)).length);
      return {
        one,
        held: counts.filter((count) => count > 0).length,
        lines: counts.reduce((a, b) => a + b, 0),
      };
    })
    .filter(({ held }) => held > 0)
    .sort((a, b) => b.held - a.held || b.lines - a.lines || b.one.at - a.one.at)
    .map(({ one }) => one.id);
}

function byRecency(asked: Asked): Order {
  return earlierOf(asked)
    .sort((a, b) => b.at - a.at)
    .map(({ id }) => id);
}

interface Sums {
  n: number;
  hit1: number;
  hit3: number;
  mrr: number;
}

const found = new Map<string, Sums>();

function count(way: string, group: string, { gold, also }: Asked, order: Order): boolean {
  const at = order.filter((id) => !also.includes(id)).findIndex((id) => gold.includes(id));
  for (const key of [`${way}|${group}`, `${way}|all`]) {
    const sums = found.get(key) ?? { n: 0, hit1: 0, hit3: 0, mrr: 0 };
    found.set(key, sums);
    sums.n++;
    if (at === 0) sums.hit1++;
    if (at >= 0 && at < 3) sums.hit3++;
    if (at >= 0) sums.mrr += 1 / (at + 1);
  }
  return at >= 0 && at < 3;
}

interface Quoted {
  n: number;
  /** A line of the right turn; of a second session that answers too, any line. */
  turn: number;
  session: number;
  /** The very words, there or in what the start told. */
  words: number;
}

const quoted = new Map<string, Quoted>();

function countQuotes(way: string, asked: Asked, text: string, start: string): boolean {
  const { gold, turn, words } = asked;
  const number = byId.get(gold[0]!)!.turns[turn];
  const lines = text.split('\n').filter((line) => /^- \S+ turn \d+ /.test(line));
  const isOf = (line: string, id: string) => line.startsWith(`- ${shortId(id)} turn `);
  const plain = (said: string) => said.replace(/[\s"'`]+/g, ' ').toLowerCase();
  const told = plain(`${start}\n${lines.join('\n')}`).includes(plain(words));
  const isTurn =
    lines.some((line) => line.startsWith(`- ${shortId(gold[0]!)} turn ${number} `)) ||
    lines.some((line) => gold.slice(1).some((id) => isOf(line, id)));
  const sums = quoted.get(way) ?? { n: 0, turn: 0, session: 0, words: 0 };
  quoted.set(way, sums);
  sums.n++;
  // A start that quotes the turn leaves nothing for the prompt to add.
  if (isTurn || plain(start).includes(plain(words))) sums.turn++;
  if (lines.some((line) => gold.some((id) => isOf(line, id)))) sums.session++;
  if (told) sums.words++;
  return isTurn;
}

async function ask(asked: Asked, isWork: boolean): Promise<void> {
  await upTo(asked.at);
  const { scope } = placeOf(asked.project);
  const { turns } = await recall(deps, asked.text, { scope, kinds: ['session'], limit: 10 });
  const order = turns.map(({ document }) => document.ref);
  const kind = isWork ? 'work' : asked.kind;
  const isFound = isWork ? true : count('cortex search', kind, asked, order);
  if (!isWork) {
    count('FTS5 as it comes', kind, asked, byFts(asked));
    count('grep by words', kind, asked, byWords(asked));
    count('recency', kind, asked, byRecency(asked));
  }
  const what = isWork ? 'prompts for work' : 'questions';
  const { start, prompt } = await preview(deps, placeOf(asked.project), asked.text);
  const isTold = countQuotes(`first prompt, ${what}`, asked, prompt?.text ?? '', start.text ?? '');
  const request = {
    conversation: null,
    location: placeOf(asked.project),
    query: asked.text,
    refresh: false,
  };
  const { text } = await memoryContext(deps, request);
  countQuotes(`memory_context, ${what}`, asked, text, '');
  if (values.missed && !(isFound && isTold))
    console.log(`${isFound ? 'turn' : 'session'} missed (${kind}): ${asked.text}`);
}

const all = [
  ...questions.map((asked) => ({ asked, isWork: false })),
  ...work.map((asked) => ({ asked, isWork: true })),
].sort((a, b) => a.asked.at - b.asked.at);
for (const { asked, isWork } of all) await ask(asked, isWork);

await upTo(Math.max(clock, sessions.at(-1)!.at + HOUR));
let told = 0;
const toldIn = new Set<string>();
for (const prompt of noPast)
  for (const project of projects) {
    const { prompt: added } = await preview(deps, placeOf(project), prompt);
    if (!/^- \S+ turn \d+ /m.test(added?.text ?? '')) continue;
    told++;
    toldIn.add(`${project}: ${prompt}`);
  }
const tried = noPast.length * projects.length;
if (values.missed) for (const one of toldIn) console.log(`told without a past: ${one}`);

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`;
const kinds = [...new Set(questions.map(({ kind }) => kind))].sort();
const ways = ['cortex search', 'FTS5 as it comes', 'grep by words', 'recency'];
if (values.json)
  console.log(
    JSON.stringify(
      { half: values.half, found: [...found], quoted: [...quoted], without_past: { told, tried } },
      null,
      2,
    ),
  );
else {
  console.log(
    `\n${questions.length} questions (${values.half}), session found: hit@3, and hit@1 / MRR over all`,
  );
  console.log(`| | ${kinds.join(' | ')} | all | hit@1 | MRR |`);
  for (const way of ways) {
    const of = (group: string) => found.get(`${way}|${group}`)!;
    const cells = [...kinds, 'all'].map((kind) => percent(of(kind).hit3, of(kind).n));
    const { hit1, mrr, n } = of('all');
    console.log(
      `| ${way} | ${cells.join(' | ')} | ${percent(hit1, n)} | ${(mrr / n).toFixed(3)} |`,
    );
  }
  console.log('\nRight turn quoted | its session | its very words');
  for (const [way, { n, turn, session, words }] of quoted)
    console.log(
      `| ${way} (${n}) | ${percent(turn, n)} | ${percent(session, n)} | ${percent(words, n)} |`,
    );
  console.log(
    `\nprompts without a past that get something: ${told} of ${tried} (${percent(told, tried)})`,
  );
}
