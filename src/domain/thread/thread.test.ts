import { describe, expect, it } from 'vitest';
import { type Note, noteFact, type ThreadFact } from './thread.ts';

const by = { by: 'person' } as const;

describe('a note', () => {
  it.each<[Note, ThreadFact | null]>([
    [
      { kind: 'next', text: 'add a mutex' },
      { kind: 'next', text: 'add a mutex', ...by },
    ],
    [
      { kind: 'next', text: 'next:add-a-mutex' },
      { kind: 'next', text: 'add-a-mutex', ...by },
    ],
    [
      { kind: 'next', text: 're-run the well-known tests' },
      { kind: 'next', text: 're-run the well-known tests', ...by },
    ],
    [{ kind: 'next', text: '  \n' }, null],
    [
      { kind: 'phase', text: 'phase:PHASE-2' },
      { kind: 'phase', text: 'PHASE-2', ...by },
    ],
    [
      { kind: 'decision', text: 'use SQLite', reason: 'no server' },
      { kind: 'decision', choice: 'use SQLite', reason: 'no server', ...by },
    ],
    [
      { kind: 'decision', text: 'Postgres', subject: 'storage' },
      { kind: 'decision', choice: 'Postgres', reason: null, subject: 'storage', ...by },
    ],
    [
      { kind: 'blocker', text: 'ollama', type: 'need' },
      { kind: 'blocker', type: 'need', text: 'ollama', ...by },
    ],
    [
      { kind: 'blocker', text: 'race: fails on line 712' },
      { kind: 'blocker', type: 'race', text: 'fails on line 712', ...by },
    ],
    [
      { kind: 'blocker', text: 'http://example.com is down' },
      { kind: 'blocker', type: 'blocked', text: 'http://example.com is down', ...by },
    ],
    [
      { kind: 'resolved', text: 'the race' },
      { kind: 'blocker-resolved', identity: 'the race', ...by },
    ],
  ])('%j is %j', (note, fact) => {
    expect(noteFact(note, by.by)).toEqual(fact);
  });
});
