import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { projectScope } from '../../domain/base/scope.ts';
import { openSqliteStore } from '../../store/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { UsageError } from './errors.ts';
import { asPerson, resolveSession } from './meant.ts';

const RADIO = projectScope('/a/radio/.git', 'radio', '/a/radio');
const OTHER_RADIO = projectScope('/b/radio/.git', 'radio', '/b/radio');
const SHOP = projectScope('/a/shop/.git', 'shop', '/a/shop');
const IDS = [
  ['a1b2c3d4-0000-4000-8000-000000000001', RADIO],
  ['a1b2ffff-0000-4000-8000-000000000002', OTHER_RADIO],
  ['0c0c0c0c-0000-4000-8000-000000000003', SHOP],
  ['Old-Session.7', SHOP],
] as const;

/** As agents name their conversations. */
const hostIdOf = (id: string) => `ses_${id.slice(4, 8)}-${id}`;

let store: Store;
beforeEach(async () => {
  const options = { waitMillis: () => 0, prepare: () => {}, sharedMemory: false, now: () => 0 };
  store = openSqliteStore(':memory:', options);
  for (const [id, scope] of IDS) {
    await store.openSession({
      id: id as SessionId,
      scope,
      host: 'claude-code',
      hostSessionId: hostIdOf(id),
      branch: null,
      head: null,
      cwd: null,
      at: Date.parse('2026-11-13T10:00:00Z'),
      owner: null,
      resumes: null,
    });
  }
});
afterEach(() => store.close());

describe('a session is found by', () => {
  it.each(table<[string, string, string]>('sessions-meant'))('%s', async (_name, typed, id) => {
    expect((await resolveSession(asPerson({ store }), typed)).session_id).toBe(id);
  });

  it("nothing where the beginning of agents' ids fits several", async () => {
    await expect(resolveSession(asPerson({ store }), 'ses_')).rejects.toThrow(
      'fits several sessions',
    );
  });

  it.each(['', '%', "a' OR 1=1", 'a b'])('nothing like %j', async (typed) => {
    await expect(resolveSession(asPerson({ store }), typed)).rejects.toBeInstanceOf(UsageError);
  });
});
