import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { definitionsIn } from './definitions.ts';

const lines = (...text: string[]) => text.join('\n');

describe('a whole file', () => {
  it('names what it defines, in order, each once', () => {
    const text = lines(
      'export function load() {}',
      'class Cart {',
      '  add() {',
      '  }',
      '}',
      'function load() {}',
    );
    expect(definitionsIn('src/cart.ts', text, null)).toEqual(['load', 'Cart', 'Cart.add']);
  });

  it('is known by extension, by name or by its first line', () => {
    expect(definitionsIn('/a/b.PY', 'def f():\n    pass\n', null)).toEqual(['f']);
    expect(definitionsIn('C:\\x\\Rakefile', 'def f\nend\n', null)).toEqual(['f']);
    expect(definitionsIn('bin/run', '#!/usr/bin/env bash\nf() {\n:\n}\n', null)).toEqual(['f']);
    expect(definitionsIn('bin/run', '#!/usr/bin/python3\ndef f():\n    pass\n', null)).toEqual(['f']);
  });

  it.each(['README.md', 'notes.txt', 'Makefile', 'data.json', 'constructor', 'x.constructor', '', '.ts'])(
    'of no known language names nothing: %s',
    (path) => {
      expect(definitionsIn(path, 'function f() {\n}\ndef g():\n  pass\n', null)).toEqual([]);
    },
  );

  it('names at most 50', () => {
    const many = Array.from({ length: 80 }, (_, n) => `function f${n}() {\n}`).join('\n');
    const names = definitionsIn('a.js', many, null);
    expect(names).toHaveLength(50);
    expect(names.at(-1)).toBe('f49');
  });
});

describe('one form serves', () => {
  const samples: readonly (readonly [path: string, text: string, names: string])[] = [
    [
      'a.ts',
      'export const a = async (x: number) => {\n};\nexport interface B {\n  c(): void;\n}\nconst d = call(() => {\n});',
      'a B',
    ],
    [
      'a.ts',
      "import {\n  type B,\n  c,\n} from './b.ts';\nif (a) {\n}\nfoo(bar, {\n});\n// function d() {",
      '',
    ],
    [
      'a.ts',
      'class A extends B {\n  constructor(private y: string) {\n  }\n  static async f(): Promise<{ a: number }> {\n  }\n}',
      'A A.constructor A.f',
    ],
    [
      'a.js',
      'exports.a = function () {\n};\nFoo.prototype.c = function () {\n};\nconst t = `\nfunction d() {\n}\n`;',
      'a Foo.c',
    ],
    [
      'a.py',
      'class A:\n    async def d(\n        self,\n    ) -> int:\n        return 1\n\ndef größe():\n    """\n    def c():\n    """\n    def inner():\n        pass',
      'A A.d größe',
    ],
    [
      'a.go',
      'func (s *Server) Start(ctx context.Context) (err error) {\n}\nfunc Map[T any](x []T) []T {\n}\ntype B struct {\n\tx int\n}',
      'Server.Start Map B',
    ],
    [
      'a.rs',
      'impl<\'a, T> fmt::Display for Bar<\'a, T> {\n    fn fmt(&self) -> R {\n    }\n}\npub(crate) const unsafe extern "C" fn c() {}\nstruct D;\nmacro_rules! k {\n}',
      'Bar.fmt c k',
    ],
    [
      'A.java',
      'public class A<T> extends B {\n  @Override\n  public Map<String, X> find(String a) throws E {\n    return run(a);\n  }\n}',
      'A A.find',
    ],
    [
      'a.kt',
      'data class A(val x: Int)\nfun String.slug(): String {\n}\nobject C {\n  fun d() {\n  }\n}',
      'A String.slug C C.d',
    ],
    [
      'a.c',
      'static int add(int a, int b)\n{\n\treturn a + b;\n}\nint sub(int a);\nstruct point {\n};',
      'add point',
    ],
    [
      'a.cpp',
      'void C::run(std::vector<int> v) {\n}\nclass A final : public B {\n  int get() const noexcept { return x_; }\n};',
      'C.run A A.get',
    ],
    [
      'a.cs',
      'public sealed class A : B\n{\n    public async Task<X> Get(int id)\n    {\n    }\n    public int Twice(int x) => x * 2;\n}',
      'A A.Get A.Twice',
    ],
    ['a.rb', 'module M\n  class A < B\n    def ok?\n      true\n    end\n  end\nend', 'M A A.ok?'],
    [
      'a.php',
      '<?php\nfinal class A\n{\n    public static function make(): self\n    {\n    }\n}\nfunction helper(array $a): int {\n}',
      'A A.make helper',
    ],
    [
      'a.swift',
      'struct D<T> {\n  func go(_ a: Int) -> String {\n  }\n}\nextension A.In {\n  func h() {\n  }\n}',
      'D D.go In.h',
    ],
    ['a.sh', 'log() {\n  echo "$1"\n}\nfunction build {\n  make\n}', 'log build'],
    [
      'a.sql',
      'create table if not exists "public"."orders" (id int);\nALTER TABLE t ADD x int;',
      'public.orders',
    ],
  ];
  it.each(samples)('%s: %j', (path, text, names) => {
    expect(definitionsIn(path, text, null).join(' ')).toBe(names);
  });
});

