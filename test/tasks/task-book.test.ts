import { beforeEach, describe, expect, it } from 'vitest';
import { recordNote } from '../../src/engine/tasks/noting.ts';
import { closeTask, taskMeant, tasksIn, tasksNow } from '../../src/engine/tasks/open-tasks.ts';
import { threadHere } from '../../src/engine/threads/threads.ts';
import { type EngineStage, useEngine } from '../engine.ts';

const FRIDAY = '2026-11-13T10:00:00.000Z';
const SUNDAY = '2026-11-15T10:00:00.000Z';

let stage: EngineStage;
useEngine(FRIDAY, (entered) => {
  stage = entered;
});

type Entry = readonly [string, string];

async function list(session: string, ...entries: readonly Entry[]): Promise<void> {
  await stage.send(session, 'PostToolUse', {
    tool_name: 'TodoWrite',
    tool_input: {
      todos: entries.map(([content, status]) => ({ content, status, activeForm: content })),
    },
    tool_response: {},
    tool_use_id: `toolu_${Math.random()}`,
  });
}

async function session(id: string, ...entries: readonly Entry[]): Promise<void> {
  await stage.send(id, 'SessionStart', { source: 'startup' });
  await stage.send(id, 'UserPromptSubmit', { prompt: 'work on the radio driver' });
  if (entries.length > 0) await list(id, ...entries);
  await stage.send(id, 'Stop', { last_assistant_message: 'Done for now.' });
  await stage.send(id, 'SessionEnd', { reason: 'exit' });
}

const book = () => tasksNow(stage.deps, stage.scope);
const told = async () => (await book()).told.map(({ task_id }) => task_id);
const start = async (id: string) =>
  (await stage.send(id, 'SessionStart', { source: 'startup' })) ?? '';
const person = (kind: 'next' | 'done' | 'dropped' | 'resolved' | 'blocker', text: string) =>
  recordNote(stage.deps, stage.scope, { kind, text }, 'person');

async function thread() {
  const seen = await threadHere(stage.deps, stage.scope);
  return {
    next: seen?.thread.next.map(({ text }) => text) ?? [],
    done: seen?.thread.done.map(({ text }) => text) ?? [],
    blockers: (seen?.thread.blockers ?? [])
      .filter(({ resolved }) => !resolved)
      .map(({ text }) => text),
  };
}

async function close(words: string, how: 'done' | 'dropped' = 'done') {
  const near = taskMeant(words, await tasksIn(stage.deps, stage.scope));
  if (near.kind !== 'one') return near.kind;
  await closeTask(stage.deps, stage.scope, near.found, { how, by: 'person' });
  return 'closed';
}

describe('the book of a scope', () => {
  it('is in the order in which the next session is told of it', async () => {
    await session('a', ['Write it', 'in_progress'], ['Test it', 'pending']);
    await person('next', 'Rerun the race detector');
    const order = await told();
    expect([...order].sort()).toEqual([
      'todo:rerun-the-race-detector',
      'todo:test-it',
      'todo:write-it',
    ]);
    stage.at(SUNDAY);
    const named = [...(await start('b')).matchAll(/\[(todo:[\w-]+)\]/g)].map(([, id]) => id);
    expect(named).toEqual(order);
  });

  it('has a to-do and a noted next action of the same words once', async () => {
    await session('a', ['Add a mutex: proxy', 'pending']);
    await person('next', 'add a mutex proxy');
    expect(await told()).toEqual(['todo:add-a-mutex-proxy']);
    expect((await thread()).next).toHaveLength(1);
  });

  it('keeps old work apart, and counts it', async () => {
    const listed = async (id: string, day: string, text: string) => {
      stage.at(`${day}T09:00:00.000Z`);
      await start(id);
      stage.at(`${day}T10:00:00.000Z`);
      await session(id, [text, 'pending']);
    };
    await listed('a', '2026-11-13', 'Write it');
    await listed('b', '2026-11-14', 'Test it');
    expect(await book()).toMatchObject({
      told: [{ task_id: 'todo:test-it' }],
      overtaken: [{ task_id: 'todo:write-it' }],
    });
    expect(await start('c')).toContain('1 older (cortex tasks --old)');
    stage.at('2026-11-22T10:00:00.000Z');
    expect((await book()).told).toEqual([]);
    expect((await book()).older.map(({ task_id }) => task_id)).toEqual(['todo:test-it']);
  });
});

