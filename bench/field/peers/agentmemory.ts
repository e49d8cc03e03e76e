import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { At, Peer } from '../peer.ts';

const folder = ({ root }: Pick<At, 'root'>) => join(root, 'node_modules', '@agentmemory', 'agentmemory');
const SECONDS = 60;

export const agentmemory: Peer = {
  name: 'agentmemory',
  packages: ['@agentmemory/agentmemory@0.9.29'],
  note: 'its hooks talk to a server that needs an engine which is in no npm package',
  commands: ['npx @agentmemory/agentmemory'],
  version: (at) => JSON.parse(readFileSync(join(folder(at), 'package.json'), 'utf8')).version,
  cannot(at) {
    const server = join(folder(at), 'dist', 'cli.mjs');
    const env = { PATH: process.env['PATH'], HOME: at.home, CI: '1' };
    const done = spawnSync(process.execPath, [server], {
      ...{ env, cwd: at.home, encoding: 'utf8', input: '', timeout: SECONDS * 1000 },
    });
    return reasonIn(`${done.stdout}\n${done.stderr}`);
  },
  hooks: () => [],
  stores: () => [],
};

/** Its own words about the engine; without them it started, and still has no figures. */
export function reasonIn(output: string): string {
  const needs = /agentmemory needs iii-engine v\d+\.\d+\.\d+/.exec(output)?.[0];
  const failed = /curl: \(\d+\) [^\n]+/.exec(output)?.[0];
  if (needs === undefined)
    return 'its server did not say that it lacks its engine; nothing was measured with it';
  return `${needs}, a program from GitHub or Docker that is in no npm package${failed ? ` (${failed})` : ''}`;
}
