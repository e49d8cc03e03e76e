import { describe, expect, it } from 'vitest';
import type { SessionId } from '../base/ids.ts';
import type { Fact } from '../facts/fact.ts';
import { makePin } from '../pins/pin.ts';
import { foldTurns, NO_TURNS } from '../turns/turn.ts';
import { sessionTexts, threadTexts } from './session-text.ts';

const touch = (...paths: string[]): Fact => ({
  kind: 'tool',
  tool: 'Edit',
  ok: true,
  touched: paths.map((path) => ({ path, how: 'edit' })),
});

describe('what of a session is searched', () => {
  it('has the words of each speaker, and the files of each turn once, below the root', () => {
    const facts: Fact[] = [
      { kind: 'started', cwd: '/work/radio' },
      { kind: 'prompt', text: 'mend the port' },
      touch('/work/radio/a.ts', '/work/radio/b.ts'),
      touch('/work/radio/a.ts', '/work/radio-2/c.ts'),
      { kind: 'reply', text: 'mended' },
      { kind: 'turn-ended' },
      touch('/work/radio/d.ts'),
    ];
    expect(sessionTexts(facts, '/work/radio')).toEqual([
      { turn: 1, field: 'user', text: 'mend the port' },
      { turn: 1, field: 'agent', text: 'mended' },
      { turn: 1, field: 'paths', text: 'a.ts\nb.ts\n/work/radio-2/c.ts\nd.ts' },
    ]);
  });

  it('has the number of the turn, as the fold counts them', () => {
    const facts: Fact[] = [
      { kind: 'reply', text: 'joined late' },
      { kind: 'prompt', text: 'mend the port' },
      { kind: 'prompt', text: '<task-notification>done</task-notification>' },
      { kind: 'made', what: 'commit', text: 'mend', ref: 'a1b2c3d4' },
      { kind: 'prompt', text: 'and the antenna' },
    ];
    const recorded = facts.map((fact, seq) => ({
      seq,
      at: seq,
      sessionId: 's' as SessionId,
      fact,
    }));
    const folded = foldTurns(NO_TURNS, recorded, null).all;
    expect(folded.map(({ number, asked }) => [number, asked])).toEqual([
      [1, null],
      [2, 'mend the port'],
      [3, 'and the antenna'],
    ]);
    expect(sessionTexts(facts, null).map(({ turn, text }) => [turn, text])).toEqual([
      [1, 'joined late'],
      [2, 'mend the port'],
      [2, '<task-notification>done</task-notification>'],
      [2, 'a1b2c3d4 mend'],
      [3, 'and the antenna'],
    ]);
    // A later fold goes on from the last turn.
    expect(sessionTexts(facts.slice(4), null, 2).map(({ turn }) => turn)).toEqual([3]);
  });

  it('has the pins that were made in it, not those that came from earlier ones', () => {
    const pin = makePin({ content: 'use 38400 baud', label: 'port' }, 0)!;
    const inherited = { ...pin, origin: { sessionId: 's0', at: 0 } } as unknown as typeof pin;
    const texts = sessionTexts(
      [
        { kind: 'pinned', pin },
        { kind: 'pinned', pin: inherited },
      ],
      null,
    );
    expect(texts).toEqual([{ turn: 0, field: 'notes', text: 'port: use 38400 baud' }]);
  });

  it('is nothing for a run without words and files', () => {
    expect(sessionTexts([{ kind: 'started', cwd: null }, { kind: 'turn-ended' }], null)).toEqual(
      [],
    );
  });
});

describe('what of a thread is searched', () => {
  it('has its files in one text, its names in one text, and every note once', () => {
    const by = 'agent' as const;
    expect(
      threadTexts([
        { kind: 'file', path: 'a.ts', how: 'edit', by },
        { kind: 'file', path: 'a.ts', how: 'write', by },
        { kind: 'function', name: 'openPort', path: 'a.ts', by },
        { kind: 'decision', subject: 'store', choice: 'SQLite', reason: 'one file', by },
        { kind: 'next', text: 'measure it', by },
        { kind: 'next', text: 'measure it', by },
        { kind: 'phase', text: null, by },
        { kind: 'turn', by },
      ]),
    ).toEqual([
      { turn: 0, field: 'paths', text: 'a.ts' },
      { turn: 0, field: 'notes', text: 'openPort' },
      { turn: 0, field: 'notes', text: 'store: SQLite: one file' },
      { turn: 0, field: 'notes', text: 'measure it' },
    ]);
  });
});
