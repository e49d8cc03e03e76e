import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../domain/base/ids.ts';
import type { Fact, RecordedFact } from '../../domain/facts/fact.ts';
import { explainChange, saysAlone } from './reason.ts';

/** Facts a minute apart. */
const facts = (...all: Fact[]): RecordedFact[] =>
  all.map((fact, i) => ({ seq: i + 1, at: i * 60_000, sessionId: 'one' as SessionId, fact }));
const asks = (text: string): Fact => ({ kind: 'prompt', text });
const says = (text: string): Fact => ({ kind: 'reply', text, between: true });
const edits = (path: string): Fact => ({
  kind: 'tool',
  tool: 'Edit',
  ok: true,
  touched: [{ path, how: 'edit' }],
});
const checks = (name: string, ok: boolean): Fact => ({
  kind: 'tool',
  tool: 'Bash',
  ok,
  touched: [],
  command: name,
  check: { name, ok },
});
const ended: Fact = { kind: 'turn-ended' };
const at = (place: number) => ({ at: place * 60_000, path: 'a.ts' });
const reason = (place: number, ...all: Fact[]) =>
  explainChange(facts({ kind: 'started', cwd: '/shop' }, ...all), at(place), '/shop');

describe('a request', () => {
  it.each(['yes', 'continue', 'fix it', 'ok do it', 'go on', 'ja', 'and now?', 'Yes please.'])(
    'says nothing alone: %s',
    (words) => {
      expect(saysAlone(words)).toBe(false);
    },
  );

  it.each([
    'make the webhook retry with a backoff',
    'rename port to listenPort in src/net.ts',
    'the total in the invoice is rounded wrongly',
    '把端口改成可配置的',
  ])('says what is wanted: %s', (words) => {
    expect(saysAlone(words)).toBe(true);
  });
});

describe('the reason of a change', () => {
  it('is the request of its turn, the last sentence before it, and the checks behind it', () => {
    const found = reason(
      4,
      asks('make the webhook retry with a backoff'),
      says('I looked at it. The timer is lost on restart.'),
      checks('npm test', false),
      edits('a.ts'),
      says('Now the test.'),
      checks('npm test', false),
      checks('npm test', true),
      ended,
    );
    expect(found).toEqual({
      turn: 1,
      asked: [{ turn: 1, words: 'make the webhook retry with a backoff' }],
      agent: 'The timer is lost on restart.',
      tried: 0,
      failed: ['npm test'],
      checks: ['npm test: green'],
    });
  });

  it('goes back over requests that say nothing alone, to the one that does', () => {
    const before = [
      asks('round the totals of invoices half even'),
      ended,
      asks('yes'),
      ended,
      asks('continue'),
    ];
    expect(reason(6, ...before, edits('a.ts'))!.asked).toEqual([
      { turn: 1, words: 'round the totals of invoices half even' },
      { turn: 2, words: 'yes' },
      { turn: 3, words: 'continue' },
    ]);
  });

  it('counts earlier changes of the file in the turn, and no others', () => {
    const before = [
      asks('make the webhook retry with a backoff'),
      edits('a.ts'),
      edits('b.ts'),
      edits('a.ts'),
    ];
    expect(reason(5, ...before, edits('a.ts'))!.tried).toBe(2);
  });

  it('has the checks of the next turn, where its own had none', () => {
    const before = [
      asks('make the webhook retry with a backoff'),
      edits('a.ts'),
      ended,
      asks('test it'),
      checks('go test', true),
    ];
    expect(reason(2, ...before)!.checks).toEqual(['go test: green']);
  });

  it('is none of a session without facts', () => {
    expect(explainChange([], at(1), null)).toBeNull();
  });
});
