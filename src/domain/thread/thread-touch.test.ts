import { describe, expect, it } from 'vitest';
import { definitionsIn } from '../observe/definitions.ts';
import { mayDefine } from './thread-touch.ts';

const WRITTEN: readonly (readonly [string, string])[] = [
  ['a.ts', 'export function go() {}'],
  ['a.ts', 'const go = (x: number) => x;'],
  ['a.ts', 'class A {\n  go(x: string): void {\n    x;\n  }\n}'],
  ['a.ts', 'type X = { a: 1 };'],
  ['a.py', 'async def go(x):\n    pass'],
  ['a.py', 'class A:\n    pass'],
  ['a.go', 'func (s *S) Go() error {\n\treturn nil\n}'],
  ['a.go', 'type S struct{}'],
  ['a.rs', 'pub fn go() {}'],
  ['a.rs', 'struct S;'],
  ['A.java', 'public class A {\n  public int go(int x) {\n    return x;\n  }\n}'],
  ['a.kt', 'fun go() = 1'],
  ['a.c', 'static int go(int x)\n{\n  return x;\n}'],
  ['a.cpp', 'void A::go(const std::string& x) const {\n}'],
  ['a.cs', 'public record R(int X);'],
  ['a.rb', 'def go\nend'],
  ['a.rb', 'module M\nend'],
  ['a.php', '<?php\nfunction go() {}'],
  ['a.swift', 'func go() {}'],
  ['a.swift', 'protocol P {}'],
  ['a.sh', 'go() {\n  true\n}'],
  ['a.sh', 'function go {\n  true\n}'],
  ['a.sql', 'CREATE TABLE t (id int);'],
];

describe('what may define something', () => {
  it.each(WRITTEN)('%s: %j', (path, added) => {
    expect(definitionsIn(path, added, null)).not.toEqual([]);
    expect(mayDefine({ path, kind: 'write', added, removed: null })).toBe(true);
  });

  it.each([['const x = 1;\nlet y = 2;\n'], ['# A title\n\nSome words.\n'], ['{"a": [1, 2]}']])(
    '%j does not',
    (added) => {
      expect(mayDefine({ path: 'x', kind: 'edit', added, removed: null })).toBe(false);
    },
  );
});
