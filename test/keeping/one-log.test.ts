import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { checkpoint, copyHome, countIn, databaseOf, pagesOf, zeroPage } from '../damaged-home.ts';
import { runs } from '../effort.ts';
import { runKilled } from '../killed.ts';
import { programStage } from '../program-stage.ts';
import { asSchema19 } from '../schema-19.ts';

/** Points at which the upgrade dies. */
const POINTS = runs(4, 40);

describe('a home of schema 19', () => {
  const settings = { CORTEX_MAINTENANCE_AUTO: 'false', CORTEX_NOW: '2026-11-10T10:00:00Z' };
  const { made, env, cortex, payload } = programStage(settings);
  const ok = (...words: string[]) => {
    const { status, stdout, stderr } = cortex(words);
    expect([words, status, stderr]).toEqual([words, 0, '']);
    return stdout;
  };
  const send = (session_id: string, event: string, more: object = {}) =>
    cortex(['hook', 'claude-code'], JSON.stringify(payload(event, { session_id, ...more }))).stdout;
  const work = (session: string, turns: number) => {
    send(session, 'SessionStart', { source: 'startup' });
    for (let turn = 0; turn < turns; turn++) {
      send(session, 'UserPromptSubmit', {
        prompt: `wire the ft991a, part ${turn}`,
        prompt_id: `${session} ${turn}`,
      });
      const file = { file_path: join(made.repo, `part${turn}.ts`), content: 'export const a = 1;' };
      const used = {
        tool_name: 'Write',
        tool_input: file,
        tool_response: {},
        tool_use_id: `${session} ${turn}`,
      };
      send(session, 'PostToolUse', used);
      send(session, 'Stop', {
        last_assistant_message: `Part ${turn} is wired.`,
        prompt_id: `${session} ${turn}`,
      });
    }
  };
  const fill = () => {
    work('s1', 3);
    ok('note', 'decision', 'the port is ttyUSB0');
    ok('pin', 'the mast stays grounded');
    send('s1', 'SessionEnd', { reason: 'other' });
    work('s2', 2);
  };
  /** Everything that people and sessions are told, without numbers of facts. */
  const told = () =>
    [
      ['thread', '--json'],
      ['search', 'ttyUSB0', '--json'],
      ['why'],
      ['tasks', '--json'],
      ['stats', '--json'],
      ['history'],
    ].map((words) => ok(...words).replaceAll(/"seq": \d+/g, ''));
  const bodies = (sql: string) => {
    const raw = new DatabaseSync(databaseOf(made.home), { readOnly: true });
    const all = raw
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(' '));
    raw.close();
    return all;
  };
  const OLD = 'SELECT thread_id, session_id, at, body FROM thread_events ORDER BY seq';
  const MOVED =
    "SELECT session_id, key, at, body FROM session_events WHERE kind = 'thread' ORDER BY seq";
  const left = () => [countIn(made.home, 'thread_events'), countIn(made.home, 'ledger_facts')];

  it('tells the same before and after maintenance has moved its facts, and is sound', () => {
    fill();
    const before = told();
    const entries = countIn(made.home, 'session_events', "kind = 'ledger'");
    asSchema19(databaseOf(made.home));
    const facts = bodies(OLD);
    expect([facts.length > 8, entries > 2]).toEqual([true, true]);

    expect(told()).toEqual(before);
    expect(left()).toEqual([facts.length, entries]);
    expect(countIn(made.home, 'cortex_migrations', 'number = 20')).toBe(1);
    // Work goes on before anything is moved.
    work('s3', 1);
    ok('note', 'blocker', 'the amplifier is missing');
    const meanwhile = told();
    expect(meanwhile[0]).toContain('the amplifier is missing');
    const added = bodies(MOVED);
    expect(added.length).toBeGreaterThan(0);

    ok('maintain');
    expect(left()).toEqual([0, 0]);
    expect(bodies(MOVED)).toEqual([...facts, ...added]);
    expect(told()).toEqual(meanwhile);
    const doctor = cortex(['doctor']).stdout;
    expect(doctor).toContain('every row is as written');
    expect(doctor).toContain('every session and thread follows from its facts');
    ok('verify');
    expect(cortex(['repair', 'fold']).stdout).not.toContain('thread_folds');
    ok('maintain');
    expect(bodies(MOVED)).toEqual([...facts, ...added]);
  }, 120_000);

  it('forgets, exports and is repaired before anything is moved', () => {
    fill();
    asSchema19(databaseOf(made.home));
    const facts = bodies(OLD);
    checkpoint(made.home);
    const other = `${made.home}-other`;
    cpSync(made.home, other, { recursive: true });

    const file = join(made.repo, 'all.jsonl');
    ok('export', file);
    const rows = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"thread_events"'));
    expect(rows).toHaveLength(facts.length);
    // Rows that are there already are known, in either form.
    expect(ok('import', file)).not.toMatch(/thread_events\s+[1-9]\d* new/);
    expect(cortex(['import', file], '', { CORTEX_HOME: `${made.home}-new` }).status).toBe(0);

    ok('forget', '--words', 'ttyUSB0', '--yes');
    expect([left(), ok('thread', '--json').includes('ttyUSB0')]).toEqual([[0, 0], false]);
    copyHome(other, made.home);
    zeroPage(
      databaseOf(made.home),
      pagesOf(databaseOf(made.home), 'idx_events_session').leaves[0]!,
    );
    ok('repair', '--yes');
    expect([left(), bodies(MOVED)]).toEqual([[0, 0], facts]);
    copyHome(`${made.home}-new`, made.home);
    // Equal facts of the same moment are one.
    expect(bodies(MOVED).sort()).toEqual([...new Set(facts)].sort());
  }, 120_000);

  it('tells the next session everything where a repair has lost a conversation of the ledger', () => {
    fill();
    send('s2', 'SessionEnd', { reason: 'other' });
    const raw = new DatabaseSync(databaseOf(made.home));
    const last = 'number = (SELECT max(number) FROM ledger_conversations)';
    raw.exec(`UPDATE ledger_conversations SET started_at = started_at + 1 WHERE ${last}`);
    raw.close();
    ok('repair', '--yes');
    const ownerless =
      "kind = 'ledger' AND session_id NOT IN (SELECT 'ledger ' || number FROM ledger_conversations)";
    expect(countIn(made.home, 'session_events', ownerless)).toBe(0);
    expect(send('s3', 'SessionStart', { source: 'startup' })).toContain('the mast stays grounded');
  }, 120_000);

  it('loses nothing wherever its upgrade is killed', () => {
    fill();
    asSchema19(databaseOf(made.home));
    const facts = bodies(OLD);
    const entries = countIn(made.home, 'ledger_facts');
    checkpoint(made.home);
    const untouched = `${made.home}-untouched`;
    cpSync(made.home, untouched, { recursive: true });
    const counts = `${made.home}-counts`;
    const killed = (kill: number, more = {}) =>
      runKilled(['maintain'], { cwd: made.repo, env: env(more), kill });
    expect(killed(0, { KILL_COUNT: counts }).status).toBe(0);
    const calls = Number(readFileSync(counts, 'utf8').trim().split('\n')[0]);
    expect(calls).toBeGreaterThan(POINTS);
    for (let point = 1; point <= POINTS; point++) {
      copyHome(untouched, made.home);
      const kill = Math.ceil((calls * point) / (POINTS + 1));
      expect(killed(kill).signal, `call ${kill} of ${calls}`).toBe('SIGKILL');
      const both = [...bodies(OLD), ...bodies(MOVED)];
      expect(both, `after call ${kill} of ${calls}`).toEqual(facts);
      ok('maintain');
      expect([left(), bodies(MOVED)]).toEqual([[0, 0], facts]);
      expect(countIn(made.home, 'session_events', "kind = 'ledger'")).toBe(entries);
    }
  }, 300_000);
});
