import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepository } from '../../test/scratch.ts';
import { table } from '../../test/table.ts';
import { useScratch } from '../../test/use-scratch.ts';
import type { ScopeKey, SessionId } from '../domain/base/ids.ts';
import type { OpenedHome } from '../engine/keeping/duty.ts';
import { HOME_ROOMS } from '../program/rooms/homes.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { TOOLS } from '../surfaces/mcp/tools.ts';
import { commandDescription } from './command.ts';
import { cortexPlugin, type Load, newState } from './plugin.ts';
import { openSurface } from './program/compose.ts';
import { toolDeclarations } from './surface.ts';
import { FakeOpenClaw, Transcripts } from './test/gateway.ts';

/** A busy machine is not what is tested; nor is maintenance, which would outlive the folder. */
const PATIENT = { restore: { deadline_ms: 10_000 }, maintenance: { auto: false } };

const scratch = useScratch();
let transcripts: Transcripts;
let gateways: FakeOpenClaw[];

/** Homes that the gateway synced itself. */
let synced: string[];

beforeEach(() => {
  synced = [];
  transcripts = new Transcripts();
  gateways = [];
});
afterEach(async () => {
  for (const gateway of gateways) await gateway.stop();
});

function plugin(unfit: string | null = null, surface?: Load['surface']) {
  const load: Load = {
    tools: toolDeclarations(),
    command: commandDescription(),
    env: process.env,
    unfit,
    prepare: async () => {},
    surface:
      surface ??
      (async (stateDir, settings, logger) =>
        openSurface(stateDir, settings, logger, {
          program: 'nowhere.cjs',
          home: join(scratch.path, 'person'),
          load: () => ({ syncHome: async ({ folder }: OpenedHome) => void synced.push(folder) }),
        })),
  };
  return cortexPlugin(load, newState());
}

/** A process of its own, as far as the plugin can tell. */
function gateway(
  options: { config?: unknown; isAllowed?: boolean; plugin?: ReturnType<typeof plugin> } = {},
) {
  const made = new FakeOpenClaw({
    plugin: plugin(),
    stateDir: scratch.path,
    transcripts,
    ...options,
    config: { ...PATIENT, ...(options.config as object) },
  });
  gateways.push(made);
  return made;
}

const KEY = 'agent:main:main';
const here = { sessionKey: KEY, messageChannel: 'webchat', agentId: 'main' };

/** A turn in which the model pins something. */
async function pinned(host: FakeOpenClaw, prompt: string, content: string): Promise<void> {
  await host.turn(KEY, prompt);
  await host.tool('working_memory', here, { action: 'pin', content });
}

function homes(): string[] {
  return existsSync(join(scratch.path, 'cortex'))
    ? readdirSync(join(scratch.path, 'cortex')).sort()
    : [];
}

async function within<T>(home: string, look: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteStore(join(scratch.path, 'cortex', home, 'brain.db'), {
    waitMillis: () => 5_000,
    prepare: () => {},
    sharedMemory: true,
    now: Date.now,
  } as Parameters<typeof openSqliteStore>[1]);
  try {
    return await look(store);
  } finally {
    store.close();
  }
}

function sessionsIn(home = 'agent-main') {
  return within(home, async (store) => [...(await store.history({ limit: 50 }))].reverse());
}

function promptsIn(home: string) {
  return within(home, async (store) => {
    const [session] = await store.history({ limit: 1 });
    const facts = await store.factsOf(session!.session_id as SessionId);
    return facts.map(({ fact }) => fact).filter(({ kind }) => kind === 'prompt');
  });
}

