import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { writeOlderBrain } from '../../../test/older-brain.ts';
import { person } from '../../../test/person.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { ForeignReport } from './taking.ts';

const { here, cortex, json, hook } = person();
const NOW = { CORTEX_NOW: '2026-02-20T12:00:00.000Z' };
const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

type Rows = Record<string, unknown>[];

function stored(sql: string): Rows {
  const database = new DatabaseSync(join(here.home, 'brain.db'), { readOnly: true });
  try {
    return database.prepare(sql).all() as Rows;
  } finally {
    database.close();
  }
}

function build(path: string, sql: string): string {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

function imported(...args: string[]): ForeignReport {
  const done = cortex(['import', ...args, '--json'], { env: NOW });
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
  return JSON.parse(done.stdout) as ForeignReport;
}

function factsOf(origin: string): Rows {
  return stored(
    `SELECT body FROM session_events JOIN work_threads ON id = session_id WHERE origin LIKE '${origin}%' ORDER BY seq`,
  ).map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>);
}

describe('cortex import cerberus', () => {
  const active = (more: Record<string, unknown> = {}) => ({
    session_id: '20260220-093022',
    project: 'radio',
    timestamp: '2026-02-20T09:30:22Z',
    files: ['impl:src/ft991a.ts'],
    functions: ['impl:openPort'],
    decisions: ['dec:use-38400-baud'],
    blockers: ['block:bug:port-is-busy'],
    next_actions: [`next:rotate ${SECRET}`],
    metadata: { expires_at: '2026-02-27T09:30:22Z' },
    ...more,
  });

  function cerberus(): string {
    const folder = join(here.folder, '.cerberus');
    mkdirSync(folder);
    build(
      join(folder, 'memory.db'),
      `CREATE TABLE memory_store (id TEXT PRIMARY KEY, category TEXT, scope TEXT, confidence REAL, created_at TEXT,
         last_accessed TEXT, access_count INTEGER, metadata TEXT, anchor_file TEXT, anchor_symbol TEXT, details TEXT,
         relevance_decay_days INTEGER);
       CREATE VIRTUAL TABLE memory_fts USING fts5(id UNINDEXED, content);
       CREATE TABLE sessions (id TEXT PRIMARY KEY, scope TEXT, project_path TEXT, phase TEXT, context_data TEXT,
         summary_details TEXT, created_at TEXT, last_accessed TEXT, last_activity TEXT, turn_count INTEGER, status TEXT);
       CREATE TABLE session_activity (id INTEGER PRIMARY KEY, session_id TEXT, turn_number INTEGER, activity_type TEXT,
         activity_data TEXT, timestamp TEXT);
       INSERT INTO memory_store VALUES
         ('m1', 'preference', 'universal', 0.7, '2026-01-05 10:00:00', '2026-02-01 10:00:00', 3, '{}', NULL, NULL, NULL, 90),
         ('m2', 'rule', 'project:radio', 0.9, '2026-01-06T10:00:00Z', NULL, 0, '{}', 'src/cat.ts', 'send', 'frames end in ;', 90),
         ('m3', 'rule', 'universal', 0.9, '2026-01-06T10:00:00Z', NULL, 0, '{}', NULL, NULL, NULL, 90);
       INSERT INTO memory_fts VALUES ('m1', 'prefers small commits');
       INSERT INTO sessions VALUES
         ('20260110-101010', 'project:radio', '${here.radio}', 'build', '{"files":["impl:src/old.ts"],"completed":["done:parser"]}',
          'the parser was written', '2026-01-10 10:10:10', '2026-01-10 11:00:00', '2026-01-10 11:00:00', 4, 'idle'),
         ('20260111-101010', 'project:gone', '${here.folder}/gone', NULL, '{"decisions":["dec:one"]}', NULL,
          '2026-01-11 10:10:10', '2026-01-11 11:00:00', '2026-01-11 11:00:00', 4, 'archived'),
         ('20260112-101010', 'universal', NULL, NULL, '{"broken', NULL, '2026-01-12 10:10:10', '', '', 1, 'active');
       INSERT INTO session_activity VALUES (1, '20260110-101010', 1, 'edit', '{}', '2026-01-10 10:20:00');`,
    );
    writeFileSync(join(folder, 'active-radio.json'), JSON.stringify(active()));
    writeFileSync(join(folder, 'active-torn.json'), '{"session_id": "20260');
    return folder;
  }

  it('makes threads of sessions and files, and memories of memories, each in its scope', () => {
    const folder = cerberus();
    const report = imported('cerberus');
    expect(report.counts).toEqual({
      threads: { found: 5, new: 3, known: 0, skipped: 2 },
      memories: { found: 4, new: 3, known: 0, skipped: 1 },
    });
    expect(report.skipped.map(({ where }) => where).sort()).toEqual([
      join(folder, 'active-torn.json'),
      `${join(folder, 'memory.db')}, memory m3`,
      `${join(folder, 'memory.db')}, session 20260112-101010`,
    ]);
    expect(report.left_out).toEqual({ session_activity: 1 });

    const git = join(here.radio, '.git');
    expect(
      stored(
        'SELECT scope, scope_key, status, last_accessed FROM work_threads ORDER BY last_accessed',
      ),
    ).toEqual([
      {
        scope: 'project:radio',
        scope_key: git,
        status: 'archived',
        last_accessed: '2026-01-10T11:00:00.000Z',
      },
      {
        scope: 'project:gone',
        scope_key: join(here.folder, 'gone'),
        status: 'archived',
        last_accessed: '2026-01-11T11:00:00.000Z',
      },
      {
        scope: 'project:radio',
        scope_key: git,
        status: 'active',
        last_accessed: '2026-02-20T09:30:22.000Z',
      },
    ]);
    expect(factsOf('cerberus:project:radio:20260220')).toEqual([
      { kind: 'file', path: 'src/ft991a.ts', how: 'edit', by: 'agent' },
      { kind: 'function', name: 'openPort', path: '', by: 'agent' },
      { kind: 'decision', choice: 'use 38400 baud', reason: null, by: 'agent' },
      { kind: 'blocker', type: 'bug', text: 'port is busy', by: 'agent' },
      { kind: 'next', text: expect.not.stringContaining(SECRET), by: 'agent' },
    ]);
    expect(
      stored(
        'SELECT id, content, scope_key, categories, confidence, access_count, source, created_at FROM memory_items ORDER BY id',
      ),
    ).toEqual([
      {
        id: 'cerberus-m1',
        content: 'prefers small commits',
        scope_key: 'global',
        categories: '["preference"]',
        confidence: 0.7,
        access_count: 3,
        source: 'import',
        created_at: '2026-01-05T10:00:00.000Z',
      },
      expect.objectContaining({
        id: 'cerberus-m2',
        content: 'frames end in ;\n(src/cat.ts send)',
        scope_key: git,
      }),
      expect.objectContaining({
        id: 'cerberus-session-20260110-101010',
        content: 'the parser was written',
      }),
    ]);
    expect(report.redacted).toBe(1);
    expect(readFileSync(join(here.home, 'brain.db')).includes(SECRET)).toBe(false);
  });

  it('renames what it took, keeps what is damaged, and takes nothing twice', () => {
    const folder = cerberus();
    const before = readFileSync(join(folder, 'memory.db'));
    imported('cerberus');
    expect(readdirSync(folder).sort()).toEqual([
      'active-radio.json.imported',
      'active-torn.json',
      'memory.db',
    ]);
    expect(readFileSync(join(folder, 'memory.db'))).toEqual(before);

    // Cerberus wrote the same file again, or somebody gave it its name back.
    writeFileSync(join(folder, 'active-radio.json'), JSON.stringify(active()));
    const again = imported('cerberus');
    expect(again.counts.threads).toEqual({ found: 5, new: 0, known: 3, skipped: 2 });
    expect(again.counts.memories).toEqual({ found: 4, new: 0, known: 3, skipped: 1 });
    expect(again.renamed.map(({ to }) => to)).toEqual([
      join(folder, 'active-radio.json.imported-2'),
    ]);
    expect(stored('SELECT count(*) AS n FROM work_threads')).toEqual([{ n: 3 }]);
  });

  it('loses nothing of a file that went on after its import, and says that it did', () => {
    const folder = cerberus();
    imported('cerberus');
    writeFileSync(
      join(folder, 'active-radio.json'),
      JSON.stringify(active({ decisions: ['dec:use-USB'] })),
    );
    const again = imported('cerberus', join(folder, 'active-radio.json'));
    expect(again.counts.threads).toMatchObject({ new: 1, known: 0 });
    expect(again.remarks.map(({ why }) => why).join()).toContain('changed since it was imported');
  });

  it('is content when everything was imported before', () => {
    const folder = join(here.folder, '.cerberus');
    mkdirSync(folder);
    writeFileSync(join(folder, 'active-radio.json'), JSON.stringify(active()));
    expect(imported('cerberus').imported_before).toEqual([]);
    const again = imported('cerberus');
    expect(again.counts).toEqual({});
    expect(again.imported_before).toEqual([join(folder, 'active-radio.json.imported')]);
  });

  it('only says what it would do in a dry run', () => {
    const folder = cerberus();
    const names = readdirSync(folder).sort();
    const report = imported('cerberus', '--dry-run');
    expect(report.counts.threads).toEqual({ found: 5, new: 3, known: 0, skipped: 2 });
    expect(readdirSync(folder).sort()).toEqual(names);
    expect(
      stored(
        'SELECT (SELECT count(*) FROM work_threads) + (SELECT count(*) FROM memory_items) AS n',
      ),
    ).toEqual([{ n: 0 }]);
    const said = cortex(['import', 'cerberus', '--dry-run'], { env: NOW });
    expect(said.stdout).toContain(
      '3 threads would be taken over of 5 found, 0 here already, 2 skipped.',
    );
    expect(said.stderr).toContain('active-torn.json: skipped, it is damaged');
  });

  it('does not push aside the work that is under way', () => {
    cerberus();
    cortex(['note', 'next', 'measure the antenna'], { env: NOW });
    imported('cerberus');
    const running = stored("SELECT origin FROM work_threads WHERE status = 'active'");
    expect(running).toEqual([{ origin: null }]);
  });

  it('says where it looked when there is nothing, and fails only then', () => {
    const none = cortex(['import', 'cerberus'], { env: NOW });
    expect(none.status).toBe(1);
    expect(none.stderr).toContain(join(here.folder, '.cerberus'));
    expect(none.stderr).toContain('cortex import cerberus <path>');

    const garbage = join(here.folder, 'memory.db');
    writeFileSync(garbage, 'no database at all, but long enough to be looked at'.repeat(100));
    const damaged = cortex(['import', 'cerberus', garbage], { env: NOW });
    expect(damaged.status).toBe(1);
    expect(damaged.stderr).toContain('it cannot be read');
    expect(cortex(['import', 'cerberus', join(here.folder, 'absent')]).status).toBe(1);
    expect(cortex(['import', 'some.jsonl', 'more']).status).toBe(2);
  });
});

