import { expect, it } from 'vitest';
import { locate, testDeps } from '../../../test/deps.ts';
import { NO_COPIES } from '../../../test/no-copies.ts';
import { addMemory, recentMemories } from '../memories/memories.ts';
import type { Copies } from './copy.ts';
import { forget } from './forget.ts';

/** Files in memory that count how often each is read. */
function copiesOf(files: Map<string, string>) {
  const reads = new Map<string, number>();
  const copies: Copies = {
    ...NO_COPIES,
    files: () => [...files.keys()],
    read: (path) => {
      reads.set(path, (reads.get(path) ?? 0) + 1);
      return files.get(path) ?? null;
    },
    write: (path, text) => void files.set(path, text),
    remove: (path) => files.delete(path),
  };
  return { copies, reads };
}

it('reads a file once, however many memories go', async () => {
  const deps = testDeps();
  const { scope } = locate('/work/radio');
  const contents = ['the relay clicks at noon', 'the antenna faces north', 'the fuse is slow blow'];
  for (const content of contents) await addMemory(deps, scope, { content, source: 'person' });
  const ids = (await recentMemories(deps, { scope })).map(({ id }) => id);
  const said = JSON.stringify({ said: [...contents, 'the door is green'] });
  const files = new Map([['mirror.json', said]]);
  const { copies, reads } = copiesOf(files);
  const done = await forget(deps, copies, { memories: ids });
  expect(done).toMatchObject({ kind: 'forgotten', memories: ids, unreachable: [] });
  expect(reads.get('mirror.json')).toBe(1);
  const rest = ['[forgotten]', '[forgotten]', '[forgotten]', 'the door is green'];
  expect(JSON.parse(files.get('mirror.json')!)).toEqual({ said: rest });
});
