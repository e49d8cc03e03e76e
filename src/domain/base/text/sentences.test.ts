import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { beginningOf, keepEnds, quotablePart, splitSentences } from './sentences.ts';

describe('a line as sentences', () => {
  it.each(table<[string, readonly string[]]>('sentence-ends'))('%s', (line, sentences) => {
    expect(splitSentences(line)).toEqual(sentences);
  });
});

const LONG = 'The table of offsets is wrong for the seventh band (40 m, upper half)'.padEnd(60);

describe('a sentence as it is quoted', () => {
  it('is whole up to 320 characters', () => {
    const whole = `${'a word '.repeat(45)}end.`;
    expect(quotablePart(whole)).toBe(whole);
  });

  it('ends at the last clause where it is longer', () => {
    const tail = ` and so on ${'without an end '.repeat(30)}`;
    expect(quotablePart(`${LONG}, because it was measured once; it drifts,${tail}`)).toBe(
      `${LONG}, because it was measured once; it drifts…`,
    );
  });

  it('is not quoted at all where no clause ends in time, in brackets and code least of all', () => {
    expect(quotablePart('a word '.repeat(60))).toBeNull();
    expect(quotablePart(`${'a word '.repeat(8)}(one, two, ${'three '.repeat(60)})`)).toBeNull();
    expect(quotablePart(`${'a word '.repeat(8)}\`one, two, ${'three '.repeat(60)}\``)).toBeNull();
  });
});

it('a line that goes on ends at a clause, else at a word, else anywhere', () => {
  expect(
    beginningOf('put the webhook behind a feature flag of ours, and then tell all of it', 60),
  ).toBe('put the webhook behind a feature flag of ours');
  expect(beginningOf('put the webhook behind a flag', 20)).toBe('put the webhook');
  expect(beginningOf(`explain it: ${'0381a524'.repeat(5)}`, 40)).toBe('explain it:');
  expect(beginningOf('x'.repeat(30), 20)).toBe('x'.repeat(20));
});

it('a long text keeps its beginning and its end in whole sentences', () => {
  const text = `${'The first part is said here. '.repeat(20)}\n${'The last part is said there. '.repeat(20)}`;
  const ends = keepEnds(text, 200, 100, '\n…\n');
  const [head, tail] = ends.split('\n…\n');
  expect(head).toMatch(/^(?:The first part is said here\. ?)+$/);
  expect(tail).toMatch(/^(?:The last part is said there\. ?)+$/);
  expect(ends.length).toBeLessThanOrEqual(303);
});

it('a long text is cut at no mark within a sentence', () => {
  const text = `Nine tests pass, and the table is right (error máx. 3 %). ${'The rest waits for them. '.repeat(20)}`;
  expect(keepEnds(text, 60, 40, '\n…\n')).toMatch(
    /^Nine tests pass, and the table is right \(error máx\. 3 %\)\.\n…\n/,
  );
  expect(keepEnds(`It works. ${text}`, 64, 40, '\n…\n')).toMatch(/^It works\.\n…\n/);
});
