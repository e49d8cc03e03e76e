import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CortexOptions, SessionPersistenceManager } from '../../src/program/index.ts';
import { libraryHomes } from '../library-home.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const { clock, folder, home } = libraryHomes();
const manage = (options?: CortexOptions) => new SessionPersistenceManager(home(options));
const pin = (label: string, content = `about ${label}`, more = {}) => ({
  label,
  content,
  pinnedAt: new Date(clock.now).toISOString(),
  ...more,
});
const pins = (count: number, name = 'p') =>
  Array.from({ length: count }, (_, i) => pin(`${name}${i}`));
const task = (id: string, stage = 'build') => ({
  task_id: id,
  title: id,
  stage,
  flagged_incomplete: false,
});

/** A session from its start to its end. */
async function session(manager: SessionPersistenceManager, id: string, state = {}) {
  const restored = await manager.onSessionStart(id, 'cli');
  await manager.updateSessionState(state);
  await manager.onSessionEnd(id);
  return restored;
}
const row = async (id: string) => (await manage().getSessionChain(id, 1))[0]!;
const labels = (list: readonly { label?: string }[]) => list.map(({ label }) => label);
const metrics = async (event: string) => {
  const { deps } = await home().open();
  return (await deps.store.metrics({ event, limit: 50 })).map(
    ({ body }) => JSON.parse(body) as Record<string, unknown>,
  );
};

describe('updateSessionState', () => {
  const LISTS = {
    working_memory: [pin('a')],
    hot_topics: ['cortex'],
    active_projects: ['helios'],
    pending_tasks: [
      { ...task('task-1'), source: 'host_todo' as const, last_activity: '2026-11-01T00:00:00Z' },
    ],
    recent_learnings: ['mem-1'],
    confidence_updates: [
      {
        memory_id: 'mem-1',
        old_score: 0.5,
        new_score: 0.6,
        reason: 'manual' as const,
        timestamp: '2026-11-02T10:00:00Z',
      },
    ],
    sop_interactions: [
      {
        sop_path: '/sops/a.md',
        injected_at: '2026-11-02T10:00:00Z',
        acknowledged: true,
        tool_call: 'Bash',
      },
    ],
  };

  it('keeps every field that it is not given', async () => {
    const manager = manage();
    await manager.onSessionStart('s1', 'signal');
    for (const [name, value] of Object.entries(LISTS))
      await manager.updateSessionState({ [name]: value });
    // Another process would see it, before any end.
    expect(await row('s1')).toMatchObject({
      ...LISTS,
      session_id: 's1',
      channel: 'signal',
      end_time: null,
    });
    await manager.updateSessionState({ session_id: 's1', hot_topics: [], updated_at: 'whenever' });
    expect(await row('s1')).toMatchObject({ ...LISTS, hot_topics: [] });
    await manager.onSessionEnd('s1');
    expect(await row('s1')).toMatchObject({
      ...LISTS,
      hot_topics: [],
      end_time: '2026-11-02T10:00:00.000Z',
    });
  });

  it('takes secrets out before anything is stored', async () => {
    const secret = 'sk-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL';
    const manager = manage();
    await session(manager, 's1', {
      working_memory: [pin('key', `api_key=${secret}`)],
      pending_tasks: [{ ...task('t'), title: `rotate api_key=${secret}` }],
    });
    const { working_memory, pending_tasks } = await row('s1');
    expect(working_memory[0]?.content).toBe('api_key=[REDACTED]');
    expect(pending_tasks[0]?.title).toBe('rotate api_key=[REDACTED]');
    for (const file of ['home/brain.db', 'home/brain.db-wal', 'home/sessions/s1.json']) {
      const path = join(folder(), file);
      if (existsSync(path)) expect(readFileSync(path).includes(secret), file).toBe(false);
    }
  });

  it('refuses an eleventh pin and leaves the others as they are', async () => {
    const manager = manage();
    await manager.onSessionStart('s1', 'cli');
    await manager.updateSessionState({ working_memory: pins(10) });
    const tooMany = { working_memory: pins(11), hot_topics: ['x'] };
    await expect(manager.updateSessionState(tooMany)).rejects.toThrow('10 pins, not 11');
    const { working_memory, hot_topics } = await row('s1');
    expect(working_memory).toHaveLength(10);
    expect(hot_topics).not.toEqual(['x']);
  });

  it.each([
    ['before a start', undefined, /onSessionStart\(\) starts one/],
    ['of an unknown session', 'nobody', /no session nobody/],
    ['of one that has ended', 'over', /over has ended/],
  ])('says what to do %s', async (_, session_id, message) => {
    const manager = manage();
    await session(manage(), 'over');
    await expect(manager.updateSessionState({ ...(session_id && { session_id }) })).rejects.toThrow(
      message,
    );
  });
});

