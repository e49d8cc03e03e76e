import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { processRef } from '../base/processes.ts';
import { ownersSeenFrom, ownersWithin } from './owners.ts';

describe('the owner of a session', () => {
  it('is guessed from one event and certain after the second', () => {
    const owners = ownersSeenFrom(process.pid);
    const first = owners.first()!;
    expect(first['confirmed']).toBe(false);
    const second = owners.next(first)!;
    expect(second).toMatchObject({ confirmed: true });
    expect(owners.next(second)).toBeNull();
    expect(owners.liveness(second)).toBe('alive');
    expect(owners.isAround(second)).toBe(true);
  });

  it('is certain at once where the host names its process, unless that is no parent', () => {
    const guess = ownersSeenFrom(process.pid).first()!;
    const above = (guess['chain'] as { pid: number }[])[1]!;
    const owners = ownersSeenFrom(process.pid, undefined, above.pid);
    const first = owners.first()!;
    expect(first).toMatchObject({ pid: above.pid, confirmed: true });
    expect(owners.next(first)).toBeNull();
    expect(owners.next(guess)).toMatchObject({ pid: above.pid, confirmed: true });
    expect(ownersSeenFrom(process.pid, undefined, 999_999).first()).toEqual(guess);
  });

  it('is the nearest parent that both events share, even where the first guess was further up', () => {
    const owners = ownersSeenFrom(process.pid);
    const first = owners.first()!;
    const nearest = (first['chain'] as { pid: number }[])[0]!;
    expect(owners.next({ ...first, pid: 999_999 })).toMatchObject({
      pid: nearest.pid,
      confirmed: true,
    });
  });

  it('is looked for anew when the session has moved to another process', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    const stranger = processRef(child.pid!)!;
    const owners = ownersSeenFrom(process.pid);
    const moved = { ...owners.first(), ...stranger, confirmed: true, chain: [stranger] };
    expect(owners.isAround(moved)).toBe(false);
    expect(owners.next(moved)).toMatchObject({ confirmed: false });
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
    expect(owners.liveness(moved)).toBe('dead');
  });

  it('stands beside this process where one program started both, and not where that was a shell', () => {
    const owners = ownersSeenFrom(process.pid);
    const starter = owners.first()!;
    const sibling = { pid: 999_999, start: '1', name: 'node' };
    const shell = { ...processRef(process.pid)!, name: 'bash' };
    const owner = (...chain: readonly object[]) => ({
      ...starter,
      ...sibling,
      confirmed: true,
      chain,
    });
    expect(owners.isAround(owner(sibling, starter))).toBe(false);
    expect(owners.isBeside(owner(sibling, starter))).toBe(true);
    expect(owners.isBeside(owner(sibling, shell))).toBe(false);
    expect(owners.isBeside({ ...owner(sibling, starter), boot: 'another' })).toBe(false);
    expect(owners.isBeside(null)).toBe(false);
  });

  it('started what only a shell is between, and not what a program of its own was started by', async () => {
    const rest = 'console.log(process.pid); process.stdin.on("data", () => {})';
    const through = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(rest)}], { stdio: "inherit" })`;
    const started = [
      { child: spawn('sh', ['-c', '"$0" -e "$1"; true', process.execPath, rest]), isParent: true },
      { child: spawn(process.execPath, ['-e', through]), isParent: false },
    ];
    const self = ownersWithin().first();
    for (const { child, isParent } of started) {
      const pid = await new Promise<string>((done) =>
        child.stdout.once('data', (data) => done(String(data))),
      );
      const owners = ownersSeenFrom(Number(pid));
      expect(owners.isAround(self)).toBe(true);
      expect(owners.isParent(self)).toBe(isParent);
      child.stdin.end();
    }
  });

  it('may be a shell: unknown after one event, and the nearest that two share after the second', () => {
    const shells = (nearest: string) => [
      { pid: 30, start: nearest, name: 'sh' },
      { ...processRef(process.pid)!, name: 'bash' },
      { ...processRef(process.ppid)!, name: '-zsh' },
    ];
    const one = ownersSeenFrom(1, () => shells('one'));
    const first = one.first()!;
    expect(first).toMatchObject({ pid: process.ppid, confirmed: false });
    expect(one.liveness(first)).toBe('unknown');
    const two = ownersSeenFrom(1, () => shells('two'));
    const second = two.next(first)!;
    expect(second).toMatchObject({ pid: process.pid, confirmed: true });
    expect(two.liveness(second)).toBe('alive');
  });

  it('is unknown where nothing was recorded', () => {
    const owners = ownersSeenFrom(process.pid);
    expect(owners.isParent(null)).toBe(false);
    expect(owners.liveness(null)).toBe('unknown');
    expect(owners.liveness({ nonsense: true })).toBe('unknown');
    expect(owners.isAround(null)).toBe(false);
  });
});

describe('a session that lives in this process', () => {
  const owners = ownersWithin();

  it('is owned by the process itself, at once and for certain', () => {
    const owner = owners.first();
    expect(owner).toMatchObject({ pid: process.pid, confirmed: true });
    expect(owners.liveness(owner)).toBe('alive');
    expect(owners.isAround(owner)).toBe(true);
    expect(owners.next(owner)).toBeNull();
  });

  it('is taken over from a process that is gone, and not mistaken for one of the same number', () => {
    const gone = { ...owners.first(), start: '1' };
    expect(owners.liveness(gone)).toBe('dead');
    expect(owners.isAround(gone)).toBe(false);
    expect(owners.next(gone)).toMatchObject({ pid: process.pid, confirmed: true });
    expect(owners.next(null)).toMatchObject({ pid: process.pid });
  });

  it('is not that of a parent', () => {
    const parent = ownersSeenFrom(process.pid).first();
    expect(owners.isAround(parent)).toBe(false);
  });
});
