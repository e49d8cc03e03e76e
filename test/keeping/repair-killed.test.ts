import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  checkpoint,
  commandsOn,
  copyHome,
  countIn,
  databaseOf,
  fillHome,
  overwrite,
  pagesOf,
  zeroPage,
} from '../damaged-home.ts';
import { runs } from '../effort.ts';
import { runKilled } from '../killed.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';

const SESSIONS = 6;
const POINTS = runs(2, 8);

describe('a repair in processes', () => {
  let folder: ReturnType<typeof scratchFolder>;
  let repo: string;
  let damaged: string;
  let home: string;
  let facts = 0;

  beforeAll(async () => {
    folder = scratchFolder();
    repo = makeRepository(join(folder.path, 'radio'));
    damaged = join(folder.path, 'damaged');
    await fillHome(damaged, repo, SESSIONS, { turns: 4 });
    checkpoint(damaged);
    const { leaves } = pagesOf(databaseOf(damaged), 'idx_events_session');
    zeroPage(databaseOf(damaged), leaves[0]!);
    facts = countIn(damaged, 'session_events NOT INDEXED');
  });
  beforeEach(() => {
    home = join(folder.path, 'home');
    copyHome(damaged, home);
  });
  afterAll(() => folder.dispose());

  const environment = () => ({
    ...process.env,
    CORTEX_HOME: home,
    CORTEX_MAINTENANCE_AUTO: 'false',
    CORTEX_REPAIR_AUTO: 'false',
  });

  const cortex = (words: readonly string[], { kill = 0, env = {}, input = '' } = {}) =>
    runKilled(words, { cwd: repo, env: { ...environment(), ...env }, input, kill });

  /** Inside this process, which nobody kills. */
  const undisturbed = commandsOn(() => ({ home, repo }));

  it('is finished by the next run wherever it was killed', () => {
    const counts = join(folder.path, 'counts');
    expect(cortex(['repair', '--yes'], { env: { KILL_COUNT: counts } }).status).toBe(0);
    const calls = Number(readFileSync(counts, 'utf8').trim().split('\n')[0]);
    expect(calls).toBeGreaterThan(POINTS);
    for (let point = 1; point <= POINTS; point++) {
      copyHome(damaged, home);
      const kill = Math.ceil((calls * point) / (POINTS + 1));
      expect(cortex(['repair', '--yes'], { kill }).signal, `call ${kill} of ${calls}`).toBe(
        'SIGKILL',
      );
      const again = undisturbed('repair', '--yes');
      expect([again.status, again.stderr], `after call ${kill} of ${calls}`).toEqual([0, '']);
      expect(undisturbed('repair', '--yes').stdout).toContain('sound');
      expect(countIn(home, 'session_states')).toBe(SESSIONS);
      expect(countIn(home, 'session_events')).toBe(facts);
      expect(readdirSync(home).filter((name) => /^repair\.(?:json|lock)$/.test(name))).toEqual([]);
      // The damaged file is still there, once.
      const kept = readdirSync(join(home, 'quarantine'), { recursive: true }).map(String);
      expect(kept.filter((name) => name.endsWith('brain.db'))).toHaveLength(1);
    }
  }, 180_000);

  it('is started by a hook that meets damage, and the hook itself touches nothing', async () => {
    overwrite(databaseOf(home), 0, Buffer.alloc(100));
    const event = {
      session_id: 'h',
      cwd: repo,
      hook_event_name: 'SessionStart',
      source: 'startup',
    };
    const env = { CORTEX_REPAIR_AUTO: 'true', CORTEX_HOOK_DEADLINE_MS: '10000' };
    const hook = cortex(['hook', 'claude-code'], { env, input: JSON.stringify(event) });
    expect(hook.status).toBe(0);
    const until = Date.now() + 60_000;
    const done = () =>
      existsSync(join(home, 'repair.note')) && !existsSync(join(home, 'repair.lock'));
    while (!done() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(countIn(home, 'session_states')).toBeGreaterThanOrEqual(SESSIONS);
    const [date] = readdirSync(join(home, 'quarantine'));
    expect(readdirSync(join(home, 'quarantine', date!))).toContain('brain.db');
    const next = cortex(['hook', 'claude-code'], {
      env,
      input: JSON.stringify({ ...event, session_id: 'i' }),
    });
    expect(next.stdout).toContain('memory was damaged and rebuilt');
  }, 120_000);
});