describe('closing work anywhere closes it everywhere', () => {
  beforeEach(async () => {
    await session('a', ['Write it', 'pending'], ['Test it', 'pending']);
    await person('next', 'Write it');
    stage.at(SUNDAY);
  });

  async function expectDone() {
    expect(await told()).toEqual(['todo:test-it']);
    expect(await thread()).toMatchObject({ next: ['Test it'], done: ['Write it'] });
    expect(await start('z')).not.toMatch(/\[todo:write-it\]/);
  }

  it('by command', async () => {
    expect(await close('write it')).toBe('closed');
    await expectDone();
  });

  it('by a note of a person', async () => {
    expect(await person('done', 'WRITE IT!')).toMatchObject({
      kind: 'noted',
      closed: ['Write it'],
    });
    await expectDone();
  });

  it('by a note of the agent', async () => {
    const said = { kind: 'done', text: 'done:write-it' } as const;
    const noting = await recordNote(stage.deps, stage.scope, said, 'agent');
    expect(noting).toMatchObject({ kind: 'noted', closed: ['Write it'] });
    await expectDone();
  });

  it("by a host's list", async () => {
    await session('b', ['Write it', 'completed'], ['Test it', 'pending']);
    await expectDone();
  });

  it('by giving it up', async () => {
    expect(await close('write it', 'dropped')).toBe('closed');
    expect(await told()).toEqual(['todo:test-it']);
    expect(await thread()).toMatchObject({ next: ['Test it'], done: [] });
    await person('next', 'Paint it');
    expect(await person('dropped', 'paint')).toMatchObject({ kind: 'noted', closed: ['Paint it'] });
    expect(await thread()).toMatchObject({ next: ['Test it'], done: [] });
  });

  it('until something happens to it again', async () => {
    await start('b');
    await list('b', ['Write it', 'pending'], ['Test it', 'pending']);
    expect(await close('write it')).toBe('closed');
    stage.at('2026-11-15T11:00:00.000Z');
    // The same list again says nothing new.
    await list('b', ['Write it', 'pending'], ['Test it', 'in_progress']);
    expect(await told()).toEqual(['todo:test-it']);
    expect((await thread()).next).toEqual(['Test it']);
    await list('b', ['Write it', 'in_progress'], ['Test it', 'in_progress']);
    expect((await told()).sort()).toEqual(['todo:test-it', 'todo:write-it']);
    expect((await thread()).next.sort()).toEqual(['Test it', 'Write it']);
  });
});

it('no sentence ends a task', async () => {
  await session('a', ['Write release notes', 'pending']);
  await start('b');
  await stage.send('b', 'UserPromptSubmit', {
    prompt: 'skip the release notes, the migration is done',
  });
  await stage.send('b', 'Stop', { last_assistant_message: 'The release notes are done.' });
  expect(await told()).toEqual(['todo:write-release-notes']);
});

describe('a blocker', () => {
  const prompt = (text: string) => stage.send('a', 'UserPromptSubmit', { prompt: text });

  beforeEach(async () => {
    await stage.send('a', 'SessionStart', { source: 'startup' });
  });

  it('with a colon in it is resolved by its words, in any spelling', async () => {
    for (const said of [
      'race: line 712: lock order',
      'RACE line 712 lock order',
      'line 712 lock',
    ]) {
      await person('blocker', 'race: line 712: lock order');
      expect((await thread()).blockers).toEqual(['line 712: lock order']);
      expect(await person('resolved', said)).toMatchObject({
        kind: 'noted',
        closed: ['line 712: lock order'],
      });
      expect((await thread()).blockers).toEqual([]);
    }
  });

  it('is named where the words fit several, or none', async () => {
    await person('blocker', 'key for staging');
    await person('blocker', 'key for production');
    expect(await person('resolved', 'key')).toMatchObject({ kind: 'several' });
    expect(await person('resolved', 'vpn')).toMatchObject({ kind: 'nothing' });
    expect((await thread()).blockers).toHaveLength(2);
  });

  it('ends by a line that names it behind its label, and by no other sentence', async () => {
    await prompt('Blocked: the npm token from Dana');
    expect((await thread()).blockers).toEqual(['the npm token from Dana']);
    await prompt('got the npm token from Dana');
    await prompt('Unblocked: the review is there.');
    expect((await thread()).blockers).toHaveLength(1);
    await prompt('Go on.\nUnblocked: The npm token from Dana.');
    expect((await thread()).blockers).toEqual([]);
  });
});
