import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { hoursAgo, person } from '../person.ts';

/** Rows of the source documents, through the built program. */
const { here, cortex, json, hook, session } = person();

interface Reply {
  readonly hookSpecificOutput?: { readonly additionalContext: string };
}

/** What a new session is told. */
function startTold(id: string, env: Readonly<Record<string, string>> = {}): string {
  const { stdout } = hook(
    { session_id: id, hook_event_name: 'SessionStart', source: 'startup' },
    { env },
  );
  if (stdout === '') return '';
  return (JSON.parse(stdout) as Reply).hookSpecificOutput?.additionalContext ?? '';
}

describe('hot topics (FR-005)', () => {
  const topicsOf = (id: string) => json<SessionState>(['show', id]).hot_topics;

  it('hold the words of pins until these are unpinned, and the categories that were asked for', () => {
    const id = session('s1', 'look at the display', { ends: false });
    expect(cortex(['pin', 'squelch stays at 4', '--label', 'ic7300 audio']).status).toBe(0);
    expect(cortex(['memory', 'list', '-c', 'antenna']).status).toBe(0);
    expect(topicsOf(id)).toEqual(expect.arrayContaining(['squelch', 'ic7300', 'antenna']));
    expect(cortex(['unpin', 'ic7300 audio']).status).toBe(0);
    const left = topicsOf(id);
    expect(left).toContain('antenna');
    for (const word of ['squelch', 'ic7300']) expect(left).not.toContain(word);
  });

  it('are told where somebody wants them, without the words of a pin that was unpinned since', () => {
    const env = hoursAgo(3);
    session('s1', 'wire the ic7300 and the ft991a', { ends: false, env });
    expect(cortex(['pin', 'the tuner-9 hums', '--label', 'tuner'], { env }).status).toBe(0);
    hook({ session_id: 's1', hook_event_name: 'SessionEnd', reason: 'other' }, { env });
    expect(cortex(['unpin', 'tuner'], { env }).status).toBe(0);
    expect(startTold('s2', { ...hoursAgo(2) })).not.toContain('HOT TOPICS');
    const told = startTold('s3', {
      ...hoursAgo(1),
      CORTEX_RESTORE_TOPICS: '10',
      CORTEX_RESTORE_BUDGET_LAST_TIME: '0',
    });
    expect(told).toMatch(/^HOT TOPICS: .*ic7300/m);
    expect(told).not.toContain('tuner-9');
  });
});