describe('two days', () => {
  it('bring pins with provenance and tasks with their age', async () => {
    const cortex = home();
    const manager = new SessionPersistenceManager(cortex);
    await manager.onSessionStart('a', 'cli');
    await manager.updateSessionState({
      working_memory: pins(3),
      pending_tasks: [task('task-4')],
      hot_topics: ['radio'],
    });
    await manager.onSessionEnd('a');
    clock.now += 48 * HOUR;

    const restored = await manager.onSessionStart('b', 'cli');
    expect(labels(restored.inheritedPins).sort()).toEqual(
      [0, 1, 2].map((i) => `p${i} [inherited from a @ 2026-11-02]`),
    );
    expect(restored.preamble).toContain('- [task-4] task-4 (last stage: build, 2d ago)');
    expect(restored).toMatchObject({ sessionIds: ['a'], pendingTaskCount: 1 });
    // 0.4 × 0.714 of recency, 0.35 × 0.5 of the same scope at least, 0.25 × 0.25 of one task.
    expect(restored.relevanceScores[0]).toBeGreaterThanOrEqual(0.523);
    expect(await row('a')).toMatchObject({ continued_by: 'b' });
    expect(await row('b')).toMatchObject({ previous_session_id: 'a' });
    expect((await metrics('session_restored'))[0]).toMatchObject({
      new_session_id: 'b',
      pins_inherited: 3,
    });
  });

  it('change nothing the second time', async () => {
    const manager = manage();
    await session(manager, 'a', { working_memory: pins(3) });
    clock.now += 48 * HOUR;
    const first = await manager.onSessionStart('b', 'cli');
    expect(await manager.onSessionStart('b', 'cli')).toEqual(first);
    expect((await row('b')).working_memory).toHaveLength(3);
    expect(await metrics('session_restored')).toHaveLength(1);
  });

  it('are silent where there is nothing', async () => {
    const restored = await manage().onSessionStart('a', 'cli');
    expect(restored).toEqual({
      preamble: null,
      inheritedPins: [],
      sessionIds: [],
      relevanceScores: [],
      pendingTaskCount: 0,
    });
    expect(await metrics('session_restored')).toEqual([]);
  });

  it('write a mirror where the options say', async () => {
    const manager = new SessionPersistenceManager(home(), undefined, {
      sessions_dir: join(folder(), 'copies'),
    });
    await session(manager, 'a', { hot_topics: ['radio'] });
    const mirror = JSON.parse(readFileSync(join(folder(), 'copies', 'a.json'), 'utf8'));
    expect(mirror).toMatchObject({ session_id: 'a', hot_topics: ['radio'] });
  });
});