describe('a conversation in a gateway', () => {
  it('is told in the next session what was pinned in the one before, although its id is given again', async () => {
    const host = await gateway().start();
    await pinned(host, 'Work on the login page', 'The login page must work without scripts');
    await host.reset(KEY);
    const told = await host.turn(KEY, 'What now?');
    expect(told).toContain('The login page must work without scripts');
    expect(told).toMatch(/^<session-continuity [\s\S]*<\/session-continuity>$/);
    const sessions = await sessionsIn();
    expect(sessions.map(({ end_time }) => end_time === null)).toEqual([false, true]);
    expect(sessions[1]!.previous_session_id).toBe(sessions[0]!.session_id);
    expect(new Set(sessions.map(({ session_id }) => session_id)).size).toBe(2);
  });

  it('is told the same to the byte in every turn, and by every run of the gateway', async () => {
    let host = await gateway().start();
    await pinned(host, 'Work on the parser of dates', 'Dates are ISO, always');
    await host.reset(KEY);
    const first = await host.turn(KEY, 'Now the parser of numbers');
    expect(first).toContain('Dates are ISO');
    const more = [
      await host.turn(KEY, 'And dates again?', {
        tools: [{ name: 'write', params: { path: 'a.ts', content: 'x' } }],
      }),
      await host.turn(KEY, 'Another pin meanwhile'),
    ];
    await host.tool('working_memory', here, {
      action: 'pin',
      content: 'A pin of this very session',
    });
    more.push(await host.turn(KEY, 'Still the same?'));
    await host.stop();
    host = await gateway().start();
    more.push(await host.turn(KEY, 'After a restart'), await host.turn(KEY, 'And once more'));
    expect(more).toEqual(more.map(() => first));
  });

  it.runIf(HOME_ROOMS.some(({ duty }) => duty))(
    'is shared by the gateway itself, and only where its project is',
    async () => {
      const host = await gateway().start();
      await host.turn(KEY, 'Hello');
      expect(synced).toEqual([]);
      const scopeKey = (await sessionsIn())[0]!.scope_key as ScopeKey;
      const raw = new DatabaseSync(join(scratch.path, 'cortex', 'agent-main', 'brain.db'));
      raw
        .prepare(
          'INSERT INTO share_projects(scope_key, project, name, origin, since) VALUES (?, ?, ?, ?, 0)',
        )
        .run(scopeKey, 'p', 'p', `alice/${'a'.repeat(32)}`);
      raw.close();
      await host.turn(KEY, 'Hello again');
      expect(synced).toEqual([join(scratch.path, 'cortex', 'agent-main')]);
    },
  );

  it('says nothing where there is nothing to say', async () => {
    const host = await gateway().start();
    expect(await host.turn(KEY, 'Hello')).toBeNull();
    expect(await host.turn(KEY, 'Hello again')).toBeNull();
  });

  it('goes on after a restart that no session_start tells of, and ends with the service', async () => {
    let host = await gateway().start();
    await pinned(host, 'Rename the module', 'Modules have short names');
    await host.stop();
    expect((await sessionsIn()).map(({ end_time }) => end_time !== null)).toEqual([true]);
    host = await gateway().start();
    await host.turn(KEY, 'Go on');
    expect(await host.command('pins', { ...here })).toContain('Modules have short names');
    await host.stop();
    const sessions = await sessionsIn();
    expect(sessions.map(({ end_time }) => end_time !== null)).toEqual([true, true]);
    expect(sessions[1]!.previous_session_id).toBe(sessions[0]!.session_id);
  });

  it('is new after a reset that happened while nobody was listening', async () => {
    let host = await gateway().start();
    await pinned(host, 'Write the changelog of the parser', 'The changelog is for people');
    await host.stop();
    transcripts.replace(KEY, []);
    host = await gateway().start();
    const told = await host.turn(KEY, 'A new start');
    expect(told).toContain('inherited from 1 prior session');
    expect(told).toContain('The changelog is for people');
  });

  it('is succeeded by one with a key of its own, which inherits', async () => {
    const host = await gateway().start();
    await pinned(host, 'Water the plants', 'Plants on Mondays');
    await host.succeed(KEY, 'agent:main:next');
    expect(await host.turn('agent:main:next', 'And now?')).toContain('Plants on Mondays');
    expect((await sessionsIn()).map(({ end_time }) => end_time !== null)).toEqual([true, false]);
  });

  it('without a workspace tells each key its own, and after a reset what was said under it', async () => {
    const host = await gateway().start();
    const other = 'agent:main:other';
    await host.turn(KEY, 'Write the zephyrine letter', {
      reply: 'The zephyrine letter is written.',
    });
    await host.turn(other, 'Draw the quillaja plan', { reply: 'The quillaja plan is drawn.' });
    for (const key of [KEY, other]) await host.reset(key);
    const told = [await host.turn(KEY, 'Where were we?'), await host.turn(other, 'Where were we?')];
    expect(told.map((text) => /zephyrine/.test(text ?? ''))).toEqual([true, false]);
    expect(told.map((text) => /quillaja/.test(text ?? ''))).toEqual([false, true]);
  });

  it('counts one event once, however often the plugin was registered', async () => {
    const host = await gateway().start();
    await host.turn(KEY, 'Once', {
      tools: [{ name: 'write', params: { path: 'once.ts', content: 'let a = 1' } }],
    });
    await host.turn(KEY, 'Twice');
    const [session] = await sessionsIn();
    expect(session!.turn_count).toBe(2);
  });

  it('is told again after compaction, once anew and then the same', async () => {
    const host = await gateway().start();
    await pinned(host, 'Draw the diagram', 'Diagrams are text');
    expect(await host.turn(KEY, 'More')).toBeNull();
    await host.compact(KEY);
    const after = await host.turn(KEY, 'Where were we?');
    expect(after).toContain('Diagrams are text');
    expect(await host.turn(KEY, 'And now?')).toBe(after);
    expect((await sessionsIn()).length).toBe(1);
  });

  it('is told after a compaction in the middle of a turn, when the same message is tried again', async () => {
    const host = await gateway().start();
    await pinned(host, 'First', 'Never lose this');
    const ctx = {
      runId: 'r',
      agentId: 'main',
      sessionKey: KEY,
      trigger: 'user',
      channel: 'webchat',
    };
    const attempt = () => ({
      prompt: 'x',
      currentUserMessage: 'Try',
      currentUserMessageId: 'm1',
      messages: [{ role: 'user', content: 'First' }],
    });
    await host.fire('before_prompt_build', attempt(), ctx);
    await host.compact(KEY);
    const [again] = await host.fire('before_prompt_build', attempt(), ctx);
    expect((again as { appendSystemContext: string }).appendSystemContext).toContain(
      'Never lose this',
    );
  });

  it('keeps a heartbeat out of what people said, and shows it the same text', async () => {
    const host = await gateway().start();
    const alice = { channel: 'telegram', senderId: 'alice' };
    await host.turn(KEY, 'Plan the garden', alice);
    await host.reset(KEY);
    const told = await host.turn(KEY, 'Garden', alice);
    expect(told).not.toBeNull();
    expect(await host.turn(KEY, 'Read HEARTBEAT.md', { trigger: 'heartbeat' })).toBe(told);
    const sessions = await sessionsIn('agent-main.on-telegram.sender-alice');
    expect(sessions[1]!.turn_count).toBe(1);
    expect(homes()).toEqual(['agent-main.on-telegram.sender-alice']);
  });

  it('counts what a subagent did for the one that started it', async () => {
    const host = await gateway().start();
    await host.turn(KEY, 'Delegate');
    const child = 'agent:main:subagent:7';
    await host.fire('subagent_spawned', { childSessionKey: child }, { requesterSessionKey: KEY });
    const told = await host.turn(child, 'Do a part', {
      tools: [{ name: 'write', params: { path: '/x/part.ts', content: 'export const part = 1' } }],
    });
    expect(told).toBeNull();
    await host.turn(KEY, 'Thanks');
    const sessions = await sessionsIn();
    expect(sessions.length).toBe(1);
    expect(sessions[0]!.files_modified).toContain('/x/part.ts');
  });

  it('keeps nothing of an incognito one', async () => {
    const host = await gateway().start();
    const key = 'agent:main:dashboard:incognito-1';
    expect(await host.turn(key, 'A secret')).toBeNull();
    await expect(
      host.tool('working_memory', { sessionKey: key }, { action: 'pin', content: 'x' }),
    ).rejects.toThrow('incognito');
    expect(homes()).toEqual([]);
  });
});

