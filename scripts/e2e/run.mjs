// `npm run e2e [host…]`: the real programs against a scripted model, without a network. See docs/e2e.md.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CAPABILITIES, failed, makeChecks } from './checks.mjs';
import { playCopied, UNFIT } from './copied.mjs';
import { HOSTS } from './hosts/all.mjs';
import { CACHE, install, installed, programFolder } from './install.mjs';
import { playLimit, REFUSED } from './limit.mjs';
import { checkLogs } from './logs.mjs';
import { startModel } from './model.mjs';
import { isCutOff, namespaceCommand, runInside } from './namespace.mjs';
import { nodeFolder, repository } from './places.mjs';
import { playRelay } from './relay.mjs';
import { playScenario } from './scenario.mjs';
import { makeStage } from './stage.mjs';
import { renderTable } from './table.mjs';
import { playTurn } from './turn.mjs';
import { makeWorld } from './world.mjs';

const USAGE = `npm run e2e [-- options] [host…|relay|limit|copied|share|turn]

Without a name: every host, then the stories of several. Programs are installed into ${CACHE}
($CORTEX_E2E_CACHE chooses another folder); your home is not touched.

  --list          the hosts, their versions, and whether they are installed
  --write         put the table into docs/reference/e2e.md
  --keep          keep the scratch folder of each host and say where it is
  --no-install    use only what is in the cache
  --no-namespace  run although the network cannot be cut off
  --rounds, --calls  how often \`turn\` is measured, and how many tool calls it has

What the columns say:
${Object.entries(CAPABILITIES)
  .map(([name, meaning]) => `  ${name.padEnd(14)}  ${meaning}`)
  .join('\n')}`;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    list: { type: 'boolean' },
    write: { type: 'boolean' },
    keep: { type: 'boolean' },
    'no-install': { type: 'boolean' },
    'no-namespace': { type: 'boolean' },
    rounds: { type: 'string', default: '10' },
    calls: { type: 'string', default: '24' },
    // Set by this program when it starts itself inside the namespace.
    inside: { type: 'boolean' },
    why: { type: 'string', multiple: true },
  },
});

/** Between these the page is written by this program. */
const BEGIN = '<!-- the last run: written by npm run e2e -- --write -->';
const END = '<!-- the end of the last run -->';

/** Stories of several programs, in one world unless they make worlds of their own; `expected` are errors that a story brings about. */
const TOGETHER = {
  relay: { programs: ['codex', 'gemini', 'opencode'], play: playRelay },
  limit: { programs: ['claude-code', 'codex'], play: playLimit, expected: REFUSED },
  copied: { programs: ['codex'], play: playCopied, expected: UNFIT },
  share: { programs: ['codex', 'claude-code'], inWorlds: share },
  turn: {
    programs: ['claude-code'],
    inWorlds: (context) => playTurn(context, flags),
    isAsked: true,
  },
};
const ALL = [
  ...Object.keys(HOSTS),
  ...Object.keys(TOGETHER).filter((name) => !TOGETHER[name].isAsked),
];

const say = (text) => console.error(text);
async function main() {
  if (flags.help) return print(USAGE);
  if (flags.list) return print(list());
  const unknown = positionals.filter((name) => !(name in TOGETHER) && !(name in HOSTS));
  if (unknown.length > 0)
    return complain(
      `There is no host ${unknown.join(', ')}. There are: ${[...Object.keys(HOSTS), ...Object.keys(TOGETHER)].join(', ')}.`,
    );
  const names = positionals.length > 0 ? positionals : ALL;
  return flags.inside ? play(names) : prepare(names);
}

/** Outside: the network is needed to install, and nowhere after. */
async function prepare(names) {
  if (!existsSync(join(nodeFolder, 'node')))
    return complain('The Node of the project is missing: npm install brings it.');
  const needed = new Set(names.flatMap((name) => TOGETHER[name]?.programs ?? [name]));
  const reasons = [];
  for (const name of needed) {
    const { bin, why } = flags['no-install']
      ? { bin: installed(HOSTS[name]), why: 'not in the cache' }
      : install(HOSTS[name], { say });
    if (!bin) reasons.push('--why', `${name}=${why}`);
  }
  const passed = ['write', 'keep', 'no-namespace']
    .filter((name) => flags[name])
    .map((name) => `--${name}`);
  const argv = [
    join(nodeFolder, 'node'),
    fileURLToPath(import.meta.url),
    '--inside',
    '--rounds',
    flags.rounds,
    '--calls',
    flags.calls,
    ...passed,
    ...reasons,
    ...names,
  ];
  if (flags['no-namespace']) return runInside(['env'], argv);
  const prefix = namespaceCommand();
  if (!prefix)
    return complain(
      'This system does not let us begin a network namespace (unshare -n). Use --no-namespace to run with the network as it is.',
    );
  return runInside(prefix, argv);
}

