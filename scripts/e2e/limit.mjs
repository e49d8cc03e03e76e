// Claude Code stops at its usage limit and stays open; Codex goes on in the same folder; Claude Code comes back.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { element, told } from './seen.mjs';
import { PATIENCE_MS } from './world.mjs';

/** Each in a repository of its own: asked, what the agent asks back, the answer that stays open. */
const ROUNDS = [
  [
    'Read the frequency of the radio',
    'Shall I round to 10 Hz or keep 1 Hz?',
    'keep 1 Hz, then write it up',
  ],
  ['Parse the dates of the invoices', 'Are they in UTC?', 'no, in Berlin time. convert them first'],
];

/** The story itself has the model refuse. */
export const REFUSED = /429|rate.?limit|usage limit/i;

export async function playLimit([claude, codex]) {
  for (const stage of [claude, codex]) await stage.setUp();
  for (const [index, round] of ROUNDS.entries()) await playRound(claude, codex, index + 1, round);
}

async function playRound(claude, codex, number, [prompt, question, reply]) {
  const { world, model, checks } = claude;
  const cwd = world.another(`round-${number}`);
  const file = `work${number}.ts`;
  const byCodex = `notes-${number}.md`;
  const red = `case ${number} of the suite`;
  const open = keepOpen(claude, cwd);
  const runs = (turn, ok, ending) => checks.that('runs', ok, `round ${number}, ${turn}: ${ending}`);
  const claim = (text, heard, isSo) =>
    checks.claim(`${text} (${number})`, isSo, heard.slice(0, 1500));
  try {
    const { tools } = claude.host;
    const fails = `printf ' FAIL  work.test.ts > ${red}\\n Tests  1 failed | 3 passed (4)\\n'; exit 1`;
    const work = tools.write(join(cwd, file), 'export const work = 1;\n');
    const says = { text: `One test is red. ${question}` };
    model.play({
      label: 'asked',
      steps: [work, tools.shell(`npm() { ${fails}; }; npm test`), says],
    });
    const first = await open.say(prompt);
    runs('asked', first?.subtype === 'success', JSON.stringify(first));
    model.play({
      label: 'limit',
      steps: [{ refused: { status: 429, message: 'usage limit reached' } }],
    });
    const second = await open.say(reply);
    runs('limit', second?.is_error, JSON.stringify(second));

    const note = codex.host.tools.shell(`echo noted > ${byCodex}`);
    const patch = codex.host.tools.write(join(world.repository, byCodex), 'Noted.\n', codex);
    const steps = [note, patch, { text: `${byCodex} is written.` }];
    const next = await codex.turn(`handed over ${number}`, 'Go on.', { steps, cwd });
    runs('codex', next.asked[0] && next.code === 0, next.ending);
    const heard = next.asked[0] ? element(next.asked[0]) : '';
    for (const [what, words] of [
      ['the open request, which is the answer of the person', reply],
      ['what the person was asked', question],
      ['the file', file],
      ['the red test', red],
      ['the cause', 'usage limit'],
    ])
      claim(`Codex is told ${what}`, heard, heard.includes(words));
    claim(
      'Codex is not told to keep off',
      heard,
      !/^- at work here now:.*claude-code/m.test(heard),
    );

    model.play({ label: `back ${number}`, steps: [{ text: 'Good.' }] });
    const third = await open.say('Where are we?');
    runs('back', third?.subtype === 'success', JSON.stringify(third));
    const [again] = model.conversation(`back ${number}`);
    const now = again ? told(again) : '';
    claim('Claude Code is told what Codex did', now.slice(-1500), now.includes(byCodex));
  } finally {
    await open.close();
  }
}

/** Claude Code without a screen, which waits for the next message: the session stays open between turns. */
function keepOpen({ world, env, program }, cwd) {
  const words = [
    '-p',
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    '--verbose',
  ];
  const child = spawn(program.bin, [...words, '--dangerously-skip-permissions'], {
    cwd,
    // The host would try again for minutes.
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
