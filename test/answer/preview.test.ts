import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Preview } from '../../src/engine/answer/doors/preview.ts';
import { addMemory } from '../../src/engine/memories/memories.ts';
import { pin } from '../../src/engine/pins/pins.ts';
import { widthOf } from '../../src/surfaces/cli/base/width.ts';
import { terminal } from '../terminal.ts';

const { here, engine, hook, session, cortex, json } = terminal();

/** Friday: a session that pinned something, left a to-do and was told a rule. */
async function friday(): Promise<void> {
  await session(
    0,
    'friday',
    'Add a retry to the webhook',
    'The retry is in. The suite is still red.',
  );
  const todos = [{ content: 'Remove the polling job', status: 'pending', activeForm: 'x' }];
  await hook(0.1, 'friday', 'PostToolUse', {
    tool_name: 'TodoWrite',
    tool_input: { todos },
    tool_response: {},
  });
  await engine(0, async (deps) => {
    const { scope } = deps.locate(here.radio);
    const [running] = await deps.store.openSessions();
    await pin(deps, scope, { content: 'staging is shared', label: 'staging', critical: true }, [
      running!,
    ]);
    await pin(deps, scope, { content: 'ask in #qa first', label: 'ask' }, [running!]);
    const rule = {
      content: 'never migrate without asking',
      categories: ['rule'],
      source: 'person',
    } as const;
    await addMemory(deps, scope, rule, []);
  });
  await hook(0.2, 'friday', 'SessionEnd', { reason: 'other' });
}

function everything(): string {
  const database = new DatabaseSync(join(here.home, 'brain.db'), { readOnly: true });
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all();
  const names = tables.map(({ name }) => String(name));
  const counts = names.map((name) => [
    name,
    database.prepare(`SELECT count(*) AS n FROM "${name}"`).get(),
  ]);
  database.close();
  return JSON.stringify(counts);
}

describe('cortex preview', () => {
  it('shows what the next start is told, to the byte, and writes nothing', async () => {
    await friday();
    const before = everything();
    const seen = await json<Preview>(['preview'], { hour: 48 });
    expect(everything()).toBe(before);
    expect(seen.start.text).toContain('LAST TIME');
    expect(seen.start.text).toContain('RULES OF THE USER:\n- never migrate without asking');
    expect(seen.prompt).toBeNull();
    const { context } = await hook(48, 'sunday', 'SessionStart', { source: 'startup' });
    expect(seen.start.text).toBe(context);
  });

  it('tells a waiting pin as the next session would have it', async () => {
    await friday();
    await cortex(['pin', 'the port is 8080'], { hour: 47 });
    const seen = await json<Preview>(['preview'], { hour: 48 });
    const { context } = await hook(48, 'sunday', 'SessionStart', { source: 'startup' });
    expect(seen.start.text).toContain('PINNED IN THIS SESSION:\n- the port is 8080');
    expect(seen.start.text).toBe(context);
  });

  it('tells of a session that died without an end as the next start would', async () => {
    await session(0, 'killed', 'Add a retry to the webhook', 'The retry is in.');
    const seen = await json<Preview>(['preview'], { hour: 48 });
    const { context } = await hook(48, 'sunday', 'SessionStart', { source: 'startup' });
    expect(seen.start.text).toContain(', killed), oldest turn first');
    expect(seen.start.text).toBe(context);
  });

  it('shows with --prompt what the first prompt adds', async () => {
    await friday();
    await session(30, 'saturday', 'Tune the antenna', 'Tuned.');
    await hook(30, 'saturday', 'SessionEnd', { reason: 'other' });
    const prompt = 'what about the retry of the webhook';
    const seen = await json<Preview>(['preview', '--prompt', prompt], { hour: 48 });
    await hook(48, 'sunday', 'SessionStart', { source: 'startup' });
    const { context } = await hook(48, 'sunday', 'UserPromptSubmit', { prompt, prompt_id: 'p' });
    expect(seen.prompt?.text ?? null).toBe(context);
  });

  it('says why: sessions, pins, tasks, rules', async () => {
    await friday();
    const { out } = await cortex(['preview'], { hour: 48 });
    expect(out).toContain('radio on main\n');
    for (const why of [
      /the latest +Add a retry/,
      /LAST TIME quotes the turns of session/,
      /CRITICAL pin staging +taken/,
    ])
      expect(out).toMatch(why);
    expect(out).toMatch(/todo:remove-the-polling-job +told/);
    expect(out).toMatch(/told +never migrate without asking/);
  });

  it('says of what is told that it is told: an own pin, a session that is quoted without being among the best', async () => {
    await cortex(['pin', 'the port is 8080'], { hour: 0 });
    for (const [i, id] of ['one', 'two', 'three', 'four', 'five'].entries()) {
      await session(i / 10, id, `Work on part ${id} of the webhook`, 'That part stands.');
      await hook(i / 10, id, 'SessionEnd', { reason: 'other' });
    }
    const { out } = await cortex(['preview'], { hour: 48, columns: 200 });
    expect(out).toMatch(/the port is 8080 .*told as your own pin/);
    expect(out).not.toContain('refused');
    expect(out).toMatch(/better ones were found +Work on part one/);
    const { start } = await json<Preview>(['preview'], { hour: 48 });
    const { candidates, last_time: last, before_that: before = [] } = start.explanation;
    for (const { session_id: id, verdict } of candidates)
      if ([last, ...before].includes(id))
        expect(verdict).toMatch(/^(the latest|taken|.*, quoted)$/);
      else expect(verdict).not.toContain('quoted');
  });

  it('never tells a pin that was pinned anew, though the session that did so counts less by now', async () => {
    await cortex(['pin', 'the port is 8080', '--label', 'port'], { hour: 0 });
    await friday();
    await cortex(['pin', 'the port is 9090', '--label', 'port'], { hour: 2 });
    await session(3, 'short', 'Look at the logs', 'Nothing there.');
    await hook(3.1, 'short', 'SessionEnd', { reason: 'other' });
    for (const hour of [24, 72, 96, 110, 120, 130, 140]) {
      const { out } = await cortex(['preview'], { hour });
      expect(out, `${hour} h`).not.toContain('8080');
    }
    expect((await cortex(['preview'], { hour: 24 })).out).toContain('9090');
  });

  it('calls nothing told that found no room', async () => {
    await friday();
    await engine(1, async (deps) => {
      const { scope } = deps.locate(here.radio);
      for (const word of ['alpha', 'beta', 'gamma'])
        await addMemory(
          deps,
          scope,
          {
            content: `always ${word} ${'and more '.repeat(20)}`,
            categories: ['rule'],
            source: 'person',
          },
          [],
        );
    });
    await cortex(['config', 'set', 'restore.max_chars', '800'], { hour: 48 });
    const { start } = await json<Preview>(['preview'], { hour: 48 });
    const lines = start.text!.split('\n').filter((line) => /^- (?:always|never)/.test(line));
    expect(lines.length).toBeLessThan(4);
    expect(start.explanation.rules).toHaveLength(lines.length);
  });

  it('says so where nothing is known', async () => {
    const { out, status } = await cortex(['preview']);
    expect(status).toBe(0);
    expect(out).toContain('will be told nothing yet.');
  });
});

