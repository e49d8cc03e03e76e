import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { furnish, makingRoom } from '../../src/system/hooks/room.ts';
import { missedIn, readMissed } from '../../src/system/keeping/missed.ts';
import { countIn } from '../damaged-home.ts';
import { runHere } from '../program.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';
import { useScratch } from '../use-scratch.ts';

const folder = useScratch();
let home: string;

beforeEach(() => {
  home = join(folder.path, 'home');
  mkdirSync(home, { mode: 0o700 });
});

const isThere = (name: string) => existsSync(join(home, name));
const waiting = () => (isThere('spool') ? readdirSync(join(home, 'spool')).length : 0);

describe('room for an event', () => {
  const full = () => Object.assign(new Error('no space left'), { code: 'ENOSPC' });

  beforeEach(() => {
    furnish(home);
    writeFileSync(join(home, 'cache', 'hook'), 'compiled');
  });

  it('is made of compiled code first, then of the reserve', () => {
    const tried: unknown[] = [];
    const work = () => {
      tried.push([isThere('cache'), statSync(join(home, 'reserve')).size]);
      if (tried.length < 3) throw full();
    };
    makingRoom(home, work);
    expect(tried).toEqual([
      [true, 65_536],
      [false, 65_536],
      [false, 0],
    ]);
    furnish(home);
    expect([isThere('cache'), statSync(join(home, 'reserve')).size]).toEqual([true, 65_536]);
  });

  it('is not made where something else is wrong', () => {
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
    expect(() =>
      makingRoom(home, () => {
        throw denied;
      }),
    ).toThrow(denied);
    expect([isThere('cache'), statSync(join(home, 'reserve')).size]).toEqual([true, 65_536]);
  });
});

/** Only root can, and not in every container. */
function canMount(): boolean {
  const { path, dispose } = scratchFolder();
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'cortex-test', path]).status === 0;
  if (isMounted) spawnSync('umount', [path]);
  dispose();
  return isMounted;
}

describe.skipIf(!canMount())('a full disk', () => {
  let repo: string;
  let sent = 0;

  beforeEach(() => {
    sent = 0;
    repo = makeRepository(join(folder.path, 'radio'));
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'cortex-test', home]);
  });
  afterEach(() => spawnSync('umount', [home]));

  const send = (event: string, more: object = {}) => {
    const payload = { session_id: 's', cwd: repo, hook_event_name: event, ...more };
    const off = { CORTEX_MAINTENANCE_AUTO: 'false', CORTEX_REPAIR_AUTO: 'false' };
    const env = { ...process.env, CORTEX_HOME: home, CORTEX_HOOK_DEADLINE_MS: '20000', ...off };
    const input = JSON.stringify(payload);
    expect(
      runHere(['hook', 'claude-code'], { cwd: repo, env, input, host: process.pid }).status,
    ).toBe(0);
  };
  const prompts = (count: number) => {
    for (let i = 0; i < count; i++) {
      const id = `number ${++sent}.`;
      send('UserPromptSubmit', { prompt: `wire the ft991a ${id}`, prompt_id: id });
    }
  };
  const stored = () => countIn(home, 'session_events', "kind = 'prompt'");
  const fillAll = () => {
    const { bavail, bsize } = statfsSync(home);
    writeFileSync(join(home, 'filler'), Buffer.alloc(bavail * bsize));
  };

  it('misses nothing while there are files that can be made again', () => {
    send('SessionStart', { source: 'startup' });
    writeFileSync(join(home, 'cache', 'compiled'), Buffer.alloc(1_400_000));
    fillAll();
    prompts(8);
    expect(readMissed(missedIn(home))).toBeNull();
    expect(isThere('cache')).toBe(false);
    expect([stored(), waiting()]).toEqual([8, 0]);
  }, 60_000);

  it('has room for some events more, which are taken in once when there is room again', () => {
    send('SessionStart', { source: 'startup' });
    rmSync(join(home, 'cache'), { recursive: true });
    fillAll();
    prompts(12);
    expect(readMissed(missedIn(home))).toBeNull();
    expect(waiting()).toBe(12);
    prompts(8);
    const missed = readMissed(missedIn(home))!.count;
    expect(missed + waiting()).toBe(20);
    rmSync(join(home, 'filler'));
    send('SessionStart', { source: 'startup' });
    expect([stored(), waiting()]).toEqual([20 - missed, 0]);
    expect(statSync(join(home, 'reserve')).size).toBe(65_536);
  }, 60_000);
});
