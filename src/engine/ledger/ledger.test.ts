import { describe, expect, it } from 'vitest';
import { sendable } from '../../../test/sendable.ts';
import { defaultConfig } from '../../config/config.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { Fit } from '../../domain/ledger/send.ts';
import { memoryLedgers } from '../../stores/sqlite/memory-ledgers.ts';
import { ledgerLimits, recordShown, sendItems } from './ledger.ts';

const CONVERSATION = 's' as SessionId;
const deps = () => ({ store: memoryLedgers(), config: defaultConfig(), now: () => 0 });

interface Line extends Sendable {
  readonly content: string;
}
const line = (kind: Sendable['kind'], id: string, content: string): Line => ({
  ...sendable({ kind, id, content, tokens: content.split(' ').length, estimated: false }),
  content,
});
const lines = [line('thread', 't', 'impl:a.ts next:b'), line('memory', 'm', 'the port is 8080')];

/** An answer as a tool gives it: what fits, and how much was withheld. */
const answer: Fit<Line, string> = (fresh, withheld) => {
  const said = fresh.map(({ content }) => content);
  if (withheld.length > 0) said.push(`${withheld.length} withheld as already sent`);
  return { chosen: fresh, answer: said.join('\n') };
};

describe('putting content into a conversation', () => {
  it('says everything once, and how much it withheld', async () => {
    const world = deps();
    const first = await sendItems(world, CONVERSATION, lines, answer);
    expect(first.answer).toBe('impl:a.ts next:b\nthe port is 8080');
    const second = await sendItems(world, CONVERSATION, lines, answer);
    expect([second.answer, second.tokensSaved]).toEqual(['2 withheld as already sent', 6]);
  });

  it('says everything again after the model forgot', async () => {
    const world = deps();
    await sendItems(world, CONVERSATION, lines, answer);
    await world.store.beginLedgerEpoch(CONVERSATION, 'compaction', 0, 'session epoch 1');
    expect((await sendItems(world, CONVERSATION, lines, answer)).sent).toHaveLength(2);
  });

  it('withholds what was shown in any case, until it is another', async () => {
    const world = deps();
    await recordShown(world, CONVERSATION, [lines[1]!]);
    expect((await sendItems(world, CONVERSATION, lines, answer)).sent).toMatchObject([{ id: 't' }]);
    const changed = await sendItems(world, CONVERSATION, [line('memory', 'm', 'the port is 80')], answer);
    expect(changed.sent).toMatchObject([{ id: 'm', replaced: { hash: lines[1]!.hash } }]);
  });

  it('withholds nothing from somebody who cannot be told from others', async () => {
    const world = deps();
    for (let time = 0; time < 2; time++) {
      const sending = await sendItems(world, null, lines, answer);
      expect([sending.sent.length, sending.withheld.length, sending.receipt]).toEqual([2, 0, null]);
    }
  });

  it('has the limits of the sources unless it is told others', () => {
    expect(ledgerLimits(defaultConfig())).toEqual({
      inactivityMillis: 1_800_000,
      durationMillis: 86_400_000,
      tokens: 1_000_000,
    });
  });
});
