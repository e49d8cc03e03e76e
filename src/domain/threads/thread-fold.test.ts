import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { table } from '../../../test/table.ts';
import { recorded, recordedFacts, threadOf } from '../../../test/threads.ts';
import type { TodoPatch, TodoStatus } from '../facts/event.ts';
import { EMPTY_THREAD, opensThread, type Thread, type ThreadFact } from './thread.ts';
import { foldThread, THREAD_LIMITS } from './thread-fold.ts';

const agent = { by: 'agent' } as const;
const person = { by: 'person' } as const;
const next = (text: string): ThreadFact => ({ kind: 'next', text, ...person });
const done = (text: string): ThreadFact => ({ kind: 'done', text, ...person });
const file = (path: string, how: 'edit' | 'delete' = 'edit'): ThreadFact => ({
  kind: 'file',
  path,
  how,
  ...agent,
});
const decision = (choice: string, reason: string | null = null, subject?: string): ThreadFact => ({
  kind: 'decision',
  choice,
  reason,
  ...(subject && { subject }),
  ...person,
});
const blocker = (type: string, text: string, identity?: string): ThreadFact => ({
  kind: 'blocker',
  type,
  text,
  ...(identity && { identity }),
  by: 'tool',
});
const resolved = (identity: string): ThreadFact => ({
  kind: 'blocker-resolved',
  identity,
  by: 'tool',
});
const turn: ThreadFact = { kind: 'turn', ...agent };
const entry = (
  text: string | null,
  status: TodoStatus | null = 'pending',
  id: string | null = null,
): TodoPatch => ({
  id,
  text,
  status,
});
const todos = (whole: boolean, ...items: TodoPatch[]): ThreadFact => ({
  kind: 'todos',
  update: { whole, items },
  ...agent,
});

const texts = (items: readonly { readonly text: string }[]) => items.map((item) => item.text);
const open = (thread: Thread) => texts(thread.blockers.filter((one) => !one.resolved));

describe('folding', () => {
  it('in parts gives what folding at once does, and what JSON gives back', () => {
    fc.assert(
      fc.property(recordedFacts(60), fc.array(fc.nat(60), { maxLength: 4 }), (facts, cuts) => {
        const whole = foldThread(EMPTY_THREAD, facts);
        const edges = [
          0,
          ...cuts.filter((cut) => cut <= facts.length).sort((a, b) => a - b),
          facts.length,
        ];
        const parts = edges.slice(1).reduce((thread, edge, i) => {
          return foldThread(
            JSON.parse(JSON.stringify(thread)) as Thread,
            facts.slice(edges[i], edge),
          );
        }, EMPTY_THREAD);
        expect(parts).toEqual(whole);
        expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
      }),
      { numRuns: runs(30, 300) },
    );
  });

  it('keeps no action both open and done, and nothing twice', () => {
    fc.assert(
      fc.property(recordedFacts(80), (facts) => {
        const { next: open, done: closed, files, blockers } = foldThread(EMPTY_THREAD, facts);
        const lower = texts([...open, ...closed]).map((text) => text.toLowerCase());
        expect(new Set(lower).size).toBe(lower.length);
        expect(new Set(files.map((one) => one.path)).size).toBe(files.length);
        const failing = blockers.flatMap((one) => one.identity ?? []);
        expect(new Set(failing).size).toBe(failing.length);
      }),
      { numRuns: runs(20, 200) },
    );
  });

  it('stays within its limits, and what is closed goes first', () => {
    const many = <T>(count: number, make: (i: number) => T) =>
      Array.from({ length: count }, (_, i) => make(i));
    const thread = threadOf(
      blocker('need', 'the oldest open one'),
      file('the/oldest.ts'),
      file('gone.ts', 'delete'),
      decision('a', null, 'limit'),
      decision('b', null, 'limit'),
      ...many(THREAD_LIMITS.blockers + 50, (i) => [
        blocker('need', `b${i}`),
        resolved(`need:b${i}`),
      ]).flat(),
      ...many(THREAD_LIMITS.files - 1, (i) => file(`f${i}.ts`)),
      ...many(THREAD_LIMITS.functions + 5, (i): ThreadFact => {
        return { kind: 'function', name: `f${i}`, path: 'a.ts', ...agent };
      }),
      ...many(THREAD_LIMITS.decisions - 1, (i) => decision(`d${i}`)),
      ...many(THREAD_LIMITS.next + 5, (i) => next(`n${i}`)),
      ...many(THREAD_LIMITS.done + 5, (i) => done(`x${i}`)),
    );
    for (const name of ['files', 'functions', 'decisions', 'blockers', 'next', 'done'] as const)
      expect(thread[name].length).toBe(THREAD_LIMITS[name]);
    expect(open(thread)).toEqual(['the oldest open one']);
    expect(thread.files[0]!.path).toBe('the/oldest.ts');
    expect(thread.files.some((one) => one.path === 'gone.ts')).toBe(false);
    expect(thread.decisions.some((one) => one.replaced)).toBe(false);
    expect(thread.next.at(-1)!.text).toBe(`n${THREAD_LIMITS.next + 4}`);
    expect(thread.done[0]!.text).toBe('x5');
  });

  it('counts turns, not records', () => {
    expect(threadOf(file('a.ts'), file('b.ts'), turn, next('c'), turn).turns).toBe(2);
  });

  it('keeps who said it, when, and that a subagent did', () => {
    const thread = threadOf(decision('tabs'), {
      kind: 'file',
      path: 'a.ts',
      how: 'write',
      by: 'agent',
      subagent: 'explore/1',
    });
    expect(thread.decisions[0]).toMatchObject({ by: 'person', at: 1000, seq: 1 });
    expect(thread.decisions[0]).not.toHaveProperty('subagent');
    expect(thread.files[0]).toMatchObject({ by: 'agent', subagent: 'explore/1', at: 2000, seq: 2 });
    expect(thread).toMatchObject({ startedAt: 1000, lastActivity: 2000 });
  });

  it('is not moved back by a clock that runs backwards', () => {
    const [first, second] = recorded([next('a'), next('b')]);
    expect(foldThread(EMPTY_THREAD, [first!, { ...second!, at: 5 }]).lastActivity).toBe(1000);
  });

  it('stores one harmless line of bounded length', () => {
    const thread = threadOf(next(`a\nb <x> ${'long '.repeat(100)}`), next(' \n '), {
      kind: 'phase',
      text: 'p\n2',
      ...person,
    });
    expect(thread.next).toHaveLength(1);
    expect(thread.next[0]!.text).toMatch(/^a b <x> long .*…$/);
    expect(thread.next[0]!.text.length).toBeLessThanOrEqual(200);
    expect(thread.phase).toBe('p 2');
  });

  it('is completed and reopened by facts', () => {
    expect(threadOf(next('a'), { kind: 'completed', ...person }).status).toBe('completed');
    expect(
      threadOf(next('a'), { kind: 'completed', ...person }, { kind: 'reopened', ...person }).status,
    ).toBe('active');
  });
});

