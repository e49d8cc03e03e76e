// The story that every host is put through. All claims are about what the model received and what Cortex kept.
import { join } from 'node:path';
import { hookTimesIn, readHookTimes } from '../../src/platform/hook-times.ts';
import { errorsIn } from './logs.mjs';
import { elements, notOnce, results, tellsFile, told } from './seen.mjs';

const PIN = 'The parser must keep comments';
const LATER_PIN = 'Totals are integers, in cents';
const KILLED_PIN = 'Rounding is done at the very end';
const ELSEWHERE_PIN = 'Invoices are numbered by year';
const TASK = 'Write the tests of the parser';
const FILE = 'parser.ts';
const RECOVERED_PROMPT = 'What was decided about rounding?';
const SUMMARY = 'A summary of all that was said so far.';

export async function playScenario(stage) {
  const { checks } = stage;
  if (!(await wired(stage))) return;
  await elsewhere(stage);
  if (!(await first(stage))) return;
  if (!(await second(stage))) return;
  await killed(stage);
  await resumed(stage);
  await compacted(stage);
  isWarm(stage);
  await stage.host.more?.(stage);
  const errors = errorsIn(stage);
  checks.that('logs', errors.length === 0, errors.slice(0, 3).join(' / '));
}

/** By the record that hooks keep of their times. */
function isWarm({ host, world, checks }) {
  if (host.without?.warm) return checks.cannot('warm', host.without.warm);
  const events = readHookTimes(hookTimesIn(world.cortexHome)).filter(({ kind }) => kind === 'tool-use');
  const cold = events.filter(({ isWarm }) => !isWarm).length;
  checks.that('warm', events.length > 0 && cold === 0, `${cold} of ${events.length} started a process`);
}

async function wired({ host, world, checks }) {
  if (host.without?.wired) {
    checks.cannot('wired', host.without.wired);
    return true;
  }
  const setup = await world.cortex('setup', host.name, '--yes');
  const last = (setup.stderr || setup.stdout).trim().split('\n').at(-1);
  return checks.that('wired', setup.code === 0, `cortex setup ended with ${setup.code}: ${last}`);
}

/** A session in another repository, which nothing later may know of. */
async function elsewhere(stage) {
  const { tools } = stage.host;
  const steps = [tools.shell(`cortex pin "${ELSEWHERE_PIN}"`), { text: 'Kept.' }];
  await stage.turn('elsewhere', 'Keep in mind how invoices are numbered.', {
    steps,
    cwd: stage.world.elsewhere,
  });
}

async function first(stage) {
  const { checks, host, world } = stage;
  const { tools } = host;
  const source = 'export function parseOrder(text: string) {\n  return text.trim();\n}\n';
  const steps = [
    tools.shell('mkdir -p src'),
    tools.write(join(world.repository, 'src', FILE), source, stage),
    tools.shell(`cortex pin "${PIN}"`),
    tools.todo?.(TASK) ?? tools.shell(`cortex pin "TODO ${TASK}"`),
    ...(tools.mcp ? [tools.mcp('working_memory', { action: 'pin', content: LATER_PIN })] : []),
    { text: 'The parser is written.' },
  ];
  const turn = await stage.turn('first', 'Write a parser for orders.', { steps });
  const [opening] = turn.asked;
  if (!checks.that('runs', opening, `the model was not asked: ${turn.ending}`)) return false;
  const got = results(turn.asked.at(-1));
  checks.that('runs', turn.code === 0, turn.ending);
  checks.that(
    'runs',
    got.length === steps.length - 1,
    `${got.length} of ${steps.length - 1} tool results arrived`,
  );
  checks.that(
    'runs',
    got.some((text) => text.includes(PIN)),
    `the pin was not made: ${got[2]}`,
  );
  checks.that('silent', elements(opening) === 0, 'the first request holds our element');
  if (!tools.mcp) checks.cannot('mcp', host.without.mcp);
  else {
    const isSeen = turn.asked.some((request) => tools.isSeen(request, 'working_memory'));
    checks.that('mcp', isSeen, 'working_memory is not among the tools that the model was offered');
    checks.that('mcp', got.at(-1)?.includes(LATER_PIN), `the tool's result is: ${got.at(-1)?.slice(0, 200)}`);
  }
  return true;
}