describe('what is inherited', () => {
  it('is never a pin that was let go of, but may be one that was only left out', async () => {
    const manager = manage();
    await session(manager, 'a', { working_memory: pins(2) });
    clock.now += HOUR;
    await manager.onSessionStart('b', 'cli');
    // The inherited ones are left out; an own one comes and goes.
    await manager.updateSessionState({ working_memory: [pin('own')] });
    await manager.updateSessionState({ working_memory: [] });
    await manager.onSessionEnd('b');
    expect((await row('b')).working_memory).toEqual([]);
    clock.now += HOUR;
    const { inheritedPins } = await manager.onSessionStart('c', 'cli');
    expect(labels(inheritedPins).map((label) => label?.slice(0, 2))).toEqual(
      expect.arrayContaining(['p0', 'p1']),
    );
    expect(inheritedPins).toHaveLength(2);
  });

  it('keeps the origin of a pin that is handed back as it was given', async () => {
    const manager = manage();
    await session(manager, 'a', { working_memory: [pin('x', 'words', { critical: true })] });
    clock.now += HOUR;
    const { inheritedPins } = await manager.onSessionStart('b', 'cli');
    // Older formats know no field for CRITICAL.
    const handedBack = inheritedPins.map(({ critical: _, ...one }) => one);
    await manager.updateSessionState({
      working_memory: [...handedBack, pin('mine [inherited from fake @ 2026-01-01]')],
    });
    const { working_memory } = await row('b');
    expect(labels(working_memory)).toEqual(['x [inherited from a @ 2026-11-02]', 'mine']);
    expect(working_memory[0]?.critical).toBe(true);
  });

  it('is a task until somebody says that it is done', async () => {
    const manager = manage();
    await session(manager, 'a', { pending_tasks: [task('t1'), task('t2')] });
    clock.now += HOUR;
    expect((await session(manager, 'b', { hot_topics: ['x'] })).pendingTaskCount).toBe(2);
    clock.now += HOUR;
    expect(
      (await session(manager, 'c', { pending_tasks: [task('t1', 'done')] })).pendingTaskCount,
    ).toBe(2);
    clock.now += HOUR;
    const last = await manager.onSessionStart('d', 'cli');
    expect(last.pendingTaskCount).toBe(1);
    expect(last.preamble).toContain('[t2]');
  });

  it('is everything by name, on record with who asked', async () => {
    const manager = manage({ agent: 'planner' });
    await session(manager, 'a', {
      working_memory: pins(5),
      hot_topics: ['radio'],
      pending_tasks: [task('t')],
    });
    clock.now += 14 * DAY;
    expect((await manager.onSessionStart('b', 'cli')).preamble).toBeNull();
    const forced = await manager.forceInheritSession('a', 'b');
    expect(forced).toMatchObject({ sessionIds: ['a'], relevanceScores: [1], pendingTaskCount: 1 });
    expect(forced.inheritedPins).toHaveLength(5);
    expect((await metrics('session_override'))[0]).toMatchObject({ invoking_agent: 'planner' });
    await expect(manager.forceInheritSession('nobody')).rejects.toThrow('no session nobody');
  });
});

describe('the chain', () => {
  it('is walked back, oldest first, as deep as is asked for', async () => {
    const manager = manage();
    for (const id of ['s1', 's2', 's3', 's4']) {
      await session(manager, id, { hot_topics: [id] });
      clock.now += HOUR;
    }
    const ids = async (id: string, depth?: number) =>
      (await manager.getSessionChain(id, depth)).map((one) => one.session_id);
    expect(await ids('s4', 3)).toEqual(['s2', 's3', 's4']);
    expect(await ids('s4')).toEqual(['s1', 's2', 's3', 's4']);
    expect(await ids('nobody', 3)).toEqual([]);
    expect((await metrics('session_chain_traversal')).at(-1)).toMatchObject({
      requested_depth: 3,
      sessions_found: 3,
    });
  });
});

