import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { type Agent, type AgentOptions, cortex, type Result, told } from '../agent.ts';
import { writeOlderBrain } from '../older-brain.ts';
import { makeRepository } from '../scratch.ts';
import { type Stage, useStage } from '../stage.ts';

const FRIDAY = '2026-11-13T10:00:00.000Z';
const SUNDAY = '2026-11-15T10:00:00.000Z';
const SATURDAY = '2026-11-14T10:00:00.000Z';
const MONDAY = '2026-11-16T10:00:00.000Z';

let folder: Stage['folder'];
let home: string;
let repo: string;
const agent = useStage('radio', FRIDAY, (stage) => {
  ({ folder, home, repo } = stage);
});

function person(args: readonly string[], more: Partial<AgentOptions> = {}): Promise<Result> {
  return cortex({ home, cwd: repo, now: SUNDAY, ...more }, ...args);
}

interface ShownTask {
  readonly number: number;
  readonly age: string;
  readonly task_id: string;
  readonly title: string;
  readonly stage: string;
  readonly source: string;
  readonly last_activity: string;
  readonly session_id: string | null;
  readonly scope: string;
}

async function tasks(
  args: readonly string[] = [],
  more: Partial<AgentOptions> = {},
): Promise<ShownTask[]> {
  const { stdout, stderr } = await person(['tasks', '--json', ...args], more);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as ShownTask[];
}

const ids = (list: readonly ShownTask[]) => list.map((task) => task.task_id).sort();

function pipeline(
  active: readonly object[],
  more: object = {},
  path = join(repo, 'pipeline', 'state.json'),
): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, JSON.stringify({ pipeline_version: '2.0', active_tasks: active, ...more }));
}

const CAT = {
  task_id: 'task-004-cat',
  title: 'CAT driver',
  current_stage: 'build',
  updated_at: FRIDAY,
};

function todos(...entries: readonly (readonly [string, string])[]) {
  return { todos: entries.map(([content, status]) => ({ content, status, activeForm: content })) };
}

/** A session that does something and ends. */
async function session(
  work: (a: Agent) => Promise<unknown>,
  more: Partial<AgentOptions> = {},
): Promise<void> {
  const a = agent(more);
  await a.start();
  await a.prompt('work on the radio');
  await work(a);
  await a.stop();
  await a.end();
}

