import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../../test/door-stage.ts';
import { useScratch } from '../../test/use-scratch.ts';
import { COMPOSITION } from '../program/compose.ts';
import { processRef } from '../system/base/processes.ts';
import { residentAt } from './resident.ts';

const folder = useScratch();

it('leaves events to the program of an update when it is idle, and to nobody before', async () => {
  const home = join(folder.path, 'home');
  const run = join(folder.path, 'run');
  const launcher = join(home, 'bin', 'cortex-hook');
  const remember = (script: string) =>
    writeFileSync(
      launcher,
      `#!/bin/sh\nruntime='${process.execPath}'\nscript='${script}'\nrun='${run}'\n`,
    );
  mkdirSync(join(home, 'bin'), { recursive: true });
  // This process stands for the server, and its program is what it was started with.
  remember(process.argv[1]!);
  const place = join(run, `${process.ppid}-${process.pid}-${processRef(process.pid)?.start ?? ''}`);
  for (const inside of ['in', 'out']) mkdirSync(join(place, inside), { recursive: true });
  const resident = residentAt(COMPOSITION, { CORTEX_HOME: home }, place, 10)!;
  await new Promise((done) => setTimeout(done, 1_200));
  expect(readdirSync(place)).toContain('ready');
  remember(join(folder.path, 'gone.cjs'));
  await new Promise((done) => setTimeout(done, 1_200));
  expect(readdirSync(place)).toContain('ready');
  const updated = join(folder.path, 'updated.cjs');
  writeFileSync(updated, '');
  remember(updated);
  await until(() => readdirSync(run).length === 0);
  await resident.close(false);
});
