import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '../../domain/ids.ts';
import { projectScope } from '../../domain/scope.ts';
import type { Store } from '../../store.ts';
import { openSqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { Failure, UsageError } from './errors.ts';
import { chooseScope } from './scope.ts';

const RADIO = projectScope('/a/radio/.git', 'radio', '/a/radio');
const OTHER_RADIO = projectScope('/b/radio/.git', 'radio', '/b/radio');
const SHOP = projectScope('/a/shop/.git', 'shop', '/a/shop');

let store: Store;
beforeEach(async () => {
  const options = { waitMillis: () => 0, prepare: () => {}, sharedMemory: false, now: () => 0 };
  store = openSqliteStore(':memory:', options);
  const common = {
    host: 'claude-code',
    branch: null,
    head: null,
    cwd: null,
    at: 0,
    owner: null,
    resumes: null,
  };
  for (const [i, scope] of [RADIO, OTHER_RADIO, SHOP].entries()) {
    await store.openSession({
      ...common,
      id: `session-${i}` as SessionId,
      hostSessionId: `host-${i}`,
      scope,
    });
  }
});
afterEach(() => store.close());

describe('a scope is', () => {
  const places: Record<string, typeof RADIO> = { '/a/radio': RADIO, '/b/radio': OTHER_RADIO };
  const locate = (cwd: string | null) => ({
    scope: places[cwd ?? ''] ?? { key: 'global' as typeof RADIO.key, label: 'global', root: null },
    branch: null,
    head: null,
  });
  const choose = (flags: { scope?: string; project?: string }, cwd = '/a/radio') =>
    chooseScope({ locate, store }, cwd, { scope: flags.scope, project: flags.project });

  it('that of the folder, unless one is named', async () => {
    expect(await choose({})).toEqual({ scope: RADIO, chosen: false });
    expect(await choose({ scope: 'shop' })).toEqual({ scope: SHOP, chosen: true });
    expect(await choose({ scope: 'project:shop' })).toEqual({ scope: SHOP, chosen: true });
    expect((await choose({ scope: 'global' })).scope.key).toBe('global');
    expect(await choose({ project: '/b/radio' })).toEqual({ scope: OTHER_RADIO, chosen: true });
  });

  it('not guessed from a name of two repositories, even from inside one of them', async () => {
    const refusal = (await choose({ scope: 'radio' }).catch((error: unknown) => error)) as Failure;
    expect(refusal).toBeInstanceOf(Failure);
    expect(
      refusal.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim()),
    ).toEqual(['/a/radio', '/b/radio']);
    expect(refusal.advice).toContain('--project');
  });

  it('refused where it is unknown, outside of repositories, or given twice', async () => {
    await expect(choose({ scope: 'nowhere' })).rejects.toThrow(
      'No session was captured in a project called nowhere.',
    );
    await expect(choose({ project: '/tmp' })).rejects.toThrow('/tmp is no folder in a git repository.');
    await expect(choose({ scope: 'shop', project: '/a/radio' })).rejects.toBeInstanceOf(UsageError);
  });
});
