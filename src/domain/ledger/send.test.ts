import { describe, expect, it } from 'vitest';
import { sendable } from '../../../test/sendable.ts';
import type { SessionId } from '../base/ids.ts';
import { newLedger, type Sendable, type ShownItem } from './ledger.ts';
import { decideSending, deduplicate } from './send.ts';

const HEAD = newLedger({ id: 'c' as SessionId, at: 0 });
const NOW = { at: 0, limits: { inactivityMillis: 10, durationMillis: 10, tokens: 10 } };
const item = (id: string, content: string): Sendable =>
  sendable({ kind: 'memory', id, content, tokens: 5, estimated: true });
const shown = (one: Sendable): ShownItem => ({ ...one, sentAt: 0 });

describe('looking items up', () => {
  it('a model that has the whole has a part of it, and not the other way round', () => {
    const [whole, cut] = [item('m', 'one two'), item('m', 'one …')];
    const part = { ...cut, wholeHash: whole.hash! };
    expect(deduplicate([part], () => shown(whole))).toMatchObject([
      { alreadySent: true, replaced: null },
    ]);
    const marked = deduplicate([whole], () => shown(part));
    expect(marked).toMatchObject([{ alreadySent: false, replaced: { hash: part.hash } }]);
  });
});

describe('deciding', () => {
  it('hands withheld items to the fitting function, and none when there is no ledger', () => {
    const seen: number[][] = [];
    const items = [item('a', 'x'), item('b', 'x')];
    decideSending(
      HEAD,
      (_, id) => (id === 'a' ? shown(items[0]!) : undefined),
      items,
      (fresh, withheld) => {
        seen.push([fresh.length, withheld.length]);
        return { chosen: fresh, answer: null };
      },
      NOW,
    );
    expect(seen).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  it('refuses an answer that holds an item twice', () => {
    const twice = () =>
      decideSending(
        HEAD,
        () => undefined,
        [item('a', 'x')],
        ([a]) => ({ chosen: [a!, a!], answer: null }),
        NOW,
      );
    expect(twice).toThrow(/each once/);
  });
});
