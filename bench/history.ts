// The line of history, read from git's files: whether its answers are those of `git`, how many it knows, and what it costs.
// npm run bench -- history [--repo <folder>] [--commits 12000] [--pairs 1000] [--cold 40] [--against <old-dist>] [--starts 40]
// Without --repo a repository is generated that is shaped as teams shape theirs (test/branchy.ts). Pairs are of chance, from the
// whole of it. `--cold`: each answer in a process of its own, as in a hook. `--against`: what a start costs beside another build.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Relation } from '../src/domain/projects/history.ts';
import { openHistory } from '../src/platform/git-history/history.ts';
import { GIT_ENV, git, makeBranchy, numbers } from '../test/branchy.ts';
import { measure, median } from './cpu.ts';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    commits: { type: 'string', default: '12000' },
    pairs: { type: 'string', default: '1000' },
    cold: { type: 'string', default: '40' },
    against: { type: 'string' },
    starts: { type: 'string', default: '40' },
  },
});
const DIST = join(import.meta.dirname, '..', 'dist');
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bench-history-')));

interface Pair {
  readonly head: string;
  readonly recorded: string;
  readonly truth: Relation;
}

function isAncestor(root: string, a: string, b: string): boolean {
  return spawnSync('git', ['merge-base', '--is-ancestor', a, b], { cwd: root, env: GIT_ENV }).status === 0;
}

function pairsOf(root: string, count: number): Pair[] {
  const ids = git(root, 'rev-list', '--all').split('\n');
  const random = numbers(2026);
  const one = () => ids[Math.floor(random() * ids.length)]!;
  return Array.from({ length: count }, () => {
    const [head, recorded] = [one(), one()];
    const truth =
      head === recorded
        ? 'same'
        : isAncestor(root, recorded, head)
          ? 'contained'
          : isAncestor(root, head, recorded)
            ? 'ahead'
            : 'apart';
    return { head, recorded, truth };
  });
}

/** What every pair comes to within the limits of a hook, in a process that has run this before. */
function answers(root: string, pairs: readonly Pair[]): void {
  const gitDir = join(root, '.git');
  const tally = new Map<string, number>();
  const cpu: number[] = [];
  let wrong = 0;
  for (const { head, recorded, truth } of pairs) {
    writeFileSync(join(gitDir, 'HEAD'), `${head}\n`);
    const before = process.cpuUsage();
    const history = openHistory({ gitDir, commonDir: gitDir });
    const { relation } = history.lineageOf({ branch: null, head: recorded });
    history.close();
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
    tally.set(relation, (tally.get(relation) ?? 0) + 1);
    if (relation !== 'unknown' && relation !== truth) wrong += 1;
  }
  const unknown = ((tally.get('unknown') ?? 0) / pairs.length) * 100;
  const parts = [...tally].sort(([a], [b]) => a.localeCompare(b)).map(([name, n]) => `${name} ${n}`);
  console.log(`  ${parts.join(', ')}: ${wrong} wrong, ${unknown.toFixed(1)} % unknown; CPU ${spread(cpu)}`);
}

function spread(cpu: readonly number[]): string {
  const sorted = [...cpu].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(2);
  return `median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)} ms`;
}

/** In a process of its own: the bundle that a hook loads, with Node's compiled code of it, as from the second start on. */
const COLD = `
  require('node:module').enableCompileCache(process.argv[4]);
  require('node:sqlite');
  const fs = require('node:fs');
  fs.statSync(process.argv[1]); fs.closeSync(fs.openSync(process.argv[1]));
  const before = process.cpuUsage();
  const { openHistory } = require(process.argv[1]);
  const history = openHistory({ gitDir: process.argv[2], commonDir: process.argv[2] });
  history.lineageOf({ branch: null, head: process.argv[3] });
  history.close();
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(String((user + system) / 1000));
  require('node:module').flushCompileCache();
`;

function cold(root: string, what: string, pairs: readonly Omit<Pair, 'truth'>[]): void {
  const gitDir = join(root, '.git');
  const cache = join(scratch, 'compiled');
  const cpu = pairs.map(({ head, recorded }) => {
    writeFileSync(join(gitDir, 'HEAD'), `${head}\n`);
    const args = ['-e', COLD, join(DIST, 'history.cjs'), gitDir, recorded, cache];
    return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout);
  });
  console.log(`  in a process of its own, ${what}: CPU ${spread(cpu.slice(1))}`);
}