async function second(stage) {
  const { checks, host } = stage;
  const steps = [host.tools.shell('ls src'), { text: 'The parser is there.' }];
  const turn = await stage.turn('second', 'Where were we with the orders?', { steps });
  const [opening] = turn.asked;
  if (!checks.that('pins', opening, `the model was not asked: ${turn.ending}`)) return false;
  const text = told(opening);
  checks.that('pins', text.includes(PIN), `"${PIN}" is missing`);
  if (host.tools.mcp)
    checks.that('pins', text.includes(LATER_PIN), `"${LATER_PIN}", pinned by MCP, is missing`);
  checks.that('tasks', text.includes(TASK), `"${TASK}" is missing`);
  checks.that('files', tellsFile(opening, FILE), `no line about the work names ${FILE}`);
  for (const request of turn.asked) {
    const why = notOnce(request, [PIN]);
    checks.that('once', why === null, why);
    checks.that('apart', !told(request).includes(ELSEWHERE_PIN), `"${ELSEWHERE_PIN}" was told`);
  }
  checks.that('once', turn.asked.length > 1, 'the tool result did not arrive');
  return true;
}

async function resumed(stage) {
  const { checks, host } = stage;
  if (host.without?.resume) return checks.cannot('resume', host.without.resume);
  const before = await stage.history();
  const steps = [{ text: 'As before.' }];
  const turn = await stage.turn('resumed', 'And what comes next?', { steps, resume: true });
  if (!checks.that('resume', turn.asked[0], `the model was not asked: ${turn.ending}`)) return undefined;
  checks.that('resume', told(turn.asked[0]).includes(RECOVERED_PROMPT), 'the host began a new conversation');
  const why = notOnce(turn.asked[0], [PIN]);
  checks.that('resume', why === null, why);
  const [latest] = await stage.history();
  const isSame = latest.session_id === before[0].session_id;
  const follows = latest.previous_session_id === before[0].session_id;
  return checks.that(
    'resume',
    isSame || follows,
    `${latest.session_id} does not follow ${before[0].session_id}`,
  );
}

async function compacted(stage) {
  const { checks, host } = stage;
  if (!host.compact) return checks.cannot('compaction', host.without.compaction);
  const turn = await host.compact(stage, SUMMARY);
  const untold = host.without?.toldOfCompaction;
  if (!checks.that('compaction', turn.asked.length > 0, `the model was not asked: ${turn.ending}`))
    return undefined;
  const after = turn.asked.find((request) => request.entries.some(({ text }) => text.includes(SUMMARY)));
  if (!checks.that('compaction', after, 'the host did not compact')) return undefined;
  if (untold) {
    const asked = results(turn.asked.at(-1)).at(-1) ?? '';
    if (
      !checks.that(
        'compaction',
        asked.includes(PIN),
        `memory_context did not give it again: ${asked.slice(0, 200)}`,
      )
    )
      return undefined;
    return checks.cannot('compaction', untold);
  }
  // The summary itself may be asked for and told between two requests; from the last on, the model must know again.
  const why = notOnce(turn.asked.at(-1), [PIN]);
  return checks.that('compaction', why === null, why);
}

async function killed(stage) {
  const { checks, host } = stage;
  const steps = [host.tools.shell(`cortex pin "${KILLED_PIN}"`), { hang: true }];
  const turn = await stage.turn('killed', 'Decide how to round.', { steps, killAfterResults: 1 });
  if (!checks.that('killed', turn.how === 'killed', `the turn was not killed in time: ${turn.ending}`))
    return undefined;
  const next = await stage.turn('recovered', RECOVERED_PROMPT, { steps: [{ text: 'Here.' }] });
  if (!checks.that('killed', next.asked[0], `the model was not asked: ${next.ending}`)) return undefined;
  const why = notOnce(next.asked[0], [KILLED_PIN]);
  checks.that('killed', why === null, why);
  const sessions = await stage.history();
  // Some programs say goodbye to their servers also when they are killed: then it is an end like any other.
  const isOver = sessions.some((session) => session.end_time && holds(session, KILLED_PIN));
  return checks.that('killed', isOver, 'no session in the history is over and has that pin');
}

const holds = (session, text) => JSON.stringify(session).includes(text);
