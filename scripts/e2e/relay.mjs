// One piece of work handed through three programs in one repository: each tells the next by way of Cortex alone.
import { join } from 'node:path';
import { errorsIn } from './logs.mjs';
import { notOnce, told } from './seen.mjs';
import { makeStage } from './stage.mjs';

export const RELAY = ['codex', 'gemini', 'opencode'];

const LEGS = [
  { pin: 'Dates are kept as whole days', file: 'calendar.ts', prompt: 'Begin the calendar.' },
  { pin: 'Weeks begin on Monday', file: 'weeks.ts', prompt: 'Go on with the calendar.' },
  { pin: 'Holidays come from a table', file: 'holidays.ts', prompt: 'Finish the calendar.' },
];

/** Claims of the relay stand in the same columns; what a single session cannot show is left out with a reason. */
export async function playRelay({ hosts, world, model, checks, programs }) {
  const stages = [];
  for (const host of hosts) {
    const stage = await makeStage({ host, world, model, checks, program: programs[host.name] });
    stages.push(stage);
    const setup = await world.cortex('setup', host.name, '--yes');
    checks.that('wired', setup.code === 0, `cortex setup ${host.name} ended with ${setup.code}`);
  }
  for (const [index, stage] of stages.entries()) await leg(stage, index);
  const sessions = await stages[0].history();
  const hostsSeen = sessions.map((session) => session.host).join(' ');
  checks.that(
    'resume',
    chainOf(sessions).length >= LEGS.length,
    `the chain holds ${chainOf(sessions).length} sessions (${hostsSeen})`,
  );
  for (const stage of stages) {
    const errors = errorsIn(stage);
    checks.that('logs', errors.length === 0, `${stage.host.name}: ${errors[0]}`);
    await stage.host.after?.(stage);
  }
  for (const capability of ['compaction', 'mcp', 'warm', 'killed', 'apart', 'tasks'])
    checks.cannot(capability, 'shown for each program by itself');
}

async function leg(stage, index) {
  const { checks, host, world } = stage;
  const { pin, file, prompt } = LEGS[index];
  const steps = [
    host.tools.shell('mkdir -p src'),
    host.tools.write(join(world.repository, 'src', file), `export const name${index} = ${index};\n`, stage),
    host.tools.shell(`cortex pin "${pin}"`),
    { text: 'Done for now.' },
  ];
  const turn = await stage.turn(`relay-${host.name}`, prompt, { steps });
  const opening = turn.asked[0];
  if (!checks.that('runs', opening && turn.code === 0, `${host.name}: ${turn.ending}`)) return;
  if (index === 0)
    checks.that('silent', !told(opening).includes('<session-continuity'), `${host.name} was told something`);
  const before = LEGS.slice(0, index);
  for (const { pin: earlier } of before)
    checks.that('pins', told(opening).includes(earlier), `${host.name} was not told "${earlier}"`);
  for (const { file: earlier } of before)
    checks.that('files', told(opening).includes(earlier), `${host.name} was not told of ${earlier}`);
  for (const request of turn.asked) {
    const why = notOnce(
      request,
      before.map((each) => each.pin),
    );
    checks.that('once', why === null, `${host.name}: ${why}`);
  }
}

function chainOf(sessions) {
  const byId = new Map(sessions.map((session) => [session.session_id, session]));
  const chain = [];
  for (let at = sessions[0]; at && !chain.includes(at); at = byId.get(at.previous_session_id)) chain.push(at);
  return chain;
}
