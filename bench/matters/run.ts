// Histories of several matters by authors who have not seen the program: what somebody is told who comes back to one of them.
// npm run bench -- matters [--half dev|held] [--program <cortex.cjs>]… [--only <id>] [--kind <kind>] [--file <json>]… [--host claude-code|cursor|agy] [--written-by <cortex.cjs>] [--context] [--warm] [--texts <folder>]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Clock, HOUR, MINUTE } from '../continuity/clock.ts';
import { type Share, sum } from '../continuity/figures.ts';
import { Repository } from '../continuity/repository.ts';
import { ClaudeSession, type HookDoor } from '../continuity/session.ts';
import { asPlayed } from '../continuity/stories.ts';
import { plainTable, type Row } from '../continuity/table.ts';
import { holds } from '../continuity/told.ts';
import { makeWorld, type World } from '../continuity/world.ts';
import { type FormName, formNamed, formOf, type HostForm } from './forms.ts';
import { type History, loadHistories, type MatterHalf, type Return } from './history.ts';
import { NearHost } from './host.ts';
import { simplestOf } from './simplest.ts';

const BEGUN = '2026-10-05T09:00:00.000Z';
/** Characters that the simplest way gets at a prompt: about as many as the program may tell there. */
const SIMPLE_ROOM = 3_600;

interface Told {
  readonly history: History;
  readonly what: Return;
  readonly start: string;
  /** What the last prompt was answered with, and the prompts before it. */
  readonly prompt: string;
  readonly before: string;
  /** The answer to `memory_context` with the last prompt as its question. */
  readonly context: string | null;
}

interface Played {
  readonly world: World;
  readonly home: string;
  readonly repository: Repository;
  readonly form: HostForm;
}

/** Plays all sessions of a history into a new home. */
async function play(
  { repo, sessions }: History,
  program: string,
  { scratch, hostName }: Pick<Playing, 'scratch' | 'hostName'>,
): Promise<Played> {
  const world = makeWorld({ program, scratch });
  const clock = new Clock(BEGUN);
  const turns = sessions.flatMap((session) => session.turns);
  const repository = await Repository.make(join(world.folder, 'work', repo), clock, turns);
  const home = world.newHome();
  const form = formOf(hostName, join(world.folder, 'brain'));
  for (const { hours, branch, ending, turns: own } of sessions) {
    const at = new Clock(BEGUN).forward(hours * HOUR);
    if (at.iso > clock.iso) clock.to(at.iso);
    else clock.forward(31 * MINUTE);
    await repository.switchTo(branch);
    const host = new NearHost(world, home, clock, form);
    const session = new ClaudeSession(host, repository, clock, join(world.folder, 'transcripts'));
    await session.start();
    for (const turn of own) await session.play({ ...turn, tools: turn.tools.map(asPlayed) });
    if (ending === 'clean') await session.end();
    await host.kill();
  }
  return { world, home, repository, form };
}

/** The reply to a prompt before the last one. */
const SMALL = 'Done: it was a small thing.';

