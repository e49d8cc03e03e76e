// npm run release:home [-- <dist>]: writes test/recorded/homes/<version>.tar.gz, by which later versions are tested: a home that this build
// wrote, the repository of its work, its export, and what whoever comes back was told. It holds the name of the machine it is made on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Clock, DAY } from '../../bench/continuity/clock.ts';
import { Host } from '../../bench/continuity/host.ts';
import { ClaudeSession } from '../../bench/continuity/session.ts';
import { holds } from '../../bench/continuity/told.ts';
import { makeWorld } from '../../bench/continuity/world.ts';
import { BEGUN, writeHome } from './home.ts';

const root = join(import.meta.dirname, '..', '..');
const dist = resolve(process.argv[2] ?? join(root, 'dist'));
const { version } = JSON.parse(readFileSync(join(dist, '..', 'package.json'), 'utf8')) as {
  version: string;
};
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-home-')));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

const world = makeWorld({ program: join(dist, 'cortex.cjs'), scratch });
const clock = new Clock(BEGUN);
const { home, places } = await writeHome(world, clock, 1);
const { repository, prompt, needed } = places[0]!;
// Another machine takes a killed session for ended after a week.
clock.forward(9 * DAY);

const folder = join(scratch, 'recorded');
mkdirSync(folder);
const kept = world.copyHome(home);
rmSync(join(kept, 'cache'));
execFileSync('cp', ['-r', kept, join(folder, 'home')]);
await repository.git('bundle', 'create', '-q', join(folder, 'repository.bundle'), '--all');
const host = new Host(world, home, clock);
writeFileSync(join(folder, 'export.jsonl'), await host.run(['export', '-'], scratch));
const session = new ClaudeSession(host, repository, clock);
const told = `${await session.start()}\n${await session.prompt(prompt)}`;
host.quit();
const expected = {
  now: clock.iso,
  branch: await repository.branch(),
  path: repository.path,
  prompt,
  told: needed.filter((one) => holds(told, one)),
};
writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);

const homes = join(root, 'test', 'recorded', 'homes');
mkdirSync(homes, { recursive: true });
const file = join(homes, `${version}.tar.gz`);
execFileSync('tar', ['-czf', file, '-C', folder, '.']);
console.log(`${file}: ${expected.told.length} of ${needed.length} needed were told`);
