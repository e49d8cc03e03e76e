// The story that every host is put through. All claims are about what the model received and what Cortex kept.
import { join } from 'node:path';
import { hookTimesIn, readHookTimes } from '../../src/system/hooks/hook-times.ts';
import { elements, results, tellsFile, told } from './seen.mjs';

export const PIN = 'The parser must keep comments';
const LATER_PIN = 'Totals are integers, in cents';
const KILLED_PIN = 'Rounding is done at the very end';
export const ELSEWHERE_PIN = 'Invoices are numbered by year';
const TASK = 'Write the tests of the parser';
const FILE = 'parser.ts';
const RECOVERED_PROMPT = 'What was decided about rounding?';
const SUMMARY = 'A summary of all that was said so far.';

export async function playScenario(stage) {
  const { host } = stage;
  if (!host.without?.wired && !(await stage.setUp())) return;
  await elsewhere(stage);
  if (!(await first(stage))) return;
  if (!(await second(stage))) return;
  await killed(stage);
  if (!host.without?.resume) await resumed(stage);
  if (host.compacts) await compacted(stage);
  isWarm(stage);
  await host.more?.(stage);
}

/** By the record that hooks keep of their times. */
function isWarm({ world, checks }) {
  const events = readHookTimes(hookTimesIn(world.cortexHome)).filter(
    ({ kind }) => kind === 'tool-use',
  );
  const cold = events.filter(({ isWarm }) => !isWarm).length;
  checks.that(
    'warm',
    events.length > 0 && cold === 0,
    `${cold} of ${events.length} started a process`,
  );
}

const pin = ({ tools }, text) => tools.pin?.(text) ?? tools.shell(`cortex pin "${text}"`);

/** A session in another repository, which nothing later may know of. */
async function elsewhere(stage) {
  const steps = [pin(stage.host, ELSEWHERE_PIN), { text: 'Kept.' }];
  const cwd = stage.world.elsewhere;
  await stage.turn('elsewhere', 'Keep in mind how invoices are numbered.', { steps, cwd });
}

async function first(stage) {
  const { checks, host, world } = stage;
  const { tools } = host;
  const source = 'export function parseOrder(text: string) {\n  return text.trim();\n}\n';
  const steps = [
    tools.shell('mkdir -p src'),
    tools.write(join(world.repository, 'src', FILE), source, stage),
    pin(host, PIN),
    tools.todo?.(TASK) ?? pin(host, `TODO ${TASK}`),
    ...(tools.mcp ? [tools.mcp('working_memory', { action: 'pin', content: LATER_PIN })] : []),
    { text: 'The parser is written.' },
  ];
  const turn = await stage.turn('first', 'Write a parser for orders.', { steps });
  const [opening] = turn.asked;
  if (!checks.that('runs', opening, `the model was not asked: ${turn.ending}`)) return false;
  const got = results(turn.asked.at(-1));
  const wanted = steps.length - 1;
  checks.that('runs', turn.code === 0, turn.ending);
  checks.that('runs', got.length === wanted, `${got.length} of ${wanted} tool results arrived`);
  const isPinned = got.some((text) => text.includes(PIN));
  checks.that('runs', isPinned, `the pin was not made: ${got[2]}`);
  checks.that('silent', elements(opening) === 0, 'the first request holds our element');
  if (tools.mcp) {
    const isSeen = turn.asked.some((request) => sees(tools, request, 'working_memory'));
    checks.that('mcp', isSeen, 'working_memory is not among the tools that the model was offered');
    checks.that(
      'mcp',
      got.at(-1)?.includes(LATER_PIN),
      `the tool's result is: ${got.at(-1)?.slice(0, 200)}`,
    );
  }
  return true;
}

const sees = (tools, request, name) =>
  tools.isSeen?.(request, name) ?? request.tools.includes(tools.mcp(name).tool);

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
    checks.once('once', request, PIN);
    checks.that('apart', !told(request).includes(ELSEWHERE_PIN), `"${ELSEWHERE_PIN}" was told`);
  }
  checks.that('once', turn.asked.length > 1, 'the tool result did not arrive');
  return true;
}

async function killed(stage) {
  const { checks, host } = stage;
  const steps = [pin(host, KILLED_PIN), { hang: true }];
  const turn = await stage.turn('killed', 'Decide how to round.', { steps, killAfterResults: 1 });
  if (
    !checks.that('killed', turn.how === 'killed', `the turn was not killed in time: ${turn.ending}`)
  )
    return;
  const next = await stage.turn('recovered', RECOVERED_PROMPT, { steps: [{ text: 'Here.' }] });
  checks.once('killed', next.asked[0], KILLED_PIN);
  // Some programs say goodbye to their servers also when they are killed: then it is an end like any other.
  const isOver = (await stage.history()).some(
    (session) => session.end_time && holds(session, KILLED_PIN),
  );
  checks.that('killed', isOver, 'no session in the history is over and has that pin');
}

async function resumed(stage) {
  const { checks } = stage;
  const [before] = await stage.history();
  const steps = [{ text: 'As before.' }];
  const turn = await stage.turn('resumed', 'And what comes next?', { steps, resume: true });
  if (!checks.that('resume', turn.asked[0], `the model was not asked: ${turn.ending}`)) return;
  checks.that(
    'resume',
    told(turn.asked[0]).includes(RECOVERED_PROMPT),
    'the host began a new conversation',
  );
  checks.once('resume', turn.asked[0], PIN);
  const [latest] = await stage.history();
  const follows = [latest.session_id, latest.previous_session_id].includes(before.session_id);
  checks.that('resume', follows, `${latest.session_id} does not follow ${before.session_id}`);
}

/** By what the host declares: a request of its own, a command, or a window that the model reports as full. */
function compacting(stage, aside) {
  const { tools, compacts } = stage.host;
  const { command, usage, by } = compacts;
  const resume = true;
  if (by) return by(stage, aside);
  if (command)
    return stage.turn('compacting', command, { resume, steps: [{ text: aside }], aside });
  return stage.turn('compacting', 'List what there is.', {
    resume,
    steps: [tools.shell('ls'), { text: 'That is all.' }],
    usage: [usage, 100],
    aside,
  });
}

async function compact(stage, summary) {
  const { host } = stage;
  const { asks = [], summed = (text) => text } = host.compacts;
  const aside = summed(summary);
  const resume = true;
  const ls = host.tools.shell('ls');
  const during = await compacting(stage, aside);
  const steps = [
    ...asks.map(([tool, args]) => host.tools.mcp(tool, args)),
    ls,
    { text: 'Nothing more.' },
  ];
  const after = await stage.turn('compacted', 'And now?', { resume, steps });
  return { ...after, asked: [...(during?.asked ?? []), ...after.asked] };
}

async function compacted(stage) {
  const { checks, host } = stage;
  const turn = await compact(stage, SUMMARY);
  if (!checks.that('compaction', turn.asked.length > 0, `the model was not asked: ${turn.ending}`))
    return;
  const after = turn.asked.find((request) =>
    request.entries.some(({ text }) => text.includes(SUMMARY)),
  );
  if (!checks.that('compaction', after, 'the host did not compact')) return;
  // The summary itself may be asked for and told between two requests; from the last on, the model must know again.
  if (!host.compacts.untold) return checks.once('compaction', turn.asked.at(-1), PIN);
  const isGiven = results(turn.asked.at(-1)).some((text) => text.includes(PIN));
  checks.that('compaction', isGiven, 'memory_context did not give it again');
  checks.cannot('compaction', host.compacts.untold);
}

const holds = (session, text) => JSON.stringify(session).includes(text);