describe('an action', () => {
  it('leaves next when it is done, under whatever spelling', () => {
    const thread = threadOf(
      next('Add mutex to struct.'),
      next('rerun tests'),
      done('add-mutex-to-struct'),
    );
    expect(texts(thread.next)).toEqual(['rerun tests']);
    expect(texts(thread.done)).toEqual(['Add mutex to struct.']);
  });

  it('is done once, comes back when it is named again, and leaves when it is given up', () => {
    expect(texts(threadOf(done('a'), done('b'), done('a')).done)).toEqual(['a', 'b']);
    const again = threadOf(next('a'), done('a'), next('a'));
    expect([texts(again.next), texts(again.done)]).toEqual([['a'], []]);
    expect(
      texts(threadOf(next('a'), next('b'), { kind: 'dropped', text: 'A', ...person }).next),
    ).toEqual(['b']);
  });

  it('keeps its place in the plan when it is named again', () => {
    expect(texts(threadOf(next('a'), next('b'), next('a')).next)).toEqual(['a', 'b']);
  });
});

describe("a host's to-do list", () => {
  it('becomes next and done, by words', () => {
    const thread = threadOf(
      todos(true, entry('read'), entry('write'), entry('test')),
      todos(true, entry('read', 'completed'), entry('write', 'in_progress'), entry('test')),
      todos(true, entry('read', 'completed'), entry('write', 'in_progress'), entry('test')),
    );
    expect(thread.next.map(({ text, status }) => [text, status])).toEqual([
      ['write', 'in_progress'],
      ['test', 'pending'],
    ]);
    expect(texts(thread.done)).toEqual(['read']);
  });

  it('by ids, where an update names nothing else', () => {
    const thread = threadOf(
      todos(false, entry('read', 'pending', '1')),
      todos(false, entry('write', 'pending', '2')),
      todos(false, entry(null, 'in_progress', '2')),
      todos(false, entry(null, 'completed', '1')),
      todos(false, entry('write it all', null, '2')),
      todos(false, entry(null, 'completed', '9')),
    );
    expect(thread.next.map(({ text, status }) => [text, status])).toEqual([
      ['write it all', 'in_progress'],
    ]);
    expect(texts(thread.done)).toEqual(['read']);
  });

  it('an id that is given out again is another entry', () => {
    const thread = threadOf(
      todos(false, { ...entry('read', 'pending', '1'), isNew: true }),
      todos(false, { ...entry('write', 'pending', '1'), isNew: true }),
      todos(false, entry(null, 'completed', '1')),
    );
    expect([texts(thread.next), texts(thread.done)]).toEqual([['read'], ['write']]);
  });

  it('gives up what it no longer names, but nothing of a person, another terminal or a subagent', () => {
    const mine = recorded([todos(true, entry('mine'), entry('noted'), entry('kept'))], 's1', 1);
    const theirs = recorded([todos(true, entry('theirs', 'pending', '1'))], 's2', 2);
    const rest = recorded(
      [
        next('noted'),
        { ...todos(true, entry('of the subagent')), subagent: 'explore/1' } as ThreadFact,
        todos(true, entry('kept'), entry('new', 'pending', '1')),
        todos(false, entry(null, 'completed', '1')),
      ],
      's1',
      3,
    );
    const thread = foldThread(EMPTY_THREAD, [...mine, ...theirs, ...rest]);
    expect(texts(thread.next)).toEqual(['noted', 'kept', 'theirs', 'of the subagent']);
    expect(texts(thread.done)).toEqual(['new']);
  });

  it('is taken over by the next session that names the same', () => {
    const first = recorded([todos(true, entry('a'), entry('b'))], 's1', 1);
    const second = recorded([todos(true, entry('b')), todos(true, entry('c'))], 's2', 2);
    expect(texts(foldThread(EMPTY_THREAD, [...first, ...second]).next)).toEqual(['a', 'c']);
  });

  it('cancelled is neither open nor done', () => {
    const thread = threadOf(todos(true, entry('a')), todos(true, entry('a', 'cancelled')));
    expect([thread.next, thread.done]).toEqual([[], []]);
  });
});

