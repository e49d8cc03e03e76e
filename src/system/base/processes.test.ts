import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bundled } from '../../../test/bundled.ts';
import {
  ancestry,
  commonOwner,
  guessOwner,
  judgeOwner,
  type Owner,
  type ProcessRef,
  parsePs,
  parseStat,
  processOrigin,
  processRef,
} from './processes.ts';

const onLinux = process.platform === 'linux';
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** A process that prints lines when asked for them and otherwise waits. */
function start(command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  return child;
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done) => {
    let text = '';
    child.stdout!.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) done(text.slice(0, text.indexOf('\n')));
    });
  });
}

const exited = (child: ChildProcess) => new Promise((done) => child.on('exit', done));

function owner(pid: number): Owner {
  return { ...processRef(pid)!, ...processOrigin() };
}

const ref = (pid: number, name: string, start = String(1000 + pid)): ProcessRef => ({
  pid,
  name,
  start,
});

describe.runIf(onLinux)('ancestry', () => {
  it('goes from the parent of a process up to the first process', async () => {
    const child = start('sh', ['-c', 'sh -c "echo \\$\\$; read line; true"; true']);
    const inner = Number(await firstLine(child));
    const chain = ancestry(inner);
    expect(chain.slice(0, 2).map((p) => p.pid)).toEqual([child.pid, process.pid]);
    expect(chain[0]!.name).toBe('sh');
    expect(chain.at(-1)!.pid).toBe(1);
    expect(chain.slice(1)).toEqual(ancestry(child.pid!));
    child.stdin!.end('\n');
    await exited(child);
  });

  it('reads the name and the start of a process whose name looks like the rest of the line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'names-'));
    const odd = join(folder, 'a) S 1 (b) R');
    symlinkSync('/bin/sleep', odd);
    const child = start(odd, ['60']);
    await new Promise((done) => child.on('spawn', done));
    expect(processRef(child.pid!)).toMatchObject({ pid: child.pid, name: 'a) S 1 (b) R' });
    expect(ancestry(child.pid!)[0]!.pid).toBe(process.pid);
    rmSync(folder, { recursive: true });
  });

  it('does not take a younger process for a parent, and ends where a table loops', () => {
    const reused = new Map([
      [10, { ref: ref(10, 'hook', '500'), parent: 9, zombie: false }],
      [9, { ref: ref(9, 'stranger', '501'), parent: 1, zombie: false }],
    ]);
    expect(ancestry(10, (pid) => reused.get(pid) ?? null)).toEqual([]);
    const loop = { ref: ref(7, 'snake', '1'), parent: 7, zombie: false };
    expect(ancestry(7, () => loop).length).toBe(64);
  });
});

