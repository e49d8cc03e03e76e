// `npm run release:try [-- <path of a node> …]`: the package as people get it, installed and used with each Node that it says it runs on:
// 22 and 24 from npm, or those that are named. Exit code 1 where one of them does something else than promised.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const LINES = ['22', '24'];
/** The question of setup. */
const OFFER = 'Connect?';

function npm(args, options = {}) {
  const done = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    ...options,
  });
  if (done.status !== 0) throw new Error(`npm ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

/** The newest Node of each line, without an installer: the packages hold nothing but the program. */
function nodesOfNpm(folder) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  npm(['install', '--prefix', folder, ...LINES.map((line) => `node${line}@npm:${name}@${line}`)]);
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return LINES.map((line) => join(folder, 'node_modules', `node${line}`, 'bin', program));
}

/** A person with this Node first on the PATH, in a folder of their own, with nothing of Cortex. */
function personWith(node, folder) {
  mkdirSync(join(folder, 'home'), { recursive: true });
  const { PATH, SystemRoot, TERM = 'xterm' } = process.env;
  const env = {
    PATH: [dirname(node), PATH].join(delimiter),
    SystemRoot,
    TERM,
    NO_COLOR: '1',
    HOME: join(folder, 'home'),
    USERPROFILE: join(folder, 'home'),
    CORTEX_HOME: join(folder, 'home', '.cortex'),
    CORTEX_MAINTENANCE_AUTO: 'false',
  };
  return {
    env,
    run: (command, args, input = '') => {
      const options = { cwd: folder, env, input, encoding: 'utf8' };
      const done = spawnSync(command, args, options);
      return { status: done.status, out: done.stdout ?? '', err: done.stderr ?? '' };
    },
  };
}

/** Everything that somebody does first with the package. */
async function tryWith(node, tarball, folder) {
  const person = personWith(node, folder);
  const version = person.run(node, ['--version']).out.trim();
  npm(['install', '--prefix', folder, tarball], { env: { ...process.env, PATH: person.env.PATH } });
  const program = join(folder, 'node_modules', 'cortex-sessions', 'dist', 'cortex.cjs');
  const cortex = (args, input) => person.run(node, [program, ...args], input);
  const wrong = [];
  const expect = (what, holds, seen) => {
    if (!holds) wrong.push(`${what}: ${seen.trim().slice(-400)}`);
  };

  for (const name of Object.keys(manifest.bin)) {
    const told = person.run(join(folder, 'node_modules', '.bin', name), ['--version']);
    expect(`${name} --version`, told.out.includes(manifest.version), told.out + told.err);
  }
  const seen = await firstTime(folder, person.env);
  if (seen === null)
    console.log('         no program `script`: what a terminal shows was not tried');
  else {
    expect('alone, it shows the demonstration', seen.includes('Nothing is missing'), seen);
    expect('and offers setup', seen.includes(OFFER), seen);
  }

  const event = { session_id: 'tried', hook_event_name: 'SessionStart', cwd: folder };
  const hook = cortex(['hook', 'claude-code'], JSON.stringify({ ...event, source: 'startup' }));
  expect('a hook', hook.status === 0 && hook.err === '', hook.err);
  const sessions = cortex(['sessions', '--all', '--json']);
  expect('the session is stored', sessions.out.includes('"tried"'), sessions.out + sessions.err);

  const tools = cortex(
    ['mcp'],
    `${requests()
      .map((one) => JSON.stringify(one))
      .join('\n')}\n`,
  );
  expect('tools', tools.out.includes('session_search'), tools.out + tools.err);

  const import_ = "import { openCortex } from 'cortex-sessions'; console.log(typeof openCortex)";
  const require_ = "console.log(typeof require('cortex-sessions').openCortex)";
  for (const [file, code] of [
    ['library.mjs', import_],
    ['library.cjs', require_],
  ]) {
    writeFileSync(join(folder, file), code);
    const loaded = person.run(node, [join(folder, file)]);
    expect(file, loaded.out.trim() === 'function' && loaded.err === '', loaded.out + loaded.err);
  }
  const doctor = cortex(['doctor']);
  expect('doctor knows this Node', doctor.out.includes(version.slice(1)), doctor.out + doctor.err);
  return { version, wrong };
}

function requests() {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'try', version: '0' },
  };
  return [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ];
}

/** `npx cortex-sessions` at a terminal, by somebody who has Claude Code and says no; null where no terminal can be made. */
function firstTime(folder, env) {
  mkdirSync(join(folder, 'home', '.claude'), { recursive: true });
  const child = spawn('script', ['-qec', 'npx cortex-sessions', '/dev/null'], { cwd: folder, env });
  let said = '';
  let isAnswered = false;
  child.stdin.on('error', () => {});
  child.stdout.on('data', (chunk) => {
    said += chunk;
    if (isAnswered || !said.includes(OFFER)) return;
    isAnswered = true;
    child.stdin.write('n\n');
  });
  return new Promise((done) => {
    child.once('error', () => done(null));
    child.once('close', () => done(said));
  });
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-try-')));
try {
  const [{ filename }] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder]),
  );
  const named = process.argv.slice(2);
  const nodes = named.length > 0 ? named : nodesOfNpm(join(folder, 'nodes'));
  for (const [i, node] of nodes.entries()) {
    const own = join(folder, `with-${i}`);
    mkdirSync(own);
    const { version, wrong } = await tryWith(node, join(folder, filename), own);
    console.log(`${wrong.length === 0 ? 'ok      ' : 'WRONG   '} Node ${version.slice(1)}`);
    for (const line of wrong) console.log(`         ${line}`);
    if (wrong.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