describe('several at once', () => {
  it('knows whether one of a group spoke', async () => {
    const host = await gateway().start();
    const group = 'agent:main:telegram:group:-100';
    await host.turn(group, 'Paint the shed', { channel: 'telegram', senderId: 'alice' });
    await host.turn(KEY, 'Paint the fence', { channel: 'telegram', senderId: 'alice' });
    await host.stop();
    const said = await Promise.all(homes().map((home) => promptsIn(home)));
    expect(said.flat()).toEqual([
      { kind: 'prompt', text: 'Paint the shed', group: true },
      { kind: 'prompt', text: 'Paint the fence' },
    ]);
  });

  it('keeps what is said on no channel that the host names apart from the owner', async () => {
    const host = await gateway().start();
    await host.turn(KEY, 'Paint the fence');
    const ctx = { runId: 'r', agentId: 'main', sessionKey: KEY, trigger: 'user' };
    const event = { prompt: 'x', currentUserMessage: 'The fence?', messages: [] };
    expect((await host.fire('before_prompt_build', event, ctx)).filter(Boolean)).toEqual([]);
    expect(homes()).toEqual(['agent-main', 'agent-main.somewhere']);
  });

  it('never hands the work of another agent, channel, sender or group on', async () => {
    const host = await gateway().start();
    const people = table<{ key: string; speaker: { channel?: string; senderId?: string } }>(
      'openclaw-people',
    );
    for (const [i, { key, speaker }] of people.entries()) {
      await host.turn(key, `Remember word${i} for the common project`, speaker);
      await host.tool(
        'working_memory',
        { sessionKey: key },
        { action: 'pin', content: `Secret number${i}`, critical: true },
      );
    }
    for (const key of new Set(people.map((one) => one.key))) await host.reset(key);
    for (const [i, { key, speaker }] of people.entries()) {
      const told = await host.turn(key, 'What about the common project?', speaker);
      expect(told).toContain(`Secret number${i}`);
      for (const j of people.keys()) if (j !== i) expect(told).not.toContain(`number${j}`);
    }
    expect(homes().length).toBe(people.length);
  });

  it.each(table<{ config: object; from: string[]; to: string[]; by?: string }>('openclaw-sharing'))(
    'hands it on where $config says so',
    async ({ config, from, to, by = KEY }) => {
      const host = await gateway({ config: { openclaw: config } }).start();
      const of = ([channel, senderId]: string[]) =>
        channel ? { channel, senderId: senderId! } : {};
      await host.turn(KEY, 'Build the shed', of(from));
      await host.tool('working_memory', here, { action: 'pin', content: 'The shed is red' });
      await host.reset(KEY);
      expect(await host.turn(by, 'The shed?', of(to))).toContain('The shed is red');
    },
  );

  it('serves many conversations at the same time, each with its own session', async () => {
    const host = await gateway().start();
    const keys = Array.from({ length: 12 }, (_, i) => `agent:main:s${i}`);
    await Promise.all(keys.map((key) => host.turn(key, `Work on ${key}`)));
    await Promise.all(
      keys.map((key) =>
        host.turn(key, `More of ${key}`, { tools: [{ name: 'read', params: { path: key } }] }),
      ),
    );
    const sessions = await sessionsIn();
    expect(sessions.length).toBe(12);
    expect(sessions.map(({ turn_count }) => turn_count)).toEqual(keys.map(() => 2));
  });

  it('keeps more audiences apart than it keeps open', async () => {
    const host = await gateway().start();
    for (let i = 0; i < 20; i++)
      await host.turn(`agent:main:telegram:direct:${i}`, 'Hi', {
        channel: 'telegram',
        senderId: `${i}`,
      });
    for (let i = 0; i < 20; i++)
      await host.turn(`agent:main:telegram:direct:${i}`, 'Again', {
        channel: 'telegram',
        senderId: `${i}`,
      });
    expect(homes().length).toBe(20);
    expect((await sessionsIn('agent-main.on-telegram.sender-3'))[0]!.turn_count).toBe(2);
  });
});

