// Codex takes over the hooks of Claude Code by its own import: they call Cortex by the name of the other program.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { errorsIn } from './logs.mjs';
import { elements, notOnce, told } from './seen.mjs';
import { makeStage } from './stage.mjs';
import { PATIENCE_MS } from './world.mjs';

export const COPIED = ['codex'];

const PIN = 'Prices are kept without tax';
const NAMED = 'calls Cortex as claude-code';

export async function playCopied({ hosts, world, model, checks, programs }) {
  const [host] = hosts;
  const stage = await makeStage({ host, world, model, checks, program: programs[host.name] });
  await world.cortex('setup', 'claude-code', '--yes');
  const imported = await importSettings(stage);
  checks.that('wired', imported.includes('HOOKS'), `Codex took over ${imported.join(', ') || 'nothing'}`);
  await doctored(stage, 'copied hooks', true);

  const turn = (label, prompt) => one(stage, label, prompt);
  const first = await turn('copied', 'Keep in mind what was said of prices.');
  checks.that('silent', first && elements(first) === 0, 'the first request holds our element');
  await stored(stage, 1);
  await toldOnce(stage, await turn('copied again', 'What about prices?'));
  await stored(stage, 2);

  // Both at once: what setup writes, and the copy behind it.
  const copied = JSON.parse(await readHooks(world));
  const setup = await world.cortex('setup', 'codex', '--yes');
  checks.that('wired', setup.code === 0, `cortex setup codex ended with ${setup.code}`);
  await doctored(stage, 'setup', false);
  const own = JSON.parse(await readHooks(world));
  const names = Object.keys({ ...own.hooks, ...copied.hooks });
  const both = names.map((name) => [name, [...(own.hooks[name] ?? []), ...(copied.hooks[name] ?? [])]]);
  world.write('.codex/hooks.json', { hooks: Object.fromEntries(both) });
  await toldOnce(stage, await turn('both', 'And the prices now?'));
  await stored(stage, 3);
  await doctored(stage, 'both at once', true);
  const fixed = await world.cortex('doctor', '--fix');
  checks.claim(
    '`cortex doctor --fix` mends them',
    !fixed.stdout.includes(NAMED) && (await readHooks(world)) === JSON.stringify(own, null, 2),
    fixed.stdout.slice(-300),
  );
  await toldOnce(stage, await turn('mended', 'Once more, the prices?'));
  await stored(stage, 4);

  // Codex says what it thinks of patterns and times that are meant for Claude Code.
  const errors = errorsIn(stage).filter((line) => !/invalid matcher|clamping SessionEnd/.test(line));
  checks.that('logs', errors.length === 0, errors[0]);
  for (const capability of ['compaction', 'mcp', 'warm', 'killed', 'apart', 'tasks', 'files', 'resume'])
    checks.cannot(capability, 'shown for each program by itself');
}

/** A turn that pins, and its first request. */
async function one({ turn, host, checks }, label, prompt) {
  const steps = [host.tools.shell(`cortex pin "${PIN}"`), { text: 'Noted, and answered.' }];
  const done = await turn(label, prompt, { steps });
  checks.that('runs', done.asked[0] && done.code === 0, `${label}: ${done.ending}`);
  for (const request of done.asked)
    checks.that('once', elements(request) <= 1, `${label}: told ${elements(request)} times`);
  return done.asked[0];
}

async function toldOnce({ checks }, request) {
  const why = request ? notOnce(request, [PIN]) : 'the model was not asked';
  checks.that('pins', why === null, why);
  checks.that('once', request && told(request).split('session-continuity hint=').length === 2, 'told twice');
}

async function stored({ checks, history }, count) {
  const sessions = await history();
  const hosts = sessions.map((session) => session.host).join(' ');
  checks.claim(
    `${count} sessions of Codex are ${count}, none of Claude Code`,
    hosts === Array(count).fill('codex').join(' '),
    hosts,
  );
  const turns = sessions.map((session) => session.turns.length).join(' ');
  checks.claim(`each has one turn (${count})`, turns === Array(count).fill('1').join(' '), turns);
}

async function doctored({ checks, world }, when, isNamed) {
  const { stdout } = await world.cortex('doctor');
  checks.claim(
    `\`cortex doctor\` ${isNamed ? 'names them' : 'finds none'}: ${when}`,
    stdout.includes(NAMED) === isNamed,
    stdout.slice(0, 300),
  );
}

const readHooks = async (world) =>
  (await world.run(['cat', `${world.home}/.codex/hooks.json`])).stdout.trim();

/** By the requests that its screen makes for `/import`. Returns the kinds of things that were taken over. */
function importSettings({ world, env, program }) {
  return new Promise((resolve) => {
    const child = spawn(program.bin, ['app-server'], {
      cwd: world.repository,
      env: { ...world.env, ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const done = (found) => {
      clearTimeout(timer);
      child.kill();
      resolve(found);
    };
    const timer = setTimeout(() => done([]), PATIENCE_MS);
    const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, method, result, params } = JSON.parse(line);
      if (id === 1) {
        send({ method: 'initialized' });
        send({ id: 2, method: 'externalAgentConfig/detect', params: { includeHome: true } });
      }
      if (id === 2)
        send({
          id: 3,
          method: 'externalAgentConfig/import',
          params: { migrationItems: result.items.filter(({ itemType }) => itemType === 'HOOKS') },
        });
      if (method === 'externalAgentConfig/import/completed')
        done(
          params.itemTypeResults
            .filter(({ failures }) => failures.length === 0)
            .map(({ itemType }) => itemType),
        );
    });
    const clientInfo = { name: 'cortex-e2e', version: '0' };
    send({ id: 1, method: 'initialize', params: { clientInfo, capabilities: { experimentalApi: true } } });
  });
}
