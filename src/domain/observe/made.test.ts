import { expect, test } from 'vitest';
import { table } from '../../../test/table.ts';
import { findCreations, findUndoings } from './made.ts';

test.each(table<[string, string | null, unknown[]]>('commits-made'))(
  '%s',
  (command, output, made) => {
    expect(findCreations(command, output)).toEqual(made);
  },
);

const here = { where: '/repo' };

test.each(
  table<[string, { files?: string[]; all?: boolean; to?: string; commits?: number }]>(
    'made-taken-back',
  ),
)('taken back: %s', (command, undone) => {
  expect(findUndoings(command, null, '/repo')).toEqual([{ ...undone, ...here }]);
});

test.each([
  ['cd src && git checkout .', { files: ['/repo/src'], where: '/repo/src' }],
  ['git -C /other reset --hard', { all: true, where: '/other' }],
] as const)('elsewhere: %s', (command, undone) => {
  expect(findUndoings(command, null, '/repo')).toEqual([undone]);
});

test.each(table<[string, null | string]>('made-not-taken-back'))(
  'nothing is taken back: %s',
  (command, output) => {
    expect(findUndoings(command, output, '/repo')).toEqual([]);
  },
);