describe('an edit', () => {
  const edits: readonly (readonly [string, string, string, string, readonly string[]])[] = [
    ['only body lines', 'a.ts', '  return 1;', '  return 2;', []],
    ['body under its header', 'a.ts', 'function f() {\n  return 1;', 'function f() {\n  return 2;', ['f']],
    ['the header alone', 'a.ts', 'function f() {', 'function f(a: string) {', ['f']],
    ['a new name', 'a.ts', 'function f() {', 'function g() {', ['g']],
    ['nothing at all', 'a.ts', 'function f() {\n}', 'function f() {\n}', []],
    ['only blanks at line ends', 'a.ts', 'function f() {  \n}', 'function f() {\n}', []],
    [
      'a function between two that stay',
      'a.ts',
      lines('function a() {', '  one();', '}', '', 'function b() {', '  two();', '}'),
      lines(
        'function a() {',
        '  one();',
        '}',
        '',
        'function n() {',
        '  x();',
        '}',
        '',
        'function b() {',
        '  two();',
        '}',
      ),
      ['n'],
    ],
    [
      'two places, with an untouched function between them',
      'a.ts',
      lines(
        'function a() {',
        '  one();',
        '}',
        'function b() {',
        '  two();',
        '}',
        'function c() {',
        '  three();',
        '}',
      ),
      lines(
        'function a() {',
        '  ONE();',
        '}',
        'function b() {',
        '  two();',
        '}',
        'function c() {',
        '  THREE();',
        '}',
      ),
      ['a', 'c'],
    ],
    [
      'a function taken out',
      'a.ts',
      lines('function a() {', '  one();', '}', 'function b() {', '  two();', '}'),
      lines('function a() {', '  one();', '}'),
      [],
    ],
    [
      'a method, not its class',
      'a.ts',
      lines('class A {', '  f() {', '    one();', '  }', '  g() {', '  }', '}'),
      lines('class A {', '  f() {', '    two();', '  }', '  g() {', '  }', '}'),
      ['A.f'],
    ],
    ['a field counts for its class', 'a.ts', 'class A {\n  x = 1;\n}', 'class A {\n  x = 2;\n}', ['A']],
    [
      'a method without its class in sight',
      'a.ts',
      lines('  async load(id: string): Promise<void> {', '    one();'),
      lines('  async load(id: string): Promise<void> {', '    two();'),
      ['load'],
    ],
    [
      'a local function counts for the one around it',
      'a.ts',
      lines('function f() {', '  const g = () => {', '    one();', '  };', '}'),
      lines('function f() {', '  const g = () => {', '    two();', '  };', '}'),
      ['f'],
    ],
    [
      'body lines of one function, then a new one',
      'a.ts',
      lines('  return x;', '}'),
      lines('  return x;', '}', '', 'export function added(): void {', '  run();', '}'),
      ['added'],
    ],
    [
      'a decorator counts for what it decorates',
      'a.py',
      '@a\ndef f():\n    pass',
      '@b\ndef f():\n    pass',
      ['f'],
    ],
    [
      'its first line without the indentation it had',
      'a.py',
      lines('def f(self):', '        return 1', '', '    def g(self):', '        return 2'),
      lines('def f(self):', '        return 1', '', '    def g(self):', '        return 3'),
      ['g'],
    ],
    ['everything taken out', 'a.ts', 'function f() {\n}', '', []],
    ['something put where nothing was', 'a.go', '', 'func F() {\n}', ['F']],
    [
      'a comment begun before the edit',
      'a.ts',
      ' * old',
      lines(' * class of its own', ' */', 'function f() {', '}'),
      ['f'],
    ],
    ['line ends of Windows', 'a.ts', 'function f() {\r\n  a();\r\n}', 'function f() {\r\n  b();\r\n}', ['f']],
  ];
  it.each(edits)('%s', (_what, path, removed, added, names) => {
    expect(definitionsIn(path, added, removed)).toEqual(names);
  });
});

describe('any text', () => {
  const paths = 'ts py go rs java kt c cpp cs rb php swift sh sql'
    .split(' ')
    .map((extension) => `x.${extension}`);
  const pieces = [
    'function f() {',
    '}',
    '(',
    ')',
    '{',
    '"',
    "'",
    '`',
    '/*',
    '*/',
    '//',
    '#',
    '"""',
    '\n',
    '\n    ',
    'class A',
    ':',
    ';',
    'def f(',
    'impl<T>',
    'fn g',
    '<<EOF',
    'EOF',
    '$$',
    'create table t',
    'const f = (',
    '=>',
    '=/[',
    'R"(',
    '\\',
    '@"',
  ];
  const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(' '));

  it('is read without an error, and yields names that stand in it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), soup, fc.option(soup), (path, added, removed) => {
        const names = definitionsIn(path, added, removed);
        expect(names.length).toBeLessThanOrEqual(50);
        for (const name of names) for (const part of name.split('.')) expect(added).toContain(part);
      }),
      { numRuns: runs(60, 600) },
    );
  });

  it('against itself names nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), soup, (path, text) => {
        expect(definitionsIn(path, text, text)).toEqual([]);
      }),
    );
  });

  it('an edit names nothing that the whole text does not define', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), soup, soup, (path, added, removed) => {
        const all = definitionsIn(path, added, null);
        if (all.length < 50)
          for (const name of definitionsIn(path, added, removed)) expect(all).toContain(name);
      }),
    );
  });
});
