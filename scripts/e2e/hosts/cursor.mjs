// Cursor's agent runs on Cursor's service, so there is no model to look at. Its SDK has the executor of hooks that its programs
// share: that one is run here, and all claims are about what it took of our answers and would have handed on.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorsIn } from '../logs.mjs';
import { nodeFolder } from '../places.mjs';
import { elements, notOnce, tellsFile, times, told } from '../seen.mjs';
import { waitFor } from '../world.mjs';

const PIN = 'The parser must keep comments';
const KILLED_PIN = 'Rounding is done at the very end';
const ELSEWHERE_PIN = 'Invoices are numbered by year';
const TASK = 'Write the tests of the parser';
const FILE = 'parser.ts';
const SESSION = fileURLToPath(new URL('../cursor/session.mjs', import.meta.url));

export const cursor = {
  name: 'cursor',
  program: {
    // No program: what its programs share.
    package: '@cursor/sdk',
    version: '1.0.32',
    entry: 'dist/cjs/index.js',
  },
  env: () => ({}),
  prepare() {},

  async play(stage) {
    const { checks, world } = stage;
    const setup = await world.cortex('setup', 'cursor', '--yes');
    const last = (setup.stderr || setup.stdout).trim().split('\n').at(-1);
    if (!checks.that('wired', setup.code === 0, `cortex setup ended with ${setup.code}: ${last}`)) return;
    for (const capability of ['mcp', 'warm'])
      checks.cannot(capability, 'its agent runs on its own service: here its executor of hooks runs alone');
    await story(stage);
    const errors = errorsIn(stage);
    checks.that('logs', errors.length === 0, errors.slice(0, 3).join(' / '));
  },
};

async function story(stage) {
  const { checks, world } = stage;
  await play(
    stage,
    [
      ...[['start'], ['prompt', 'Keep in mind how invoices are numbered.']],
      ...[['shell', `cortex pin "${ELSEWHERE_PIN}"`], ['stop'], ['end']],
    ],
    { cwd: world.elsewhere },
  );

  const source = 'export function parseOrder(text: string) {\n  return text.trim();\n}\n';
  const first = await play(stage, [
    ...[['start'], ['prompt', 'Write a parser for orders.']],
    ['write', join(world.repository, 'src', FILE), source],
    ...[
      ['shell', `cortex pin "${PIN}"`],
      ['shell', `cortex pin "TODO ${TASK}"`],
      ['fails', 'npm test'],
    ],
    ...[['say', 'The parser is written.'], ['stop'], ['end']],
  ]);
  checks.that(
    'runs',
    first.code === 0 && first.heard.length === 9,
    `${first.heard.length} of 9: ${first.ending}`,
  );
  checks.that(
    'silent',
    elements(asRequest(first.heard)) === 0,
    'something was told before anything was there',
  );

  const talk = randomUUID();
  const second = await play(
    stage,
    [['start'], ['prompt', 'Where were we with the orders?'], ['shell', 'ls src'], ['stop']],
    { talk },
  );
  const [start, ...later] = second.heard;
  if (!checks.that('pins', start, `the executor did not run: ${second.ending}`)) return;
  const opening = asRequest([start]);
  checks.that('pins', told(opening).includes(PIN), `"${PIN}" is missing`);
  checks.that('tasks', told(opening).includes(TASK), `"${TASK}" is missing`);
  checks.that('files', tellsFile(opening, FILE), `no line about the work names ${FILE}`);
  checks.that('apart', !told(asRequest(second.heard)).includes(ELSEWHERE_PIN), `"${ELSEWHERE_PIN}" was told`);
  checks.that(
    'once',
    later.every(({ told }) => !told?.includes(PIN)),
    'it was told again in the same turn',
  );
  const shape = second.heard.find(
    ({ answer }) => answer && Object.keys(answer).join() !== 'additional_context',
  );
  checks.that('once', shape === undefined, `an answer has other fields: ${JSON.stringify(shape)}`);

  const [before] = await stage.history();
  const resumed = await play(stage, [['start'], ['prompt', 'And what comes next?'], ['stop']], { talk });
  const again = times(told(asRequest(resumed.heard)), PIN);
  checks.that('resume', again === 0, `what the conversation holds already was told again, ${again} times`);
  const [latest] = await stage.history();
  const follows = [latest.session_id, latest.previous_session_id].includes(before.session_id);
  checks.that('resume', follows, `${latest.session_id} does not follow ${before.session_id}`);

  const compacted = await play(
    stage,
    [
      ['start'],
      ['prompt', 'Go on.'],
      ['compact'],
      ['fails', 'make'],
      ['shell', 'ls'],
      ['shell', 'ls src'],
      ['stop'],
      ['end'],
    ],
    { talk },
  );
  const [, , , failure, next, after] = compacted.heard;
  const why = notOnce(asRequest([next ?? { told: null }]), [PIN]);
  checks.that('compaction', why === null, `with the next tool, ${why}`);
  checks.that('compaction', !failure?.told && !after?.told, 'it was told elsewhere too');

  await killed(stage);
}

async function killed(stage) {
  const { checks } = stage;
  const dead = await play(
    stage,
    [['start'], ['prompt', 'Decide how to round.'], ['shell', `cortex pin "${KILLED_PIN}"`], ['hang']],
    { isKilled: true },
  );
  checks.that('killed', dead.how === 'killed', `the turn was not killed in time: ${dead.ending}`);
  const next = await play(stage, [
    ['start'],
    ['prompt', 'What was decided about rounding?'],
    ['stop'],
    ['end'],
  ]);
  const why = notOnce(asRequest(next.heard), [KILLED_PIN]);
  checks.that('killed', why === null, why);
  const recovered = (await stage.history()).some(
    (session) => session.crash_recovered && JSON.stringify(session).includes(KILLED_PIN),
  );
  checks.that('killed', recovered, 'no session in the history is recovered from a crash with that pin');
}

/** One conversation, or more of it, in a process that stands for Cursor. */
async function play(
  { world, outputs, program },
  steps,
  { talk = randomUUID(), cwd = world.repository, isKilled } = {},
) {
  const sdk = join(program.folder, 'node_modules', '@cursor', 'sdk');
  const asked = JSON.stringify({ sdk, version: cursor.program.version, conversation: talk, steps });
  let kill;
  const killed = new Promise((now) => {
    kill = now;
  });
  const watch = async (stdin, output) => {
    if (await waitFor(() => output().includes('"hanging"'))) kill();
    stdin.end();
  };
  const done = await world.run([join(nodeFolder, 'node'), SESSION, asked], {
    cwd,
    ...(isKilled && { killed, input: watch }),
  });
  if (done.how === 'killed') await world.kill();
  outputs.push({ argv: ['session'], ...done });
  const lines = done.stdout.split('\n').filter((line) => line.startsWith('{'));
  const ending = `${done.how} with ${done.code}: ${done.stderr.trim().split('\n').at(-1)}`;
  return { ...done, ending, heard: lines.map((line) => JSON.parse(line)) };
}

/** What was handed on, as other hosts' models are asked. */
const asRequest = (heard) => ({
  entries: heard.map(({ told }) => ({ kind: 'said', text: told ?? '' })),
});
