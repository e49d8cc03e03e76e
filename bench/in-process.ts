import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { engineDeps, openStore, openWorld } from '../src/compose.ts';
import type { ScopeKey } from '../src/domain/ids.ts';
import { applyDecay } from '../src/domain/memories/decay.ts';
import { rankCandidates } from '../src/domain/restore/contribute.ts';
import { DAY, MINUTE } from '../src/domain/time.ts';
import { handle } from '../src/engine/engine.ts';
import { claudeCode } from '../src/hosts/claude-code/host.ts';

export interface Figure {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  readonly unit: 'ms';
  readonly target: number | null;
}

async function timed(
  name: string,
  target: number | null,
  runs: number,
  work: (run: number) => unknown,
): Promise<Figure> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const before = performance.now();
    await work(run);
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { name, p50: at(0.5), p99: at(0.99), unit: 'ms', target };
}

/** What the engine takes inside a process that runs already, and the figures that the sources promise. */
export async function inProcess(scratch: string, homes: ReadonlyMap<string, string>): Promise<Figure[]> {
  const figures: Figure[] = [];
  const repo = join(scratch, 'repo0');
  for (const [name, target] of [
    ['1000', 15],
    ['10000', 30],
    ['week', null],
    ['week10000', null],
  ] as const) {
    const home = homes.get(name);
    if (!home) continue;
    const world = openWorld({ CORTEX_HOME: home });
    const store = openStore(world);
    const deps = engineDeps(world, store);
    const send = (run: string, event: string, more: Record<string, unknown> = {}) =>
      handle(
        deps,
        { host: 'claude-code', via: 'bench' },
        claudeCode.parse({ session_id: run, cwd: repo, hook_event_name: event, ...more })!,
      );
    figures.push(
      await timed(`restore over ${name}`, target, 60, async (run) => {
        await send(`in-${run}`, 'SessionStart', { source: 'startup' });
      }),
    );
    for (let run = 0; run < 60; run++) await send(`in-${run}`, 'SessionEnd', { reason: 'bench' });
    if (name === '1000') {
      await send('cap', 'SessionStart', { source: 'startup' });
      const tool = (run: number) => ({
        tool_name: 'Edit',
        tool_use_id: `t${run}`,
        tool_input: {
          file_path: join(repo, 'a.ts'),
          old_string: 'a',
          new_string: 'const x = 1;\n'.repeat(270),
        },
      });
      for (let run = 0; run < 50; run++) await send('cap', 'PostToolUse', tool(-run - 1));
      figures.push(
        await timed('capture of one event', 1, 1_000, (run) => send('cap', 'PostToolUse', tool(run))),
      );
      figures.push(
        await timed('turn end after 20 events', null, 30, (run) =>
          send('cap', 'Stop', { prompt_id: `p${run}` }),
        ),
      );
      figures.push(
        await timed('session end', 500, 30, async (run) => {
          await send(`end-${run}`, 'UserPromptSubmit', { prompt: 'a word', prompt_id: 'p' });
          await send(`end-${run}`, 'SessionEnd', { reason: 'bench' });
        }),
      );
      figures.push(
        await timed('lookback query, 7 days', 500, 100, () =>
          store.candidates(`${repo}/.git` as ScopeKey, Date.now() - 7 * DAY),
        ),
      );
      figures.push(
        await blockedReader(join(home, 'brain.db'), (run) => send('cap', 'PostToolUse', tool(10_000 + run))),
      );
    }
    store.close();
  }
  figures.push(
    await timed('1,000 decays', 1, 100, () => Array.from({ length: 1_000 }, (_, i) => applyDecay(1, i))),
  );
  figures.push(await timed('scoring 50 sessions', 100, 100, () => scoreFifty()));
  return figures;
}

/** How long another connection waits for a read while events are captured. */
async function blockedReader(path: string, write: (run: number) => Promise<unknown>): Promise<Figure> {
  const other = new DatabaseSync(path, { readOnly: true });
  const read = other.prepare('SELECT count(*) FROM session_states');
  const figure = await timed("another reader's wait during capture", 100, 200, async (run) => {
    const writing = write(run);
    read.get();
    await writing;
  });
  other.close();
  return figure;
}

function scoreFifty(): unknown {
  const topics = Array.from({ length: 20 }, (_, i) => `topic${i}`);
  const candidates = Array.from({ length: 50 }, (_, i) => ({
    id: `s${i}` as never,
    conversation: null,
    scopeKey: 'x' as ScopeKey,
    tree: null,
    host: 'claude-code',
    branch: null,
    title: null,
    startedAt: 0,
    place: 0,
    at: i * MINUTE,
    running: false,
    crashed: false,
    turns: 1,
    topics,
    projects: [],
    tasks: [],
    listAt: null,
    pins: [],
    learnings: [],
    stopped: null,
  }));
  return rankCandidates(
    candidates,
    { now: DAY, scopeKey: 'x' as ScopeKey, tree: null },
    {
      threshold: 0.25,
      best: 3,
      sameScope: 0.5,
      tasksThatForce: 3,
      quietMillis: 0,
      lookbackMillis: 7 * DAY,
      latest: true,
    },
  );
}
