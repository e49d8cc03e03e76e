import { expect, it } from 'vitest';
import { EMPTY_STATE, stateItems } from './state.ts';

it.each([
  [1, '- 1 older blocker (cortex thread)'],
  [2, '- 2 older blockers (cortex thread)'],
])('counts %i older blockers', (olderBlockers, line) => {
  const [item] = stateItems({ ...EMPTY_STATE, olderBlockers }, 0, 'relative');
  expect(item!.text).toBe(line);
});
