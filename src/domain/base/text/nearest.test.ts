import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { COMMANDS } from '../../../program/rooms/commands.ts';
import { suggestName } from './nearest.ts';

const NAMES = COMMANDS.map(({ name }) => name);

describe('nearest', () => {
  it.each(table<[string, string | null]>('nearest'))('%s is probably %s', (typed, meant) => {
    expect(suggestName(typed, NAMES)).toBe(meant);
  });
});
