import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { countIn, databaseOf } from '../../../test/damaged-home.ts';
import { type EngineStage, useEngine } from '../../../test/engine.ts';
import { CHECKSUM } from '../../store/base/checksums.ts';
import { badRows } from '../../store/keeping/repair/condition.ts';
import { shareOf } from '../sql/share.ts';

describe('checksums of what is shared', () => {
  let stage: EngineStage;
  useEngine('2026-11-01T10:00:00Z', (entered) => {
    stage = entered;
  });

  it('are there and right, and a flipped mark or a changed name is found', async () => {
    const { deps, scope, home } = stage;
    const share = shareOf(deps);
    const [own, other] = ['alice', 'bob'].map((login) => `${login}/${'a'.repeat(32)}`) as [
      string,
      string,
    ];
    await share.shareProject({
      scopeKey: scope.key,
      project: 'p',
      name: 'p',
      origin: own,
      since: deps.now(),
    });
    const pin = {
      kind: 'pin' as const,
      id: 'pin:x',
      label: null,
      content: 'mind the gap',
      critical: false,
    };
    const fact = { kind: 'next' as const, text: 'mend it', by: 'agent' as const };
    const work = { kind: 'work' as const, thread: 't', session: null, at: 1, fact };
    const segment = {
      origin: other,
      author: 'bob',
      audience: 'team' as const,
      isOwn: false,
      previous: 0,
    };
    await share.takeIn(
      scope,
      [
        {
          ...segment,
          n: 1,
          records: [
            { stamp: 1, record: pin },
            { stamp: 2, record: work },
          ],
        },
      ],
      deps.now(),
    );
    await share.mark(
      scope.key,
      { id: 'pin:y', kind: 'pin', record: { ...pin, id: 'pin:y' } },
      deps.now(),
    );
    await share.withdraw(['gone'], deps.now());
    await share.packShared(scope.key, { serverNow: deps.now(), audience: 'team', most: 100 });
    await share.renewStream(scope.key, `alice/${'b'.repeat(32)}`);
    const raw = new DatabaseSync(databaseOf(home));
    const tables = ['share_fact_stamps', 'share_items', 'share_marked', 'share_withdrawn'];
    for (const table of tables) {
      expect([table, countIn(home, table) > 0]).toEqual([table, true]);
      expect([table, countIn(home, table, `${CHECKSUM} IS NULL`)]).toEqual([table, 0]);
    }
    expect(badRows(raw)).toEqual([]);
    raw.exec("UPDATE share_fact_stamps SET author = 'carl' WHERE author = 'bob'");
    raw.exec("UPDATE share_marked SET body = replace(body, 'mind', 'mine')");
    expect(badRows(raw).map(({ table }) => table)).toEqual(['share_fact_stamps', 'share_marked']);
    raw.close();
  });
});