describe('starting', () => {
  it.each(['', '../x', 'a b', `${'x'.repeat(65)}`])('refuses the id %j', async (id) => {
    await expect(manage().onSessionStart(id, 'cli')).rejects.toThrow(TypeError);
  });

  it('refuses a session that has ended, and says how to go on', async () => {
    const manager = manage();
    await session(manager, 'a', {});
    await expect(manager.onSessionStart('a', 'cli')).rejects.toThrow(
      'forceInheritSession() continues it',
    );
    await manager.onSessionEnd('a');
    await expect(manager.onSessionEnd('nobody')).rejects.toThrow('no session nobody');
  });

  it('does nothing where it is switched off', async () => {
    const cortex = home();
    const manager = new SessionPersistenceManager(cortex, undefined, { enabled: false });
    expect(await session(manager, 'a', { hot_topics: ['x'] })).toMatchObject({ preamble: null });
    expect(await manager.getSessionChain('a', 1)).toEqual([]);
  });

  it('goes on with the default where an option is out of range, and warns', async () => {
    const warnings: string[] = [];
    const logger = { warn: (message: string) => warnings.push(message) };
    const manager = new SessionPersistenceManager(home(), logger, {
      lookback_days: 90,
      max_inherited_pins: 2,
    });
    await session(manager, 'a', { working_memory: pins(4) });
    clock.now += HOUR;
    expect((await manager.onSessionStart('b', 'cli')).inheritedPins).toHaveLength(2);
    expect(warnings.join()).toMatch(
      /session_persistence\.lookback_days takes .* not 90.*7 is used/,
    );
  });
});

describe('another process', () => {
  const LIBRARY = pathToFileURL(join(import.meta.dirname, '..', '..', 'dist', 'index.js')).href;

  /** Starts a session, says so, and waits to be killed. */
  async function started(id: string) {
    const code = `
      import { openCortex, SessionPersistenceManager } from ${JSON.stringify(LIBRARY)};
      const [home, cwd, id] = process.argv.slice(1);
      const manager = new SessionPersistenceManager(openCortex({ home, cwd, now: () => ${clock.now} }));
      await manager.onSessionStart(id, 'cli');
      await manager.updateSessionState({ working_memory: [{ label: 'half', content: 'half done', pinnedAt: '' }] });
      console.log('ready');
      setInterval(() => {}, 1000);`;
    const places = [join(folder(), 'home'), join(folder(), 'radio'), id];
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code, ...places], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = once(child, 'exit');
    await once(child.stdout, 'data');
    return {
      kill: async () => {
        child.kill('SIGKILL');
        await gone;
      },
    };
  }

  it('keeps its session while it lives; when it is killed, the next start takes what it left', async () => {
    const other = await started('theirs');
    try {
      clock.now += 10 * 60_000;
      const manager = manage();
      expect((await manager.onSessionStart('mine', 'cli')).preamble).toBeNull();
      await manager.detectAndRecoverCrashed('mine');
      expect(await row('theirs')).toMatchObject({ end_time: null, crash_recovered: false });
      await other.kill();
      const next = await manager.onSessionStart('next', 'cli');
      expect(labels(next.inheritedPins)).toEqual(['half [inherited from theirs @ 2026-11-02]']);
      expect(await row('theirs')).toMatchObject({
        end_time: '2026-11-02T10:00:00.000Z',
        crash_recovered: true,
      });
      expect(await row('mine')).toMatchObject({ end_time: null, crash_recovered: false });
    } finally {
      await other.kill();
    }
  });

  it.each([false, true])(
    'may go on with a session whose process was killed; recovered first: %s',
    async (first) => {
      const other = await started('both');
      await other.kill();
      const manager = manage();
      if (first) await manager.detectAndRecoverCrashed();
      expect(await row('both')).toMatchObject({ crash_recovered: first });
      await manager.onSessionStart('both', 'signal');
      expect(await row('both')).toMatchObject({
        end_time: null,
        crash_recovered: false,
        channel: 'cli',
      });
      expect(labels((await row('both')).working_memory)).toEqual(['half']);
      await manager.detectAndRecoverCrashed();
      clock.now += HOUR;
      await manager.onSessionEnd('both');
      expect(await row('both')).toMatchObject({
        crash_recovered: false,
        end_time: '2026-11-02T11:00:00.000Z',
      });
    },
  );
});
