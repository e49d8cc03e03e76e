import { expect, it } from 'vitest';
import { conversation, type TestDeps, testDeps, used } from '../../../../test/deps.ts';
import { HOUR } from '../../../domain/base/time.ts';
import type { HeadFile } from '../../../domain/projects/head-files.ts';
import { preview } from '../doors/preview.ts';

const CWD = '/work/radio';

function looking() {
  const asked: { readonly paths: readonly string[]; readonly kept: readonly HeadFile[] }[] = [];
  const deps: TestDeps = {
    ...testDeps(),
    lookAtFiles: (_, paths, kept) => {
      asked.push({ paths, kept });
      const known = paths.map(
        (path): HeadFile => ({
          path,
          head: 'a'.repeat(40),
          blob: null,
          size: 0,
          mark: '1 2 3',
          isSame: false,
        }),
      );
      return { uncommitted: [{ path: paths[0]!, how: 'new' }], kept: known };
    },
  };
  return { deps, asked };
}

async function works(deps: TestDeps, name: string, paths: readonly string[]): Promise<void> {
  const one = conversation(deps, name);
  await one({ kind: 'prompt', text: `Write ${paths.join(' and ')} for the receiver, please.` });
  for (const path of paths)
    await one(
      used({ changes: [{ path: `${CWD}/${path}`, kind: 'write', added: 'x', removed: null }] }),
    );
  await one({
    kind: 'turn-end',
    reply: `The ${name} stands, and the receiver locks within 12 ms.`,
  });
  await one({ kind: 'session-end', reason: 'exit' });
  deps.advance(HOUR);
}

it('compares the files of what is told, the latest change first, and keeps what need not be asked again', async () => {
  const { deps, asked } = looking();
  await works(deps, 'tuner', ['coil.ts', 'tuner.ts']);
  await works(deps, 'dial', ['dial.ts', '../elsewhere.ts', 'coil.ts']);
  const paths = ['coil.ts', 'dial.ts', 'tuner.ts'];
  asked.length = 0;
  // A look of a person keeps nothing.
  expect((await preview(deps, deps.locate(CWD))).start.text).toContain(
    'not committed: coil.ts (new)',
  );
  const start = await conversation(deps, 'next')({ kind: 'session-start', source: 'startup' });
  expect(start.context).toContain('not committed: coil.ts (new)');
  await preview(deps, deps.locate(CWD));
  expect(deps.failures).toEqual([]);
  expect(asked.map((one) => one.paths)).toEqual([paths, paths, paths]);
  expect(asked.map(({ kept }) => kept.map(({ path, mark }) => `${path} ${mark}`))).toEqual([
    ['coil.ts 1 2 3', 'tuner.ts 1 2 3'],
    ['coil.ts 1 2 3', 'tuner.ts 1 2 3'],
    paths.map((path) => `${path} 1 2 3`),
  ]);
});

it('a look that cannot be kept is told all the same', async () => {
  const { deps } = looking();
  await works(deps, 'tuner', ['tuner.ts']);
  const failing = {
    ...deps,
    store: { ...deps.store, keepHeadFiles: () => Promise.reject(new Error('full')) },
  };
  const start = await conversation(failing, 'next')({ kind: 'session-start', source: 'startup' });
  expect(start.context).toContain('not committed: tuner.ts (new)');
  expect(deps.failures.map(({ event }) => event)).toContain('compared files not kept');
});
