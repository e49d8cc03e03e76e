import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { SessionId } from '../src/domain/base/ids.ts';
import { projectScope, type Scope } from '../src/domain/base/scope.ts';
import type { Fact } from '../src/domain/facts/fact.ts';
import type { Database } from '../src/store/base/database.ts';
import { openMigrated, type StoreOptions } from '../src/store/base/migrations.ts';
import { storeOn } from '../src/store/sqlite-store.ts';
import type { Opening, Store } from '../src/store/store.ts';
import { createPrivate } from '../src/system/base/files.ts';
import { useScratch } from './use-scratch.ts';

export const T0 = Date.parse('2026-11-13T10:00:00Z');
export const HERE = projectScope('/work/radio/.git', 'radio', '/work/radio');
export const THERE = projectScope('/other/radio/.git', 'radio', '/other/radio');

/** A store on a file of its own for each test, and what tests of a store do again and again. */
export function useStore(options: Partial<StoreOptions> = {}) {
  const folder = useScratch();
  let opened: Store[] = [];
  let made = 0;
  const open = (more: Partial<StoreOptions> = {}): Store => {
    here.database = openMigrated(here.path, {
      waitMillis: () => 5_000,
      prepare: createPrivate,
      sharedMemory: true,
      now: () => T0,
      ...options,
      ...more,
    });
    const store = storeOn(here.database);
    opened.push(store);
    return store;
  };
  const here = {
    path: '',
    store: null as unknown as Store,
    database: null as unknown as Database,
    open,
  };
  beforeEach(() => {
    here.path = join(folder.path, 'brain.db');
    made = 0;
    here.store = open();
  });
  afterEach(() => {
    for (const store of opened) store.close();
    opened = [];
  });

  /** Opens a session; its id counts up unless one is given. */
  const begin = async (more: Partial<Opening> = {}) => {
    const id = `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}` as SessionId;
    const opening = {
      id,
      scope: HERE,
      at: T0,
      host: 'claude-code',
      hostSessionId: more.id ?? `host-${made}`,
    };
    const place = { branch: 'main', head: 'abc', cwd: '/work/radio', owner: null, resumes: null };
    return (await here.store.openSession({ ...opening, ...place, ...more })).head;
  };
  const append = (id: SessionId, facts: readonly Fact[], at = T0) =>
    here.store.append(
      id,
      facts.map((fact) => ({ fact, key: null })),
      { via: 'settings', at },
    );
  /** A whole session of that name, with these facts. */
  const session = async (name: string, scope: Scope, at: number, facts: readonly Fact[]) => {
    const { id } = await begin({
      id: name as SessionId,
      scope,
      at,
      branch: null,
      head: null,
      cwd: null,
    });
    await append(id, facts, at);
    await here.store.endSession(id, at, null);
    return id;
  };
  return Object.assign(here, { folder, begin, append, session });
}