describe('cortex import cortex', () => {
  function older(): string {
    const folder = join(here.folder, '.openclaw', 'workspace', 'memory');
    mkdirSync(folder, { recursive: true });
    writeOlderBrain(join(folder, 'brain.db'));
    const items = [
      {
        content: 'CRITICAL: never key the transmitter',
        pinnedAt: '2026-02-17T08:10:00Z',
        label: 'tx',
      },
    ];
    writeFileSync(join(folder, 'working_memory.json'), JSON.stringify({ items }));
    return folder;
  }

  it('takes over sessions, memories and pins, once', () => {
    const folder = older();
    const report = imported('cortex');
    expect(report.counts).toEqual({
      sessions: { found: 2, new: 2, known: 0, skipped: 0 },
      memories: { found: 1, new: 1, known: 0, skipped: 0 },
      pins: { found: 2, new: 2, known: 0, skipped: 0 },
    });
    expect(report.left_out).toEqual({ messages: 2, threads: 1, atoms: 1, embeddings: 1, todos: 1 });
    const states = json<SessionState[]>(['history', '--all'], { env: NOW });
    expect(
      states.map((state) => [
        state.session_id,
        state.host,
        state.scope,
        state.end_time,
        state.crash_recovered,
      ]),
    ).toEqual([
      ['old-open', 'openclaw', 'global', '2026-02-18T09:30:00.000Z', true],
      ['old-ended', 'openclaw', 'global', '2026-02-17T09:00:00.000Z', false],
    ]);
    expect(states[1]).toMatchObject({
      channel: 'signal',
      hot_topics: ['radio'],
      working_memory: [{ content: 'use /dev/ttyUSB0', label: 'radio' }],
      pending_tasks: [{ task_id: 'task-001', stage: 'build' }],
    });
    expect(stored('SELECT id, importance, access_count, confidence FROM memory_items')).toEqual([
      { id: 'stm-s1', importance: 2, access_count: 4, confidence: 0.8 },
    ]);
    expect(
      stored('SELECT body FROM scope_waiting_pins').map(
        ({ body }) => JSON.parse(String(body)).content ?? body,
      ),
    ).toHaveLength(2);

    const again = imported('cortex', folder);
    for (const counts of Object.values(again.counts))
      expect(counts).toMatchObject({ new: 0, skipped: 0 });
    expect(existsSync(join(folder, 'working_memory.json'))).toBe(true);
  });

  it('tells the next session which tasks were open, until one is closed', () => {
    older();
    imported('cortex');
    const told = (id: string) =>
      hook({ session_id: id, hook_event_name: 'SessionStart', source: 'startup' }, { env: NOW })
        .stdout;
    expect(told('first')).toContain('- [task-001] ');
    cortex(['done', 'task-001'], { env: NOW });
    expect(told('second')).not.toContain('task-001');
  });

  it('does not bring a pin back that a session took and let go of', () => {
    older();
    imported('cortex');
    const outside = { cwd: here.folder, env: NOW };
    cortex(['unpin', '--all'], outside);
    cortex(['unpin', '1'], outside);
    cortex(['unpin', '1'], outside);
    expect(stored('SELECT count(*) AS n FROM scope_waiting_pins')).toEqual([{ n: 0 }]);
    expect(imported('cortex').counts.pins).toMatchObject({ new: 0, known: 2 });
  });

  it('leaves alone what may still be running, and passes over what is damaged', () => {
    const folder = older();
    build(
      join(folder, 'brain.db'),
      `INSERT INTO session_states(id, start_time, created_at, updated_at)
         VALUES ('runs', '2026-02-20T11:00:00Z', '2026-02-20T11:00:00Z', '2026-02-20T11:30:00Z');
       INSERT INTO session_states(id, start_time, end_time, hot_topics, created_at)
         VALUES ('torn', '2026-02-12T11:00:00Z', '2026-02-12T12:00:00Z', '["rad', '2026-02-12T11:00:00Z'),
                ('dateless', 'soon', NULL, '[]', '');`,
    );
    const report = imported('cortex');
    expect(report.counts.sessions).toEqual({ found: 5, new: 3, known: 0, skipped: 2 });
    expect(report.skipped.map(({ why }) => why)).toEqual([
      'it may still be running: import again when it is over',
      'when it started cannot be read',
    ]);
    expect(report.remarks).toEqual([
      {
        where: `${join(folder, 'brain.db')}, session torn`,
        why: 'hot_topics is damaged and was left empty',
      },
    ]);
  });

  it('keeps two memories apart that two databases gave one number', () => {
    const sql = (content: string, at: string) =>
      `CREATE TABLE stm (id INTEGER PRIMARY KEY, content TEXT, created_at TEXT); INSERT INTO stm VALUES (1, '${content}', '${at}')`;
    const one = build(join(here.folder, 'one.db'), sql('first', '2026-02-01T10:00:00Z'));
    const two = build(join(here.folder, 'two.db'), sql('second', '2026-02-02T10:00:00Z'));
    for (const path of [one, two, one, two]) imported('cortex', path);
    expect(stored('SELECT content FROM memory_items ORDER BY number')).toEqual([
      { content: 'first' },
      { content: 'second' },
    ]);
  });

  it('refuses its own database', () => {
    cortex(['pin', 'x'], { env: NOW });
    const own = cortex(['import', 'cortex', join(here.home, 'brain.db')], { env: NOW });
    expect(own.status).toBe(1);
    expect(own.stderr).toContain('the database of this Cortex');
  });
});

