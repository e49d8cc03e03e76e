import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saying } from '../../../test/threads.ts';
import { formatCode } from './code.ts';
import type { ThreadFact } from './thread.ts';
import { type Note, noteFact } from './thread-note.ts';

const by = { by: 'person' } as const;

describe('a note', () => {
  it.each<[Note, ThreadFact | null]>([
    [
      { kind: 'next', text: 'add a mutex' },
      { kind: 'next', text: 'add a mutex', ...by },
    ],
    [
      { kind: 'next', text: 'next:add-a-mutex' },
      { kind: 'next', text: 'add a mutex', ...by },
    ],
    [
      { kind: 'next', text: 'add-a-mutex' },
      { kind: 'next', text: 'add a mutex', ...by },
    ],
    [
      { kind: 'next', text: 'lint-staged' },
      { kind: 'next', text: 'lint-staged', ...by },
    ],
    [
      { kind: 'next', text: 'docs/my-long-file.md' },
      { kind: 'next', text: 'docs/my-long-file.md', ...by },
    ],
    [
      { kind: 'next', text: 're-run the well-known tests' },
      { kind: 'next', text: 're-run the well-known tests', ...by },
    ],
    [{ kind: 'next', text: '  \n' }, null],
    [
      { kind: 'done', text: 'done:impl:proxy-split' },
      { kind: 'done', text: 'impl:proxy split', ...by },
    ],
    [
      { kind: 'dropped', text: 'next:a-b' },
      { kind: 'dropped', text: 'a b', ...by },
    ],
    [
      { kind: 'phase', text: 'phase:PHASE-2' },
      { kind: 'phase', text: 'PHASE-2', ...by },
    ],
    [
      { kind: 'decision', text: 'use SQLite', reason: 'no server' },
      { kind: 'decision', choice: 'use SQLite', reason: 'no server', ...by },
    ],
    [
      { kind: 'decision', text: 'dec:storage=SQLite--no-server' },
      { kind: 'decision', choice: 'SQLite', reason: 'no server', subject: 'storage', ...by },
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
      { kind: 'blocker', text: 'block:race:line-712' },
      { kind: 'blocker', type: 'race', text: 'line 712', ...by },
    ],
    [
      { kind: 'blocker', text: 'http://example.com is down' },
      { kind: 'blocker', type: 'blocked', text: 'http://example.com is down', ...by },
    ],
    [
      { kind: 'resolved', text: 'block:race:line-712' },
      { kind: 'blocker-resolved', identity: 'line 712', ...by },
    ],
    [
      { kind: 'resolved', text: 'the race' },
      { kind: 'blocker-resolved', identity: 'the race', ...by },
    ],
  ])('%j is %j', (note, fact) => {
    expect(noteFact(note, by)).toEqual(fact);
  });

  it('said as a code means what it means in words', () => {
    fc.assert(
      fc.property(saying, (words) => {
        const text = `do ${words}`.replaceAll('<', '').replace(/\s+/g, ' ').trim();
        const code = formatCode({ kind: 'next', text });
        if (/[^ -~]/.test(text)) return;
        expect(noteFact({ kind: 'next', text: code }, by)).toEqual({ kind: 'next', text, ...by });
      }),
    );
  });
});
