import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { hoursAgo, person } from '../person.ts';
import { filesHolding } from '../scratch.ts';
import { terminal } from '../terminal.ts';

const { here, cortex, json, hook, session } = person();

const filesWith = (text: string) => filesHolding(here.home, text);

describe('cortex forget', () => {
  it('takes words and sessions out of a home, says what goes, and then that nothing is left', () => {
    session('s0', 'the gate code is Quagga4711', { env: hoursAgo(24 * 40) });
    const one = session('s1', 'write down: gate  code is quagga4711');
    const { id } = json<{ id: string }>(['memory', 'add', 'Quagga4711 opens the gate']);
    expect(cortex(['maintain']).status).toBe(0);
    expect(filesWith('quagga4711').length).toBeGreaterThan(2);

    const asked = cortex(['forget', '--words', 'QUAGGA4711']);
    expect(asked).toMatchObject({ status: 2, stdout: '' });
    expect(asked.stderr).toContain('add --yes');
    expect(filesWith('quagga4711').length).toBeGreaterThan(2);

    const reader = new DatabaseSync(join(here.home, 'brain.db'));
    reader.exec('BEGIN; SELECT count(*) FROM memory_items');
    const held = cortex(['forget', '--words', 'QUAGGA4711', '--yes']);
    expect(held.status).toBe(1);
    expect(held.stdout).toMatch(/^Forgotten: 1 message or action, .*1 memory/);
    expect(held.stdout).toContain('the rest of each sentence stays');
    expect(held.stderr).toContain('keeps the old bytes for now');
    reader.exec('COMMIT');
    reader.close();
    expect(cortex(['forget', '--words', 'QUAGGA4711'])).toMatchObject({
      status: 0,
      stdout: 'Nothing is left that holds it.\n',
      stderr: '',
    });
    expect(filesWith('quagga4711')).toEqual([]);
    expect(json<{ content: string }>(['memory', 'show', id]).content).toBe(
      '[forgotten] opens the gate',
    );
    expect(cortex(['verify']).status).toBe(0);

    const done = json<{ found: { facts: number }; complete: boolean }>([
      'forget',
      '--session',
      one.slice(0, 8),
      '--yes',
    ]);
    expect(done).toMatchObject({ complete: true, session_id: one });
    expect(done.found.facts).toBeGreaterThan(3);
    expect(cortex(['show', one]).status).toBe(1);
    expect(cortex(['forget', '--session', one, '--yes']).status).toBe(1);
    expect(cortex(['forget', id, '--yes'])).toMatchObject({
      status: 0,
      stdout: `Forgotten: ${id}\n`,
    });
  });

  it.each([[['forget']], [['memory', 'forget']]])(
    '%j erases a memory with --yes where nobody can be asked',
    (typed) => {
      const { id } = json<{ id: string }>(['memory', 'add', 'The mast is twelve metres high']);
      const asked = cortex([...typed, id]);
      expect(asked).toMatchObject({ status: 2, stdout: '' });
      expect(asked.stderr).toContain('Nothing was forgotten. To go on, add --yes.');
      expect(json(['memory', 'show', id])).toMatchObject({
        content: 'The mast is twelve metres high',
      });
      expect(cortex([...typed, id, '--yes']).status).toBe(0);
      expect(cortex(['memory', 'show', id]).status).toBe(1);
    },
  );

  it('erases what a memory says from prompts too, says so, and leaves the session its title', () => {
    const one = session(
      's1',
      'The gate code is Quagga4711 in summer. Then paint the barn door in red.',
    );
    const { id } = json<{ id: string }>(['memory', 'add', 'The gate code is Quagga4711 in summer']);
    expect(cortex(['forget', id, '--yes'])).toMatchObject({
      status: 0,
      stdout: `Forgotten: ${id}\nAlso taken out of 1 message or action with the same words.\n`,
    });
    expect(filesWith('quagga4711')).toEqual([]);
    expect(json(['show', one])).toMatchObject({ title: 'Then paint the barn door in red' });
    cortex(['forget', '--words', 'barn', '--yes']);
    expect(json(['show', one])).toMatchObject({ title: 'Then paint the door in red' });
  });

  it('removes a report that holds the words', () => {
    session('s1', 'Count the quagga herd');
    expect(cortex(['report']).status).toBe(0);
    const path = join(here.home, 'cortex-report.html');
    expect(filesWith('quagga')).toContain(path);
    cortex(['forget', '--words', 'zanzibar', '--yes']);
    expect(filesWith('quagga')).toContain(path);
    cortex(['forget', '--words', 'quagga', '--yes']);
    expect(filesWith('quagga')).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it('leaves a pin that the person made before the session to the project', () => {
    expect(
      cortex(['pin', 'The API is frozen until Friday'], { env: hoursAgo(5) }).stdout,
    ).toContain('Kept for every session');
    const one = session('s1', 'wire the relay', { env: hoursAgo(4) });
    const later = session('s2', 'test the relay', { env: hoursAgo(3) });
    const held = () => json<{ content: string; label?: string }[]>(['pins']);
    expect(held()).toMatchObject([{ content: 'The API is frozen until Friday' }]);
    const asked = cortex(['forget', '--session', one]);
    expect(asked.stderr).toContain(
      'Your pin stays, for you made it before this session: The API is frozen',
    );
    const done = cortex(['forget', '--session', one, '--yes']);
    expect(done.stderr).toContain('Your pin stays');
    const shown = json<{ working_memory: object[] }>(['show', later]);
    expect(shown.working_memory).toMatchObject([
      { content: 'The API is frozen until Friday', by: 'person' },
    ]);
    expect(JSON.stringify(shown.working_memory)).not.toContain('inherited from');
    // Nobody else holds it: it waits again.
    expect(json(['forget', '--session', later, '--yes'])).toMatchObject({
      kept_pins: [{ content: 'The API is frozen until Friday' }],
    });
    expect(held()).toMatchObject([{ content: 'The API is frozen until Friday' }]);
    const next = JSON.parse(
      hook({ session_id: 's3', hook_event_name: 'SessionStart', source: 'startup' }).stdout,
    ) as { hookSpecificOutput: { additionalContext: string } };
    expect(next.hookSpecificOutput.additionalContext).toContain('The API is frozen until Friday');
  });

  it('leaves no sentence with a hole in the notice, and no topic of it', () => {
    session('s1', 'Project Bluebird launches in March, write the page', { env: hoursAgo(2) });
    expect(cortex(['forget', '--words', 'bluebird', '--yes']).status).toBe(0);
    const next = JSON.parse(
      hook({ session_id: 's2', hook_event_name: 'SessionStart', source: 'startup' }).stdout,
    ) as { systemMessage: string; hookSpecificOutput: { additionalContext: string } };
    expect(next.systemMessage).toContain('stopped 2h ago');
    expect(next.systemMessage).not.toContain('[forgotten]');
    const [, topics = ''] =
      /HOT TOPICS: (.*)/.exec(next.hookSpecificOutput.additionalContext) ?? [];
    expect(topics).not.toMatch(/forgotten|bluebird|\bradio\b/i);
  });

  it.each([
    [[], 'Say one of'],
    [['x', '--words', 'y'], 'Say one of'],
    [['--words', '…'], 'two letters'],
    [['--words', 'ab', '--rules'], '--rules goes with --session'],
  ])('refuses %j', (args, because) => {
    const done = cortex(['forget', ...args, '--yes']);
    expect(done.status).toBe(2);
    expect(done.stderr).toContain(because);
  });
});

describe('a session that was forgotten', () => {
  interface Imported {
    sessions: Record<'new' | 'grown' | 'known' | 'forgotten', number>;
    rows: Record<string, { new: number }>;
  }
  const everything = () => join(here.folder, 'all.jsonl');
  const take = (...flags: string[]) => json<Imported>(['import', everything(), ...flags]);
  const WORD = 'quagga';

  /** A session with a pin, a decision, a to-do and a finding, and one that was told of it. */
  function story(): string {
    const about = { session_id: 's1', prompt_id: 'p1' };
    hook({ hook_event_name: 'SessionStart', source: 'startup', ...about });
    hook({ hook_event_name: 'UserPromptSubmit', prompt: 'Count the quagga herd', ...about });
    hook({
      hook_event_name: 'PostToolUse',
      tool_name: 'TodoWrite',
      tool_use_id: 't1',
      ...about,
      tool_input: { todos: [{ content: 'Feed the foal', status: 'pending', activeForm: 'x' }] },
      tool_response: {},
    });
    cortex(['pin', 'the quagga gate is open', '--critical', '--session', 's1']);
    cortex(['note', 'decision', 'quagga fences are wood']);
    const reply = 'Root cause: the quagga counter starts at 1. The herd is counted.';
    hook({ hook_event_name: 'Stop', last_assistant_message: reply, ...about });
    hook({ hook_event_name: 'SessionEnd', reason: 'other', ...about });
    session('s2', 'paint the barn');
    return json<{ session_id: string; host_session_id: string }[]>(['history']).find(
      ({ host_session_id }) => host_session_id === 's1',
    )!.session_id;
  }

  it('takes no newer pin of the same name along', () => {
    cortex(['pin', 'staging is shared with QA', '--label', 'staging']);
    session('s1', 'feed the foal');
    cortex(['pin', 'staging is ours alone', '--label', 'staging']);
    session('s2', 'paint the barn');
    const [first] = json<{ session_id: string; host_session_id: string }[]>(['history']).filter(
      ({ host_session_id }) => host_session_id === 's1',
    );
    cortex(['forget', '--session', first!.session_id, '--yes']);
    const pins = cortex(['pins']).stdout;
    expect(pins).toContain('staging is ours alone');
    expect(pins).not.toContain('shared with QA');
  });

  it('is left out of an export that is imported, with all that came of it, until --again', () => {
    const id = story();
    cortex(['drop', 'feed the foal']);
    cortex(['export', everything()]);
    cortex(['forget', '--session', id, '--yes']);
    expect(filesWith(WORD)).toEqual([]);

    const left = { new: 0, grown: 0, known: 1, forgotten: 1 };
    expect(take('--dry-run').sessions).toEqual(left);
    const done = take();
    expect(done.sessions).toEqual(left);
    for (const [table, { new: added }] of Object.entries(done.rows))
      expect([table, added]).toEqual([table, 0]);
    expect(filesWith(WORD)).toEqual([]);
    expect(cortex(['import', everything()]).stdout).toContain(
      '1 session that was forgotten here left out; --again imports them.',
    );

    expect(take('--again').sessions).toEqual({ new: 1, grown: 0, known: 1, forgotten: 0 });
    expect(cortex(['show', id]).stdout).toContain(WORD);
    // It is here on purpose now.
    expect(take().sessions).toEqual({ new: 0, grown: 0, known: 2, forgotten: 0 });
  });

  it('does not come along with a session that was told of it elsewhere', () => {
    const elsewhere = { env: { CORTEX_HOME: join(here.folder, 'elsewhere') } };
    const id = story();
    cortex(['export', everything()]);
    expect(cortex(['import', everything()], elsewhere).status).toBe(0);
    cortex(['forget', '--session', id, '--yes'], elsewhere);
    session('s3', 'oil the hinges');
    cortex(['export', everything(), '--force']);
    const { sessions } = json<Imported>(['import', everything()], elsewhere);
    expect(sessions).toEqual({ new: 1, grown: 0, known: 1, forgotten: 1 });
    expect(cortex(['pins'], elsewhere).stdout).not.toContain(WORD);
    const [newest] = json<{ session_id: string }[]>(['history', '--all'], elsewhere);
    expect(cortex(['explain', newest!.session_id, '--preamble'], elsewhere).stdout).not.toContain(
      'gate is open',
    );
  });
});

describe('cortex forget at a terminal', () => {
  const at = terminal();

  it('shows a person the lines that hold the words before it asks, and nobody else', async () => {
    await at.session(
      0,
      'a',
      'why does the lock of gate Quagga fail?',
      'The quagga lock has a flat battery.',
    );
    for (let i = 0; i < 15; i++)
      await at.cortex(['memory', 'add', `fact ${i}: quagga gate number ${i}`]);
    const words = ['forget', '--words', 'quagga'];
    const asked = await at.cortex(words, { answer: false });
    expect(asked).toMatchObject({ status: 1, out: '' });
    const lines = asked.err.split('\n');
    expect(lines).toContain('  why does the lock of gate Quagga fail?');
    expect(lines).toContain('  The quagga lock has a flat battery.');
    expect(lines.filter((line) => line.startsWith('  fact '))).toHaveLength(10);
    expect(asked.err).toContain('  … and 5 more lines\n');
    expect(asked.err).toContain('Nothing was forgotten.');

    const unattended = await at.cortex(words);
    expect(unattended.status).toBe(2);
    expect(unattended.err).toMatch(/^This would be erased: .*15 memories/);
    expect(unattended.err).not.toContain('flat battery');

    const done = await at.cortex([...words, '--yes']);
    expect(done).toMatchObject({ status: 0, err: '' });
    expect(done.out).toMatch(/^Forgotten: .*15 memories/);
  });
});
