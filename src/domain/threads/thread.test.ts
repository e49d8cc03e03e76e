import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { type Note, noteFact, type ThreadFact } from './thread.ts';

const by = { by: 'person' } as const;

describe('a note', () => {
  it.each<[Note, ThreadFact | null]>(table('notes'))('%j is %j', (note, fact) => {
    expect(noteFact(note, by.by)).toEqual(fact);
  });
});
