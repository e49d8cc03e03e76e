import { expect, it } from 'vitest';
import { threadOf } from '../../../test/threads.ts';
import type { ThreadFact } from '../thread/thread.ts';
import { EMPTY_STATE, stateItems } from './state.ts';

it.each([
  [1, '- 1 older blocker (cortex thread)'],
  [2, '- 2 older blockers (cortex thread)'],
])('counts %i older blockers', (olderBlockers, line) => {
  const [item] = stateItems({ ...EMPTY_STATE, olderBlockers }, 0, 'relative');
  expect(item!.text).toBe(line);
});

it('a check that ran again without a word of how it ended is not told as failing', () => {
  const identity = 'check:. $ make seed-test';
  const failed: ThreadFact = { kind: 'blocker', type: 'test', text: 'seed-test', identity, by: 'tool' };
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
