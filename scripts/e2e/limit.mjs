// Claude Code stops at its usage limit and stays open; Codex goes on in the same folder; Claude Code comes back.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { errorsIn } from './logs.mjs';
import { element, told } from './seen.mjs';
import { makeStage } from './stage.mjs';
import { PATIENCE_MS } from './world.mjs';

export const LIMIT = ['claude-code', 'codex'];

/** Each in a repository of its own: asked, what the agent asks back, the answer that stays open, the red test, the file of each agent. */
const ROUNDS = [
  [
    'Read the frequency of the radio',
    'Shall I round to 10 Hz or keep 1 Hz?',
    'keep 1 Hz, then write the README',
  ],
  ['Add a retry to the webhook', 'Three tries or five?', 'five, and log each of them'],
  ['Parse the dates of the invoices', 'Are they in UTC?', 'no, in Berlin time. convert them first'],
  ['Move the cache to Redis', 'Keep the old cache for a week?', 'drop it at once please'],
  ['Split the importer', 'One file a format, or one for all?', 'one a format, and keep the old name'],
].map(([asked, question, open], i) => ({
  ...{ name: `round-${i + 1}`, asked, question, open },
  ...{ red: `case ${i + 1} of the suite`, file: `work${i + 1}.ts`, byCodex: `notes-${i + 1}.md` },
}));

export async function playLimit({ hosts, world, model, checks, programs }) {
  const stages = {};
  for (const host of hosts) {
    stages[host.name] = await makeStage({ host, world, model, checks, program: programs[host.name] });
    const setup = await world.cortex('setup', host.name, '--yes');
    checks.that('wired', setup.code === 0, `cortex setup ${host.name} ended with ${setup.code}`);
  }
  const found = [];
  for (const round of ROUNDS) found.push(...(await playRound(stages, round)));
  for (const [what, where] of Object.entries(Object.groupBy(found, ({ what }) => what))) {
    const missing = where.filter(({ isTold }) => !isTold);
    const claim = `${what}: ${where.length - missing.length} of ${where.length}`;
    checks.claim(claim, missing.length === 0, missing[0]?.heard);
  }
  for (const stage of Object.values(stages)) {
    const errors = errorsIn(stage).filter((line) => !/429|rate.?limit|usage limit/i.test(line));
    checks.that('logs', errors.length === 0, `${stage.host.name}: ${errors[0]}`);
  }
  for (const capability of OTHERS) checks.cannot(capability, 'shown for each program by itself');
}

const OTHERS = [
  'silent',
  'pins',
  'tasks',
  'files',
  'once',
  'apart',
  'resume',
  'compaction',
  'mcp',
  'warm',
  'killed',
];

async function playRound({ 'claude-code': claude, codex }, round) {
  const { world, model, checks } = claude;
  const cwd = world.another(round.name);
  const open = keepOpen(claude, cwd);
  const found = [];
  const look = (what, heard, isTold) =>
    found.push({ what, isTold, heard: `${round.name}: ${heard.slice(0, 1500)}` });
  const runs = (turn, ok, ending) => checks.that('runs', ok, `${round.name}, ${turn}: ${ending}`);
  try {
    const { tools } = claude.host;
    const red = `printf ' FAIL  work.test.ts > ${round.red}\\n Tests  1 failed | 3 passed (4)\\n'; exit 1`;
    const reply = { text: `One test is red. ${round.question}` };
    const work = tools.write(join(cwd, round.file), 'export const work = 1;\n');
    model.play({ label: 'asked', steps: [work, tools.shell(`npm() { ${red}; }; npm test`), reply] });
    const first = await open.say(round.asked);
    runs('asked', first?.subtype === 'success', JSON.stringify(first));
    model.play({ label: 'limit', steps: [{ refused: { status: 429, message: 'usage limit reached' } }] });
    const second = await open.say(round.open);
    runs('limit', second?.is_error, JSON.stringify(second));

    const note = codex.host.tools.shell(`echo noted > ${round.byCodex}`);
    const patch = codex.host.tools.write(join(world.repository, round.byCodex), 'Noted.\n', codex);
    const steps = [note, patch, { text: `${round.byCodex} is written.` }];
    const label = `handed over ${round.name}`;
    const next = await codex.turn(label, 'Go on.', { steps, cwd });
    runs('codex', next.asked[0] && next.code === 0, next.ending);
    const heard = next.asked[0] ? element(next.asked[0]) : '';
    look(
      'Codex is told the open request, which is the answer of the person',
      heard,
      heard.includes(round.open),
    );
    look('Codex is told what the person was asked', heard, heard.includes(round.question));
    look('Codex is told the file', heard, heard.includes(round.file));
    look('Codex is told the red test', heard, heard.includes(round.red));
    look('Codex is told the cause', heard, heard.includes('usage limit'));
    look('Codex is not told to keep off', heard, !/^- at work here now:.*claude-code/m.test(heard));

    model.play({ label: `back ${round.name}`, steps: [{ text: 'Good.' }] });
    const third = await open.say('Where are we?');
    runs('back', third?.subtype === 'success', JSON.stringify(third));
    const [again] = model.conversation(`back ${round.name}`);
    const now = again ? told(again) : '';
    look('Claude Code is told what Codex did', now.slice(-1500), now.includes(round.byCodex));
  } finally {
    await open.close();
  }
  return found;
}

/** Claude Code without a screen, which waits for the next message: the session stays open between turns. */
function keepOpen({ world, env, program }, cwd) {
  const words = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  const child = spawn(program.bin, [...words, '--dangerously-skip-permissions'], {
    cwd,
    // It would try again for minutes.
    env: { ...world.env, ...env, CLAUDE_CODE_MAX_RETRIES: '0' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = [];
  const ended = new Promise((resolve) => child.once('exit', resolve));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.type === 'result') waiting.shift()?.(message);
  });
  return {
    /** Its result; null where it does not answer any more. */
    say: (text) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(null), PATIENCE_MS);
        waiting.push((message) => {
          clearTimeout(timer);
          resolve(message);
        });
        const message = { role: 'user', content: [{ type: 'text', text }] };
        child.stdin.write(`${JSON.stringify({ type: 'user', message })}\n`);
      }),
    close: async () => {
      child.stdin.end();
      await Promise.race([ended, new Promise((late) => setTimeout(late, 30_000))]);
    },
  };
}