describe('the plugin', () => {
  it('opens nothing before something happens', async () => {
    const host = await gateway().start();
    expect(homes()).toEqual([]);
    await host.turn(KEY, 'Hello');
    expect(homes()).toEqual(['agent-main']);
  });

  it('takes no hook that could stop the agent or its tools, and none that is gone', async () => {
    const host = await gateway().start();
    for (const hook of ['before_tool_call', 'before_agent_run', 'before_agent_start'])
      expect(host.hookNames).not.toContain(hook);
    expect(host.hookNames).toContain('before_prompt_build');
  });

  it('files work under the project of the workspace', async () => {
    const host = await gateway().start();
    const workspaceDir = makeRepository(join(scratch.path, 'shop'));
    await host.turn(KEY, 'Hello', { workspaceDir });
    expect((await sessionsIn())[0]!.scope).toBe('project:shop');
  });

  it('works without a service, where each run is a session that the next one resumes', async () => {
    const first = gateway().startLocally();
    await first.turn(KEY, 'A local run');
    await first.tool('working_memory', here, { action: 'pin', content: 'Local runs count' });
    await first.turn(KEY, 'Another local run');
    const second = gateway().startLocally();
    await second.turn(KEY, 'The next process');
    expect(await second.command('pins', { ...here })).toMatch(
      /Local runs count .*for the next session/,
    );
    const sessions = await sessionsIn();
    expect(
      sessions.every(({ end_time, crash_recovered }) => end_time !== null && !crash_recovered),
    ).toBe(true);
    expect(sessions.at(-1)!.working_memory.map(({ content }) => content)).toContain(
      'Local runs count',
    );
  });

  it('takes new settings while sessions go on', async () => {
    const host = await gateway().start();
    await host.turn(KEY, 'Before');
    await host.reconfigure({ ...PATIENT, pins: { max: 1 } });
    await host.turn(KEY, 'After');
    const sessions = await sessionsIn();
    expect(sessions.map(({ turn_count }) => turn_count)).toEqual([2]);
    await host.reconfigure({ ...PATIENT, session_persistence: { enabled: false } });
    await host.turn(KEY, 'Off');
    expect((await sessionsIn())[0]!.turn_count).toBe(2);
  });

  it('refuses a setting that is out of range by a warning, and runs with the default', async () => {
    const host = await gateway({ config: { pins: { max: 99 } } }).start();
    await host.turn(KEY, 'Hello');
    expect(host.warnings.join()).toContain('pins.max takes a whole number from 1 to 10');
    expect(homes()).toEqual(['agent-main']);
  });

  it('says once, plainly, that it may not see prompts', async () => {
    const host = await gateway({ isAllowed: false }).start();
    await host.turn(KEY, 'Hello', { tools: [{ name: 'read', params: { path: 'a' } }] });
    await host.turn(KEY, 'Hello', { tools: [{ name: 'read', params: { path: 'b' } }] });
    const said = host.warnings.filter((line) => line.includes('allowConversationAccess'));
    expect(said.length).toBe(1);
    expect(homes()).toEqual([]);
    // The tools go on.
    await host.tool('working_memory', here, { action: 'pin', content: 'Still possible' });
    expect(await host.command('pins', { ...here })).toContain('Still possible');
  });

  it('does nothing but say so on a Node that is too old', async () => {
    const host = await gateway({ plugin: plugin('Cortex needs another Node.') }).start();
    expect(await host.turn(KEY, 'Hello')).toBeNull();
    expect(host.warnings).toEqual(['Cortex needs another Node.']);
    expect(host.toolNames).toEqual([]);
  });

  it('never fails its host', async () => {
    const broken = plugin(null, async () => {
      throw new Error('no disk');
    });
    const host = await gateway({ plugin: broken }).start();
    expect(await host.turn(KEY, 'Hello')).toBeNull();
    expect(await host.turn(KEY, 'Hello again')).toBeNull();
    expect(await host.command('pins', here)).toContain('Cortex could not do its work: no disk');
    expect(host.warnings).toEqual(['Cortex could not do its work: no disk']);
    await host.stop();
  });

  it('tries again after a failure, with the next event', async () => {
    let isBroken = true;
    const host = await gateway({
      plugin: plugin(null, async (stateDir, settings, logger) => {
        if (isBroken) throw new Error('no disk');
        const around = { program: 'nowhere.cjs', home: null, load: () => null };
        return openSurface(stateDir, settings, logger, around);
      }),
    }).start();
    expect(await host.turn(KEY, 'Hello')).toBeNull();
    isBroken = false;
    await host.turn(KEY, 'Hello again');
    expect(await sessionsIn()).toHaveLength(1);
  });

  it('announces a restore that takes too long, and makes up for it in the next turn', async () => {
    const host = await gateway().start();
    await pinned(host, 'Paint the fence', 'The fence is green');
    await host.reset(KEY);
    await host.reconfigure({ maintenance: { auto: false }, restore: { deadline_ms: 1 } });
    const slow = await host.turn(KEY, 'The fence?');
    await host.reconfigure(PATIENT);
    const next = await host.turn(KEY, 'The fence again?');
    expect(slow).toContain('earlier work exists');
    expect(next).toContain('The fence is green');
  });
});

