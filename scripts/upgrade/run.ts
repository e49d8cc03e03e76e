// npm run release:upgrade -- <old-dist> [<new-dist>] [--stories 4]: the home of one build in the hands of the next, and back again.
// The old build writes a home by real hooks and commands. The new one takes a copy over: it must hold every fact, and tell what the
// old one tells of it. Then the old program hears a session in the new one's home: it fails no agent, and nothing is lost.
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Clock, DAY, HOUR } from '../../bench/continuity/clock.ts';
import { Host } from '../../bench/continuity/host.ts';
import { ClaudeSession } from '../../bench/continuity/session.ts';
import { holds } from '../../bench/continuity/told.ts';
import { makeWorld, type World } from '../../bench/continuity/world.ts';
import { factsIn, factsLost } from './exports.ts';
import { BEGUN, type Place, writeHome } from './home.ts';

const USAGE = 'npm run release:upgrade -- <old-dist> [<new-dist>] [--stories <n>]';
const TODAY = 'carry on with the invoices';

/** One build with one home. */
interface Owner {
  readonly world: World;
  readonly home: string;
}

interface Found {
  readonly what: string;
  readonly wrong: readonly string[];
}

const exported = (owner: Owner, at: Clock) => command(owner, at, ['export', '-']);

async function command(
  { world, home }: Owner,
  at: Clock,
  words: readonly string[],
  cwd = world.folder,
) {
  const host = new Host(world, home, at);
  try {
    return await host.run(words, cwd);
  } finally {
    host.quit();
  }
}

/** Everything that somebody is told who comes back to a place. */
async function toldAt({ world, home }: Owner, place: Place, now: string): Promise<string> {
  const clock = new Clock(now);
  const host = new Host(world, home, clock);
  const session = new ClaudeSession(host, place.repository, clock);
  const texts = [
    await host.run([], place.repository.path),
    await session.start(),
    await session.prompt(place.prompt),
    await host.callTool(place.repository.path, 'memory_context', { query: place.prompt }),
  ];
  await session.stop('Carried on.');
  await session.end();
  host.quit();
  return texts.join('\n');
}

async function compareTold(old: Owner, next: Owner, places: readonly Place[], now: string) {
  const untold: string[] = [];
  const changed: string[] = [];
  for (const place of places) {
    const before = await toldAt(old, place, now);
    const after = await toldAt(next, place, now);
    for (const one of place.needed)
      if (holds(before, one) && !holds(after, one)) untold.push(`${place.id}: ${one.key[0]}`);
    const known = new Set(plainLines(after));
    changed.push(...plainLines(before).filter((line) => !known.has(line)));
  }
  for (const line of changed) console.log(`  told in other words: ${line}`);
  return untold;
}

/** Ids and times of running differ from one home to the next. */
function plainLines(text: string): string[] {
  return text.replaceAll(/\b[0-9a-f]{8}\b/g, '').split('\n');
}

/** A session that the old program hears in the new one's home; what its person reads there. */
async function goBack(old: Owner, place: Place, clock: Clock): Promise<string[]> {
  const host = new Host(old.world, old.home, clock);
  const session = new ClaudeSession(host, place.repository, clock);
  // Each of these throws where the hook ends with another code than 0.
  const start = await session.start();
  await session.prompt(TODAY);
  await session.write('invoices.txt', 'numbered by year\n');
  await session.stop('The invoices are numbered by year.');
  await session.end();
  const said = [`start: ${start.split('\n')[0]}`];
  for (const words of [[], ['status'], ['pin', 'kept by the old one']])
    said.push(
      await host.run(words, place.repository.path).then(
        (text) => `cortex ${words.join(' ')}: ${text.split('\n').slice(0, 3).join(' / ')}`,
        (error: Error) => `cortex ${words.join(' ')} refuses: ${error.message}`,
      ),
    );
  host.quit();
  return said;
}

/** Measured facts stay with the machine that made them. */
const STAYS = 'metric_records';

/** Back to the day before the upgrade, by the way that the old one names where it refuses. */
async function fromBackup(old: Owner, clock: Clock): Promise<string> {
  const [first] = readdirSync(join(old.home, 'backups')).sort();
  await command(old, clock, ['repair', '--from', first!, '--yes']);
  return exported(old, clock);
}

/** For good: an export of the new one's home, taken over by the old one in an empty home. */
async function carryBack(next: Owner, old: World, clock: Clock): Promise<string> {
  const file = join(next.world.folder, 'carried.jsonl');
  await command(next, clock, ['export', file, '--force']);
  const home: Owner = { world: old, home: old.newHome() };
  await command(home, clock, ['import', file]);
  return exported(home, clock);
}

async function tryUpgrade(old: World, next: World, stories: number): Promise<Found[]> {
  const clock = new Clock(BEGUN);
  const { home, places } = await writeHome(old, clock, stories);
  await command({ world: old, home }, clock, ['maintain']);
  clock.forward(DAY);
  const before = await exported({ world: old, home: old.copyHome(home) }, clock);
  const upgraded: Owner = { world: next, home: old.copyHome(home) };
  const stayed: Owner = { world: old, home: old.copyHome(home) };
  const untold = await compareTold(stayed, upgraded, places, clock.iso);
  clock.forward(HOUR);
  await command(upgraded, clock, ['maintain']);
  const after = await exported(upgraded, clock);
  const back: Owner = { world: old, home: upgraded.home };
  for (const line of await goBack(back, places[0]!, clock)) console.log(`  back: ${line}`);
  clock.forward(HOUR);
  const again = await exported(upgraded, clock);
  const carried = await carryBack(upgraded, old, clock);
  const heard = [...factsIn(again)].filter((fact) => fact.includes(TODAY));
  const verified = await command(upgraded, clock, ['verify']);
  console.log(
    `  ${factsIn(before).size} facts before, ${factsIn(after).size} after, ${factsIn(again).size} after going back`,
  );
  console.log(`  ${verified.trim().split('\n').at(-1)}`);
  return [
    { what: 'every fact of the old home is in the new one', wrong: factsLost(before, after) },
    { what: 'the new one tells what the old one told', wrong: untold },
    { what: 'the old one on the new home loses nothing', wrong: factsLost(after, again) },
    {
      what: 'the old one takes an export of the new one over',
      wrong: factsLost(again, carried).filter((fact) => !fact.startsWith(STAYS)),
    },
    {
      what: 'the old one goes on from a backup of its own',
      wrong: factsLost(before, await fromBackup(back, clock)),
    },
    {
      what: 'what the old one heard there is taken in once',
      wrong: heard.length === 1 ? [] : [`${heard.length} times`, ...heard],
    },
  ];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { stories: { type: 'string', default: '4' } },
});
const [oldDist, newDist = 'dist'] = positionals;
if (oldDist === undefined) {
  console.error(USAGE);
  process.exit(2);
}
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-upgrade-')));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
const old = makeWorld({ program: resolve(oldDist, 'cortex.cjs'), scratch });
const next: World = { ...old, cortex: resolve(newDist, 'cortex.cjs') };
const found = await tryUpgrade(old, next, Number(values.stories));
for (const { what, wrong } of found) {
  console.log(`${wrong.length === 0 ? 'ok      ' : 'WRONG   '} ${what}`);
  for (const line of wrong.slice(0, 20)) console.log(`         ${line.slice(0, 300)}`);
}
process.exitCode = found.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
