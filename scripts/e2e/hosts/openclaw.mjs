// OpenClaw is a gateway that serves many conversations: a new session is a conversation that is reset, a resumed one goes on
// after the gateway was restarted, and the system prompt must be the same to the byte in every turn.
import { spawn } from 'node:child_process';
import { chmodSync, closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { waitFor } from '../world.mjs';

const KEY = 'agent:main:s1';
/** The gateway's own port: nobody else is on this network. */
const PORT = 18_789;

export const openclaw = {
  name: 'openclaw',
  program: { package: 'openclaw', version: '2026.9.6', bin: 'openclaw' },
  without: { warm: 'the gateway itself takes events in: no process is started for them' },

  prepare(stage, program) {
    const { world, model } = stage;
    world.write('.openclaw/openclaw.json', settings(world, model));
    // `cortex setup` looks for it on the path.
    const command = join(world.root, 'bin', 'openclaw');
    writeFileSync(command, `#!/bin/sh\nexec "${program.bin}" "$@"\n`);
    chmodSync(command, 0o755);
    stage.gateway = makeGateway(stage);
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

  async before(stage, { resume, cwd }) {
    const { gateway, world, model } = stage;
    stage.agent = cwd === world.elsewhere ? ['other', 'o1'] : ['main', 's1'];
    if (resume) await gateway.end('SIGTERM');
    // OpenClaw finishes by itself what a kill interrupted.
    model.play({ label: 'interrupted', steps: [{ text: 'Done after all.' }] });
    await gateway.start();
    if (!resume && cwd !== world.elsewhere)
      await gateway.call('sessions.reset', { key: KEY, reason: 'new' });
  },

  turn: (prompt, { stage: { agent } }) => [
    'agent',
    '--agent',
    agent[0],
    '--session-key',
    agent[1],
    '--message',
    prompt,
    '--json',
  ],

  tools: {
    shell: (command) => ({ tool: 'exec', args: { command } }),
    write: (path, content, { world }) => ({
      tool: 'write',
      args: { path: relative(world.repository, path), content },
    }),
    /** Each agent has a home of its own, which no command of a shell knows. */
    pin: (content) => ({ tool: 'working_memory', args: { action: 'pin', content } }),
    mcp: (tool, args) => ({ tool, args }),
  },

  compacts: {
    by: async ({ model, gateway }, aside) => {
      model.play({ label: 'compacting', steps: [{ text: aside }], aside });
      await gateway.call('sessions.compact', { key: KEY });
    },
  },

  async more(stage) {
    const steps = [stage.host.tools.shell('ls'), { text: 'So.' }];
    const turns = [];
    for (const label of ['one more', 'another'])
      turns.push(await stage.turn(label, 'Go on.', { steps, resume: true }));
    const prompts = new Set(turns.flatMap(({ asked }) => asked).map(system));
    const claim = 'the system prompt is the same to the byte in every turn, over a restart too';
    stage.checks.claim(claim, prompts.size === 1, `${prompts.size} prompts`);
    await stage.gateway.end('SIGTERM');
    const open = (await stage.history()).filter(({ end_time }) => end_time === null);
    stage.checks.claim(
      'no session is open after the gateway stopped',
      open.length === 0,
      `${open.length} are`,
    );
  },

  /** Covers all audiences of the agent, since each has a home of its own. */
  async history({ world }) {
    const below = join(world.home, '.openclaw', 'cortex');
    const sessions = [];
    for (const name of readdirSync(below).filter((each) => /^agent-main(?:\.|$)/.test(each))) {
      const env = { CORTEX_HOME: join(below, name) };
      const { stdout } = await world.run(['cortex', 'history', '--all', '--json'], { env });
      sessions.push(...JSON.parse(stdout || '[]'));
    }
    return sessions;
  },

  /** The gateway names itself anew, so that the mark of its world is lost. */
  killed: ({ gateway }) => gateway.end('SIGKILL'),
  errors: ({ gateway }) => gateway.complaints(),
  after: ({ gateway }) => gateway.end('SIGKILL'),
};

const system = (request) =>
  request.entries.find(({ role }) => role === 'system' || role === 'developer')?.text;

function makeGateway(stage) {
  const { world, env } = stage;
  const log = join(world.root, 'gateway.log');
  const text = () => readFileSync(log, 'utf8');
  let child = null;
  let began = 0;
  let wasKilled = false;
  const isUp = () => child !== null && child.exitCode === null && child.signalCode === null;
  const said = async (words) => {
    const isSaid = () => words.test(text().slice(began));
    await waitFor(() => isSaid() || !isUp());
    if (!isSaid())
      throw new Error(`the gateway did not say ${words}: ${text().trim().split('\n').at(-1)}`);
  };
  return {
    async start() {
      if (isUp()) return;
      const out = openSync(log, 'a');
      began = text().length;
      child = spawn('openclaw', ['gateway', 'run', '--port', String(PORT), '--bind', 'loopback'], {
        cwd: world.home,
        env: { ...world.env, ...env },
        detached: true,
        stdio: ['ignore', out, out],
      });
      closeSync(out);
      await said(/http server listening/);
      if (wasKilled) await said(/restart recovery (?:terminal|startup complete: started=0)/);
    },
    async end(signal) {
      if (!isUp()) return;
      wasKilled = signal === 'SIGKILL';
      const gone = new Promise((done) => child.once('exit', done));
      process.kill(-child.pid, signal);
      await gone;
    },
    call: (method, params) =>
      stage.command(['gateway', 'call', method, '--params', JSON.stringify(params), '--json']),
    /** Lines of the gateway about us that are not news; the names of the scratch folder and of the cache are nothing of ours. */
    complaints: () =>
      text()
        .split('\n')
        .filter(
          (line) =>
            /cortex/i.test(line.replace(/\S*cortex-e2e\S*/g, '')) && /warn|error|fail/i.test(line),
        ),
  };
}

function settings(world, model) {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const scripted = { id: 'scripted', name: 'Scripted', reasoning: false, input: ['text'], cost };
  const provider = {
    baseUrl: `${model.url}/v1`,
    apiKey: 'scripted',
    api: 'openai-completions',
    models: [{ ...scripted, contextWindow: 128_000, maxTokens: 4096 }],
  };
  return {
    gateway: {
      mode: 'local',
      bind: 'loopback',
      port: PORT,
      auth: { mode: 'token', token: 'scripted' },
    },
    update: { checkOnStart: false },
    telemetry: { enabled: false },
    // Otherwise the tools of plugins are hidden behind a search.
    tools: { toolSearch: false },
    models: { mode: 'replace', providers: { scripted: provider } },
    agents: {
      defaults: {
        model: { primary: 'scripted/scripted' },
        workspace: world.repository,
        skipBootstrap: true,
      },
      list: [
        { id: 'main', default: true },
        { id: 'other', workspace: world.elsewhere },
      ],
    },
    plugins: { allow: ['cortex'] },
  };
}