describe('pending tasks', () => {
  it('come from the pipeline, pins, to-dos and messages, with stage, age and session; each once', async () => {
    mkdirSync(home);
    writeOlderBrain(join(home, 'brain.db'));
    const db = new DatabaseSync(join(home, 'brain.db'));
    db.exec(`INSERT INTO messages(id, subject, body, priority, created_at)
      VALUES ('m7', 'answer helios', '', 'urgent', '2026-11-12T10:00:00Z'), ('m8', 'about the driver', 'see task-004', 'info', '${FRIDAY}')`);
    db.close();
    pipeline([CAT, { ...CAT, task_id: 'task-003-old', status: 'completed' }]);
    await session(async (a) => {
      await a.run('pin', 'task-004 waits for the cable');
      await a.run('pin', 'TODO: label the antenna', '--label', 'antenna');
      await a.tool(
        'TodoWrite',
        todos(['Handle a radio that is off', 'in_progress'], ['Read it', 'completed']),
      );
    });
    const [{ session_id: id }] = JSON.parse((await person(['history', '--json'])).stdout) as [
      SessionState,
    ];
    const found = await tasks();
    expect(
      found
        .map(({ task_id, title, stage, source, last_activity, session_id }) => [
          task_id,
          title,
          stage,
          source,
          last_activity,
          session_id,
        ])
        .sort(),
    ).toEqual([
      ['message:m7', 'answer helios', 'urgent', 'message', '2026-11-12T10:00:00.000Z', id],
      ['pin:antenna', 'TODO: label the antenna', 'pinned', 'working_memory_scan', FRIDAY, id],
      ['task-004-cat', 'CAT driver', 'build', 'pipeline_state', FRIDAY, id],
      [
        'todo:handle-a-radio-that-is-off',
        'Handle a radio that is off',
        'in progress',
        'host_todo',
        FRIDAY,
        id,
      ],
    ]);
    const { stdout } = await person(['tasks']);
    expect(stdout).toMatch(
      new RegExp(`CAT driver +task-004-cat +build +2d ago +pipeline +${id.slice(0, 8)}\n`),
    );
    expect(stdout).toMatch(/4 +answer helios +message:m7 +urgent +3d ago +message +\w{8}\n/);

    const context = told(await agent({ now: SUNDAY }).start())!;
    expect(context).toContain('- [task-004-cat] CAT driver (last stage: build, 2d ago)');
    expect(context).toContain('- [message:m7] answer helios (last stage: urgent, 3d ago)');
    expect(context).toContain(
      '- [pin:antenna] TODO: label the antenna (last stage: pinned, 2d ago)',
    );
    expect(context.match(/task-004-cat/g)).toHaveLength(1);
  });

  it("are not what the agent's last words name", async () => {
    const a = agent({});
    await a.start();
    await a.prompt('add refunds');
    await a.stop(
      'Refunds work.\n\nStill to do:\n- wire the refund webhook\n- test partial refunds',
    );
    await a.end();
    expect(await tasks()).toEqual([]);
    expect((await person(['tasks'])).stdout).toBe('No tasks are open.\n');
    const start = told(await agent({ now: SUNDAY }).start())!;
    expect(start).not.toContain('PENDING TASKS');
    expect(start).toContain('test partial refunds');
  });

  it('are gone when their source says so', async () => {
    pipeline([CAT]);
    await session(async (a) => {
      await a.run('pin', 'task-009 is half done', '--label', 'driver');
      await a.run('pin', 'task-010 is half done', '--label', 'display');
      await a.tool('TodoWrite', todos(['Write it', 'pending'], ['Test it', 'pending']));
    });
    expect(ids(await tasks())).toEqual([
      'task-004-cat',
      'task-009',
      'task-010',
      'todo:test-it',
      'todo:write-it',
    ]);
    const b = agent({ now: SUNDAY });
    expect(told(await b.start())).toContain('[task-009]');
    pipeline([{ ...CAT, current_stage: 'done' }], {
      completed_tasks: [{ task_id: 'task-010-display' }],
    });
    await b.run('unpin', 'driver');
    await b.tool('TodoWrite', todos(['Write it', 'completed']));
    expect(ids(await tasks())).toEqual(['todo:test-it']);
    await b.stop();
    await b.end();
    expect(told(await agent({ now: MONDAY }).start())).toContain(
      'PENDING TASKS:\n- [todo:test-it] Test it (last stage: to do, 3d ago)\n\n',
    );
  });

  it('are read from a file elsewhere, in stages of one’s own', async () => {
    const path = join(folder.path, 'elsewhere', 'state.json');
    pipeline([{ ...CAT, current_stage: 'review' }], {}, path);
    const env = { CORTEX_TASKS_PIPELINE_FILE: path, CORTEX_TASKS_STAGES: 'review,sign-off' };
    await session((a) => a.edit(join(repo, 'x.ts')), { env });
    expect(ids(await tasks([], { env }))).toEqual(['task-004-cat']);
    expect(told(await agent({ now: SUNDAY, env }).start())).toContain(
      '(last stage: review, 2d ago)',
    );
    expect(await tasks()).toEqual([]);
    const tilde = {
      ...env,
      CORTEX_TASKS_PIPELINE_FILE: '~/elsewhere/state.json',
      HOME: folder.path,
    };
    expect(ids(await tasks([], { env: tilde }))).toEqual(['task-004-cat']);
  });

  it('hold no secret, whatever the list says', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    pipeline([{ ...CAT, title: `push with ${secret}` }]);
    await session((a) => a.tool('TodoWrite', todos([`use ${secret}`, 'pending'])));
    const context = told(await agent({ now: SUNDAY }).start())!;
    expect(context).toContain('push with [REDACTED]');
    const { execSync } = await import('node:child_process');
    expect(execSync(`grep -rlF ${secret} . || true`, { cwd: home, encoding: 'utf8' })).toBe('');
    expect((await person(['tasks'])).stdout).not.toContain(secret);
  });

  it('of a project stay there; --all lists those of every one', async () => {
    const shop = makeRepository(join(folder.path, 'shop'));
    const notes = join(folder.path, 'notes');
    mkdirSync(notes);
    await session((a) => a.tool('TodoWrite', todos(['Here', 'pending'])));
    await session((a) => a.tool('TodoWrite', todos(['There', 'pending'])), { cwd: shop });
    await session((a) => a.tool('TodoWrite', todos(['Elsewhere', 'pending'])), { cwd: notes });
    expect(ids(await tasks())).toEqual(['todo:here']);
    expect(ids(await tasks(['--scope', 'shop']))).toEqual(['todo:there']);
    const all = await tasks(['--all']);
    expect(all.map(({ task_id, scope }) => `${scope} ${task_id}`).sort()).toEqual([
      'project:notes todo:elsewhere',
      'project:radio todo:here',
      'project:shop todo:there',
    ]);
    expect((await person(['tasks', '--all'])).stdout).toMatch(/todo:there .* project:shop\n/);
    expect((await person(['tasks', '--all', '--scope', 'shop'])).code).toBe(2);
  });

  it('here have one number, whichever list they stand in', async () => {
    const shop = makeRepository(join(folder.path, 'shop'));
    await session((a) =>
      a.tool('TodoWrite', todos(['Here first', 'pending'], ['Here second', 'pending'])),
    );
    await session((a) => a.tool('TodoWrite', todos(['There', 'pending'])), {
      cwd: shop,
      now: SATURDAY,
    });
    const numbers = (list: readonly ShownTask[]) =>
      list.map(({ number, title }) => `${number} ${title}`);
    const all = await tasks(['--all']);
    expect(numbers(all)).toEqual([...numbers(await tasks()), '3 There']);
    expect((await person(['done', '3'])).stderr).toContain('There is no task 3 here.');
    expect((await person(['tasks', '--all'])).stdout).toContain('cortex tasks done <number> --all');
    expect((await person(['tasks', 'done', '3', '--all'])).stdout).toContain('There');
    expect((await person(['tasks', '--all'])).stdout).not.toContain('another project');
  });

  it('are not kept where no work has its place, and a pin that is let go there does not come back in a project', async () => {
    const everywhere = { cwd: '/' };
    await session((a) => a.tool('TodoWrite', todos(['Sell the old one', 'pending'])), everywhere);
    await session(
      (a) => a.run('pin', 'CRITICAL: the old one is broken', '--label', 'old one'),
      everywhere,
    );
    const first = told(await agent({ now: SUNDAY }).start());
    expect(first).toContain('is broken');
    expect(first).not.toContain('sell-the-old-one');
    const b = agent({ ...everywhere, now: SUNDAY });
    await b.start();
    await b.run('unpin', 'old one');
    await b.stop();
    await b.end();
    const shop = makeRepository(join(folder.path, 'shop'));
    const context = told(await agent({ cwd: shop, now: MONDAY }).start()) ?? '';
    expect(context).not.toContain('sell-the-old-one');
    expect(context).not.toContain('is broken');
    expect(ids(await tasks())).toEqual([]);
  });
});

