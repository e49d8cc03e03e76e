import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useScratch } from '../../../../test/use-scratch.ts';
import type { SessionId } from '../../../domain/ids.ts';
import { makePin } from '../../../domain/pins/pin.ts';
import { GLOBAL_SCOPE } from '../../../domain/scope.ts';
import { DatabaseBusy } from '../database.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const ID = '00000000-0000-4000-8000-000000000001' as SessionId;

const folder = useScratch();

function open() {
  return openSqliteStore(join(folder.path, 'brain.db'), {
    waitMillis: () => 50,
    prepare: () => {},
    sharedMemory: true,
    now: () => 0,
  });
}

describe('pins that are shown', () => {
  it('cannot be changed by another process meanwhile', async () => {
    const [store, other] = [open(), open()];
    await store.openSession({
      id: ID,
      scope: GLOBAL_SCOPE,
      host: 'claude-code',
      hostSessionId: 'h',
      branch: null,
      head: null,
      cwd: null,
      at: 0,
      owner: null,
      resumes: null,
    });
    const change = () =>
      other.changePins([ID], 0, () => [{ kind: 'pinned', pin: makePin({ content: 'x' }, 0)! }]);
    let meanwhile: Promise<unknown> = Promise.resolve();
    await store.changePins([ID], 0, () => {
      meanwhile = change().catch((error: unknown) => error);
      return [];
    });
    expect(await meanwhile).toBeInstanceOf(DatabaseBusy);
    expect(await store.pinsNow(ID)).toEqual([]);
    await change();
    expect(await store.pinsNow(ID)).toHaveLength(1);
    store.close();
    other.close();
  });
});
