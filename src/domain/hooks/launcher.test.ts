import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import { processRef } from '../../system/base/processes.ts';
import { isLauncherWord } from '../base/launcher-name.ts';
import { isFinished, readHanded } from './handed.ts';
import { HOOK_FLAGS, launcherText } from './launcher.ts';
import { rememberedBy } from './remembered.ts';

const folder = useScratch();

/** A program that says its version, and otherwise what it was started with, what it read and who its parent is. */
function runtime(path: string, version: string): string {
  mkdirSync(dirname(path), { recursive: true });
  const lines = ['#!/bin/sh', `[ "$1" = --version ] && { echo ${version}; exit; }`];
  writeFileSync(path, [...lines, 'echo "$0 $* $PPID $(/bin/cat)"', ''].join('\n'), { mode: 0o755 });
  return path;
}

function script(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  return path;
}

const NO_FACTS = { listeners: [], owed: {} };
const PACKAGE = 'lib/node_modules/cortex-sessions/dist/cortex.cjs';

function start(
  remembered: { readonly runtime: string; readonly script: string },
  {
    name = 'cortex-hook',
    path = '/nowhere',
    shell = 'sh',
    word = 'codex',
    datedAs,
  }: {
    name?: 'cortex-hook' | 'cortex-mcp';
    path?: string;
    shell?: string;
    word?: string;
    /** The file whose date the launcher has. */
    datedAs?: string;
  } = {},
) {
  const file = join(folder.path, 'bin', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, launcherText(name, { run: '', ...remembered }, false, NO_FACTS));
  chmodSync(file, 0o700);
  if (datedAs) spawnSync('touch', ['-r', datedAs, file]);
  else utimesSync(file, 0, 0);
  const found = spawnSync(`/bin/${shell}`, [file, word], {
    env: { PATH: path, HOME: join(folder.path, 'me') },
    input: 'event',
    encoding: 'utf8',
  });
  return { ...found, beside: (one: string) => join(folder.path, 'bin', one) };
}

const me = (...parts: string[]) => join(folder.path, 'me', ...parts);

