import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { factOfNote, type Note, type ThreadFact } from './thread.ts';

const by = { by: 'person' } as const;

describe('a note', () => {
  it.each<[Note, ThreadFact | null]>(table('notes'))('%j is %j', (note, fact) => {
    expect(factOfNote(note, by.by)).toEqual(fact);
  });
});
