import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Agent } from '../agent.ts';
import { filesHolding, makeRepository } from '../scratch.ts';
import { usePlace } from '../use-scratch.ts';

const place = usePlace();

it('keeps nothing of files that a .cortexignore leaves out, by any sign of a .gitignore', async () => {
  const lines = ['*.[pk]em', 'kestrel\\ plan.md', 'vault/', '!vault/osprey.md', '[!a-y]*.txt'];
  writeFileSync(join(place.radio, '.cortexignore'), `${lines.join('\n')}\n`);
  const agent = new Agent({ home: place.home, cwd: place.radio, now: '2026-11-13T09:00:00Z' });
  await agent.start();
  await agent.prompt('tidy the files');
  const left = ['heron.kem', 'kestrel plan.md', 'vault/osprey.md', 'zebra.txt'];
  for (const path of [...left, 'plover.md'])
    await agent.tool('Write', { file_path: join(place.radio, path), content: 'x' });
  await agent.stop('done');
  await agent.end();
  agent.quit();
  for (const name of ['heron', 'kestrel', 'osprey', 'zebra'])
    expect([name, filesHolding(place.home, name)]).toEqual([name, []]);
  expect(filesHolding(place.home, 'plover')).not.toEqual([]);
});

it('keeps nothing of folders that a glob with a class leaves out', async () => {
  const env = { CORTEX_CAPTURE_EXCLUDE: join(place.folder, 'client-[ab]') };
  for (const name of ['client-a', 'client-b', 'client-c', 'client-[ab]']) {
    const cwd = makeRepository(join(place.folder, name));
    mkdirSync(join(cwd, 'src'));
    const agent = new Agent({
      home: place.home,
      cwd: join(cwd, 'src'),
      now: '2026-11-13T09:00:00Z',
      env,
    });
    await agent.start();
    await agent.prompt(`the invoices of ${name}`);
    await agent.stop('done');
    await agent.end();
    agent.quit();
  }
  expect(filesHolding(place.home, 'invoices of client-c')).not.toEqual([]);
  for (const name of ['client-a', 'client-b', 'client-[ab]'])
    expect([name, filesHolding(place.home, `invoices of ${name}`)]).toEqual([name, []]);
});
