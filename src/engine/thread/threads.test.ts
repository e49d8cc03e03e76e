import { expect, test } from 'vitest';
import type { ScopeKey } from '../../domain/ids.ts';
import { EMPTY_THREAD } from '../../domain/thread/thread.ts';
import { foldThread } from '../../domain/thread/thread-fold.ts';
import { withoutGone } from './threads.ts';

const ROOT = '/repo';
const LONG = 64 * 1024;

/** Names of functions that a thread still has, by the content of the file that defined them; null where it cannot be read. */
function left(names: readonly string[], content: string | null, size = 100): string[] {
  const facts = names.map((name, i) => ({
    ...{ seq: i + 1, at: i + 1, sessionId: null },
    fact: { kind: 'function', name, path: 'src/s.ts', by: 'agent' } as const,
  }));
  const thread = foldThread(EMPTY_THREAD, facts);
  const scope = { key: ROOT as ScopeKey, label: 'repo', root: ROOT };
  const deps = { exists: () => true, readText: () => content, fileMark: () => ({ size, at: 1 }) };
  return withoutGone(deps, { head: { scope, imported: false }, thread }, ROOT).functions.map(
    ({ name }) => name,
  );
}

test.each([
  ['there', 'export class RedisStore {}', ['RedisStore']],
  ['with a method', 'class RedisStore { get() {} }', ['RedisStore', 'RedisStore.get']],
  ['without that method', 'class RedisStore {}', ['RedisStore']],
  ['renamed', 'export class PgStore { get() {} }', []],
  ['within a longer name', 'class RedisStoreBase { get() {} }', []],
  ['in a file that cannot be read', null, ['RedisStore', 'RedisStore.get']],
])('a function is told where its file has it: %s', (_, content, names) => {
  expect(left(['RedisStore', 'RedisStore.get'], content)).toEqual(names);
});

test('a file that is read in part says nothing', () => {
  expect(left(['RedisStore'], 'class PgStore {}', LONG)).toEqual(['RedisStore']);
});

test('names in other alphabets and of other languages are found', () => {
  const text = 'def größe(x): pass\nimpl Display for Cart {}\ntemplate <> bool operator==()';
  expect(left(['größe', 'Display for Cart', 'operator=='], text)).toEqual([
    'größe',
    'Display for Cart',
    'operator==',
  ]);
});