describe.runIf(onLinux)('verdict', () => {
  it('says alive while a process runs and dead after SIGKILL', async () => {
    const child = start('sleep', ['60']);
    await new Promise((done) => child.on('spawn', done));
    const recorded = owner(child.pid!);
    expect(judgeOwner(recorded)).toBe('alive');
    const gone = exited(child);
    child.kill('SIGKILL');
    await gone;
    expect(judgeOwner(recorded)).toBe('dead');
  });

  it('says dead of a zombie, which still has its number and its start time', async () => {
    // The shell becomes a sleep that never asks after the child it inherited, long before that one ends.
    const parent = start('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60']);
    const pid = Number(await firstLine(parent));
    const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)![0];
    while (state() !== 'Z') await new Promise((next) => setTimeout(next, 5));
    process.kill(pid, 0);
    expect(judgeOwner(owner(pid))).toBe('dead');
  });

  it('says dead of a number that was given to another process', () => {
    const recorded = owner(process.pid);
    expect(judgeOwner(recorded)).toBe('alive');
    expect(judgeOwner({ ...recorded, start: String(Number(recorded.start) - 1) })).toBe('dead');
  });

  it.each<[string, Partial<Owner>, string]>([
    ['another boot of this machine', { boot: '00000000-0000-4000-8000-000000000000' }, 'dead'],
    ['another boot of another machine', { boot: 'x', machine: 'elsewhere' }, 'unknown'],
    ['another machine', { machine: 'elsewhere' }, 'unknown'],
    ['another pid namespace', { pidns: 'pid:[1]' }, 'unknown'],
    ['an unrecorded boot', { boot: null }, 'unknown'],
    ['an unrecorded namespace', { pidns: null }, 'unknown'],
    ['no number', { pid: Number.NaN }, 'unknown'],
    ['number 0, which kill takes for a group', { pid: 0 }, 'unknown'],
    ['a negative number', { pid: -1 }, 'unknown'],
    ['no start time', { start: '' }, 'unknown'],
  ])('of %s', (_what, change, expected) => {
    for (const pid of [process.pid, 2 ** 22 + 1]) {
      expect(judgeOwner({ ...owner(process.pid), pid, ...change })).toBe(expected);
    }
  });

  it('tells machines of one name apart, where both are known', () => {
    const here = { ...processOrigin(), machineId: 'one' };
    const { machineId: _, ...older } = { ...owner(process.pid), boot: 'another boot' };
    expect(judgeOwner({ ...older, machineId: 'other' }, here)).toBe('unknown');
    expect(judgeOwner({ ...older, machineId: 'one' }, here)).toBe('dead');
    expect(judgeOwner(older, here)).toBe('dead');
  });

  it('says unknown of a process that runs and cannot be read', () => {
    const here = processOrigin();
    expect(judgeOwner(owner(process.pid), here, () => null)).toBe('unknown');
    expect(judgeOwner({ ...owner(process.pid), pid: 2 ** 22 + 1 }, here, () => null)).toBe('dead');
  });

  const unshare = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--'];
  const canUnshare = onLinux && spawnSync('unshare', [...unshare, 'true']).status === 0;
  it.runIf(canUnshare)('says unknown of a live process seen from another pid namespace', () => {
    const module = JSON.stringify(bundled(new URL('./processes.ts', import.meta.url)));
    const code = `const p = await import(${module});
      process.stdout.write(p.judgeOwner(${JSON.stringify(owner(process.pid))}));`;
    const seen = spawnSync('unshare', [
      ...unshare,
      process.execPath,
      '--input-type=module',
      '-e',
      code,
    ]);
    expect(seen.stdout.toString()).toBe('unknown');
  });
});

describe('origin', () => {
  it('names the machine, and on Linux its boot and namespace, the same each time', () => {
    const here = processOrigin();
    expect(here.machine).toBe(hostname());
    expect(processOrigin()).toEqual(here);
    if (!onLinux) return;
    expect(here.boot).toMatch(/^[0-9a-f-]{36}$/);
    expect(here.pidns).toMatch(/^pid:\[\d+\]$/);
  });
});

describe('parseStat', () => {
  it.each(['', '1', '1 (a', '1 (a) S', 'x (a) S 1 2', ') S 1 ('])('refuses %o', (text) => {
    expect(parseStat(text)).toBeNull();
  });
});

describe('parsePs', () => {
  it('reads what macOS prints', () => {
    const table = parsePs(
      [
        '    1     0 Ss   Sun Nov 15 08:00:01 2026     /sbin/launchd',
        '  812     1 S+   Sun Nov 15 09:30:00 2026     -zsh',
        '  900   812 Z    Sun Nov  1 09:30:05 2026     (node)',
        '  901   812 S    Sun Nov 15 09:30:05 2026     /Applications/My App.app/Contents/MacOS/My App',
        'rubbish',
        '',
      ].join('\n'),
    );
    expect([...table.keys()]).toEqual([1, 812, 900, 901]);
    expect(table.get(1)!.ref.name).toBe('launchd');
    expect(table.get(901)).toEqual({
      ref: { pid: 901, start: 'Sun Nov 15 09:30:05 2026', name: 'My App' },
      parent: 812,
      zombie: false,
    });
    expect(table.get(900)!.zombie).toBe(true);
  });
});

const systemd = ref(1, 'systemd');
const terminal = [ref(30, 'zsh'), ref(20, 'gnome-terminal-'), ref(2, 'systemd', '9'), systemd];

