import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRepository } from '../../../test/scratch.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import type { OpenedHome } from '../../engine/keeping/duty.ts';
import { serverWorld } from '../../program/server-world.ts';
import { SYNC } from '../engine/auto.ts';
import { type SyncTools, syncByItself } from '../engine/run.ts';
import { syncDuty } from '../home.ts';
import { shareOf } from '../sql/share.ts';
import { PROJECT, testHome } from './homes.ts';
import { memoryServer } from './memory-log.ts';

describe('a sync by itself', () => {
  async function stage() {
    const server = memoryServer(() => Date.parse('2026-11-13T10:00:00.000Z'));
    server.invite(PROJECT, 'alice');
    const home = await testHome('laptop', server.as('alice'));
    let connected = 0;
    const alone = <T>(work: () => Promise<T>): Promise<T | null> => work();
    const tools: SyncTools = {
      alone,
      aloneNext: alone,
      connected: (_project, work) => {
        connected++;
        return work(home.sharing);
      },
      codec: () => home.sharing.codec,
      copies: () => {
        throw new Error('nothing is forgotten here');
      },
    };
    const pauses: number[] = [];
    const run = (meanwhile: () => Promise<void> = async () => {}) =>
      syncByItself(
        (work) => work(home.deps),
        tools,
        async (millis) => {
          pauses.push(millis);
          await meanwhile();
          home.deps.advance(millis);
        },
      );
    return { server, home, pauses, run, connections: () => connected };
  }

  it('looks again at the end of its pause, and sends what came meanwhile', async () => {
    const { server, home, pauses, run, connections } = await stage();
    let started = 0;
    Object.assign(home.deps, { start: () => void started++ });
    await home.say({ kind: 'session-start', source: 'startup' });
    await home.say({ kind: 'prompt', text: 'Look.' });
    await home.say({ kind: 'turn-end', reply: 'Done.' });
    expect(started).toBe(1);
    const texts = () =>
      server.rows.map(({ body, ...seat }) => home.sharing.codec.unpack(seat, body)).join('\n');
    await run(async () => {
      expect(texts()).toContain('Look.');
      home.deps.advance(3_000);
      await home.say({ kind: 'prompt', text: 'And then?' });
      await home.say({ kind: 'session-end', reason: null });
    });
    expect(started).toBe(1);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]).toBeGreaterThan(19_000);
    expect(pauses[0]).toBeLessThanOrEqual(20_000);
    expect(connections()).toBe(2);
    expect(texts()).toContain('And then?');
    expect(texts()).toContain('"kind":"ended"');
  });

  it('connects once where nothing came', async () => {
    const { home, run, connections } = await stage();
    await home.say({ kind: 'session-start', source: 'startup' });
    await home.say({ kind: 'turn-end', reply: 'Done.' });
    await run();
    expect(connections()).toBe(1);
  });
});

describe('a process that goes on', () => {
  it('hands over only what it has under way', async () => {
    let elsewhere = 0;
    let finish = () => {};
    const failures: unknown[] = [];
    const syncHome = () =>
      new Promise<void>((done) => {
        finish = done;
      });
    const duty = syncDuty({
      env: {},
      home: () => ({}) as OpenedHome,
      load: () => ({ syncHome }),
      start: (words) => {
        expect(words).toEqual(SYNC);
        elsewhere++;
      },
      failed: (error) => void failures.push(error),
    });
    duty.handOver();
    expect(elsewhere).toBe(0);
    expect(duty.takes(['maintain', '--auto'])).toBe(false);
    expect(duty.takes(SYNC)).toBe(true);
    duty.handOver();
    expect(elsewhere).toBe(1);
    finish();
    await new Promise((done) => setImmediate(done));
    duty.handOver();
    expect(elsewhere).toBe(1);
    expect(failures).toEqual([]);
  });

  describe('serving tools', () => {
    const scratch = useScratch();

    it('syncs itself', async () => {
      const cwd = makeRepository(join(scratch.path, 'shop'));
      const env = { CORTEX_HOME: join(scratch.path, 'home'), HOME: scratch.path };
      const synced: string[] = [];
      const { around } = serverWorld(
        env,
        () => cwd,
        () => ({
          syncHome: async (home: OpenedHome) => {
            const { deps, close } = home.open();
            const projects = await shareOf(deps).sharedProjects();
            synced.push(...projects.map(({ project }) => `${home.folder} ${project}`));
            close();
          },
        }),
      );
      const { deps, close } = around.serverHome().open();
      const { scope } = deps.locate(cwd);
      await shareOf(deps).shareProject({
        scopeKey: scope.key,
        project: PROJECT,
        name: PROJECT,
        since: deps.now(),
        origin: `alice/${'a'.repeat(32)}`,
      });
      deps.start(SYNC);
      close();
      await new Promise((done) => setTimeout(done, 50));
      expect(synced).toEqual([`${env.CORTEX_HOME} ${PROJECT}`]);
    });
  });
});
