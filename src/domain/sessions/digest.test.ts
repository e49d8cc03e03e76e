import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import type { SessionId } from '../base/ids.ts';
import { HOUR } from '../base/time.ts';
import type { Fact, RecordedFact } from '../facts/fact.ts';
import { makePin, type Pin } from '../pins/pin.ts';
import { type Digest, EMPTY_DIGEST, foldDigest } from './digest.ts';
import { crashEnd, holdsAnything, lastActivity, stateOfDigest } from './session.ts';

const PLACE = { root: '/home/dev/lbf-ham-radio', label: 'project:lbf-ham-radio' };
const T0 = Date.parse('2026-11-13T10:00:00Z');

function recorded(facts: readonly Fact[], at = (i: number) => T0 + i): RecordedFact[] {
  return facts.map((fact, i) => ({ seq: i + 1, at: at(i), sessionId: 's' as SessionId, fact }));
}
const fold = (facts: readonly Fact[]): Digest => foldDigest(EMPTY_DIGEST, recorded(facts), PLACE);
const pinned = (label: string): Fact => ({
  kind: 'pinned',
  pin: makePin({ label, content: `about ${label}` }, T0)!,
});

const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ kind: fc.constant('prompt' as const), text: fc.lorem({ maxCount: 8 }) }),
  fc.record({ kind: fc.constant('reply' as const), text: fc.lorem({ maxCount: 8 }) }),
  fc.constantFrom<Fact>(
    { kind: 'turn-ended' },
    { kind: 'compacting' },
    { kind: 'epoch-began' },
    { kind: 'revived' },
  ),
  fc.constantFrom('a', 'b', 'c').map(pinned),
  fc.constantFrom('a', 'b', 'c').map((identity): Fact => ({ kind: 'unpinned', identity })),
  fc
    .constantFrom('x.ts', 'y.ts', '/other/repo/z.ts')
    .map(
      (path): Fact => ({ kind: 'tool', tool: 'Edit', ok: true, touched: [{ path, how: 'edit' }] }),
    ),
  fc
    .array(
      fc.record({
        id: fc.constant(null),
        text: fc.constantFrom('one', 'two'),
        status: fc.constantFrom('pending' as const, 'completed' as const),
      }),
    )
    .map((items): Fact => ({ kind: 'todos', update: { whole: true, items } })),
);

