import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../src/domain/base/ids.ts';
import {
  CortexBridge,
  type CortexOptions,
  SessionPersistenceManager,
  type SessionState,
  scoreAll,
} from '../../src/program/index.ts';
import { libraryHomes, START } from '../library-home.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const { clock, home } = libraryHomes();
const bridge = (options?: CortexOptions) => new CortexBridge(home(options));
const at = (hours: number) => new Date(START + hours * HOUR).toISOString();
const ids = (states: readonly { session_id: string }[]) =>
  states.map(({ session_id }) => session_id);

describe('saveSessionState', () => {
  it('makes a record, updates it and ends it', async () => {
    const store = bridge();
    await store.saveSessionState({ session_id: 'a', channel: 'signal', hot_topics: ['antenna'] });
    clock.now += HOUR;
    await store.saveSessionState({
      session_id: 'a',
      working_memory: [{ label: 'ptt', content: 'never key the transmitter', pinnedAt: at(0) }],
    });
    const [open] = await store.getSessionChain('a', 1);
    expect(open).toMatchObject({ channel: 'signal', hot_topics: ['antenna'], end_time: null });
    await store.saveSessionState({ session_id: 'a', end_time: at(2) });
    await store.saveSessionState({ session_id: 'a', end_time: at(2), hot_topics: ['changed'] });
    expect((await store.getSessionChain('a', 1))[0]).toMatchObject({
      scope: 'project:radio',
      hot_topics: ['antenna'],
      working_memory: [{ label: 'ptt' }],
      end_time: at(1),
    });
  });

  it('takes a state of the fields that the sources name', async () => {
    const state: SessionState = {
      session_id: 'a',
      start_time: at(0),
      end_time: at(1),
      channel: 'signal',
      working_memory: [{ content: 'never key the transmitter', pinnedAt: at(0) }],
      hot_topics: ['antenna'],
      active_projects: ['radio'],
      pending_tasks: [
        { task_id: 't1', title: 'tune it', stage: 'build', flagged_incomplete: true },
      ],
      recent_learnings: [],
      confidence_updates: [],
      sop_interactions: [],
      previous_session_id: null,
      continued_by: null,
      schema_version: 1,
    };
    clock.now += 2 * HOUR;
    const store = bridge();
    await store.saveSessionState(state);
    expect((await store.getSessionChain('a', 1))[0]).toMatchObject({
      channel: 'signal',
      end_time: at(1),
      hot_topics: ['antenna'],
    });
    expect(scoreAll([state], { keywords: ['antenna'] }, 0, { now: clock.now })).toHaveLength(1);
  });

  it('gives a later start what it saved', async () => {
    const pin = { label: 'ptt', content: 'never key the transmitter', pinnedAt: at(0) };
    await bridge().saveSessionState({ session_id: 'a', working_memory: [pin], end_time: at(0) });
    clock.now += DAY;
    const restored = await new SessionPersistenceManager(home()).onSessionStart('b', 'cli');
    expect(restored.sessionIds).toEqual(['a']);
    expect(restored.preamble).toContain('never key the transmitter');
  });

  it('refuses what no session can be', async () => {
    const store = bridge();
    await expect(store.saveSessionState({ session_id: '../x' })).rejects.toThrow(TypeError);
    await store.saveSessionState({ session_id: 'a', end_time: at(0) });
    await expect(store.saveSessionState({ session_id: 'a', hot_topics: ['x'] })).rejects.toThrow(
      'has ended',
    );
  });
});

describe('getRecentSessions', () => {
  it('gives those that ended within the days, the latest first', async () => {
    const store = bridge();
    for (const [i, id] of ['a', 'b', 'c'].entries()) {
      clock.now = START + i * DAY;
      await store.saveSessionState({
        session_id: id,
        hot_topics: ['x'],
        end_time: new Date(clock.now).toISOString(),
      });
    }
    await store.saveSessionState({ session_id: 'global', scope: 'global', end_time: at(47) });
    await store.saveSessionState({ session_id: 'open' });
    expect(ids(await store.getRecentSessions(7))).toEqual(['c', 'global', 'b', 'a']);
    expect(ids(await store.getRecentSessions(1))).toEqual(['c', 'global', 'b']);
    expect(ids(await store.getRecentSessions(7, 1))).toEqual(['c']);
    await expect(store.getRecentSessions(Number.NaN)).rejects.toThrow(RangeError);
  });
});

describe('markSessionContinued', () => {
  it('links sessions; the first continuation stays', async () => {
    const store = bridge();
    for (const id of ['a', 'b', 'c'])
      await store.saveSessionState({ session_id: id, end_time: at(0) });
    await store.markSessionContinued('a', 'b');
    await store.markSessionContinued('a', 'b');
    await store.markSessionContinued('a', 'c');
    expect((await store.getSessionChain('a', 1))[0]!.continued_by).toBe('b');
    const { deps } = await home().open();
    expect(await deps.store.contributors('c' as SessionId)).toEqual(['a']);
    await expect(store.markSessionContinued('a', 'nobody')).rejects.toThrow(
      'there is no session nobody',
    );
    await expect(store.markSessionContinued('a', 'a')).rejects.toThrow('itself');
  });
});

describe('the short form', () => {
  it('names the last work to agents and is no preamble of the library', async () => {
    const store = bridge();
    await store.saveSessionState({
      session_id: 'a',
      hot_topics: ['x'],
      pending_tasks: [],
      end_time: at(0),
    });
    clock.now += 12 * DAY;
    const cortex = home();
    const { preamble, sessionIds } = await new SessionPersistenceManager(cortex).onSessionStart(
      'b',
      'cli',
    );
    expect([preamble, sessionIds]).toEqual([null, []]);
    const { deps } = await cortex.open();
    const [told] = await deps.store.restoresOf('b' as SessionId);
    expect(told!.preamble).toContain('nothing inherited; last work 12d ago');
  });
});

it('is what a manager is made of, with a logger and options', async () => {
  const store = bridge();
  const warned: string[] = [];
  const logger = { warn: (message: string) => void warned.push(message) };
  const manager = new SessionPersistenceManager(store, logger, {
    enabled: true,
    max_inherited_pins: 1,
  });
  const pins = ['one', 'two'].map((content) => ({ content, pinnedAt: at(0) }));
  await store.saveSessionState({ session_id: 'a', working_memory: pins, end_time: at(0) });
  clock.now += DAY;
  expect((await manager.onSessionStart('b', 'cli')).inheritedPins).toHaveLength(1);
  const ids = (await store.getSessionChain('b')).map(({ session_id }) => session_id);
  expect(ids).toEqual(['a', 'b']);
  expect(() => new SessionPersistenceManager({} as CortexBridge)).toThrow('openCortex()');
});