describe('the tools', () => {
  it('are all those of the MCP server, for the conversation that uses them', async () => {
    const host = await gateway().start();
    expect(host.toolNames).toEqual(TOOLS.map(({ name }) => name));
    await host.turn(KEY, 'Choose a colour for the fence');
    await host.tool('session_note', here, {
      kind: 'decision',
      text: 'The fence is green',
      reason: 'paint is there',
    });
    await host.tool('cortex_add', here, { content: 'Green paint is in the cellar' });
    expect(await host.tool('cortex_search', here, { query: 'paint cellar' })).toContain(
      'Green paint',
    );
    await host.reset(KEY);
    const told = await host.turn(KEY, 'Which colour?');
    expect(told).toMatch(/^DECISIONS:\n- .*green/im);
    expect(told).toContain('Green paint is in the cellar');
    const bob = { ...here, messageChannel: 'telegram', requesterSenderId: 'bob' };
    await host.turn(KEY, 'Hello', { channel: 'telegram', senderId: 'bob' });
    expect(await host.tool('cortex_search', bob, { query: 'paint cellar' })).not.toContain(
      'Green paint',
    );
    expect(await host.tool('session_history', bob, {})).not.toContain('colour');
    await expect(host.tool('session_history', bob, { all: true })).rejects.toThrow(
      'mcp.other_projects',
    );
    const [earlier] = await sessionsIn();
    const asked = { session_id: earlier!.session_id };
    await expect(host.tool('cortex_session_continue', bob, asked)).rejects.toThrow(
      'No session has an id',
    );
  });

  it('say in a sentence what was wrong', async () => {
    const host = await gateway().start();
    await expect(host.tool('working_memory', here, { action: 'pin' })).rejects.toThrow(
      'nothing to pin',
    );
    await expect(host.tool('working_memory', here, { action: 'fly' })).rejects.toThrow(
      /working_memory.*action/,
    );
  });

  it('continue a session in their answer, and not once more in every turn', async () => {
    const host = await gateway({
      config: { session_persistence: { relevance_threshold: 1 } },
    }).start();
    await pinned(host, 'Sort the tools', 'Tools hang on the wall');
    await host.reset(KEY);
    const before = await host.turn(KEY, 'Something else');
    const [earlier] = await sessionsIn();
    const answer = await host.tool('cortex_session_continue', here, {
      session_id: earlier!.session_id,
    });
    expect(answer).toContain('Tools hang on the wall');
    expect(await host.turn(KEY, 'Now?')).toBe(before);
    await host.stop();
    const next = await gateway().start();
    expect(await next.turn(KEY, 'After a restart')).toBe(before);
  });
});

