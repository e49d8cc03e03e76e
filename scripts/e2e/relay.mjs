// One piece of work handed through three programs in one repository: each tells the next by way of Cortex alone.
import { join } from 'node:path';
import { told } from './seen.mjs';

const LEGS = [
  { pin: 'Dates are kept as whole days', file: 'calendar.ts', prompt: 'Begin the calendar.' },
  { pin: 'Weeks begin on Monday', file: 'weeks.ts', prompt: 'Go on with the calendar.' },
  { pin: 'Holidays come from a table', file: 'holidays.ts', prompt: 'Finish the calendar.' },
];

export async function playRelay(stages, { checks }) {
  for (const stage of stages) await stage.setUp();
  for (const [index, stage] of stages.entries()) await leg(stage, index);
  const sessions = await stages[0].history();
  const chain = chainOf(sessions).length;
  const hosts = sessions.map((session) => session.host).join(' ');
  checks.that('resume', chain >= LEGS.length, `the chain holds ${chain} sessions (${hosts})`);
}

async function leg(stage, index) {
  const { checks, host, world } = stage;
  const { pin, file, prompt } = LEGS[index];
  const steps = [
    host.tools.shell('mkdir -p src'),
    host.tools.write(
      join(world.repository, 'src', file),
      `export const name${index} = ${index};\n`,
      stage,
    ),
    host.tools.shell(`cortex pin "${pin}"`),
    { text: 'Done for now.' },
  ];
  const turn = await stage.turn(`relay-${host.name}`, prompt, { steps });
  const opening = turn.asked[0];
  if (!checks.that('runs', opening && turn.code === 0, `${host.name}: ${turn.ending}`)) return;
  if (index === 0)
    checks.that(
      'silent',
      !told(opening).includes('<session-continuity'),
      `${host.name} was told something`,
    );
  for (const earlier of LEGS.slice(0, index)) {
    checks.that(
      'pins',
      told(opening).includes(earlier.pin),
      `${host.name} was not told "${earlier.pin}"`,
    );
    checks.that(
      'files',
      told(opening).includes(earlier.file),
      `${host.name} was not told of ${earlier.file}`,
    );
    for (const request of turn.asked) checks.once('once', request, earlier.pin, `${host.name}: `);
  }
}

function chainOf(sessions) {
  const byId = new Map(sessions.map((session) => [session.session_id, session]));
  const chain = [];
  for (let at = sessions[0]; at && !chain.includes(at); at = byId.get(at.previous_session_id))
    chain.push(at);
  return chain;
}