describe('codes of a thread', () => {
  const codes = () => cortex(['thread', '--codes']).stdout.split('\n');
  const done = () => codes().filter((line) => line.startsWith('done:'));
  let runs = 0;
  const bash = (command: string, stdout: string, exit: number) =>
    hook({
      session_id: 's1',
      hook_event_name: exit === 0 ? 'PostToolUse' : 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `t${++runs}`,
      ...(exit === 0
        ? { tool_response: { stdout, stderr: '' } }
        : { error: `Exit code ${exit}\n${stdout}` }),
    });

  it('have green runs of tests as done, until one is red', () => {
    hook({ session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' });
    hook({
      session_id: 's1',
      hook_event_name: 'UserPromptSubmit',
      prompt: 'run them',
      prompt_id: 'p1',
    });
    bash('npm run lint', 'clean', 0);
    expect(done()).toEqual([]);
    bash('npx vitest run src/a.test.ts', 'Tests  4 passed (4)', 0);
    expect(done()).toEqual(['done:test:vitest-src/a.test.ts']);
    bash('npx vitest run', 'Tests  9 passed (9)', 0);
    bash('npm test', '9 passed', 0);
    bash('cd . && pytest -q && npm run build', '3 passed', 0);
    expect(done()).toEqual(['done:test:vitest', 'done:test:npm-test', 'done:test:pytest']);
    bash('pytest -q tests/a.py', 'FAILED tests/a.py::test_x - assert 1 == 2\n1 failed', 1);
    expect(done()).toEqual(['done:test:vitest', 'done:test:npm-test']);
  });

  it('join a decision and its reason by one hyphen', () => {
    session('s1', 'split it', { ends: false });
    expect(cortex(['note', 'decision', 'three files', '--reason', 'one is too long']).status).toBe(
      0,
    );
    expect(codes()).toContain('dec:three-files-one-is-too-long');
  });
});

describe('a thread that nobody used for 168 hours', () => {
  const inTable = () => {
    const database = new DatabaseSync(join(here.home, 'brain.db'), { readOnly: true });
    const statuses = database.prepare('SELECT status FROM work_threads').all();
    database.close();
    return statuses.map(({ status }) => status);
  };
  it.each([
    ['thread list', () => cortex(['thread', 'list'])],
    ['history', () => cortex(['history'])],
    ['a start', () => startTold('s2')],
  ] as const)('is archived in the table after %s, and in lists', (_, look) => {
    session('s1', 'wire it', { env: hoursAgo(169) });
    expect(inTable()).toEqual(['active']);
    look();
    expect(inTable()).toEqual(['archived']);
    expect(json<{ status: string }[]>(['thread', 'list']).map(({ status }) => status)).toEqual([
      'archived',
    ]);
  });

  it('is active up to then', () => {
    session('s1', 'wire it', { env: hoursAgo(167) });
    expect(startTold('s2')).not.toBe('');
    json(['thread', 'list']);
    expect(inTable()).toEqual(['active']);
  });
});

describe('decisions', () => {
  const CHOSEN = 'polling stays for a week';

  /** A session of ten days ago with a decision; its thread is idle by now. */
  function decided(): string {
    const env = hoursAgo(240);
    const id = session('s1', 'wire the webhook', { ends: false, env });
    expect(
      cortex(['note', 'decision', CHOSEN, '--reason', 'the queue is new'], { env }).status,
    ).toBe(0);
    hook({ session_id: 's1', hook_event_name: 'SessionEnd', reason: 'other' }, { env });
    return id;
  }

  interface Carrying {
    readonly decisions: readonly { readonly choice: string; readonly reason: string | null }[];
  }
  const carried = { decisions: [{ choice: CHOSEN, reason: 'the queue is new' }] };

  it('go with a session that is continued, and stand in its thread', () => {
    const id = decided();
    session('s2', 'another matter', { ends: false });
    const { stdout } = cortex(['continue', id]);
    expect(stdout).toMatch(/^- 1 decision$/m);
    expect(stdout).toContain(`    ${CHOSEN}, because the queue is new`);
    expect(cortex(['thread', '--codes']).stdout).toContain(
      'dec:polling-stays-for-a-week-the-queue-is-new',
    );
  });

  it('do not overrule what was decided since', () => {
    const id = decided();
    session('s2', 'another matter', { ends: false });
    expect(cortex(['note', 'decision', 'storage: SQLite']).status).toBe(0);
    cortex(['continue', id]);
    expect(cortex(['thread', '--codes']).stdout).toContain('dec:storage=SQLite');
  });

  it('stand in a hand-over, whatever their age', () => {
    decided();
    expect(json<Carrying>(['handoff'])).toMatchObject(carried);
    expect(cortex(['handoff']).stdout).toContain(CHOSEN);
  });
});

describe('the budgets of pins and memories', () => {
  const PIN = /^- .*retry flag/gm;
  const MEMORY = /^- .*reads its quota/gm;
  const count = (text: string, of: RegExp) => text.match(of)?.length ?? 0;

  it('hold, also where there is room, and CRITICAL pins stay', () => {
    const env = hoursAgo(2);
    session('s1', 'add the retry to the uploader', { ends: false, env });
    for (const n of [1, 2, 3, 4]) {
      const important = n === 4 ? ['--critical'] : [];
      expect(
        cortex(['pin', `host ${n} of the uploader needs its retry flag first`, ...important], {
          env,
        }).status,
      ).toBe(0);
      expect(
        cortex(['memory', 'add', `module ${n} reads its quota from quota_${n}.toml`], { env })
          .status,
      ).toBe(0);
    }
    hook({ session_id: 's1', hook_event_name: 'SessionEnd', reason: 'other' }, { env });
    const told = (budgets: Readonly<Record<string, string>>) => {
      const { text } = JSON.parse(cortex(['why', '--json'], { env: budgets }).stdout) as {
        text: string;
      };
      return [count(text, PIN), count(text, MEMORY)];
    };
    expect(told({})).toEqual([4, 4]);
    expect(
      told({ CORTEX_RESTORE_BUDGET_PINS: '2400', CORTEX_RESTORE_BUDGET_MEMORIES: '2400' }),
    ).toEqual([4, 4]);
    expect(told({ CORTEX_RESTORE_BUDGET_PINS: '0' })).toEqual([1, 4]);
    expect(told({ CORTEX_RESTORE_BUDGET_MEMORIES: '0' })).toEqual([4, 0]);
    const [, few] = told({ CORTEX_RESTORE_BUDGET_MEMORIES: '60' });
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThan(4);
  });
});

describe('the debug log (NFR-005)', () => {
  it('has the preamble as it is injected, to its last line', () => {
    const words = Array.from({ length: 400 }, (_, i) => `step${i}`).join(' ');
    session('s1', `wire the ic7300: ${words}`, { env: hoursAgo(2) });
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
      cortex([
        'memory',
        'add',
        `relay ${n}: ${'it hums at night, when the heating is on. '.repeat(8)}`,
      ]);
    const told = startTold('s2', { CORTEX_SESSION_DEBUG: '1' });
    expect(told.length).toBeGreaterThan(2_000);
    const log = readFileSync(join(here.home, 'log', 'cortex.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const entries = log.map(
      (line) => JSON.parse(line) as { event: string; fields: { preamble?: string[] } },
    );
    const restored = entries.find(({ event }) => event === 'restored');
    expect(restored?.fields.preamble?.join('\n')).toBe(told);
  });
});
