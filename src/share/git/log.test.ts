import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { FORMAT } from '../domain/segment.ts';
import type { Segment } from '../log.ts';
import { bareRemote, machineLog } from '../test/git-stage.ts';

const scratch = useScratch();
const PROJECT = 'a'.repeat(64);

function segment(origin: string, n: number): Segment {
  return {
    project: PROJECT,
    origin,
    n,
    audience: 'me',
    format: FORMAT,
    body: Buffer.from(`body ${n}`),
  };
}

it('is written anew from a root when it has grown long: readers miss nothing, wherever they were', async () => {
  const url = bareRemote(join(scratch.path, 'remote.git'));
  const writer = machineLog(join(scratch.path, 'homes', 'writer', 'x.git'), url, {
    compactAbove: 10,
  });
  const reader = machineLog(join(scratch.path, 'homes', 'reader', 'x.git'), url);
  const origin = writer.newStream();
  const commits = () => {
    const [line] = execFileSync('git', ['-C', url, 'for-each-ref'], { encoding: 'utf8' }).split(
      ' ',
    );
    return Number(
      execFileSync('git', ['-C', url, 'rev-list', '--count', line!], { encoding: 'utf8' }),
    );
  };
  for (let n = 1; n <= 10; n++) await writer.push([segment(origin, n)]);
  expect(commits()).toBe(10);
  await reader.heads(PROJECT);
  for (let n = 11; n <= 13; n++) await writer.push([segment(origin, n)]);
  expect(commits()).toBeLessThan(6);
  for (const log of [reader, machineLog(join(scratch.path, 'homes', 'late', 'x.git'), url)]) {
    expect((await log.heads(PROJECT)).origins).toMatchObject([{ origin, n: 13 }]);
    for (const after of [0, 4, 12]) {
      const found = await log.pull(PROJECT, [{ origin, after }], 100);
      expect(found.map(({ n }) => n)).toEqual(
        Array.from({ length: 13 - after }, (_, i) => after + i + 1),
      );
    }
  }
});

it('leaves the same author, date and message in every commit, and no file but the sealed one', async () => {
  const url = bareRemote(join(scratch.path, 'remote.git'));
  const log = machineLog(join(scratch.path, 'homes', 'one', 'x.git'), url);
  const origin = log.newStream();
  await log.push([segment(origin, 1), segment(origin, 2)]);
  await log.push([segment(origin, 3)]);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', url, ...args], { encoding: 'utf8' });
  const shown = git('log', '--all', '--format=%an %ae %at %cn %ce %ct [%B]');
  expect(new Set(shown.trim().split('\n').filter(Boolean))).toEqual(new Set(['s s 0 s s 0 []']));
  expect(git('ls-tree', '-r', '--name-only', git('rev-parse', '--branches').trim())).toBe('s\n');
  expect(git('fsck', '--strict', '--no-dangling')).toBe('');
});
