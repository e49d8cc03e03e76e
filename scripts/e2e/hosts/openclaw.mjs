// OpenClaw is a gateway that serves many conversations, so its story is one of its own: conversations are reset, the
// gateway is stopped and killed, and what the model is told must be the same to the byte in every turn.
import { spawn } from 'node:child_process';
import { chmodSync, closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { elements, notOnce, results, tellsFile, told } from '../seen.mjs';
import { PATIENCE_MS, waitFor } from '../world.mjs';

const PIN = 'The parser must keep comments';
const KILLED_PIN = 'Rounding is done at the very end';
const OTHER_PIN = 'Invoices are numbered by year';
const TASK = 'Write the tests of the parser';
const FILE = 'parser.ts';

export const openclaw = {
  name: 'openclaw',
  program: { package: 'openclaw', version: '2026.9.6', bin: 'openclaw' },
  logFolders: [],

  async prepare({ world, model }, program) {
    const port = await freePort();
    world.write('.openclaw/openclaw.json', settings(world, model, port));
    // `cortex setup` looks for it on the path.
    const command = join(world.root, 'bin', 'openclaw');
    writeFileSync(command, `#!/bin/sh\nexec "${program.bin}" "$@"\n`);
    chmodSync(command, 0o755);
  },

  env: () => ({
    OPENCLAW_NO_AUTO_UPDATE: '1',
    OPENCLAW_DISABLE_BONJOUR: '1',
    OPENCLAW_SKIP_CHANNELS: '1',
    OPENCLAW_SKIP_CRON: '1',
    OPENCLAW_SKIP_GMAIL_WATCHER: '1',
    OPENCLAW_SKIP_CANVAS_HOST: '1',
    OPENCLAW_SKIP_BROWSER_CONTROL_SERVER: '1',
    OPENCLAW_SKIP_STARTUP_MODEL_PREWARM: '1',
  }),

  turn: (prompt, { stage }) => agentTurn(stage.talk, prompt),

  async play(stage) {
    stage.checks.cannot('warm', 'the gateway itself takes events in: no process is started for them');
    if (!(await wired(stage))) return;
    const gateway = makeGateway(stage);
    try {
      await gateway.start();
      await story(stage, gateway);
      const lines = gateway.complaints();
      stage.checks.that('logs', lines.length === 0, lines.slice(0, 3).join(' / '));
    } finally {
      await gateway.end('SIGKILL');
    }
  },
};

async function wired({ host, world, checks }) {
  const setup = await world.cortex('setup', host.name, '--yes');
  const last = (setup.stderr || setup.stdout).trim().split('\n').at(-1);
  return checks.that('wired', setup.code === 0, `cortex setup ended with ${setup.code}: ${last}`);
}

async function story(stage, gateway) {
  const { checks } = stage;
  const say = (agent, key, label, prompt, steps) => {
    stage.talk = { agent, key };
    return stage.turn(label, prompt, { steps: steps ?? [{ text: 'Well.' }] });
  };
  const pin = (content) => ({ tool: 'working_memory', args: { action: 'pin', content } });

  await say('other', 'o1', 'other', 'Keep in mind how invoices are numbered.', [
    pin(OTHER_PIN),
    { text: 'Kept.' },
  ]);

  const source = 'export function parseOrder(text: string) {\n  return text.trim();\n}\n';
  const steps = [
    { tool: 'write', args: { path: `src/${FILE}`, content: source } },
    { tool: 'exec', args: { command: 'ls src' } },
    pin(PIN),
    pin(`TODO ${TASK}`),
    { text: 'The parser is written.' },
  ];
  const first = await say('main', 's1', 'first', 'Write a parser for orders.', steps);
  if (!checks.that('runs', first.asked[0], `the model was not asked: ${first.ending}`)) return;
  const got = results(first.asked.at(-1));
  checks.that(
    'runs',
    got.length === steps.length - 1,
    `${got.length} of ${steps.length - 1} tool results arrived`,
  );
  checks.that('silent', elements(first.asked[0]) === 0, 'the first request holds our element');
  checks.that(
    'mcp',
    first.asked[0].tools.includes('working_memory'),
    'working_memory is not among the tools',
  );
  checks.that(
    'mcp',
    got.some((text) => text.includes(PIN)),
    `the tool's result is: ${got.at(-1)?.slice(0, 200)}`,
  );

  await gateway.call('sessions.reset', { key: 'agent:main:s1', reason: 'new' });
  const second = await say('main', 's1', 'second', 'Where were we with the orders?');
  if (!checks.that('pins', second.asked[0], `the model was not asked: ${second.ending}`)) return;
  const text = told(second.asked[0]);
  checks.that('pins', text.includes(PIN), `"${PIN}" is missing`);
  checks.that('tasks', text.includes(TASK), `"${TASK}" is missing`);
  checks.that('files', tellsFile(second.asked[0], FILE), `no line about the work names ${FILE}`);
  checks.that('apart', !text.includes(OTHER_PIN), `"${OTHER_PIN}", of another agent, was told`);
  const third = await say('main', 's1', 'third', 'And then?', [
    { tool: 'exec', args: { command: 'ls' } },
    { text: 'So.' },
  ]);
  for (const request of [...second.asked, ...third.asked]) {
    const why = notOnce(request, [PIN]);
    checks.that('once', why === null, why);
    checks.that(
      'once',
      system(request) === system(second.asked[0]),
      'the system prompt changed between two turns',
    );
  }

  await killed(stage, gateway, say, pin);

  const before = await say('main', 's1', 'before the restart', 'Go on.');
  await gateway.end('SIGTERM');
  await gateway.start();
  const after = await say('main', 's1', 'resumed', 'And what comes next?');
  if (checks.that('resume', after.asked[0], `the model was not asked: ${after.ending}`)) {
    const why = notOnce(after.asked[0], [PIN]);
    checks.that('resume', why === null, why);
    const isSame = system(after.asked[0]) === system(before.asked[0]);
    checks.that('resume', isSame, 'the system prompt changed over a restart');
  }

  stage.model.play({ label: 'compaction', steps: [{ text: 'A summary.' }], aside: 'A summary.' });
  await gateway.call('sessions.compact', { key: 'agent:main:s1' });
  const compacted = await say('main', 's1', 'compacted', 'What was pinned?');
  if (checks.that('compaction', compacted.asked[0], `the model was not asked: ${compacted.ending}`)) {
    const why = notOnce(compacted.asked[0], [PIN]);
    checks.that('compaction', why === null, why);
  }
  await gateway.end('SIGTERM');
  const left = (await history(stage)).filter(({ end_time }) => end_time === null);
  checks.that('resume', left.length === 0, `${left.length} sessions are open after the gateway stopped`);
}

async function killed(stage, gateway, say, pin) {
  const { checks, model } = stage;
  const hanging = say('main', 's1', 'killed', 'Decide how to round.', [pin(KILLED_PIN), { hang: true }]);
  const isThere = (request) => results(request).some((text) => text.includes(KILLED_PIN));
  const seen = await model.until(isThere, PATIENCE_MS);
  await gateway.end('SIGKILL');
  await hanging;
  if (!checks.that('killed', seen, 'the pin was not made in time')) return;
  model.play({ label: 'interrupted', steps: [{ text: 'Done after all.' }] });
  await gateway.start();
  // It finishes by itself what was interrupted.
  await gateway.said(/restart recovery (?:terminal|startup complete: started=0)/);
  await gateway.call('sessions.reset', { key: 'agent:main:s1', reason: 'new' });
  const next = await say('main', 's1', 'recovered', 'What was decided about rounding?');
  if (!checks.that('killed', next.asked[0], `the model was not asked: ${next.ending}`)) return;
  const why = notOnce(next.asked[0], [KILLED_PIN]);
  checks.that('killed', why === null, why);
  const recovered = (await history(stage)).some(
    (session) => session.crash_recovered && JSON.stringify(session).includes(KILLED_PIN),
  );
  checks.that('killed', recovered, 'no session in the history is recovered from a crash with that pin');
}

const agentTurn = ({ agent, key }, prompt) => [
  'agent',
  '--agent',
  agent,
  '--session-key',
  key,
  '--message',
  prompt,
  '--json',
];

const system = (request) =>
  request.entries.find(({ role }) => role === 'system' || role === 'developer')?.text;

/** Covers all audiences of the agent, since each has a home of its own. */
async function history({ world }) {
  const below = join(world.home, '.openclaw', 'cortex');
  const sessions = [];
  for (const name of readdirSync(below).filter((each) => /^agent-main(?:\.|$)/.test(each))) {
    const env = { CORTEX_HOME: join(below, name) };
    const { stdout } = await world.run(['cortex', 'history', '--all', '--json'], { env });
    sessions.push(...JSON.parse(stdout || '[]'));
  }
  return sessions;
}

function makeGateway(stage) {
  const { world, host } = stage;
  const log = join(world.root, 'gateway.log');
  const text = () => readFileSync(log, 'utf8');
  let child = null;
  let began = 0;
  const said = async (words) => {
    const isSaid = () => words.test(text().slice(began));
    await waitFor(() => isSaid() || child.exitCode !== null);
    if (!isSaid()) throw new Error(`the gateway did not say ${words}: ${text().trim().split('\n').at(-1)}`);
  };
  return {
    async start() {
      const { port } = JSON.parse(
        readFileSync(join(world.home, '.openclaw', 'openclaw.json'), 'utf8'),
      ).gateway;
      const out = openSync(log, 'a');
      began = text().length;
      child = spawn('openclaw', ['gateway', 'run', '--port', String(port), '--bind', 'loopback'], {
        cwd: world.home,
        env: { ...world.env, ...host.env(world, stage.model) },
        detached: true,
        stdio: ['ignore', out, out],
      });
      closeSync(out);
      await said(/http server listening/);
    },
    said,
    async end(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child.once('exit', done));
      process.kill(-child.pid, signal);
      await gone;
    },
    call: (method, params) =>
      stage.command(['gateway', 'call', method, '--params', JSON.stringify(params), '--json']),
    /** What the gateway says of us that is not news. */
    complaints: () =>
      text()
        .split('\n')
        // The names of the scratch folder and of the cache are nothing of ours.
        .filter(
          (line) => /cortex/i.test(line.replace(/\S*cortex-e2e\S*/g, '')) && /warn|error|fail/i.test(line),
        ),
  };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function settings(world, model, port) {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const scripted = { id: 'scripted', name: 'Scripted', reasoning: false, input: ['text'], cost };
  const limits = { contextWindow: 128_000, maxTokens: 4096 };
  const provider = {
    baseUrl: `${model.url}/v1`,
    apiKey: 'scripted',
    api: 'openai-completions',
    models: [{ ...scripted, ...limits }],
  };
  return {
    gateway: { mode: 'local', bind: 'loopback', port, auth: { mode: 'token', token: 'scripted' } },
    update: { checkOnStart: false },
    telemetry: { enabled: false },
    // Otherwise the tools of plugins are hidden behind a search.
    tools: { toolSearch: false },
    models: { mode: 'replace', providers: { scripted: provider } },
    agents: {
      defaults: { model: { primary: 'scripted/scripted' }, workspace: world.repository, skipBootstrap: true },
      list: [
        { id: 'main', default: true },
        { id: 'other', workspace: world.elsewhere },
      ],
    },
    plugins: { allow: ['cortex'] },
  };
}
