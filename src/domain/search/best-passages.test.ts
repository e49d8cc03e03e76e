import { describe, expect, it } from 'vitest';
import { DAY } from '../time.ts';
import {
  holdsSigned,
  isEcho,
  isOnlyAsked,
  isProse,
  isSameTemplate,
  quoteOrder,
  usefulPassages,
} from './best-passages.ts';
import { type Holding, within } from './holding.ts';
import { type PassageId, passageId } from './passage.ts';
import type { PromptTerm } from './prompt-terms.ts';

const candidates = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9]);
const list = (...ids: PassageId[]): Holding =>
  within({ ids: ids.sort((a, b) => a - b), reach: 1 }, candidates);
const word = (form: string, ...ids: PassageId[]) => ({
  term: { forms: [form], kind: 'word' as const },
  hits: list(...ids),
});
const shares = (...words: ReturnType<typeof word>[]) => usefulPassages(words, candidates.size);

describe('passages', () => {
  it('are in the order of what they say, and paths are none', () => {
    const all = passageId(1, 0, 'user');
    const two = passageId(2, 4, 'agent');
    const path = passageId(3, 1, 'paths');
    const words = [word('antenna', all, two, path), word('squelch', all, two, path), word('tuner', all)];
    const found = shares(...words);
    expect(found.map(({ id }) => id)).toEqual([all, two]);
    expect(found[0]).toMatchObject({ telling: 3, named: false });
    expect(found[0]!.share).toBeGreaterThan(found[1]!.share);
  });

  it('need two telling words or an id, and enough of the prompt', () => {
    const id = passageId(1, 0, 'user');
    const other = passageId(2, 0, 'user');
    expect(shares(word('continue', id), word('please', id))).toEqual([]);
    expect(shares(word('antenna', id))).toEqual([]);
    expect(shares(word('antenna', id), word('squelch', id))).toHaveLength(1);
    expect(shares({ ...word('482', id), term: { forms: ['482'], kind: 'id' } } as never)).toHaveLength(1);
    const unheld = ['tuner', 'receiver', 'frequency', 'voltage'].map((form) => word(form, other));
    expect(shares(word('antenna', id), word('squelch', id), ...unheld)).toMatchObject([{ id: other }]);
  });

  it('come newest first where they say the same, and never lose more than half by age', () => {
    expect(quoteOrder(0.5, DAY)).toBeGreaterThan(quoteOrder(0.5, 9 * DAY));
    expect(quoteOrder(1, 400 * DAY)).toBeGreaterThanOrEqual(0.5);
  });
});

describe('what is worth a quotation', () => {
  it('is not what the prompt says itself', () => {
    expect(isEcho('Tune the antenna to 7 MHz', 'please tune the antenna to 7 MHz')).toBe(true);
    expect(isEcho('The antenna needs 40 ms to settle', 'tune the antenna')).toBe(false);
  });

  it('is not a question alone', () => {
    expect(isOnlyAsked('why is the shadow comparison red?')).toBe(true);
    expect(isOnlyAsked('The relay is warm. Why does it open so late?')).toBe(false);
    expect(isOnlyAsked('The relay is warm.')).toBe(false);
  });

  it('is not the same command with another subject', () => {
    const prompt = '## Context\n- Current pull request status: title: Sync stats';
    expect(isSameTemplate('## Context\n- Current pull request status: title: Otel metrics', prompt)).toBe(
      true,
    );
    expect(isSameTemplate('Review the otel metrics of the pull request', prompt)).toBe(false);
  });

  it.each([
    ['The retry filter ignores events younger than five minutes.', true],
    ['修复支付回调的重试逻辑', true],
    ['diff --git a/x.ts b/x.ts index 12..34 100644 --- a/x.ts +++ b/x.ts @@ -1,2 +1,3 @@', false],
    ['/home/me/a.log /home/me/b.log /home/me/c.log', false],
  ])('%s: %s', (text, expected) => {
    expect(isProse(text)).toBe(expected);
  });

  it('holds an id with its sign', () => {
    const terms: PromptTerm[] = [{ forms: ['482'], kind: 'id' }];
    expect(holdsSigned('this is #482 again', terms)).toBe(true);
    expect(holdsSigned('see issues/482', terms)).toBe(true);
    expect(holdsSigned('it fails at line 482', terms)).toBe(false);
    expect(holdsSigned('src/a.ts:482', terms)).toBe(false);
  });
});