describe('a blocker', () => {
  it('is one by identity, with its latest words, and opens again when it comes back', () => {
    const id = 'check:. $ npm test';
    const thread = threadOf(blocker('test', 'a fails', id), blocker('test', 'b fails', id));
    expect(open(thread)).toEqual(['b fails']);
    const solved = foldThread(thread, recorded([resolved(id)], 's2', 10));
    expect(open(solved)).toEqual([]);
    expect(solved.blockers).toHaveLength(1);
    expect(open(foldThread(solved, recorded([blocker('test', 'c fails', id)], 's2', 11)))).toEqual([
      'c fails',
    ]);
  });

  it.each([['need:ollama'], ['Ollama'], ['need: ollama.']])(
    'without an identity leaves by its words: %s',
    (words) => {
      const thread = threadOf(blocker('need', 'ollama'), blocker('need', 'a key'), resolved(words));
      expect(open(thread)).toEqual(['a key']);
    },
  );

  it.each(table<[string, string[]]>('checks-over-more'))(
    'of a check ends with the success of that check, or of one over more: %s',
    (success, left) => {
      const thread = threadOf(
        blocker('test', 'a', 'check:. $ npm test'),
        blocker('test', 'b', 'check:web $ npm test'),
        blocker('test', 'c', 'check:. $ npm test a'),
        blocker('types', 'd', 'check:. $ tsc'),
        blocker('need', 'e'),
        resolved(success),
      );
      expect(open(thread)).toEqual(left);
    },
  );
});

describe('a decision', () => {
  it('is replaced by a later one on its subject, and says so', () => {
    const thread = threadOf(
      decision('threshold=0.75', 'precision'),
      decision('tabs'),
      decision('threshold=0.9'),
    );
    expect(
      thread.decisions.map(({ subject, choice, replaced }) => [subject, choice, replaced]),
    ).toEqual([
      ['threshold', '0.75', true],
      [null, 'tabs', false],
      ['threshold', '0.9', false],
    ]);
  });

  it('said again keeps its reason and stands again', () => {
    const thread = threadOf(
      decision('Postgres', 'we know it', 'storage'),
      decision('SQLite', null, 'storage'),
      decision('postgres', null, 'Storage'),
    );
    expect(
      thread.decisions.map(({ choice, reason, replaced }) => [choice, reason, replaced]),
    ).toEqual([
      ['SQLite', null, true],
      ['postgres', 'we know it', false],
    ]);
  });
});

describe('a thread', () => {
  it.each<[ThreadFact, boolean]>(table('threads-opened'))(
    'is opened by work only: %j',
    (fact, opens) => {
      expect(opensThread(fact)).toBe(opens);
    },
  );
});
