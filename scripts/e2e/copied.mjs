// Codex takes over the hooks of Claude Code by its own import: they call Cortex by the name of the other program.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { elements } from './seen.mjs';
import { PATIENCE_MS } from './world.mjs';

const PIN = 'Prices are kept without tax';
const NAMED = 'calls Cortex as claude-code';

/** Codex says what it thinks of patterns and times that are meant for Claude Code. */
export const UNFIT = /invalid matcher|clamping SessionEnd/;

export async function playCopied([stage], { checks }) {
  const { world } = stage;
  await world.cortex('setup', 'claude-code', '--yes');
  const imported = await importSettings(stage);
  checks.that(
    'wired',
    imported.includes('HOOKS'),
    `Codex took over ${imported.join(', ') || 'nothing'}`,
  );
  await doctored(stage, 'copied hooks', true);
  const first = await turn(stage, 1, 'Keep in mind what was said of prices.');
  checks.that('silent', first && elements(first) === 0, 'the first request holds our element');
  checks.once('pins', await turn(stage, 2, 'What about prices?'), PIN);

  // Both at once: what setup writes, and the copy behind it.
  const copied = JSON.parse(await readHooks(world));
  await stage.setUp();
  await doctored(stage, 'setup', false);
  const own = JSON.parse(await readHooks(world));
  const names = Object.keys({ ...own.hooks, ...copied.hooks });
  const both = names.map((name) => [
    name,
    [...(own.hooks[name] ?? []), ...(copied.hooks[name] ?? [])],
  ]);
  world.write('.codex/hooks.json', { hooks: Object.fromEntries(both) });
  checks.once('pins', await turn(stage, 3, 'And the prices now?'), PIN);
  await doctored(stage, 'both at once', true);
  const fixed = await world.cortex('doctor', '--fix');
  checks.claim(
    '`cortex doctor --fix` mends them',
    !fixed.stdout.includes(NAMED) && (await readHooks(world)) === JSON.stringify(own, null, 2),
    fixed.stdout.slice(-300),
  );
  checks.once('pins', await turn(stage, 4, 'Once more, the prices?'), PIN);
}

/** A turn that pins; afterwards there are so many sessions of Codex, with a turn each. Gives its first request. */
async function turn(stage, count, prompt) {
  const { host, checks } = stage;
  const steps = [host.tools.shell(`cortex pin "${PIN}"`), { text: 'Noted, and answered.' }];
  const done = await stage.turn(`copied ${count}`, prompt, { steps });
  checks.that('runs', done.asked[0] && done.code === 0, `${count}: ${done.ending}`);
  for (const request of done.asked)
    checks.that('once', elements(request) <= 1, `${count}: told ${elements(request)} times`);
  const stored = (await stage.history())
    .map((session) => `${session.host}: ${session.turns.length}`)
    .join();
  const claim = `${count} sessions of Codex are ${count}, with a turn each, none of Claude Code`;
  checks.claim(claim, stored === Array(count).fill('codex: 1').join(), stored);
  return done.asked[0];
}

async function doctored({ checks, world }, when, isNamed) {
  const { stdout } = await world.cortex('doctor');
  const claim = `\`cortex doctor\` ${isNamed ? 'names them' : 'finds none'}: ${when}`;
  checks.claim(claim, stdout.includes(NAMED) === isNamed, stdout.slice(0, 300));
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
      if (id === 2) {
        const migrationItems = result.items.filter(({ itemType }) => itemType === 'HOOKS');
        send({ id: 3, method: 'externalAgentConfig/import', params: { migrationItems } });
      }
      if (method === 'externalAgentConfig/import/completed')
        done(
          params.itemTypeResults
            .filter(({ failures }) => failures.length === 0)
            .map(({ itemType }) => itemType),
        );
    });
    const clientInfo = { name: 'cortex-e2e', version: '0' };
    send({
      id: 1,
      method: 'initialize',
      params: { clientInfo, capabilities: { experimentalApi: true } },
    });
  });
}