describe('folding facts', () => {
  it('gives the same result from any watermark', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 40 }), fc.nat(40), (facts, cut) => {
        const all = recorded(facts);
        // The digest is stored as JSON between two folds.
        const first = JSON.parse(
          JSON.stringify(foldDigest(EMPTY_DIGEST, all.slice(0, cut), PLACE)),
        ) as Digest;
        const parts = foldDigest(first, all.slice(cut), PLACE);
        expect(parts).toEqual(JSON.parse(JSON.stringify(foldDigest(EMPTY_DIGEST, all, PLACE))));
      }),
      { numRuns: runs(30, 300) },
    );
  });

  it('takes the title from the first request and counts turns', () => {
    const digest = fold([
      { kind: 'prompt', text: ' Fix\nthe radio ' },
      { kind: 'turn-ended' },
      { kind: 'prompt', text: 'more' },
      { kind: 'turn-ended' },
    ]);
    const { title, turn_count } = stateOfDigest(digest, { topics: 20, bytes: 50_000 });
    expect([title, turn_count]).toEqual(['Fix the radio', 2]);
  });

  it('takes the title from what is long enough to ask for something, not from a notice', () => {
    const digest = fold([
      {
        kind: 'prompt',
        text: '<task-notification>\n<result>Explored the billing code</result>\n</task-notification>',
      },
      { kind: 'prompt', text: 'ok' },
      { kind: 'prompt', text: 'Please make the invoices printable.' },
    ]);
    const { title } = stateOfDigest(digest, { topics: 20, bytes: 50_000 });
    expect(title).toBe('Please make the invoices printable');
    expect(Object.keys(digest.topics.terms)).not.toContain('billing');
  });

  describe('topics', () => {
    const pin = makePin({ label: 'dns', content: 'nameserver moves on friday' }, T0)!;
    const topicsOf = (...facts: Fact[]) =>
      stateOfDigest(fold([{ kind: 'started', cwd: PLACE.root }, ...facts]), {
        topics: 20,
        bytes: 50_000,
      }).hot_topics;

    it('are the words of its own pins, while they are held', () => {
      expect(topicsOf({ kind: 'pinned', pin })).toEqual(
        expect.arrayContaining(['dns', 'nameserver']),
      );
      const let_go: Fact = { kind: 'unpinned', identity: 'dns' };
      expect(topicsOf({ kind: 'pinned', pin }, let_go)).not.toContain('nameserver');
      const prompt: Fact = { kind: 'prompt', text: 'ask the nameserver, the nameserver is slow' };
      expect(topicsOf({ kind: 'pinned', pin }, prompt, let_go)).toContain('nameserver');
    });

    it('are no words of a pin that earlier work left', () => {
      const origin = { sessionId: 'before', date: '2026-11-12' };
      expect(topicsOf({ kind: 'pinned', pin: { ...pin, origin } })).not.toContain('nameserver');
      const standing: Pin = { ...pin, by: 'person', pinnedAt: T0 - HOUR };
      expect(topicsOf({ kind: 'pinned', pin: standing })).not.toContain('nameserver');
    });

    it('are the categories that were asked for and learned under, but no kinds of memories', () => {
      const categories = ['billing', 'rule'];
      expect(topicsOf({ kind: 'categories-asked', categories })).toContain('billing');
      expect(topicsOf({ kind: 'learned', memoryId: 'mem-1', categories })).toContain('billing');
      expect(topicsOf({ kind: 'categories-asked', categories })).not.toContain('rule');
    });

    it('are neither folders nor the owner of the project', () => {
      const touched = [
        { path: `${PLACE.root}/packages/billing/vat-rate.ts`, how: 'edit' as const },
      ];
      const found = topicsOf({ kind: 'tool', tool: 'Edit', ok: true, touched });
      expect(found).toContain('vat-rate.ts');
      expect(found).not.toContain('billing');
    });
  });

  it('tells where a session stopped, also from a digest that an older version stored', () => {
    const facts: Fact[] = [
      { kind: 'prompt', text: 'add paging to the invoice list' },
      { kind: 'tool', tool: 'Edit', ok: true, touched: [{ path: 'src/list.ts', how: 'edit' }] },
      { kind: 'reply', text: 'Paging is in.' },
      { kind: 'turn-ended' },
    ];
    const { dialogue: _, tree: __, ...older } = fold([{ kind: 'started', cwd: PLACE.root }]);
    const state = stateOfDigest(foldDigest(older, recorded(facts), PLACE), {
      topics: 20,
      bytes: 50_000,
    });
    expect(state.stopped).toMatchObject({
      ended: 'answered',
      result: '"Paging is in."',
      touched: ['src/list.ts'],
    });
    expect(state.turns).toMatchObject([
      {
        asked: 'add paging to the invoice list',
        answered: 'Paging is in.',
        files: ['src/list.ts'],
      },
    ]);
    expect(stateOfDigest(older, { topics: 20, bytes: 50_000 }).stopped).toBeNull();
  });

  it('cuts what is in progress last, and never where it stopped', () => {
    const items = Array.from({ length: 60 }, (_, i) => ({
      id: null,
      text: `step number ${i} of the long migration`,
      status: i === 0 ? ('in_progress' as const) : ('pending' as const),
    }));
    const digest = fold([
      { kind: 'prompt', text: 'go through the migration' },
      { kind: 'todos', update: { whole: true, items } },
    ]);
    const state = stateOfDigest(digest, { topics: 20, bytes: 4_000 });
    expect(state.pending_tasks.length).toBeLessThan(60);
    expect(state.pending_tasks[0]?.stage).toBe('in progress');
    expect(state.title).toBe('go through the migration');
    expect(state.stopped).not.toBeNull();
  });

  it('leaves the to-do list alone where a subagent writes one of its own', () => {
    const list = (text: string): Fact => ({
      kind: 'todos',
      update: { whole: true, items: [{ id: null, text, status: 'pending' }] },
    });
    const parent = fold([list('Plan it')]);
    expect(
      fold([list('Plan it'), { ...list('Grep for it'), subagent: 'Explore/a1' } as Fact]).todos,
    ).toEqual(parent.todos);
  });

  it('lists changed files, the latest last, not those that were only read', () => {
    const touch = (path: string, how: 'edit' | 'read'): Fact => ({
      kind: 'tool',
      tool: 'x',
      ok: true,
      touched: [{ path, how }],
    });
    expect(
      fold([touch('a', 'edit'), touch('b', 'edit'), touch('c', 'read'), touch('a', 'edit')]).files,
    ).toEqual(['b', 'a']);
  });
});

describe('the time of a session', () => {
  it('is its last work, not its opening or closing', () => {
    const all = recorded(
      [
        { kind: 'started', cwd: null },
        { kind: 'prompt', text: 'x' },
        { kind: 'ended', reason: null },
      ],
      (i) => T0 + i * HOUR,
    );
    const digest = foldDigest(EMPTY_DIGEST, all, PLACE);
    expect(lastActivity(digest)).toBe(T0 + HOUR);
    expect(crashEnd(digest, T0 + 99 * HOUR)).toBe(T0 + HOUR);
  });

  it('is an hour after the start where nothing was done, and never in the future', () => {
    const digest = fold([{ kind: 'started', cwd: null }]);
    expect(crashEnd(digest, T0 + 99 * HOUR)).toBe(T0 + HOUR);
    expect(crashEnd(digest, T0 + 60_000)).toBe(T0 + 60_000);
  });

  it('does not run backwards with the clock', () => {
    const all = recorded(
      [
        { kind: 'started', cwd: null },
        { kind: 'prompt', text: 'x' },
        { kind: 'prompt', text: 'y' },
      ],
      (i) => T0 - i * HOUR,
    );
    expect(lastActivity(foldDigest(EMPTY_DIGEST, all, PLACE))).toBe(T0);
  });
});

describe('a session', () => {
  it('without any work has no content', () => {
    expect(
      holdsAnything(
        fold([
          { kind: 'started', cwd: '/x' },
          { kind: 'ended', reason: null },
        ]),
      ),
    ).toBe(false);
    expect(holdsAnything(fold([{ kind: 'prompt', text: 'fix the parser' }]))).toBe(true);
    expect(holdsAnything(fold([pinned('a')]))).toBe(true);
  });
});
