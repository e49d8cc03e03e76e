import { describe, expect, it } from 'vitest';
import type { Fact } from '../fact.ts';
import { makePin } from '../pins/pin.ts';
import { textsOf } from './session-text.ts';
import { textsOfThread } from './thread-text.ts';

const touch = (...paths: string[]): Fact => ({
  kind: 'tool',
  tool: 'Edit',
  ok: true,
  touched: paths.map((path) => ({ path, how: 'edit' })),
});

describe('what of a session is searched', () => {
  it('is who said what, and the files of each turn, once and below the root', () => {
    const facts: Fact[] = [
      { kind: 'started', cwd: '/work/radio' },
      { kind: 'prompt', text: 'mend the port' },
      touch('/work/radio/a.ts', '/work/radio/b.ts'),
      touch('/work/radio/a.ts', '/work/radio-2/c.ts'),
      { kind: 'reply', text: 'mended' },
      { kind: 'turn-ended' },
      touch('/work/radio/d.ts'),
    ];
    expect(textsOf(facts, '/work/radio')).toEqual([
      { field: 'user', text: 'mend the port' },
      { field: 'paths', text: 'a.ts\nb.ts\n/work/radio-2/c.ts' },
      { field: 'agent', text: 'mended' },
      { field: 'paths', text: 'd.ts' },
    ]);
  });

  it('has the pins that were made in it, not those that came from earlier ones', () => {
    const pin = makePin({ content: 'use 38400 baud', label: 'port' }, 0)!;
    const inherited = { ...pin, origin: { sessionId: 's0', at: 0 } } as unknown as typeof pin;
    const texts = textsOf(
      [
        { kind: 'pinned', pin },
        { kind: 'pinned', pin: inherited },
      ],
      null,
    );
    expect(texts).toEqual([{ field: 'notes', text: 'port: use 38400 baud' }]);
  });

  it('is nothing for a run without words and files', () => {
    expect(textsOf([{ kind: 'started', cwd: null }, { kind: 'turn-ended' }], null)).toEqual([]);
  });
});

describe('what of a thread is searched', () => {
  it('is its files together, its names together, and every note once', () => {
    const by = 'agent' as const;
    expect(
      textsOfThread([
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
      { field: 'paths', text: 'a.ts' },
      { field: 'notes', text: 'openPort' },
      { field: 'notes', text: 'store: SQLite: one file' },
      { field: 'notes', text: 'measure it' },
    ]);
  });
});
