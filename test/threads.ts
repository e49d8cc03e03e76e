import fc from 'fast-check';
import type { SessionId } from '../src/domain/base/ids.ts';
import {
  EMPTY_THREAD,
  type RecordedThreadFact,
  type Said,
  type Thread,
  type ThreadFact,
} from '../src/domain/threads/thread.ts';
import { foldThread } from '../src/domain/threads/thread-fold.ts';

const WORDS =
  'add mutex process struct race retry session restore threshold precision worker queue deadline lease pin ledger budget scope archive index redact token parser adapter timeout flaky cursor schema rollback snapshot'.split(
    ' ',
  );
const CHINESE =
  '先修复这个错误然后补充文档迁移脚本还不能处理旧版本的索引超时的阈值需要写进配置文件会话恢复的方案两个终端同时写入'.split(
    '',
  );
const KANA = 'セッションの復元について話し合いました古いインデックスの移行です'.split('');

const joined = (part: fc.Arbitrary<string>, by: string, min: number, max: number) =>
  fc.array(part, { minLength: min, maxLength: max }).map((parts) => parts.join(by));
const word = fc.constantFrom(...WORDS);
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const camel = fc
  .array(word, { minLength: 2, maxLength: 9 })
  .map((all) => all.map(capital).join(''));
const random = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'),
  minLength: 1,
  maxLength: 60,
});
export const identifier = fc.oneof(
  camel,
  joined(word, '_', 1, 8),
  random,
  joined(camel, '.', 2, 3),
);

/** What people write: words, hyphens, colons, paths, Chinese, Japanese, names, and now and then anything at all. */
export const saying = fc.oneof(
  { weight: 5, arbitrary: joined(word, ' ', 1, 9) },
  { weight: 2, arbitrary: joined(fc.oneof(word, joined(word, '-', 2, 3)), ' ', 1, 6) },
  { weight: 2, arbitrary: joined(fc.constantFrom(...CHINESE), '', 2, 60) },
  { weight: 1, arbitrary: joined(fc.constantFrom(...KANA), '', 2, 40) },
  {
    weight: 1,
    arbitrary: joined(
      fc.oneof(word, identifier, fc.constant('--flag'), fc.constant('a/b.ts:12')),
      ' ',
      1,
      5,
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }) },
);
export const path = fc
  .tuple(
    joined(word, '/', 0, 4),
    fc.oneof(word, identifier),
    fc.constantFrom('.ts', '.go', '.py', '.md', ''),
  )
  .map(([folder, name, end]) => `${folder === '' ? '' : `${folder}/`}${name}${end}`);

const who: fc.Arbitrary<Said> = fc.oneof(
  fc.record({ by: fc.constantFrom('person', 'agent', 'tool') }),
  fc.record({ by: fc.constant('agent'), subagent: fc.constantFrom('explore/a1', 'review/b2') }),
) as fc.Arbitrary<Said>;
const patch = fc.record({
  id: fc.constantFrom(null, '1', '2', '3'),
  text: fc.oneof(fc.constant(null), saying),
  status: fc.constantFrom(
    null,
    'pending' as const,
    'in_progress' as const,
    'completed' as const,
    'cancelled' as const,
  ),
});
/** Few words, so that facts speak of the same things. */
const few = fc.constantFrom(
  'run tests',
  'Run tests.',
  'write docs',
  'fix race',
  'fix-race',
  'ship it',
);
const check = fc.constantFrom(
  'check:. $ npm test',
  'check:. $ npm test a',
  'check:web $ npm test',
  'check:. $ tsc',
);
const said = fc.oneof(few, saying);

type Body = ThreadFact extends infer F
  ? F extends ThreadFact
    ? Omit<F, keyof Said>
    : never
  : never;
