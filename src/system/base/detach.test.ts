import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/scratch.ts';
import { ownersSeenFrom } from '../presence/owners.ts';
import { thisProcess } from './detach.ts';

const DETACH = JSON.stringify(join(import.meta.dirname, 'detach.ts'));
const node = (source: string) => [process.execPath, '--input-type=module', '-e', source] as const;

describe('a program that nobody waits for', () => {
  it('goes on when whoever started it is gone, in a group and folder of its own', async () => {
    const folder = scratchFolder();
    const note = join(folder.path, 'note');
    const inner = `require('fs').writeFileSync('note', JSON.stringify({ parent: ${process.pid}, cwd: process.cwd(), group: require('fs').readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[2] === String(process.pid) }))`;
    const [command, ...args] = node(
      `const { startDetached } = await import(${DETACH});
       startDetached([process.execPath, '-e', ${JSON.stringify(inner)}], ${JSON.stringify(folder.path)}, process.env);
       process.exit(0);`,
    );
    const done = spawnSync(command, args, { encoding: 'utf8' });
    expect([done.status, done.stdout]).toEqual([0, '']);
    while (!existsSync(note) || readFileSync(note, 'utf8') === '') await sleep(20);
    expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ group: true });
    folder.dispose();
  });

  it.each([
    ['because it is not there', "['/nowhere/at/all']"],
    // Thrown at once, and not raised.
    ['because of its words', "['/bin/true', 'x'.repeat(3_000_000)]"],
  ])('that cannot be started, %s, harms nobody', (_why, program) => {
    const [command, ...args] = node(
      `const { startDetached } = await import(${DETACH}); startDetached(${program}, '/', process.env); console.log('fine')`,
    );
    expect(spawnSync(command, args, { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: 'fine\n',
    });
  });
});

describe('a limit', () => {
  it('ends a process that listens to nothing', async () => {
    const [command, ...args] = node(
      `const { endAfter } = await import(${DETACH}); endAfter(200); for (;;);`,
    );
    const child = spawn(command, args, { stdio: 'ignore' });
    const signal = await new Promise((done) => child.once('exit', (_code, killed) => done(killed)));
    expect(signal).toBe('SIGKILL');
  });

  it('does not keep one that is done', () => {
    const [command, ...args] = node(
      `const { endAfter } = await import(${DETACH}); endAfter(3_600_000);`,
    );
    expect(spawnSync(command, args).status).toBe(0);
  });
});

describe('this process', () => {
  it('is alive to whoever asks', () => {
    expect(ownersSeenFrom(process.pid).liveness(thisProcess())).toBe('alive');
    expect(ownersSeenFrom(process.pid).liveness({ ...thisProcess(), start: '1' })).toBe('dead');
  });
});