describe('cortex import drift', () => {
  function drift(): string {
    const folder = join(here.radio, '.drift', 'memory');
    mkdirSync(folder, { recursive: true });
    return build(
      join(folder, 'cortex.db'),
      `CREATE TABLE sessions (id TEXT PRIMARY KEY, started_at TEXT, ended_at TEXT, loaded_memories TEXT, loaded_patterns TEXT,
         loaded_files TEXT, loaded_constraints TEXT, tokens_sent INTEGER, queries_made INTEGER, last_activity TEXT,
         metadata TEXT, created_at TEXT, updated_at TEXT);
       INSERT INTO sessions VALUES
         ('d1', '2026-02-01T10:00:00Z', '2026-02-01T11:00:00Z', '[]', '[]', '["src/radio.ts"]', '[]', 5200, 7,
          '2026-02-01T10:50:00Z', '{}', '2026-02-01T10:00:00Z', '2026-02-01T11:00:00Z'),
         ('d2', '2026-02-02T10:00:00Z', NULL, '[]', '[]', 'torn', '[]', 0, 0, '2026-02-02T10:20:00Z', '{}', NULL, NULL),
         ('d3', 'whenever', NULL, '[]', '[]', '[]', '[]', 0, 0, NULL, '{}', NULL, NULL);`,
    );
  }

  it('makes sessions with their times and the files that were read, once, and nothing that would be inherited', () => {
    const path = drift();
    const report = imported('drift');
    expect(report.counts).toEqual({ sessions: { found: 3, new: 2, known: 0, skipped: 1 } });
    expect(report.remarks).toEqual([
      { where: `${path}, session d2`, why: 'loaded_files is damaged and was left out' },
    ]);
    const states = json<SessionState[]>(['history', '--all'], { env: NOW });
    expect(
      states.map((state) => [state.session_id, state.title, state.start_time, state.end_time]),
    ).toEqual([
      ['drift-d2', 'drift session', '2026-02-02T10:00:00.000Z', '2026-02-02T10:20:00.000Z'],
      [
        'drift-d1',
        'drift session, 7 queries, 5200 tokens sent',
        '2026-02-01T10:00:00.000Z',
        '2026-02-01T11:00:00.000Z',
      ],
    ]);
    expect(
      states.every((state) => state.files_modified.length === 0 && state.host === 'drift'),
    ).toBe(true);
    const [read] = stored(
      "SELECT body FROM session_events WHERE session_id = 'drift-d1' AND kind = 'tool'",
    );
    expect(JSON.parse(String(read!['body'])).touched).toEqual([
      { path: 'src/radio.ts', how: 'read' },
    ]);
    expect(stored('SELECT DISTINCT holds FROM session_states')).toEqual([{ holds: 0 }]);

    expect(imported('drift', join(here.radio, '.drift')).counts).toEqual({
      sessions: { found: 3, new: 0, known: 2, skipped: 1 },
    });
  });
});

