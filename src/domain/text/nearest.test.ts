import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../surfaces/cli/commands.ts';
import { nearest } from './nearest.ts';

const NAMES = COMMANDS.map(({ name }) => name);

describe('nearest', () => {
  it.each([
    ['histroy', 'history'],
    ['hist', 'history'],
    ['stauts', 'status'],
    ['STATUS', 'status'],
    ['docter', 'doctor'],
    ['pinn', 'pin'],
    ['xyzzy-quux', null],
    ['x'.repeat(1000), null],
  ])('%s is probably %s', (typed, meant) => {
    expect(nearest(typed, NAMES)).toBe(meant);
  });
});