describe("what the person's own config.json forbids", () => {
  const say = (options: object) => {
    mkdirSync(join(scratch.path, 'person'), { recursive: true });
    writeFileSync(join(scratch.path, 'person', 'config.json'), JSON.stringify(options));
  };

  it('ends capture and restore at once, and the file alone takes it back', async () => {
    const host = await gateway().start();
    await pinned(host, 'Sort the tools', 'Tools hang on the wall');
    await host.reset(KEY);
    expect(await host.turn(KEY, 'Go on')).toContain('on the wall');
    say({ session_persistence: { enabled: false } });
    expect(await host.turn(KEY, 'The secret plan')).toBeNull();
    expect(await host.command('', here)).toContain('capture and restore are off');
    await host.turn('agent:main:other', 'Another secret plan');
    say({});
    expect(await host.turn(KEY, 'Go on again')).toContain('on the wall');
    const said = JSON.stringify(await promptsIn('agent-main'));
    expect(said).toContain('Go on again');
    expect(said).not.toContain('secret plan');
    expect(await sessionsIn()).toHaveLength(2);
  });

  it('leaves out its folders', async () => {
    const repository = makeRepository(join(scratch.path, 'private', 'diary'));
    say({ capture: { exclude: [`${join(scratch.path, 'private')}/**`] } });
    const host = await gateway().start();
    expect(await host.turn(KEY, 'Dear diary', { workspaceDir: repository })).toBeNull();
    await host.turn('agent:main:work', 'Sort the tools');
    expect(await sessionsIn()).toHaveLength(1);
    expect(JSON.stringify(await promptsIn('agent-main'))).not.toContain('diary');
  });
});

