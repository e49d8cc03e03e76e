import fc from 'fast-check';
import { countTokens as countWithSpecials } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { fitSections } from './budget.ts';
import { renderSection, type Section } from './section.ts';
import { estimateTokens } from './text/tokens.ts';

/** `<|endoftext|>` in a text is text. */
const realTokens = (text: string) => countWithSpecials(text, { disallowedSpecial: new Set() });

const words = fc.constantFrom(
  'reconnect',
  'src/payments/shadow.ts',
  'für',
  '校准天线',
  'и ещё',
  'a1b2c3d',
  '…',
  '{ "a": 1 }',
);
const line = fc
  .array(words, { minLength: 1, maxLength: 40 })
  .map((parts) => `- ${parts.join(' ')}`);
const section = (name: number): fc.Arbitrary<Section<string>> =>
  fc.record({
    heading: fc.constantFrom(`HEADING ${name}:`, null),
    items: fc
      .array(fc.record({ text: line, precious: fc.boolean() }), { maxLength: 25 })
      .map((items) => [
        ...items.filter((one) => one.precious),
        ...items.filter((one) => !one.precious),
      ])
      .map((items) =>
        items.map(({ text, precious }, i) => ({
          text,
          of: `${name}/${i}`,
          ...(precious && { precedence: 100 + name }),
        })),
      ),
    share: fc.integer({ min: 0, max: 600 }),
    precedence: fc.constant(name),
  });
const sections = fc
  .integer({ min: 1, max: 8 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => section(i))))
  .chain((list) => fc.shuffledSubarray(list, { minLength: list.length }));

const frame = (blocks: readonly string[]) =>
  `<answer>\nheader\n\n${blocks.join('\n\n')}\n</answer>`;

describe('an answer within a budget', () => {
  it.each([
    ['estimated', estimateTokens],
    ['counted', realTokens],
  ] as const)(
    'is never above it in real tokens, drops nothing that precedes, and has no heading alone (%s)',
    (_, count) => {
      fc.assert(
        fc.property(
          sections,
          fc.integer({ min: 20, max: 1500 }),
          fc.integer({ min: 100, max: 9500 }),
          (list, tokens, chars) => {
            const fitted = fitSections(list, { tokens, chars }, count, frame);
            if (!fitted) {
              // Silence only where there is nothing, or not even the first line of the most precious fits.
              const first = tiers(list)[0];
              if (!first) return;
              const alone = list.map((_, i) => (i === first.section ? 1 : 0));
              expect(isWithin(list, alone, tokens, chars, count)).toBe(false);
              return;
            }
            const { text, kept } = fitted;
            expect(text.length).toBeLessThanOrEqual(chars);
            expect(realTokens(text)).toBeLessThanOrEqual(tokens * 1.03);
            list.forEach(({ heading, items }, i) => {
              // The first of a list are kept.
              expect(kept[i]).toEqual(items.slice(0, kept[i]!.length));
              if (heading) expect(text.includes(heading)).toBe(kept[i]!.length > 0);
            });
            const sizes = kept.map(({ length }) => length);
            holdsPrecedence(
              list,
              sizes,
              (some) => isWithin(list, some, tokens, chars, count),
              count,
            );
          },
        ),
        { numRuns: runs(40, 2_000) },
      );
    },
  );

  it('gives unused tokens to other sections, by precedence', () => {
    const items = (count: number, name: string) =>
      Array.from({ length: count }, (_, i) => ({ text: `- ${name} number ${i}`, of: i }));
    const list: Section[] = [
      { heading: 'PINS:', items: items(30, 'pin'), share: 50, precedence: 2 },
      { heading: 'THREAD:', items: items(1, 'thread'), share: 1000, precedence: 1 },
    ];
    const fitted = fitSections(list, { tokens: 400 }, estimateTokens)!;
    expect(fitted.kept.map(({ length }) => length)).toEqual([30, 1]);
  });

  it('keeps a capped section to its share, whatever is left', () => {
    const items = Array.from({ length: 50 }, (_, i) => ({ text: `- memory number ${i}`, of: i }));
    const list: Section[] = [
      { heading: 'MEMORIES:', items, share: 60, precedence: 1, isCapped: true },
    ];
    const fitted = fitSections(list, { tokens: 10_000 }, realTokens)!;
    expect(realTokens(fitted.text)).toBeLessThanOrEqual(60);
    expect(fitted.kept[0]!.length).toBeLessThan(50);
  });
});

interface Tier {
  readonly section: number;
  readonly precedence: number;
  readonly end: number;
}

function tiers(list: readonly Section[]): Tier[] {
  return list
    .flatMap(({ items, precedence }, section) => {
      const precious = items.filter((item) => item.precedence !== undefined).length;
      return [
        ...(precious > 0 ? [{ section, precedence: items[0]!.precedence!, end: precious }] : []),
        ...(items.length > precious ? [{ section, precedence, end: items.length }] : []),
      ];
    })
    .sort((a, b) => b.precedence - a.precedence);
}

/** The next item of a section that was cut would not fit, and within its share not even without all that follows it. */
function holdsPrecedence(
  list: readonly Section[],
  kept: readonly number[],
  fitsIn: (kept: readonly number[]) => boolean,
  count: (text: string) => number,
): void {
  const all = tiers(list);
  all.forEach(({ section, end, precedence }, place) => {
    const size = kept[section]!;
    if (size >= end) return;
    expect(fitsIn(kept.with(section, size + 1))).toBe(false);
    if (count(renderSection(list[section]!, size + 1).join('\n')) > list[section]!.share) return;
    const alone = list.map((_, i) => {
      const preceding = all
        .slice(0, place)
        .filter((tier) => tier.section === i && tier.precedence > precedence);
      return Math.min(kept[i]!, Math.max(0, ...preceding.map((tier) => tier.end)));
    });
    expect(fitsIn(alone.with(section, size + 1))).toBe(false);
  });
}

function isWithin(
  list: readonly Section[],
  kept: readonly number[],
  tokens: number,
  chars: number,
  count: (text: string) => number,
): boolean {
  const blocks = list.map((one, i) => renderSection(one, kept[i]!).join('\n')).filter(Boolean);
  const text = frame(blocks);
  return text.length <= chars && count(text) <= tokens;
}