describe('cortex import claude-mem', () => {
  const at = (text: string) => `'${text}', ${Date.parse(text)}`;

  /** A home of claude-mem with its tables, in the version that keeps tool calls and as older ones were. */
  function claudeMem(): string {
    const folder = join(here.folder, '.claude-mem');
    mkdirSync(folder);
    const schema = readFileSync(
      join(import.meta.dirname, '../../../test/recorded/claude-mem.sql'),
      'utf8',
    );
    build(
      join(folder, 'claude-mem.db'),
      `${schema}
       INSERT INTO sdk_sessions (id, content_session_id, memory_session_id, project, platform_source, started_at, started_at_epoch, status) VALUES
         (1, 'claude-one', 'mem-1', 'radio', 'claude', ${at('2026-02-18T09:00:00.000Z')}, 'active'),
         (2, 'codex-two', 'mem-2', 'radio', 'codex', ${at('2026-02-19T09:00:00.000Z')}, 'completed'),
         (3, 'late', 'mem-3', 'radio', 'claude', ${at('2026-02-20T11:50:00.000Z')}, 'active'),
         (4, 'empty', 'mem-4', 'radio', 'claude', ${at('2026-02-10T11:50:00.000Z')}, 'completed'),
         (5, 'own', 'mem-5', 'observer-sessions', 'claude', ${at('2026-02-10T11:50:00.000Z')}, 'completed'),
         (6, 'elsewhere', 'mem-6', 'nowhere', 'claude', ${at('2026-02-11T11:50:00.000Z')}, 'completed');
       INSERT INTO user_prompts (content_session_id, prompt_number, prompt_text, created_at, created_at_epoch) VALUES
         ('claude-one', 1, 'calibrate the antenna tuner', ${at('2026-02-18T09:00:00.000Z')}),
         ('claude-one', 2, 'use the token ${SECRET}', ${at('2026-02-18T09:10:00.000Z')}),
         ('codex-two', 1, 'test the tuner', ${at('2026-02-19T09:00:00.000Z')}),
         ('late', 1, 'and now', ${at('2026-02-20T11:50:00.000Z')}),
         ('own', 1, 'You are a memory observer', ${at('2026-02-10T11:50:00.000Z')}),
         ('elsewhere', 1, 'a thing of another folder', ${at('2026-02-11T11:50:00.000Z')});
       INSERT INTO observations (memory_session_id, project, type, title, subtitle, facts, narrative, concepts, files_read, files_modified, created_at, created_at_epoch) VALUES
         ('mem-1', 'radio', 'bugfix', 'Tuner drifted', 'The offset was added twice', '["tune() adds the offset"]', 'It was added in two places.',
          '["gotcha"]', '[]', '["${join(here.radio, 'src/tuner.ts')}"]', ${at('2026-02-18T09:05:00.000Z')}),
         ('mem-2', 'radio', 'discovery', 'The key is ${SECRET}', NULL, '[]', NULL, 'torn', '[]', '[]', ${at('2026-02-19T09:05:00.000Z')}),
         ('mem-5', 'observer-sessions', 'discovery', 'Watched', NULL, '[]', NULL, '[]', '[]', '[]', ${at('2026-02-10T11:50:00.000Z')});
       INSERT INTO session_summaries (memory_session_id, project, request, learned, completed, next_steps, created_at, created_at_epoch) VALUES
         ('mem-1', 'radio', 'calibrate', 'The offset was added twice', 'tune() adds it once', 'Test it at night', ${at('2026-02-18T09:12:00.000Z')});
       INSERT INTO tool_uses (tool_use_id, content_session_id, memory_session_id, project, platform_source, tool_name, tool_input, tool_response, cwd, created_at, created_at_epoch) VALUES
         ('t1', 'codex-two', 'mem-2', 'radio', 'codex', 'Bash', '{"command":"npm test"}', '{"stdout":"Tests  4 passed (4)","stderr":""}', '${here.radio}', ${at('2026-02-19T09:03:00.000Z')});
       INSERT INTO pending_messages (content_session_id) VALUES ('late');`,
    );
    return folder;
  }

  it('makes sessions and memories in the project that they are of, without secrets', () => {
    const folder = claudeMem();
    const report = imported('claude-mem');
    expect(report.counts).toEqual({
      sessions: { found: 5, new: 3, known: 0, skipped: 2 },
      memories: { found: 2, new: 2, known: 0, skipped: 0 },
    });
    expect(report.skipped.map(({ why }) => why)).toEqual([
      'it may still be running: import again when it is over',
      'nobody said or did anything in it',
    ]);
    expect(report.remarks[0]).toMatchObject({ where: join(folder, 'claude-mem.db') });
    expect(report.remarks[0]!.why).toContain('it keeps no replies');
    expect(report.redacted).toBe(2);
    expect(report.left_out).toEqual({ pending_messages: 1 });
    expect(JSON.stringify(stored('SELECT * FROM session_events'))).not.toContain(SECRET);
    expect(JSON.stringify(stored('SELECT * FROM memory_items'))).not.toContain(SECRET);
    const git = join(here.radio, '.git');
    expect(
      stored(
        "SELECT host, host_session_id AS id, scope_key, title FROM session_states WHERE scope = 'project:radio' ORDER BY start_time",
      ),
    ).toEqual([
      {
        host: 'claude-code',
        id: 'claude-one',
        scope_key: git,
        title: 'use the token [REDACTED]',
      },
      { host: 'codex', id: 'codex-two', scope_key: git, title: 'test the tuner' },
    ]);
    expect(
      stored('SELECT content, categories, confidence, scope_key FROM memory_items ORDER BY id')[0],
    ).toEqual({
      content: 'Tuner drifted\nIt was added in two places.\n- tune() adds the offset',
      categories: expect.stringContaining('gotcha'),
      confidence: 0.6,
      scope_key: git,
    });
    const session = json<SessionState[]>(['history'])[1]!;
    expect(session.files_modified).toEqual(['src/tuner.ts']);
    const shown = cortex(['show', session.session_id], { env: NOW }).stdout;
    expect(shown).toContain('As claude-mem summed it up');
    expect(shown).toContain('Test it at night');
    expect(cortex(['search', 'npm test'], { env: NOW }).stdout).toContain('test the tuner');
    expect(cortex(['verify']).status).toBe(0);
  });

  it('takes nothing twice, and nothing that is here from elsewhere or was forgotten', () => {
    claudeMem();
    for (const [hook_event_name, more] of [
      ['SessionStart', { source: 'startup' }],
      ['UserPromptSubmit', { prompt: 'calibrate the antenna tuner' }],
      ['SessionEnd', { reason: 'other' }],
    ] as const)
      hook({ session_id: 'claude-one', cwd: here.radio, hook_event_name, ...more });
    expect(imported('claude-mem').counts['sessions']).toMatchObject({ new: 2, known: 1 });
    const again = imported('claude-mem');
    expect(again.counts).toMatchObject({
      sessions: { new: 0, known: 3 },
      memories: { new: 0, known: 2 },
    });
    const [codex] = json<SessionState[]>(['history', '--all']).filter(
      ({ host }) => host === 'codex',
    );
    expect(cortex(['forget', '--session', codex!.session_id, '--yes']).status).toBe(0);
    expect(imported('claude-mem').skipped.map(({ why }) => why)).toContain(
      'it was forgotten here; --again brings it back',
    );
    expect(imported('claude-mem', '--again').counts['sessions']).toMatchObject({ new: 1 });
  });

  it('gives way to the transcript of the same session', () => {
    claudeMem();
    imported('claude-mem');
    const folder = join(here.folder, '.claude', 'projects', 'radio');
    mkdirSync(folder, { recursive: true });
    const line = (type: string, minute: number, content: unknown) =>
      JSON.stringify({
        type,
        sessionId: 'claude-one',
        cwd: here.radio,
        timestamp: `2026-02-18T09:${minute}:00.000Z`,
        message: { content },
      });
    const path = join(folder, '5b1f6c1e-2d4a-4c56-9a7e-0f3c8d21b7a4.jsonl');
    writeFileSync(
      path,
      [
        line('user', 10, 'calibrate the antenna tuner'),
        line('assistant', 11, [{ type: 'text', text: 'It drifted by two steps.' }]),
      ].join('\n'),
    );
    cortex(['import', 'claude-code', path], { env: NOW });
    const ours = json<SessionState[]>(['history', '--all']).filter(
      (one) => one.host_session_id === 'claude-one',
    );
    expect(ours.length).toBe(1);
    expect(cortex(['show', ours[0]!.session_id], { env: NOW }).stdout).toContain(
      'It drifted by two steps.',
    );
    expect(imported('claude-mem').counts['sessions']).toMatchObject({ new: 0, known: 3 });
  });

  it('says what is missing where there is none', () => {
    const done = cortex(['import', 'claude-mem']);
    expect(done.status).toBe(1);
    expect(done.stderr).toContain('There is no claude-mem.db');
  });
});