describe('cortex alone', () => {
  it('shows in a repository where the work stands', async () => {
    await friday();
    const { out } = await cortex([], { hour: 48 });
    expect(out).toMatch(
      /^radio on main\n\nLast {11}Add a retry to the webhook\n {15}47 h ago, claude-code, 1 turn: /,
    );
    expect(out).toMatch(/^Next {11}Remove the polling job$/m);
    // The text of the agent is shown by its own command.
    expect(out).not.toContain('LAST TIME');
    expect(out).toContain('cortex told');
  });

  it('lists the commands where there is nothing yet, and outside of projects the matters of all', async () => {
    expect((await cortex([])).out).toBe((await cortex(['--help'])).out);
    await friday();
    const elsewhere = { cwd: here.folder, hour: 48 };
    expect((await cortex([], elsewhere)).out).toMatch(
      /^What you worked on last, in every project\n {2}radio: Add a retry to the webhook/,
    );
  });

  it.each([40, 80])(
    'stays within %i columns, as preview, explain, pins and handoff do',
    async (columns) => {
      await friday();
      for (const args of [[], ['preview', '--prompt', 'webhook'], ['pins'], ['handoff']]) {
        const { out } = await cortex(args, { columns, hour: 48 });
        for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      }
      await hook(48, 'sunday', 'SessionStart', { source: 'startup' });
      const { out } = await cortex(['explain'], { columns, hour: 48 });
      expect(out).toContain('LAST TIME');
      for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    },
  );
});

describe('cortex explain', () => {
  it('tells of LAST TIME, rules and tasks, told and left', async () => {
    await friday();
    const todos = [{ content: 'Write the changelog', status: 'pending', activeForm: 'x' }];
    await session(24, 'saturday', 'Write the changelog', 'Not yet.');
    await hook(24.1, 'saturday', 'PostToolUse', {
      tool_name: 'TodoWrite',
      tool_input: { todos },
      tool_response: {},
    });
    await hook(24.2, 'saturday', 'SessionEnd', { reason: 'other' });
    await hook(48, 'sunday', 'SessionStart', { source: 'startup' });
    const { out } = await cortex(['explain'], { hour: 48 });
    expect(out).toContain('LAST TIME quotes the turns of session');
    expect(out).toMatch(/todo:write-the-changelog +told/);
    expect(out).toMatch(/todo:remove-the-polling-job +overtaken by a newer list/);
    expect(out).toMatch(/mem-\S+ +told +never migrate without asking/);
  });

  it('says where the last work was only named', async () => {
    await friday();
    await hook(24 * 12, 'later', 'SessionStart', { source: 'startup' });
    const { out } = await cortex(['explain'], { hour: 24 * 12 });
    expect(out).toContain('the record of the last work is told, and nothing is inherited');
  });
});

describe('pins between sessions', () => {
  type Listed = { number: number; label?: string; content: string; next_session?: true };
  const list = (hour: number) => json<Listed[]>(['pins'], { hour });

  it('are those that the next session would inherit', async () => {
    await friday();
    await cortex(['pin', 'the port is 8080'], { hour: 47 });
    expect(await list(48)).toMatchObject([
      { number: 1, content: 'the port is 8080' },
      { number: 2, content: 'staging is shared', critical: true, next_session: true },
      { number: 3, content: 'ask in #qa first', next_session: true },
    ]);
    const { out } = await cortex(['pins'], { hour: 48 });
    expect(out).toMatch(
      /one would inherit\n 2 {2}CRITICAL staging: staging is shared \[inherited from .*\]\n/,
    );
  });

  it.each([['staging'], ['1']])('are let go of for good by unpin %s', async (word) => {
    await friday();
    expect((await cortex(['unpin', word], { hour: 48 })).out).toContain(
      'Unpinned: CRITICAL staging',
    );
    expect((await list(48)).map(({ content }) => content)).toEqual(['ask in #qa first']);
    const { context } = await hook(48, 'sunday', 'SessionStart', { source: 'startup' });
    expect(context).not.toContain('staging is shared');
    expect(context).toContain('ask in #qa first');
  });
});