const body: fc.Arbitrary<Body> = fc.oneof(
  fc.record({
    kind: fc.constant('file'),
    path,
    how: fc.constantFrom('write', 'edit', 'edit', 'delete'),
  }),
  fc.record({ kind: fc.constant('function'), name: identifier, path }),
  fc.record({
    kind: fc.constant('decision'),
    choice: said,
    reason: fc.oneof(fc.constant(null), said),
  }),
  fc.record({
    kind: fc.constant('decision'),
    subject: few,
    choice: said,
    reason: fc.constant(null),
  }),
  fc.record({ kind: fc.constant('blocker'), type: fc.constantFrom('need', 'race'), text: said }),
  fc.record({
    kind: fc.constant('blocker'),
    type: fc.constant('test'),
    text: said,
    identity: check,
  }),
  fc.record({ kind: fc.constant('blocker-resolved'), identity: fc.oneof(check, said) }),
  fc.record({ kind: fc.constant('check-unread'), identity: check }),
  fc.record({ kind: fc.constantFrom('next', 'done', 'dropped', 'phase'), text: said }),
  fc.record({
    kind: fc.constant('todos'),
    update: fc.record({ whole: fc.boolean(), items: fc.array(patch, { maxLength: 5 }) }),
  }),
  fc.record({ kind: fc.constantFrom('turn', 'completed', 'reopened') }),
) as fc.Arbitrary<Body>;

export const fact: fc.Arbitrary<ThreadFact> = fc
  .tuple(body, who)
  .map(([what, by]) => ({ ...what, ...by }) as ThreadFact);

const session = fc.constantFrom('s1', 's2', null) as fc.Arbitrary<SessionId | null>;

export function recordedFacts(maxLength: number): fc.Arbitrary<RecordedThreadFact[]> {
  return fc.array(fc.tuple(fact, session, fc.nat(10)), { maxLength, size: 'max' }).map((all) =>
    all.map(([one, sessionId, at], i) => ({
      seq: i + 1,
      at: 1000 + i * 5 + at,
      sessionId,
      fact: one,
    })),
  );
}

/** One after the other, a second apart, in one session. */
export function recorded(
  facts: readonly ThreadFact[],
  sessionId = 's1',
  first = 1,
): RecordedThreadFact[] {
  return facts.map((one, i) => ({
    seq: first + i,
    at: (first + i) * 1000,
    sessionId: sessionId as SessionId,
    fact: one,
  }));
}

export function threadOf(...facts: ThreadFact[]): Thread {
  return foldThread(EMPTY_THREAD, recorded(facts));
}

/** Threads with up to hundreds of items in every section. */
export function largeThread(most: number): fc.Arbitrary<Thread> {
  const some = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.array(arbitrary, { maxLength: most, size: 'max' });
  const by = { by: 'agent' } as const;
  return fc
    .record({
      phase: fc.option(saying),
      files: some(path),
      functions: some(identifier),
      decisions: some(fc.tuple(saying, fc.option(saying))),
      blockers: some(saying),
      next: some(saying),
      done: some(saying),
    })
    .map((all) =>
      threadOf(
        ...(all.phase === null ? [] : [{ kind: 'phase', text: all.phase, ...by } as const]),
        ...all.files.map((p) => ({ kind: 'file', path: p, how: 'edit', ...by }) as const),
        ...all.functions.map((name) => ({ kind: 'function', name, path: 'a.ts', ...by }) as const),
        ...all.decisions.map(
          ([choice, reason]) => ({ kind: 'decision', choice, reason, ...by }) as const,
        ),
        ...all.blockers.map((text) => ({ kind: 'blocker', type: 'need', text, ...by }) as const),
        ...all.next.map((text) => ({ kind: 'next', text, ...by }) as const),
        ...all.done.map((text) => ({ kind: 'done', text, ...by }) as const),
      ),
    );
}

/** The lines of a text that are codes. */
export function codesIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /^(?:(?:scope|phase|impl|dec|block|next|done):|… \d+ more )\S/.test(line));
}
