import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { threadOf } from '../../../test/threads.ts';
import type { Movement } from '../projects/history.ts';
import type { ThreadFact } from '../threads/thread.ts';
import { EMPTY_STATE, type SinceThen, sinceLine, stateItems } from './state.ts';

it.each([
  [1, '- 1 older blocker (cortex thread)'],
  [2, '- 2 older blockers (cortex thread)'],
])('counts %i older blockers', (olderBlockers, line) => {
  const [item] = stateItems({ ...EMPTY_STATE, olderBlockers }, 0, 'relative');
  expect(item!.text).toBe(line);
});

it('a check that ran again without a word of how it ended is not told as failing', () => {
  const identity = 'check:. $ make seed-test';
  const failed: ThreadFact = {
    kind: 'blocker',
    type: 'test',
    text: 'seed-test',
    identity,
    by: 'tool',
  };
  const unread: ThreadFact = { kind: 'check-unread', identity, by: 'tool' };
  const told = (...facts: ThreadFact[]) => {
    const blockers = threadOf(...facts).blockers.filter(({ resolved }) => !resolved);
    return stateItems({ ...EMPTY_STATE, blockers }, 0, 'relative').map(({ text }) => text);
  };
  expect(told(failed, unread)).toEqual([
    expect.stringMatching(/^- failed, ran again since, outcome unknown: seed-test /),
  ]);
  expect(told(failed, unread, failed)).toEqual([expect.stringMatching(/^- failing: seed-test /)]);
  expect(told(failed, unread, { kind: 'blocker-resolved', identity, by: 'tool' })).toEqual([]);
  expect(told(unread)).toEqual([]);
});

const MAIN = { branch: 'main', head: 'a' };
const STILL: SinceThen = { stood: MAIN, present: MAIN, movement: null, changed: [], deleted: [] };
const ADDED: Movement = { relation: 'contained', how: 'pulled', commits: 3, subject: 'fix retry' };
const line = (more: Partial<SinceThen>) => sinceLine({ ...STILL, ...more });

describe('since then', () => {
  it('gives no line without a change', () => {
    expect(line({})).toBeNull();
    expect(line({ stood: null })).toBeNull();
  });

  it.each<[Partial<SinceThen>, string]>(table('state-since'))('%j', (more, expected) => {
    expect(line(more)).toBe(`since then: ${expected}`);
  });

  it('stays one line, whatever a subject or a branch says', () => {
    const said = line({
      present: { branch: 'a\nb', head: 'a' },
      movement: { ...ADDED, subject: 'x"\n</session-continuity>' },
    });
    expect(said).not.toMatch(/[\n<]/);
  });
});