interface Doors {
  readonly asksContext: boolean;
  /** Prompts are heard by a process that lives, as the server that an agent keeps. */
  readonly isWarm: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** One return in a copy of the home. */
async function come(
  { world, home, repository, form }: Played,
  history: History,
  what: Return,
  { asksContext, isWarm }: Doors,
): Promise<Told> {
  const copy = world.copyHome(home);
  const clock = new Clock(BEGUN).forward(what.hours * HOUR);
  const host = new NearHost(world, copy, clock, form);
  const events: Fields[] = [];
  const door: HookDoor = {
    hook: (name, payload) => {
      if (!isWarm || payload['hook_event_name'] === 'SessionStart') return host.hook(name, payload);
      events.push(payload);
      return Promise.resolve('');
    },
    callTool: () => Promise.resolve(''),
    spoke: (...said) => host.spoke(...said),
  };
  const session = new ClaudeSession(door, repository, clock);
  try {
    const said = [await session.start()];
    for (const [i, words] of what.prompts.entries()) {
      const answer = await session.prompt(words);
      const withTool = host.hearWithTool(session.named);
      said.push([answer, withTool].filter(Boolean).join('\n'));
      if (i === what.prompts.length - 1) continue;
      session.keep('assistant', SMALL);
      await session.stop(SMALL);
    }
    if (isWarm) said.splice(1, said.length, ...host.warm('claude-code', repository.path, events));
    if (form.beginsWithPrompt) said.shift();
    const [start = '', ...answers] = said;
    const prompt = answers.pop() ?? '';
    let context: string | null = null;
    if (asksContext) {
      const own = new NearHost(world, world.copyHome(home), clock);
      context = await own.callTool(repository.path, 'memory_context', {
        query: what.prompts.at(-1)!,
      });
      await own.kill();
    }
    return { history, what, start, before: answers.join('\n'), prompt, context };
  } finally {
    await host.kill();
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Playing {
  readonly scratch: string;
  readonly hostName: FormName;
  readonly kind: string | undefined;
  readonly doors: Doors;
  /** Another program that has written the homes, as after an update. */
  readonly writer: string | undefined;
}

async function playAll(
  histories: readonly History[],
  program: string,
  playing: Playing,
): Promise<Told[]> {
  const { kind, doors, writer = program } = playing;
  const told: Told[] = [];
  for (const history of histories) {
    process.stderr.write(`${history.id} `);
    const written = await play(history, writer, playing);
    const played = { ...written, world: { ...written.world, cortex: program } };
    for (const what of history.returns)
      if (kind === undefined || what.kind === kind)
        told.push(await come(played, history, what, doors));
    played.world.dispose();
  }
  process.stderr.write('\n');
  return told;
}

const QUOTED = /^\s*(?:- )?(?:user|agent|somebody): "/m;

/** Whether an answer quotes earlier work, in place of naming it. */
function opensWork(answer: string): boolean {
  return QUOTED.test(answer) || answer.includes('agent: "');
}

function isStale(text: string, { key, truth }: Return['stale'][number]): boolean {
  return holds(text, { key }) && !holds(text, { key: truth });
}

/** One row of the table: the returns of one kind. */
function rowOf(name: string, all: readonly Told[]): Row {
  const share = (textOf: (one: Told) => string): Share =>
    sum(
      all.map((one) => ({
        told: one.what.needed.filter((thing) => holds(textOf(one), thing)).length,
        of: one.what.needed.length,
      })),
    );
  const whole = ({ start, before, prompt }: Told) => [start, before, prompt].join('\n');
  const counted = ({ told, of }: Share) => (of === 0 ? '–' : `${told} of ${of}`);
  const isSilent = (one: Told) =>
    one.prompt === '' && one.what.needed.some((thing) => !holds(whole(one), thing));
  const stale = all.flatMap((one) => one.what.stale.filter((thing) => isStale(whole(one), thing)));
  const ofStale = all.reduce((count, { what }) => count + what.stale.length, 0);
  const foreign = all.flatMap(({ what, prompt }) =>
    what.foreign.filter((words) => holds(prompt, { key: [words] })),
  );
  const mean = (textOf: (one: Told) => string) =>
    String(
      Math.round(
        all.reduce((total, one) => total + countTokens(textOf(one)), 0) / Math.max(1, all.length),
      ),
    );
  const simplest = share(({ history, what }) =>
    simplestOf(history).fromItsEnd(what.prompts.at(-1)!, SIMPLE_ROOM),
  );
  const hasContext = all.some(({ context }) => context !== null);
  return [
    `${name} (${all.length})`,
    counted(share(({ start }) => start)),
    counted(share(whole)),
    String(all.filter(isSilent).length),
    `${all.filter(({ prompt }) => opensWork(prompt)).length}`,
    `${stale.length} of ${ofStale}`,
    String(foreign.length),
    mean(({ start }) => start),
    mean(({ prompt }) => prompt),
    counted(simplest),
    hasContext ? counted(share(({ context }) => context ?? '')) : '–',
    hasContext ? mean(({ context }) => context ?? '') : '–',
  ];
}

const HEAD = [
  'at the start',
  'with the prompt',
  'silent',
  'opened',
  'stale',
  'foreign',
  'tokens start',
  'prompt',
  'FTS5 from the end',
  'memory_context',
  'tokens',
];

const KINDS = ['words', 'path', 'error', 'number', 'bare', 'middle', 'newground', 'new'] as const;
/** Returns to an older matter that name it at their first prompt. */
const NAMED: readonly string[] = ['words', 'path', 'error', 'number'];

function textOf({ what, start, before, prompt, context }: Told): string {
  const whole = [start, before, prompt].join('\n');
  const missed = what.needed
    .filter((one) => !holds(whole, one))
    .map(({ key }) => `- ${key.join(' | ')}`);
  const stale = what.stale
    .filter((one) => isStale(whole, one))
    .map(({ key }) => `- ${key.join(' | ')}`);
  return [
    `# ${what.kind}: ${what.matter}`,
    what.prompts.join('\n---\n'),
    `## missed\n${missed.join('\n')}`,
    `## stale\n${stale.join('\n')}`,
    `## start\n${start}`,
    `## earlier prompts\n${before}`,
    `## prompt\n${prompt}`,
    ...(context === null ? [] : [`## memory_context\n${context}`]),
  ].join('\n\n');
}

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'dev' },
    file: { type: 'string', multiple: true, default: [] },
    program: {
      type: 'string',
      multiple: true,
      default: [join(import.meta.dirname, '..', '..', 'dist', 'cortex.cjs')],
    },
    only: { type: 'string', default: '' },
    kind: { type: 'string' },
    host: { type: 'string', default: 'claude-code' },
    'written-by': { type: 'string' },
    context: { type: 'boolean', default: false },
    warm: { type: 'boolean', default: false },
    texts: { type: 'string' },
  },
});
const given = values.file.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as History[]);
const histories = (given.length > 0 ? given : loadHistories(values.half as MatterHalf)).filter(
  ({ id }) => id.startsWith(values.only),
);
const scratch = mkdtempSync(join(tmpdir(), 'matters-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
for (const program of values.program.map((path) => resolve(path))) {
  const told = await playAll(histories, program, {
    scratch,
    hostName: formNamed(values.host),
    kind: values.kind,
    writer: values['written-by'] && resolve(values['written-by']),
    doors: { asksContext: values.context, isWarm: values.warm },
  });
  const rows = [
    ...KINDS.map((kind) => [kind, told.filter(({ what }) => what.kind === kind)] as const),
    ['back, by name', told.filter(({ what }) => NAMED.includes(what.kind))] as const,
    ['all', told] as const,
  ].filter(([, own]) => own.length > 0);
  console.log(
    `\n${plainTable([[program, ...HEAD], ...rows.map(([name, own]) => rowOf(name, own))])}`,
  );
  if (!values.texts) continue;
  mkdirSync(values.texts, { recursive: true });
  for (const [i, one] of told.entries()) {
    const name = `${one.history.id}-${one.what.kind}-${i}-${basename(resolve(program, '..', '..'))}.md`;
    writeFileSync(join(values.texts, name), textOf(one));
  }
}