/** Starts of two builds in turns, each in a home in which a session stopped at `recorded`. */
function starts(root: string, what: string, head: string, recorded: string, oldDist: string): void {
  const gitDir = join(root, '.git');
  const count = Number(values.starts);
  const sides = [oldDist, DIST].map((dist, i) => {
    const home = join(scratch, `home ${i} ${what}`);
    mkdirSync(home, { mode: 0o700 });
    const env = {
      PATH: process.env['PATH'],
      HOME: scratch,
      CORTEX_HOME: home,
      CORTEX_MAINTENANCE_AUTO: 'false',
    };
    return { args: [join(dist, 'cortex.cjs'), 'hook', 'claude-code'], env, cpu: [] as number[] };
  });
  const event = (session: string, name: string, more: object = {}) =>
    JSON.stringify({
      session_id: session,
      transcript_path: '/nowhere',
      cwd: root,
      hook_event_name: name,
      ...more,
    });
  const edited = {
    tool_name: 'Edit',
    tool_input: { file_path: join(root, 'f1') },
    tool_response: {},
    tool_use_id: 'x',
  };
  writeFileSync(join(gitDir, 'HEAD'), recorded);
  for (const { args, env } of sides) {
    for (const input of [
      event('before', 'SessionStart', { source: 'startup' }),
      event('before', 'UserPromptSubmit', { prompt: 'Tune the radio driver.' }),
      event('before', 'PostToolUse', edited),
      event('before', 'Stop', { last_assistant_message: 'The driver is tuned.' }),
      event('before', 'SessionEnd', { reason: 'other' }),
    ])
      spawnSync(process.execPath, args, { input, env });
  }
  writeFileSync(join(gitDir, 'HEAD'), head);
  for (let i = -3; i < count; i++) {
    const input = event(`start-${i}`, 'SessionStart', { source: 'startup' });
    for (const { args, env, cpu } of i % 2 === 0 ? sides : [...sides].reverse()) {
      const sample = measure(scratch, process.execPath, args, input, env);
      if (i >= 0) cpu.push(sample.cpu);
    }
  }
  const [before, after] = sides.map(({ cpu }) => cpu) as [number[], number[]];
  const more = median(after.map((cpu, i) => cpu - before[i]!));
  const medians = `${median(before).toFixed(1)} → ${median(after).toFixed(1)} ms`;
  console.log(`  ${what}: ${medians}, median of the differences ${more.toFixed(1)} ms`);
}

try {
  const root = join(scratch, 'repo');
  if (values.repo) cpSync(resolve(values.repo), root, { recursive: true });
  else makeBranchy(root, Number(values.commits), numbers(7));
  git(root, 'checkout', '-q', '-f', 'main');
  git(root, 'repack', '-adq');
  rmSync(join(root, '.git', 'objects', 'info', 'commit-graph'), { force: true });
  rmSync(join(root, '.git', 'objects', 'info', 'commit-graphs'), { recursive: true, force: true });
  const count = (...args: string[]) => Number(git(root, 'rev-list', '--all', '--count', ...args));
  const about = values.repo ? 'a copy of the repository that was named' : 'generated';
  console.log(`${count()} commits, ${count('--merges')} of them merges; ${about}`);

  const main = git(root, 'rev-parse', 'main');
  const recent = git(root, 'rev-list', '-60', 'main').split('\n');
  const branch = git(
    root,
    'for-each-ref',
    '--no-merged=main',
    '--sort=-committerdate',
    '--count=1',
    '--format=%(refname)',
  );
  const runs = Number(values.cold);
  const near = Array.from({ length: runs + 1 }, (_, i) => ({ head: main, recorded: recent[5 + (i % 50)]! }));
  const pairs = pairsOf(root, Number(values.pairs));
  const oldDist = values.against === undefined ? null : resolve(values.against);
  const measured = (way: string) => {
    console.log(`${way}:`);
    answers(root, pairs);
    if (runs > 0) {
      cold(root, 'one of the last 50 commits', near);
      cold(root, 'any pair', pairs.slice(0, runs + 1));
    }
    if (!oldDist) return;
    const [here, there] = ['ref: refs/heads/main\n', branch === '' ? recent[40]! : `ref: ${branch}\n`];
    starts(root, `a start where the last one was, ${way}`, here, here, oldDist);
    starts(root, `a start on main after work on a branch, ${way}`, here, there, oldDist);
  };
  measured('without a commit-graph');
  git(root, 'commit-graph', 'write', '--reachable');
  measured('with a commit-graph');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