/** Inside: one host after the other, each in a world of its own. */
async function play(names) {
  if (!flags['no-namespace'] && !isCutOff())
    return complain('The network is not cut off; nothing was run.');
  const reasons = new Map((flags.why ?? []).map((text) => text.split(/=(.*)/s).slice(0, 2)));
  const all = [];
  for (const name of names) {
    say(`${name} …`);
    const started = Date.now();
    const checks = makeChecks(name, HOSTS[name]?.without);
    await playOne(name, checks, reasons).catch((error) => {
      say(error.stack);
      checks.finish(`not reached: the run itself failed: ${error.message}`);
    });
    checks.finish('not reached: see what failed before it');
    all.push({
      ...checks,
      version: HOSTS[name]?.program.version ?? null,
      seconds: Math.round((Date.now() - started) / 1000),
    });
  }
  if (flags.write) writeTable(all);
  print(renderTable(all));
  return failed(all) ? 1 : 0;
}

/** When, where and how long stands with it: a figure without its circumstances says nothing. */
function writeTable(all) {
  const path = join(repository, 'docs', 'reference', 'e2e.md');
  const seconds = all.reduce((sum, each) => sum + each.seconds, 0);
  const { length } = cpus();
  const said = [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${length} cores with a load of ${loadavg()[2].toFixed(1)} over the last 15 minutes:`,
    `${all.length} rows in ${Math.floor(seconds / 60)} min ${seconds % 60} s. \`–\` is what a program cannot do or cannot be asked without a terminal, with`,
    'its reason below.',
  ];
  const [before, rest] = readFileSync(path, 'utf8').split(BEGIN);
  const after = rest.slice(rest.indexOf(END));
  writeFileSync(path, `${before}${BEGIN}\n${said.join('\n')}\n\n${renderTable(all)}\n${after}`);
}

/** A host alone is a story of one program. */
async function playOne(name, checks, reasons) {
  const alone = { programs: [name], play: ([stage]) => (stage.host.play ?? playScenario)(stage) };
  const { programs, play, inWorlds, expected } = TOGETHER[name] ?? alone;
  if (!programs.every((one) => available(one, checks, reasons))) return;
  await withWorld(name, async ({ another, model }) => {
    if (inWorlds) await inWorlds({ another, model, checks });
    else await playIn(another('.'), { programs, play, expected }, { model, checks });
    if (name in TOGETHER) checks.finish('shown for each program by itself', null);
  });
}

async function playIn(world, { programs, play, expected }, { model, checks }) {
  const stages = [];
  try {
    for (const one of programs)
      stages.push(
        await makeStage({ host: HOSTS[one], world, model, checks, program: programOf(one) }),
      );
    await play(stages, { checks });
    for (const stage of stages) checkLogs(stage, expected);
  } finally {
    for (const stage of stages) await stage.host.after?.(stage);
  }
}

async function share({ another, model, checks }) {
  const programs = Object.fromEntries(
    TOGETHER.share.programs.map((name) => [name, programOf(name)]),
  );
  // A room of its own tells its story.
  const { playShare } = await import(join(repository, 'src/share/test/tools/e2e.mjs'));
  await playShare({ hosts: HOSTS, machine: another, model, checks, programs });
}

function available(name, checks, reasons) {
  const bin = installed(HOSTS[name]);
  return checks.that('installs', bin, reasons.get(name) ?? 'not in the cache');
}

const programOf = (name) => ({ bin: installed(HOSTS[name]), folder: programFolder(HOSTS[name]) });

async function withWorld(name, work) {
  const folder = mkdtempSync(join(tmpdir(), `cortex-e2e-${name}-`));
  const model = await startModel();
  const worlds = [];
  /** One more machine, in a folder below. */
  const another = (below, options) => {
    const world = makeWorld(join(folder, below), options);
    worlds.push(world);
    return world;
  };
  const end = () => Promise.all(worlds.map((world) => world.end()));
  const leave = () => end().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, leave);
  try {
    await work({ another, model });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, leave);
    await end();
    await model.close();
    if (flags.keep) keep(folder, model);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** With every request that the model got, one a line. */
function keep(folder, model) {
  const lines = model.requests.map(({ label, path, body }) =>
    JSON.stringify({ label, path, body }),
  );
  writeFileSync(join(folder, 'requests.jsonl'), `${lines.join('\n')}\n`);
  say(`kept: ${folder}`);
}

function list() {
  return Object.values(HOSTS)
    .map(
      (host) =>
        `${host.name.padEnd(11)} ${host.program.version.padEnd(10)} ${installed(host) ? 'in the cache' : 'not installed'}`,
    )
    .join('\n');
}

function print(text) {
  console.log(text);
  return 0;
}

function complain(text) {
  console.error(text);
  return 2;
}

process.exitCode = await main();
