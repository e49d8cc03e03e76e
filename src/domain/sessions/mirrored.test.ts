import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { rowOfMirror } from './mirrored.ts';

const [MIRROR] = table<object>('mirror');

describe('the row of a mirror', () => {
  it('has its lists as JSON, and what is counted from them', () => {
    expect(rowOfMirror(MIRROR)).toMatchObject({
      id: 'a',
      pending_tasks: '[{"task_id":"t"}]',
      task_count: 1,
      has_critical: 1,
      holds: 1,
      turn_count: 3,
      branch: null,
      stopped: null,
    });
  });

  it.each(table<[string, string | object]>('mirrors-none'))('is not made of %s', (_, file) => {
    expect(rowOfMirror(file)).toBeNull();
  });
});