describe.each(['sh', 'bash'])('a launcher under %s', (shell) => {
  it('starts the remembered script with its own input, in place of itself', () => {
    const remembered = {
      runtime: runtime(join(folder.path, "it's $here/node"), 'v1.0.0'),
      script: script(join(folder.path, 'a "b"/cortex.cjs')),
    };
    const { stdout, stderr, status } = start(remembered, { shell });
    expect(stdout).toBe(
      `${remembered.runtime} ${remembered.script} hook codex ${process.pid} event\n`,
    );
    expect([stderr, status]).toEqual(['', 0]);
    const known = { ...remembered, run: "/run/it's" };
    expect(rememberedBy(launcherText('cortex-hook', known, false, NO_FACTS))).toEqual(known);
  });

  it('passes the flags of hooks to the very file that took them, and to no other', () => {
    const remembered = {
      runtime: runtime(join(folder.path, 'node'), 'v24.15.0'),
      script: script(join(folder.path, 'cortex.cjs')),
    };
    const flagged = `${remembered.runtime} ${HOOK_FLAGS.join(' ')} ${remembered.script} hook codex`;
    const plain = `${remembered.runtime} ${remembered.script} hook codex`;
    expect(start(remembered, { shell }).stdout).toContain(plain);
    const taken = script(join(folder.path, 'as it was tried'));
    spawnSync('touch', ['-r', remembered.runtime, taken]);
    expect(start(remembered, { shell, datedAs: taken }).stdout).toContain(flagged);
    // A server is worth optimizing, and stays small.
    expect(start(remembered, { shell, name: 'cortex-mcp', datedAs: taken }).stdout).toContain(
      `${remembered.runtime} --max-semi-space-size=2 ${remembered.script} mcp`,
    );
    for (const years of [-1, 1]) {
      const changed = new Date(statSync(taken).mtimeMs + years * 365 * 86_400_000);
      utimesSync(remembered.runtime, changed, changed);
      expect(start(remembered, { shell, datedAs: taken }).stdout).toContain(plain);
    }
  });

  it('passes no flags to a runtime that it found itself', () => {
    const here = script(join(folder.path, 'cortex.cjs'));
    const node = runtime(join(folder.path, 'usr/bin/node'), 'v24.15.0');
    const found = { shell, path: dirname(node), datedAs: node };
    for (const _ of ['looked for', 'remembered'])
      expect(start({ runtime: '/gone', script: here }, found).stdout).toContain(
        `${node} ${here} hook`,
      );
  });

  it('finds the newest Node of a version manager and the package beside it, and remembers them', () => {
    runtime(me('.nvm/versions/node/v20.1.0/bin/node'), 'v20.1.0');
    const node = runtime(me('.nvm/versions/node/v24.16.0/bin/node'), 'v24.16.0');
    runtime(me('.nvm/versions/node/v24.9.0/bin/node'), 'v24.9.0');
    const moved = script(me('.nvm/versions/node/v24.16.0', PACKAGE));
    const gone = { runtime: '/gone/node', script: '/gone/cortex.cjs' };
    const { stdout, stderr, beside } = start(gone, { shell });
    expect(stdout).toBe(`${node} ${moved} hook codex ${process.pid} event\n`);
    expect(stderr).toBe('');
    expect(readFileSync(beside('found'), 'utf8')).toBe(`${node}\n${moved}\n`);
    // The second time nobody is asked for a version.
    runtime(node, 'v1.0.0');
    expect(start(gone, { shell }).stdout).toContain(`${node} ${moved} hook codex`);
  });

  it('prefers runtimes on the PATH, and keeps a runtime or script that still exists', () => {
    const here = script(join(folder.path, 'cortex.cjs'));
    const node = runtime(join(folder.path, 'usr/bin/node'), 'v22.22.3');
    runtime(me('.bun/bin/bun'), '1.4.0');
    const path = `${join(folder.path, 'empty')}:${dirname(node)}`;
    expect(start({ runtime: '/gone', script: here }, { shell, path }).stdout).toContain(
      `${node} ${here} hook`,
    );
  });

  it.each(table<[string, boolean]>('launcher-found'))('takes %s: %s', (version, isTaken) => {
    const here = script(join(folder.path, 'cortex.cjs'));
    const path = dirname(runtime(join(folder.path, 'usr/bin/node'), version));
    const { stdout, status, beside } = start({ runtime: '/gone', script: here }, { shell, path });
    expect(status).toBe(0);
    // A machine that runs the tests may have another one in its usual places.
    if (isTaken) expect(stdout).toContain(join(path, 'node'));
    else expect(stdout).not.toContain(join(path, 'node'));
    expect(existsSync(beside('found')) || existsSync(beside('failed'))).toBe(true);
  });

  it('exits with 0 and notes it where neither runtime nor package is found', () => {
    const gone = {
      runtime: runtime(join(folder.path, 'node'), 'v24.15.0'),
      script: '/gone/cortex.cjs',
    };
    const { stdout, stderr, status, beside } = start(gone, { shell });
    expect([stdout, stderr, status]).toEqual(['', '', 0]);
    expect(readFileSync(beside('failed'), 'utf8')).toMatch(/^20\S+Z Cortex\n$/);
    // A call for help has no event that could be missed.
    rmSync(beside('failed'));
    expect(start(gone, { shell, word: '--help' }).status).toBe(0);
    expect(existsSync(beside('failed'))).toBe(false);
    const server = start(gone, { shell, name: 'cortex-mcp' });
    expect([server.stdout, server.status]).toEqual(['', 1]);
    expect(server.stderr).toContain('run cortex setup again');
  });
});

/** A server that is there and takes nothing: this process, which is also the agent. */
function makeDoor(more: readonly string[] = []): string {
  const born = processRef(process.pid)?.start ?? '';
  const door = join(folder.path, 'run', `${process.pid}-${process.pid}-${born}`);
  for (const inside of ['in', 'out']) mkdirSync(join(door, inside), { recursive: true });
  writeFileSync(join(door, 'sign'), '|||\n');
  for (const name of more) writeFileSync(join(door, name), '');
  return door;
}

/** Runs the launcher's hook by a line in a shell, as hosts do; what it starts in place of Node says what it read. */
function hook(shell: string, words: string, input: string, before = '') {
  const read = join(folder.path, 'node');
  const node = '#!/bin/sh\nprintf "%s|%s|" "$*" "$CORTEX_HANDED"; exec /bin/cat\n';
  writeFileSync(read, node, { mode: 0o755 });
  const remembered = {
    runtime: read,
    script: script(join(folder.path, 'cortex.cjs')),
    run: join(folder.path, 'run'),
  };
  const file = join(folder.path, 'cortex-hook');
  const text = launcherText('cortex-hook', remembered, false, NO_FACTS);
  writeFileSync(file, text.replace('#!/bin/sh', `#!/bin/${shell}`), { mode: 0o755 });
  utimesSync(file, 0, 0);
  const line = `${before} exec "${file}" ${words}`;
  const env = { PATH: process.env['PATH'], HOME: folder.path };
  return { ...spawnSync('/bin/sh', ['-c', line], { env, input, encoding: 'utf8' }), remembered };
}

/** The processor time of all processes that this one has started and that have ended, in hundredths of a second. */
function childrensTime(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return Number(fields[13]) + Number(fields[14]);
}

const waiting = (door: string) =>
  readdirSync(join(door, 'in')).map((name) => readFileSync(join(door, 'in', name), 'utf8'));

const SHELLS = ['sh', 'bash', 'busybox sh'].filter((shell) =>
  existsSync(`/bin/${shell.split(' ')[0]}`),
);

