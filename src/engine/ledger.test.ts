import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../config/config.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Fit } from '../domain/ledger-send.ts';
import { memoryLedgerStore } from '../stores/memory/ledger-store.ts';
import { forgetShown, type LedgerDeps, ledgerLimits, type Offered, sendOnce } from './ledger.ts';

const CONVERSATION = 's' as SessionId;
const words = { count: (text: string) => text.split(' ').length, estimated: false };
const deps = (): LedgerDeps => ({
  store: memoryLedgerStore(),
  config: defaultConfig(),
  now: () => 0,
  tokens: words,
});
const offers = [
  { kind: 'thread', id: 't', content: 'impl:a.ts next:b' },
  { kind: 'memory', id: 'm', content: 'the port is 8080', level: 1 },
] as const;

/** An answer as a tool gives it: what fits, and how much was withheld. */
const answer: Fit<Offered, string> = (fresh, withheld) => {
  const lines = fresh.map(({ content }) => content);
  if (withheld.length > 0) lines.push(`${withheld.length} withheld as already sent`);
  return { chosen: fresh, answer: lines.join('\n') };
};

describe('putting content into a conversation', () => {
  it('says everything once, and how much it withheld', async () => {
    const world = deps();
    const first = await sendOnce(world, CONVERSATION, offers, answer);
    expect(first.answer).toBe('impl:a.ts next:b\nthe port is 8080');
    expect(first.sent.map(({ tokens, level, estimated }) => [tokens, level, estimated])).toEqual([
      [2, 0, false],
      [4, 1, false],
    ]);
    const second = await sendOnce(world, CONVERSATION, offers, answer);
    expect([second.answer, second.tokensSaved]).toEqual(['2 withheld as already sent', 6]);
  });

  it('says everything again after the model forgot, once for one event', async () => {
    const world = deps();
    await sendOnce(world, CONVERSATION, offers, answer);
    await forgetShown(world, CONVERSATION, 'compaction', 'session epoch 1');
    expect((await sendOnce(world, CONVERSATION, offers, answer)).sent).toHaveLength(2);
    expect(await forgetShown(world, CONVERSATION, 'compaction', 'session epoch 1')).toBe(1);
    expect((await sendOnce(world, CONVERSATION, offers, answer)).sent).toHaveLength(0);
  });

  it('withholds nothing from somebody who cannot be told from others', async () => {
    const world = deps();
    for (let time = 0; time < 2; time++) {
      const sending = await sendOnce(world, null, offers, answer);
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