describe('to-do lists of hosts', () => {
  it('go on by their numbers when the conversation is resumed', async () => {
    const a = agent();
    await a.start();
    await a.tool('TaskCreate', { subject: 'Write it' }, { task: { id: '1', subject: 'Write it' } });
    await a.tool('TaskCreate', { subject: 'Test it' }, { task: { id: '2', subject: 'Test it' } });
    await a.stop();
    await a.end();
    const again = agent({ sessionId: a.sessionId, now: SUNDAY });
    await again.start('resume');
    await again.tool('TaskUpdate', { taskId: '1', status: 'completed' }, { success: true });
    await again.stop();
    await again.end();
    expect(await tasks()).toMatchObject([{ task_id: 'todo:test-it', last_activity: FRIDAY }]);
    const context = told(await agent({ now: MONDAY }).start())!;
    expect(context).toContain('[todo:test-it]');
    expect(context).not.toContain('[todo:write-it]');
  });
});

describe('messages of an older Cortex', () => {
  const open = () => new DatabaseSync(join(home, 'brain.db'));

  beforeEach(() => {
    mkdirSync(home);
    writeOlderBrain(join(home, 'brain.db'));
    const db = open();
    db.exec(`INSERT INTO messages(id, subject, priority, created_at, expires_at, task_status) VALUES
      ('m3', 'task-012 needs a review', 'action', '2026-11-14 10:00:00', NULL, NULL),
      ('m4', 'too late', 'action', '2026-11-14T10:00:00Z', '2026-11-14T12:00:00Z', NULL),
      ('m5', 'long done', 'action', '2026-11-14T10:00:00Z', NULL, 'completed')`);
    db.close();
  });

  it('are told in every project until they are acknowledged', async () => {
    const shop = makeRepository(join(folder.path, 'shop'));
    for (const cwd of [repo, shop]) {
      const context = told(await agent({ cwd, now: SUNDAY }).start());
      expect(context).toBe(
        '<session-continuity hint="inherited from prior sessions">\nPENDING TASKS:\n' +
          '- [task-012] task-012 needs a review (last stage: action, 1d ago)\n</session-continuity>',
      );
    }
    const db = open();
    db.exec("INSERT INTO acks VALUES ('m3', 'claude', 'done', '2026-11-15T11:00:00Z')");
    db.close();
    expect(told(await agent({ now: MONDAY }).start())).toBeNull();
    expect(await tasks()).toEqual([]);
  });

  it('are not told again with the first prompt', async () => {
    const a = agent({ now: SUNDAY });
    expect(told(await a.start())).toContain('task-012');
    expect(told(await a.prompt('what about task-012?'))).toBeNull();
  });

  it('are over for a task that the pipeline has finished, and after the lookback', async () => {
    expect(ids(await tasks())).toEqual(['task-012']);
    expect(await tasks([], { now: '2026-11-22T10:00:00.000Z' })).toEqual([]);
    pipeline([], { completed_tasks: ['task-012-review'] });
    expect(await tasks()).toEqual([]);
  });

  it('that cannot be read do not stop a session', async () => {
    const db = open();
    db.exec('DROP TABLE acks; CREATE TABLE acks (something TEXT)');
    db.close();
    expect(await agent({ now: SUNDAY }).start()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect((await person(['status'])).stdout).toContain('messages not read');
  });

  it('are let go of everywhere, wherever that is said', async () => {
    expect((await person(['tasks', 'done', 'task-012'])).stdout).toContain('Closed: [task-012]');
    const shop = makeRepository(join(folder.path, 'shop'));
    expect(await tasks([], { cwd: shop })).toEqual([]);
    expect(told(await agent({ cwd: shop, now: SUNDAY }).start())).toBeNull();
  });
});

describe('cortex tasks done', () => {
  it('says where the others are closed', async () => {
    pipeline([CAT]);
    const a = agent();
    await a.start();
    await a.run('pin', 'TODO: order the cable', '--label', 'cable');
    const listed = await person(['tasks', 'done', 'task-004-cat']);
    expect(listed.code).toBe(1);
    expect(listed.stderr).toContain(join(repo, 'pipeline', 'state.json'));
    const pinned = await person(['tasks', 'done', 'pin:cable'], { now: FRIDAY });
    expect(pinned.code).toBe(1);
    expect(pinned.stderr).toContain('cortex unpin "cable"');
    expect(ids(await tasks([], { now: FRIDAY }))).toEqual(['pin:cable', 'task-004-cat']);
  });

  it('lets a pin go that only an ended session holds', async () => {
    await session((a) => a.run('pin', 'TODO: order the cable', '--label', 'cable'));
    expect((await person(['tasks', 'done', 'pin:cable'])).code).toBe(0);
    expect(await tasks()).toEqual([]);
    expect(told(await agent({ now: SUNDAY }).start())).not.toMatch(/order the cable|pin:cable/);
  });

  it.each([
    [['tasks', 'done'], 2, 'Say which'],
    [['tasks', 'close', 'x'], 2, 'cortex tasks has no action close.'],
    [['tasks', 'done', 'x'], 1, 'No open task here begins with x.'],
  ])('%j is answered with what to do', async (args, code, message) => {
    const result = await person(args);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(message);
  });
});

describe('cortex done and drop', () => {
  const work = (now = FRIDAY) =>
    session(
      (a) =>
        a.tool(
          'TodoWrite',
          todos(['Write the driver', 'in_progress'], ['Test: the driver', 'pending']),
        ),
      { now },
    );

  it('close by number and by near words, and name what was closed', async () => {
    await work();
    const [first] = await tasks();
    expect(first).toMatchObject({ number: 1, age: 'open' });
    const byNumber = await person(['done', '1']);
    expect(byNumber.code).toBe(0);
    expect(byNumber.stdout).toContain(
      `Done: [${first!.task_id}] ${first!.title}\nThe numbers have changed: cortex tasks lists them. To reopen a task: cortex note next`,
    );
    const [second] = await tasks();
    const byWords = await person(['drop', 'driver', '--json']);
    expect(JSON.parse(byWords.stdout)).toEqual({
      closed: [
        {
          number: 1,
          task_id: second!.task_id,
          title: second!.title,
          scope: 'project:radio',
          how: 'dropped',
        },
      ],
      candidates: [],
    });
    expect(await tasks()).toEqual([]);
    expect((await person(['thread', '--codes'])).stdout).not.toContain('next:');
  });

  it('close nothing where words fit several, or none', async () => {
    await work();
    const several = await person(['done', 'driver']);
    expect(several.code).toBe(1);
    expect(several.stderr).toContain('fits several tasks. Nothing was closed:');
    expect(several.stderr).toContain('Test: the driver');
    const none = await person(['done', 'paint the case']);
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('Nothing was closed. Open here:');
    expect(none.stderr).toContain('Write the driver');
    expect((await person(['drop', '7'])).stderr).toContain('There is no task 7 here.');
    const shown = JSON.parse((await person(['done', 'driver', '--json'])).stdout) as {
      candidates: [];
    };
    expect(shown).toMatchObject({ said: 'driver', closed: [] });
    expect(shown.candidates).toHaveLength(2);
    expect(await tasks()).toHaveLength(2);
  });

  it('reach older work, which is listed with --old', async () => {
    await work('2026-11-06T10:00:00.000Z');
    await session((a) => a.tool('TodoWrite', todos(['Order the cable', 'pending'])), {
      now: SUNDAY,
    });
    expect((await person(['tasks'])).stdout).toContain('… 2 older (cortex tasks --old)');
    const old = await tasks(['--old']);
    expect(old.map(({ number, age }) => `${number} ${age}`)).toEqual([
      '1 open',
      '2 older',
      '3 older',
    ]);
    expect((await person(['done', '3', '2'])).code).toBe(0);
    expect(await tasks(['--old'])).toHaveLength(1);
  });
});
