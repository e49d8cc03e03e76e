import { describe, expect, it } from 'vitest';
import type { SessionId } from '../ids.ts';
import { newLedger, type Sendable, type Shown, sendable } from './ledger.ts';
import { decideSending, deduplicate, everything } from './send.ts';

const HEAD = newLedger({ id: 'c' as SessionId, at: 0 });
const NOW = { at: 0, limits: { inactivityMillis: 10, durationMillis: 10, tokens: 10 } };
const item = (id: string, content: string): Sendable =>
  sendable({ kind: 'memory', id, content, tokens: 5, estimated: true });
const shown = (one: Sendable): Shown => ({ ...one, sentAt: 0, epoch: 0 });

describe('looking items up', () => {
  it.each([
    ['nothing known', null, ['one'], [false], [null]],
    ['the same', 'one', ['one'], [true], [null]],
    ['another version', 'one', ['two'], [false], ['one']],
    ['twice in one list', null, ['one', 'one'], [false, true], [null, null]],
    ['two versions in one list', null, ['one', 'two'], [false, false], [null, null]],
    ['there and back in one list', 'one', ['two', 'one'], [false, false], ['one', null]],
  ] as const)('%s', (_, known, contents, alreadySent, replaced) => {
    const marked = deduplicate(
      contents.map((content) => item('m', content)),
      () => (known ? shown(item('m', known)) : undefined),
    );
    expect(marked.map((one) => one.alreadySent)).toEqual(alreadySent);
    expect(marked.map((one) => one.replaced?.hash ?? null)).toEqual(
      replaced.map((content) => (content ? item('m', content).hash : null)),
    );
  });

  it('a model that has the whole has a part of it, and not the other way round', () => {
    const [whole, cut] = [item('m', 'one two'), item('m', 'one …')];
    const part = { ...cut, wholeHash: whole.hash! };
    expect(deduplicate([part], () => shown(whole))).toMatchObject([{ alreadySent: true, replaced: null }]);
    const marked = deduplicate([whole], () => shown(part));
    expect(marked).toMatchObject([{ alreadySent: false, replaced: { hash: part.hash } }]);
  });

  it('keeps what an item carries besides', () => {
    const [marked] = deduplicate([{ ...item('m', 'x'), title: 'kept' }], () => undefined);
    expect(marked?.title).toBe('kept');
  });
});

describe('deciding', () => {
  it('records no text', () => {
    const withText = { ...item('m', 'secret text'), content: 'secret text' };
    const { facts } = decideSending(HEAD, () => undefined, [withText], everything, NOW);
    expect(JSON.stringify(facts)).not.toContain('secret');
    expect(facts).toHaveLength(1);
  });

  it('tells the one who fits what is withheld, and that nothing would be without a ledger', () => {
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
