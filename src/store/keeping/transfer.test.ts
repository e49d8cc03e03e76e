import { expect, it } from 'vitest';
import { T0, useStore } from '../../../test/store.ts';
import type { SessionRows } from '../../domain/keeping/archive.ts';
import { openMigrated } from '../base/migrations.ts';
import { storeOn } from '../sqlite-store.ts';

const here = useStore();
const HOUR = 3_600_000;

/** Sessions as another home exports them. */
async function exported(count: number): Promise<SessionRows[]> {
  for (let i = 0; i < count; i++) {
    const at = T0 - (count - i) * HOUR;
    const { id } = await here.begin({ at });
    await here.append(
      id,
      [{ kind: 'prompt', text: `tune the radio ${i}` }, { kind: 'turn-ended' }],
      at,
    );
    await here.store.endSession(id, at + 1, null);
  }
  const found: SessionRows[] = [];
  await here.store.exportAll(null, (one) => void (one.kind === 'session' && found.push(one.rows)));
  return found;
}

/** A new home, and how often it runs each statement. */
function counted() {
  const database = openMigrated(':memory:', {
    waitMillis: () => 0,
    prepare: () => {},
    sharedMemory: false,
    now: () => T0,
  });
  const times = new Map<string, number>();
  const note = (sql: string) => times.set(sql, (times.get(sql) ?? 0) + 1);
  for (const name of ['get', 'all', 'run'] as const) {
    const asked = database[name].bind(database) as (sql: string, ...values: unknown[]) => unknown;
    Object.assign(database, {
      [name]: (sql: string, ...values: unknown[]) => {
        note(sql);
        return asked(sql, ...values);
      },
    });
  }
  return { database, times, store: storeOn(database) };
}

/** The steps of a statement that read sessions otherwise than by their id or their conversation. */
function walksIn({ database }: ReturnType<typeof counted>, sql: string): string[] {
  const steps = database.raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
  return steps
    .map(({ detail }) => detail)
    .filter((one) => /\b(?:session_states|cold_sessions)\b/.test(one))
    .filter((one) => !/\((?:id=\?|host=\? AND host_session_id=\?.*)\)/.test(one));
}

it.each([
  ['an export', {}],
  ['a transcript', { isUnfolded: true as const }],
])('looks at no other session for a session that it takes over from %s', async (_, more) => {
  const sessions = await exported(80);
  const home = counted();
  const takeover = await home.store.beginTakeover(T0);
  const take = async (some: readonly SessionRows[]) => {
    home.times.clear();
    for (let i = 0; i < some.length; i += 20)
      await home.store.importSessions(some.slice(i, i + 20), { write: true, takeover, ...more });
    const often = [...home.times].filter(([, times]) => times >= some.length);
    expect(often.flatMap(([sql]) => walksIn(home, sql))).toEqual([]);
    return [...home.times.values()].reduce((sum, times) => sum + times, 0);
  };
  const first = await take(sessions.slice(0, 40));
  const second = await take(sessions.slice(40));
  expect(second).toBeLessThanOrEqual(first);
  expect(home.database.value('SELECT count(*) FROM session_states')).toBe(80);
});

it('takes the others of a batch when one is refused', async () => {
  const [first, second] = await exported(2);
  const { store, database } = counted();
  const broken = {
    ...second!,
    session_states: [{ ...second!.session_states[0]!, id: null }],
  } as unknown as SessionRows;
  const how = { write: true, takeover: await store.beginTakeover(T0) };
  const outcomes = (await store.importSessions([broken, first!], how)).map(
    ({ outcome }) => outcome,
  );
  expect(outcomes).toEqual(['refused', 'new']);
  expect(database.column('SELECT id FROM session_states')).toEqual([
    first!.session_states[0]!['id'],
  ]);
});
