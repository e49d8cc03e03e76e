// A world for one host: a home, two repositories and a path of its own, in a folder that goes away.

import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PATIENT } from '../../src/surfaces/cli/demo/story.ts';
import { nodeFolder, repository } from './places.mjs';

// Every process of a world carries it, so that what a host leaves behind can be found and ended.
const MARK = 'CORTEX_E2E_WORLD';

/** So long nothing may be heard of a program: only one that hangs is given up. */
export const PATIENCE_MS = 300_000;

/** `name`: of its first repository; `from`: the one that it is a clone of. */
export function makeWorld(root, { name = 'orders', from = null } = {}) {
  const home = join(root, 'home');
  const bin = join(root, 'bin');
  const temporary = join(root, 'tmp');
  for (const folder of [home, bin, temporary]) mkdirSync(folder, { recursive: true });
  const stderrOfHooks = join(root, 'stderr of hooks');
  const program = copyProgram(join(root, 'the program'), stderrOfHooks);
  script(join(bin, 'cortex'), `exec "${join(nodeFolder, 'node')}" "${program}" "$@"`);
  const env = {
    PATH: [bin, nodeFolder, '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(':'),
    HOME: home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    SHELL: '/bin/sh',
    GIT_CONFIG_NOSYSTEM: '1',
    [MARK]: root,
    ...PATIENT,
    CORTEX_PLUGIN_WAIT_MS: '60000',
    CORTEX_MAINTENANCE_AUTO: 'false',
  };
  const world = {
    root,
    home,
    env,
    stderrOfHooks,
    cortexHome: join(home, '.cortex'),
    repository: join(root, 'work', name),
    elsewhere: join(root, 'work', 'billing'),
    write: (path, content) => {
      const whole = join(home, path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(
        whole,
        typeof content === 'string' ? content : JSON.stringify(content, null, 2),
      );
    },
    run: (argv, options = {}) =>
      run(argv, { cwd: world.repository, ...options, env: { ...env, ...options.env } }),
    cortex: (...args) => world.run(['cortex', ...args]),
    /** One more repository, for a story of its own. */
    another: (name) => {
      const folder = join(root, 'work', name);
      makeRepository(folder, env);
      return folder;
    },
    end: () => endMarked(root),
    /** A power cut: the program, its daemons and everything they started. */
    kill: () => endMarked(root, ['SIGKILL']),
  };
  // Some hosts make commits of their own, to go back to.
  world.write('.gitconfig', '[user]\n\tname = Somebody\n\temail = somebody@example.invalid\n');
  // Shells that a host starts as login shells take their path from here.
  world.write('.profile', `export PATH="${env.PATH}"\n`);
  makeRepository(world.elsewhere, env);
  if (from === null) makeRepository(world.repository, env);
  else spawnSync('git', ['clone', '-q', from, world.repository], { env });
  return world;
}

/**
 * A copy of the built program in a folder with a space in its name. Hosts swallow what a hook writes to stderr, so the
 * copy begins by pointing that at a file; the process stays the one that the host started.
 */
function copyProgram(folder, stderrOfHooks) {
  mkdirSync(stderrOfHooks, { recursive: true });
  cpSync(join(repository, 'dist'), join(folder, 'dist'), { recursive: true });
  for (const name of ['package.json', 'LICENSE'])
    cpSync(join(repository, name), join(folder, name));
  const entry = join(folder, 'dist', 'cortex.cjs');
  const [shebang, ...itself] = readFileSync(entry, 'utf8').split('\n');
  const pointing = `if (['hook', 'mcp'].includes(process.argv[2])) {
  const fs = require('node:fs');
  fs.closeSync(2);
  fs.openSync(${JSON.stringify(stderrOfHooks)} + '/' + process.argv.slice(2, 4).join('-') + '-' + process.pid, 'a');
}`;
  writeFileSync(entry, [shebang, pointing, ...itself].join('\n'));
  chmodSync(entry, 0o755);
  return entry;
}

function makeRepository(folder, env) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'readme.md'), 'A place to work in.\n');
  const git = (...args) => spawnSync('git', args, { cwd: folder, env });
  git('init', '-q', '-b', 'main', '.');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
}

function script(path, line) {
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

/**
 * One program in a process group of its own. `killed` is a promise: when it is kept, the group is killed as by a power
 * cut. Ends by itself, by that, or when nothing was heard of it for too long, and always tells how. How long it takes in
 * all says more about the machine than about the program: `signs` lets others say that it is at work.
 */
export function run(argv, { cwd, env, input, killed, signs } = {}) {
  return new Promise((resolve) => {
    const started = Date.now();
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const child = spawn(argv[0], argv.slice(1), {
      cwd,
      env,
      detached: true,
      stdio: [stdin, 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let how = 'ended';
    const kill = (why) => {
      how = why;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {}
    };
    const timer = setTimeout(() => kill('timeout'), PATIENCE_MS);
    const deaf = signs?.(() => timer.refresh());
    killed?.then(() => kill('killed'));
    child.stdout.setEncoding('utf8').on('data', (data) => {
      stdout += data;
      timer.refresh();
    });
    child.stderr.setEncoding('utf8').on('data', (data) => {
      stderr += data;
      timer.refresh();
    });
    const finish = (code) => {
      clearTimeout(timer);
      deaf?.();
      resolve({ code, how, stdout, stderr, ms: Date.now() - started });
    };
    child.on('error', (error) => {
      stderr += String(error.message);
      finish(-1);
    });
    // A daemon that a host left behind may hold the pipes open for ever: the exit counts, not their end.
    child.on('exit', (code) => setTimeout(() => finish(code), 200));
    if (typeof input === 'function') input(child.stdin, () => stdout);
    else if (input !== undefined) child.stdin.end(input);
  });
}

function markedProcesses(root) {
  const mark = `${MARK}=${root}`;
  const isOurs = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
    } catch {
      return false;
    }
  };
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map(Number);
}

async function endMarked(root, signals = ['SIGTERM', 'SIGKILL']) {
  for (const signal of signals) {
    for (const pid of markedProcesses(root)) {
      try {
        process.kill(pid, signal);
      } catch {}
    }
    if (
      await waitFor(
        () => markedProcesses(root).length === 0,
        signal === 'SIGTERM' ? 5_000 : PATIENCE_MS,
      )
    )
      return;
  }
}

/** Waits for a condition; whether it came to hold. */
export async function waitFor(isSo, patience = PATIENCE_MS) {
  const until = Date.now() + patience;
  while (!isSo()) {
    if (Date.now() > until) return false;
    await new Promise((later) => setTimeout(later, 100));
  }
  return true;
}
