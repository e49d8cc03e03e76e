// Cortex beside nothing and beside its peers: what hooks cost, what the next session is told, what is kept.
// npm run bench -- field [--short] [--peers a,b] [--sessions 300,10000] [--parts costs,told,trials] [--runs <n>] [--scripts <n>]
//   [--no-install] [--fresh] [--save] [--json]
// CORTEX_FIELD_CACHE is where peers and histories are kept; what was finished there is not done again.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCorpus } from '../continuity/corpus.ts';
import { pooled } from '../continuity/pool.ts';
import { plainTable } from '../continuity/table.ts';
import { type CostRun, measureCosts } from './costs.ts';
import { filledHome } from './history.ts';
import { disposeAll, type FieldHost } from './host.ts';
import { installed } from './install.ts';
import type { Peer } from './peer.ts';
import { FIELD } from './peers.ts';
import type { Report, Row } from './report.ts';
import { save } from './results.ts';
import { behaviourRows, costRows, leftOut, standings } from './table.ts';
import { tellingOf, tellingsOf } from './told.ts';
import { trialsOf } from './trials.ts';

const PARTS = ['told', 'trials', 'costs'];
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    peers: { type: 'string' },
    sessions: { type: 'string' },
    parts: { type: 'string', default: PARTS.join(',') },
    runs: { type: 'string' },
    scripts: { type: 'string' },
    install: { type: 'boolean', default: true },
    fresh: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  allowNegative: true,
});

const began = performance.now();
const load = () => loadavg()[0]!;
const loadBefore = load();
const say = (line: string) =>
  void process.stderr.write(`${Math.round((performance.now() - began) / 1000)} s  ${line}\n`);
const sessions = (values.sessions ?? (values.short ? '300' : '300,10000')).split(',').map(Number);
const runs = Number(values.runs ?? (values.short ? 3 : 10));
const scripts = loadCorpus()
  .scripts.filter(({ half }) => half === 'held')
  .slice(0, Number(values.scripts ?? (values.short ? 2 : 10)));
const wanted = values.peers?.split(',').map((name) => name.trim().toLowerCase());
const unknown = [
  ...(wanted ?? []).filter((name) => !FIELD.some((peer) => peer.name.toLowerCase() === name)),
  ...values.parts.split(',').filter((part) => !PARTS.includes(part)),
];
if (unknown.length > 0) {
  console.error(
    `${unknown.join(', ')}: peers are ${FIELD.map(({ name }) => name).join(', ')}; parts are ${PARTS.join(', ')}`,
  );
  process.exit(2);
}
const measures = (part: string) => values.parts.split(',').includes(part);
const cache = process.env['CORTEX_FIELD_CACHE'] ?? join(tmpdir(), 'cortex-field');
mkdirSync(cache, { recursive: true });
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'field-')));

/** A peer's figure that no other run would change: its version is published, and the scripts are fixed. */
async function once<T>(
  peer: Peer,
  version: string,
  name: string,
  make: () => Promise<T>,
): Promise<T> {
  if (peer.packages.length === 0) return make();
  const file = join(cache, 'figures', peer.name, version, `${name}.json`);
  if (existsSync(file) && !values.fresh) return JSON.parse(readFileSync(file, 'utf8')) as T;
  const made = await make();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(made));
  return made;
}

async function behaviour(peer: Peer): Promise<{ row: Row; root: string | null }> {
  const { name, packages, commands, note, lacks } = peer;
  const empty = {
    name,
    version: '–',
    packages,
    commands,
    note,
    told: null,
    trials: null,
    left_out: {},
    ...(lacks && { lacks }),
  };
  const place = installed(peer, { cache, mayInstall: values.install, say });
  if ('why' in place) return { row: { ...empty, why: place.why }, root: null };
  const { root } = place;
  const version = peer.version({ root });
  try {
    let played = 0;
    const told = measures('told')
      ? await pooled(scripts, 2, async (script) => {
          const folder = join(scratch, `${name}-${script.id}`);
          const one = await once(peer, version, `told-${script.id}`, () =>
            tellingOf(peer, root, script, folder),
          );
          say(`${name}: ${++played} of ${scripts.length} scripts`);
          return one;
        })
      : null;
    if (measures('trials')) say(`${name}: secrets, fifty at once, kills …`);
    const trials = measures('trials')
      ? await once(peer, version, 'trials', () =>
          trialsOf(peer, root, join(scratch, `${name}-trials`)),
        )
      : null;
    return { row: { ...empty, version, why: null, told: told && tellingsOf(told), trials }, root };
  } catch (error) {
    // One that fails must not end the run of the others.
    return {
      row: { ...empty, version, why: `it failed: ${(error as Error).message}` },
      root: null,
    };
  }
}

// Ended early, it leaves no process behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', disposeAll);

try {
  const found: { peer: Peer; row: Row; root: string | null }[] = [];
  for (const peer of FIELD)
    if (wanted?.includes(peer.name.toLowerCase()) ?? true)
      found.push({ peer, ...(await behaviour(peer)) });
  const leftOutAt = new Map(found.map(({ peer }) => [peer.name, {} as Record<string, string>]));
  const costs: CostRun[] = [];
  for (const size of measures('costs') ? sessions : []) {
    const filled = await pooled(found, 2, async ({ peer, root }): Promise<FieldHost | null> => {
      if (root === null) return null;
      try {
        const home = await filledHome(peer, root, size, { cache, say });
        if ('host' in home) return home.host;
        leftOutAt.get(peer.name)![size] = home.why;
      } catch (error) {
        leftOutAt.get(peer.name)![size] = (error as Error).message;
      }
      return null;
    });
    const here = filled.filter((host) => host !== null);
    costs.push(measureCosts(here, { sessions: size, runs, scratch, say }));
    for (const host of here) host.dispose();
  }
  const report: Report = {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    cores: availableParallelism(),
    load: [loadBefore, load()],
    minutes: Math.round((performance.now() - began) / 60_000),
    rows: found.map(({ peer, row }) => ({ ...row, left_out: leftOutAt.get(peer.name)! })),
    costs,
  };
  if (values.save) save(report);
  if (values.json) console.log(JSON.stringify(report, null, 1));
  else {
    console.log(`\n${plainTable(behaviourRows(report.rows))}`);
    for (const run of costs)
      console.log(
        `\n${run.sessions} sessions, in bare starts of Node (${run.bare.cpu.toFixed(0)} ms of processor time):\n${plainTable(costRows(run, report.rows))}`,
      );
    for (const line of [...leftOut(report.rows), ...standings(report)]) console.log(`\n${line}`);
    console.log(
      `\nload ${report.load.map((one) => one.toFixed(1)).join(' → ')}, ${report.minutes} minutes`,
    );
  }
} finally {
  disposeAll();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
}
