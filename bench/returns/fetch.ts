// Clones the public repositories that benchmarks read: npm run bench -- fetch [--data <folder>]. The only one that needs a network.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cloneFolder, DATA, HISTORIES, SDE_BENCH } from './public-data.ts';

const { values } = parseArgs({ options: { data: { type: 'string', default: DATA } } });
mkdirSync(values.data, { recursive: true });
for (const name of [SDE_BENCH, ...HISTORIES.map((history) => history.name)]) {
  const folder = cloneFolder(values.data, name);
  if (existsSync(folder)) {
    console.log(`${name}: already in ${folder}`);
    continue;
  }
  const address = `https://github.com/${name}.git`;
  const { status, stderr, error } = spawnSync(
    'git',
    ['clone', '--bare', '--quiet', address, folder],
    {
      encoding: 'utf8',
      // A repository that is gone would ask for a password.
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    },
  );
  if (status === 0) {
    console.log(`${name}: cloned to ${folder}`);
    continue;
  }
  rmSync(folder, { recursive: true, force: true });
  console.error(`${name}: not cloned. ${(error?.message ?? stderr).trim()}`);
  process.exitCode = 1;
}
if (process.exitCode === 1)
  console.error(
    `What is missing may be cloned elsewhere and put into ${values.data}, as <owner>+<name>.`,
  );