describe('guessOwner', () => {
  const host = ref(50, 'claude');
  it.each<[string, ProcessRef[], number | null]>([
    ['a host that starts its hooks itself', [host, ...terminal], 50],
    ['a host that starts them by a shell', [ref(60, 'sh'), host, ...terminal], 50],
    ['by a login shell in a shell', [ref(61, 'bash'), ref(60, '-zsh'), host, ...terminal], 50],
    ['by npx', [ref(63, 'sh'), ref(62, 'npm exec cortex'), ref(60, 'sh'), host, ...terminal], 50],
    ['with a limit', [ref(62, 'timeout'), host], 50],
    ['nothing but shells below a terminal', [ref(60, 'bash'), ...terminal], 20],
    ['nothing but shells', [ref(60, 'bash'), systemd], null],
    ['an orphan', [systemd], null],
    ['an orphan of a user session', [ref(2, 'systemd', '9'), systemd], null],
    ['nothing', [], null],
    ['a shell-like name', [ref(60, 'sshd'), systemd], 60],
  ])('of %s', (_what, chain, expected) => {
    expect(guessOwner(chain)?.pid ?? null).toBe(expected);
  });

  it.each(['systemd', 'launchd', 'tini', 'docker-init', 'containerd-shim-runc-v2'])(
    'is never %s, nor what is above it',
    (name) => {
      expect(guessOwner([ref(60, 'sh'), ref(40, name), ref(30, 'dockerd')])).toBeNull();
      expect(guessOwner([ref(60, 'node'), ref(40, name)])?.pid).toBe(60);
    },
  );

  it('is never process 1, whatever its name', () => {
    expect(guessOwner([ref(60, 'sh'), ref(1, 'node')])).toBeNull();
  });
});

describe('commonOwner', () => {
  const host = ref(50, 'MainThread');
  const above = [host, ...terminal];

  it('is the nearest parent that two hooks share', () => {
    expect(commonOwner([ref(60, 'sh'), ...above], [ref(70, 'sh'), ...above])).toEqual(host);
    expect(
      commonOwner([ref(61, 'node'), ref(60, 'sh'), ...above], [ref(70, 'env'), ...above]),
    ).toEqual(host);
    expect(commonOwner(above, above)).toEqual(host);
  });

  it('is a shell that lives on between two hooks', () => {
    const shell = ref(60, 'bash');
    expect(commonOwner([ref(61, 'sh'), shell, ...above], [shell, ...above])).toEqual(shell);
  });

  it('is nobody when only an init process is shared, or a number that was given again', () => {
    const below = (pid: number) => [ref(pid, 'claude'), ref(2, 'systemd', '9'), systemd];
    expect(commonOwner(below(60), below(70))).toBeNull();
    expect(
      commonOwner([ref(60, 'claude', '5'), systemd], [ref(60, 'claude', '6'), systemd]),
    ).toBeNull();
    expect(commonOwner([], above)).toBeNull();
  });

  it.runIf(onLinux)('finds a real host by two of its real hooks, and the host dies', async () => {
    const module = JSON.stringify(bundled(new URL('./processes.ts', import.meta.url)));
    const hook = `import(${module}).then((p) => console.log(JSON.stringify(p.ancestry(process.pid))))`;
    // A host that starts each hook by a shell of its own, prints both chains and lives on.
    const script = `const { spawnSync } = require('node:child_process');
      const hook = () => spawnSync('sh', ['-c', '"$NODE" -e "$HOOK"; true']).stdout.toString().trim();
      console.log('[' + hook() + ',' + hook() + ']');
      process.stdin.resume();`;
    const env = { ...process.env, NODE: process.execPath, HOOK: hook };
    const child = spawn(process.execPath, ['-e', script], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    started.push(child);
    const [one, two] = JSON.parse(await firstLine(child)) as [ProcessRef[], ProcessRef[]];
    expect(one[0]!.name).toBe('sh');
    expect(one[0]!.pid).not.toBe(two[0]!.pid);
    expect([guessOwner(one)!.pid, commonOwner(one, two)!.pid]).toEqual([child.pid, child.pid]);
    const host = { ...commonOwner(one, two)!, ...processOrigin() };
    expect(judgeOwner(host)).toBe('alive');
    expect(judgeOwner({ ...one[0]!, ...processOrigin() })).toBe('dead');
    const gone = exited(child);
    child.kill('SIGKILL');
    await gone;
    expect(judgeOwner(host)).toBe('dead');
  });
});