describe('/cortex', () => {
  it('offers what operations declare for chats, and its documentation names the same', async () => {
    const offered = ['status', 'sessions [limit]', 'continue <id>', 'told', 'pin'];
    expect(commandDescription()).toBe(
      `What Cortex keeps of this conversation: ${offered.join(', ')}.`,
    );
    const help = await (await gateway().start()).command('help', here);
    expect(help.match(/^\/cortex [^:]+/gm)).toEqual(offered.map((usage) => `/cortex ${usage}`));
    const page = readFileSync(
      join(import.meta.dirname, '..', '..', 'docs/hosts/openclaw.md'),
      'utf8',
    );
    expect(page).toContain(
      `without the model: ${offered.map((usage) => `\`${usage}\``).join(', ')}.`,
    );
  });

  it('answers in words', async () => {
    const host = await gateway().start();
    await pinned(host, 'Sort the tools', 'Tools hang on the wall');
    await host.reset(KEY);
    expect(await host.command('pins', here)).toMatch(
      /Tools hang on the wall .*for the next session/,
    );
    await host.turn(KEY, 'Go on with the tools');
    expect(await host.command('', here)).toMatch(
      /capture and restore are on[\s\S]*agent main[\s\S]*2 sessions \(1 open\)/,
    );
    expect(await host.command('pins', here)).toContain('Tools hang on the wall');
    expect(await host.command('history', here)).toMatch(/\(ended, 0m ago[^)]*\) Sort the tools/);
    expect(await host.command('explain', here)).toContain('recency');
    expect(await host.command('nonsense', here)).toContain('There is no /cortex nonsense');
    expect(await host.command('constructor', here)).toContain('There is no /cortex constructor');
    expect(await host.command('history 51', here)).toBe(
      '/cortex sessions does not take 51.\n/cortex sessions [limit]: earlier sessions',
    );
    expect(await host.command('history 1', here)).toContain('Go on with the tools');
  });

  it('continues an earlier session, and the model hears of it from the next turn on', async () => {
    const host = await gateway({
      config: { session_persistence: { relevance_threshold: 1 } },
    }).start();
    await pinned(host, 'Sort the tools', 'Tools hang on the wall');
    await host.reset(KEY);
    expect((await host.turn(KEY, 'Something else')) ?? '').not.toContain('wall');
    const [earlier] = await sessionsIn();
    const answer = await host.command(`continue ${earlier!.session_id.slice(0, 8)}`, here);
    expect(answer).toContain('1 working memory pin restored');
    const told = await host.turn(KEY, 'Now?');
    expect(told).toContain('Tools hang on the wall');
    expect(await host.turn(KEY, 'And now?')).toBe(told);
    expect(await host.command('continue ffffffff', here)).toContain('No session has an id');
    expect(await host.command('continue', here)).toContain('Which session?');
  });

  it('is about whoever gave it, not about who spoke last', async () => {
    const host = await gateway().start();
    await host.turn(KEY, 'Hello', { channel: 'telegram', senderId: 'alice' });
    await host.tool('working_memory', here, { action: 'pin', content: 'Of Alice alone' });
    const bob = { ...here, channel: 'telegram', senderId: 'bob' };
    expect(await host.command('pins', bob)).toBe('No pins.');
    expect(await host.command('history', bob)).toBe('No sessions yet.');
    expect(await host.command('pins', { ...bob, senderId: 'alice' })).toContain('Of Alice alone');
  });
});
