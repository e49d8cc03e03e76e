// npm run share:demo -- [--pglite]: a thread goes from a laptop to a job in CI, whose disk vanishes, and to a desktop. Everything
// is made for it and removed after it: a PostgreSQL of its own, three homes, three clones.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresPrograms } from './postgres.ts';
import { startServer } from './server.ts';

const { values } = parseArgs({ options: { pglite: { type: 'boolean', default: false } } });
const CORTEX = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'cortex.cjs');
const PROJECT = 'github.com/acme/shop';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-share-demo-')));
const { bold, dim } = {
  bold: (text: string) => `\u001b[1m${text}\u001b[0m`,
  dim: (text: string) => `\u001b[2m${text}\u001b[0m`,
};

interface Machine {
  readonly name: string;
  readonly cwd: string;
  readonly home: string;
  readonly agent: string;
}

const server = await begin();
try {
  tell('A repository, and three machines of one person: a laptop, a job in CI, a desktop.');
  const laptop = machine('laptop', 'claude-code', 'git@github.com:acme/shop.git');

  tell('The laptop: Claude Code works, and stops with a red test.');
  await turn(
    laptop,
    'Make the retry of payments wait five minutes.',
    'The retry waits. One test is red: evt_3 is exactly 5 minutes old, the filter has to be >= instead of >.',
  );
  await run(laptop, 'note', 'decision', 'retry: wait five minutes', '--reason', 'the bank throttles');
  await run(laptop, 'pin', 'the sandbox sends every event twice', '--label', 'sandbox');
  await run(laptop, 'share', 'init');

  tell('CI: an empty disk. It joins, pulls, works, pushes, and is gone.');
  const ci = machine('ci', 'codex', 'https://github.com/acme/shop');
  await run(ci, 'share', 'join');
  await start(ci);
  await turn(
    ci,
    'Run the suite and mend what is red.',
    'The filter is >= now; the suite is green. Next steps:\n- remove the polling job',
  );
  await run(ci, 'share', 'push', '--wait');
  rmSync(join(folder, 'ci'), { recursive: true });
  tell(dim('The disk of CI is gone.'));

  tell('The desktop: it knows what happened on both.');
  const desktop = machine('desktop', 'claude-code', 'ssh://git@github.com/acme/shop.git');
  await run(desktop, 'share', 'join');
  await start(desktop);
  await run(desktop, 'share', 'status');
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function begin() {
  const made = await startServer(PROJECT, ['alice'], values.pglite || postgresPrograms() === null);
  tell(
    dim(
      made.kind === 'PostgreSQL'
        ? 'A PostgreSQL of its own was started from the programs of this machine.'
        : 'PGlite serves inside this process.',
    ),
  );
  return made;
}

function machine(name: string, agent: string, remote: string): Machine {
  const source = join(folder, 'source');
  const git = (cwd: string, ...words: string[]) =>
    execFileSync('git', ['-C', cwd, ...words], { stdio: 'ignore' });
  const cwd = join(folder, name, 'shop');
  if (name === 'laptop') {
    execFileSync('git', ['init', '-q', '-b', 'main', source]);
    git(source, 'config', 'user.email', 'alice@example.org');
    git(source, 'config', 'user.name', 'Alice');
    for (const text of ['one', 'two']) {
      writeFileSync(join(source, 'retry.ts'), `export const wait = '${text}';\n`);
      git(source, 'add', '.');
      git(source, 'commit', '-m', text);
    }
  }
  mkdirSync(join(folder, name), { recursive: true });
  execFileSync('git', ['clone', '-q', source, cwd]);
  git(cwd, 'remote', 'set-url', 'origin', remote);
  return { name, cwd, home: join(folder, name, 'home'), agent };
}

function environment({ home }: Machine): NodeJS.ProcessEnv {
  const own = { CORTEX_HOME: home, CORTEX_SHARE_URL: server.url('alice'), CORTEX_SHARE_AUTO: 'false' };
  return { ...process.env, ...own, CORTEX_MAINTENANCE_AUTO: 'false', NO_COLOR: '1' };
}

/** Asynchronous, so that a server inside this process can answer. */
async function spawned(at: Machine, words: readonly string[], input = ''): Promise<string> {
  if (server.kind === 'PostgreSQL') {
    const done = spawnSync(process.execPath, [CORTEX, ...words], {
      cwd: at.cwd,
      env: environment(at),
      input,
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(done.stderr);
    return done.stdout;
  }
  const { spawn } = await import('node:child_process');
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [CORTEX, ...words], { cwd: at.cwd, env: environment(at) });
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (err += text));
    child.on('exit', (code) => (code === 0 ? done(out) : fail(new Error(err))));
    child.stdin.end(input);
  });
}

async function run(at: Machine, ...words: string[]): Promise<void> {
  console.log(dim(`${at.name}$ cortex ${words.join(' ')}`));
  console.log((await spawned(at, words)).trimEnd());
}

async function hook(at: Machine, event: Record<string, unknown>): Promise<string> {
  return spawned(
    at,
    ['hook', at.agent],
    JSON.stringify({ session_id: `${at.name}-1`, cwd: at.cwd, ...event }),
  );
}

async function start(at: Machine): Promise<void> {
  const answer = await hook(at, {
    hook_event_name: 'SessionStart',
    source: 'startup',
    session_id: `${at.name}-new`,
  });
  const { hookSpecificOutput } = JSON.parse(answer) as { hookSpecificOutput: { additionalContext: string } };
  console.log(bold(`${at.agent} on the ${at.name} is told:`));
  console.log(hookSpecificOutput.additionalContext.replaceAll(/^/gm, '    '));
}

async function turn(at: Machine, prompt: string, reply: string): Promise<void> {
  await hook(at, { hook_event_name: 'SessionStart', source: 'startup' });
  await hook(at, { hook_event_name: 'UserPromptSubmit', prompt, prompt_id: '1', turn_id: '1' });
  const tool_input = { file_path: join(at.cwd, 'retry.ts'), old_string: 'a', new_string: 'b' };
  await hook(at, {
    hook_event_name: 'PostToolUse',
    tool_name: 'Edit',
    tool_input,
    tool_response: {},
    tool_use_id: '1',
  });
  await hook(at, { hook_event_name: 'Stop', last_assistant_message: reply, prompt_id: '1', turn_id: '1' });
  await hook(at, { hook_event_name: 'SessionEnd', reason: 'other' });
  console.log(dim(`${at.agent}: "${prompt}" → "${reply.split('\n')[0]}"`));
}

function tell(text: string): void {
  console.log(`\n${bold(text)}`);
}