describe.each(SHELLS)('a launcher that hands over under %s', (shell) => {
  const sent = (text: string) =>
    JSON.stringify({ text, hook_event_name: 'Stop', session_id: 'ä1' });

  it('writes the event to the byte, with the mark of its end', () => {
    const door = makeDoor();
    for (const event of [sent(''), sent('ü\n"\\'.repeat(50_000)), ' \n{}\n\n', '']) {
      expect(hook(shell, 'codex Stop', event)).toMatchObject({ status: 0, stdout: '', stderr: '' });
      const [text] = waiting(door);
      expect(isFinished(text!)).toBe(true);
      expect(readHanded(text!)).toEqual({
        args: ['codex', 'Stop'],
        plugin: '',
        payload: event,
        isCut: false,
      });
      for (const name of readdirSync(join(door, 'in'))) rmSync(join(door, 'in', name));
    }
  });

  it.runIf(process.platform === 'linux')(
    'takes no more time for a byte of a long event than of a short one',
    () => {
      const door = makeDoor();
      const timeOf = (kilobytes: number) => {
        const before = childrensTime();
        for (let i = 0; i < 5; i++) hook(shell, 'agy Stop', sent('x'.repeat(kilobytes * 1024)));
        for (const name of readdirSync(join(door, 'in'))) rmSync(join(door, 'in', name));
        return childrensTime() - before;
      };
      expect(timeOf(1_000)).toBeLessThan(50 * Math.max(timeOf(20), 1));
    },
  );

  it('finds the name in a line of an older version, and passes on what it read of it', () => {
    const door = makeDoor();
    const fields = ['hook_event_name', 'hookEventName', 'agent_action_name'];
    for (const field of fields)
      for (const name of [`"${field}":"Stop"`, `"${field}" : "Stop"`]) {
        // The end of what is read first falls into the middle of a letter.
        const event = `{${name},"text":"${'ä'.repeat(3_000)} "}`;
        expect(hook(shell, 'codex', event)).toMatchObject({ status: 0, stdout: '', stderr: '' });
        expect(waiting(door).map((text) => readHanded(text)?.payload)).toEqual([event]);
        for (const one of readdirSync(join(door, 'in'))) rmSync(join(door, 'in', one));
      }
    // A server that is only beginning takes no start.
    const start = `{"hook_event_name":"SessionStart","text":"${'ä'.repeat(3_000)}"}`;
    const { stdout, status, remembered } = hook(shell, 'codex', start);
    expect([stdout, status]).toEqual([`${remembered.script} hook codex||${start}`, 0]);
  });

  it('starts a process with the written part where the rest cannot be written', () => {
    const door = makeDoor();
    const event = sent('x'.repeat(100_000));
    // Blocks of half a kilobyte, or of one.
    const { stdout, stderr, status } = hook(shell, 'codex Stop', event, 'ulimit -f 16;');
    expect([status, stderr]).toEqual([0, '']);
    const [words, handed, read] = stdout.split('|');
    expect(words).toContain('hook codex Stop');
    expect(handed).toContain(join(door, 'in'));
    expect(read!.length).toBeGreaterThan(5_000);
    expect(event.startsWith(read!)).toBe(true);
    expect(waiting(door)).toEqual([]);
  });

  it('drops the end of a session that its server has ended, and passes on every other', () => {
    const door = makeDoor();
    rmSync(join(door, 'in'), { recursive: true });
    writeFileSync(join(door, 'left'), 's-1\n');
    for (const [event, id, isKnown] of [
      ['SessionEnd', 's-1', true],
      ['SessionEnd', 's-11', false],
      ['Stop', 's-1', false],
    ] as const)
      for (const words of [`codex ${event}`, 'codex']) {
        const told = hook(shell, words, `{"sessionId": "${id}", "hookEventName": "${event}"}`);
        expect([told.status, told.stdout === '']).toEqual([0, isKnown]);
      }
  });
});

it('is recognised in a command line by its name, whatever its folder', () => {
  for (const word of ['/a b/bin/cortex-hook', 'C:\\c\\cortex-hook.cmd', 'cortex-hook'])
    expect(isLauncherWord(word, 'cortex-hook')).toBe(true);
  for (const word of ['/bin/cortex-hooks', 'my-cortex-hook', 'cortex-mcp'])
    expect(isLauncherWord(word, 'cortex-hook')).toBe(false);
});

it('is a batch file on Windows, which remembers the same', () => {
  const remembered = { runtime: 'C:\\Program Files\\node.exe', script: 'C:\\100%\\cortex.cjs' };
  const text = launcherText('cortex-hook', { ...remembered, run: '' }, true, NO_FACTS);
  expect(text).toContain('"%runtime%" "%script%" hook %*\r\nexit /b 0\r\n');
  expect(rememberedBy(text)).toEqual({ ...remembered, run: '' });
});
