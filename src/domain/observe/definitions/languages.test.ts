import { describe, expect, it } from 'vitest';
import { definitionsIn } from '../definitions.ts';
import { languageOf, mayDefine } from './known.ts';
import { definedIn } from './outline.ts';

/** A sample in its language, and every name it defines: a name too many fails as well as one too few. */
type Row = readonly [path: string, what: string, text: string, names: readonly string[]];

const javascript: readonly Row[] = [
  [
    'a.js',
    'functions',
    'function a() {}\nasync function b(x) {\n}\nexport default function c() {\n}\nfunction* d() {}',
    ['a', 'b', 'c', 'd'],
  ],
  [
    'a.ts',
    'types',
    'export interface A {\n  x: number;\n}\ntype B = string;\nexport type C<T> = {\n  t: T;\n};\nenum D { X }\nexport abstract class E {\n}\nexport const enum F { Y }',
    ['A', 'B', 'C', 'D', 'E', 'F'],
  ],
  [
    'a.ts',
    'arrow functions',
    'const a = () => 1;\nexport const b = async (x: number): Promise<void> => {\n};\nlet c = x => x;\nconst d = function () {};\nconst e = <T,>(x: T) => x;\nconst f: Handler = (\n  a,\n  b,\n) => {\n  run();\n};',
    ['a', 'b', 'c', 'd', 'e', 'f'],
  ],
  [
    'a.ts',
    'values that are no functions',
    'const a = (1 + 2) * 3;\nconst b = call(() => {\n});\nconst c = (x) ? 1 : 2;\nconst d = [];\nconst e = new Map();\nconst f = await (get());\nlet g;',
    [],
  ],
  [
    'a.ts',
    'methods',
    'class A extends B<C> implements D {\n  private readonly x = 1;\n  constructor(private y: string) {\n    super();\n  }\n  static async f(): Promise<{ a: number }> {\n  }\n  get g() {\n    return 1;\n  }\n  #h(): void {\n  }\n  *i() {\n  }\n  k = (e: Event) => {\n  };\n  abstract l(): void;\n  m<T>(\n    t: T,\n  ): T {\n    return t;\n  }\n}',
    ['A', 'A.constructor', 'A.f', 'A.g', 'A.h', 'A.i', 'A.k', 'A.m'],
  ],
  [
    'a.ts',
    'a method alone, with a union as its type',
    '  go(x: string): string | null {\n    return x;\n  }',
    ['go'],
  ],
  [
    'a.ts',
    'declarations without a body',
    'function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: unknown): void {\n}\ninterface I {\n  m(): void;\n  n(): { a: string };\n  o(x: () => void): Promise<{ b: string }>;\n}',
    ['f', 'I'],
  ],
  [
    'a.ts',
    'an object of functions',
    'export const api = {\n  list() {\n  },\n  get: async (id: string) => {\n  },\n  name: "x",\n};',
    ['api.list', 'api.get'],
  ],
  [
    'a.js',
    'control flow and calls',
    'if (a) {\n}\nfor (const x of y) {\n}\nwhile (a) {\n}\nswitch (a) {\n  case f(x): {\n  }\n}\ntry {\n} catch (e) {\n}\ndescribe("x", () => {\n  it("y", () => {\n  });\n});\nfoo(bar);\nnew Foo(() => {\n});\nreturn (a);\nelse if (b) {\n}',
    [],
  ],
  [
    'a.ts',
    'comments, strings, templates, expressions',
    '// function a() {}\n/* class B {\n} */\nconst s = "function c() {";\nconst t = `\nfunction d() {\n}\nclass E {\n`;\nconst r = /["\']function f() {/;\n/**\n * function g() {\n */',
    [],
  ],
  [
    'a.js',
    'a quote in an expression hides nothing',
    'const q = s.replace(/["\']/g, "");\nfunction a() {\n}\n',
    ['a'],
  ],
  [
    'a.js',
    'old style',
    'exports.a = function () {\n};\nmodule.exports.b = async () => {\n};\nFoo.prototype.c = function () {\n};\nthis.d = () => {\n};\nmodule.exports = { e };',
    ['a', 'b', 'Foo.c'],
  ],
  [
    'a.tsx',
    'components',
    "export function App({ a }: Props) {\n  const onClick = () => {\n  };\n  return <p>Don't {a}</p>;\n}\nexport const B = ({ x }: P): JSX.Element => {\n  return <b />;\n};",
    ['App', 'B'],
  ],
  [
    'a.ts',
    'imports and exports',
    "import type { A } from './a.ts';\nimport {\n  type B,\n  c,\n} from './b.ts';\nexport type { A };\nexport { c as d };\nexport default c;",
    [],
  ],
  [
    'a.ts',
    'a type in the header',
    'function f(): { a: number } {\n  return { a: 1 };\n}\nfunction g() {\n}',
    ['f', 'g'],
  ],
];

const python: readonly Row[] = [
  [
    'a.py',
    'functions and classes',
    'def a():\n    pass\n\nasync def b(x):\n    pass\n\nclass C:\n    pass\n\nclass D(C, metaclass=M):\n    x = 1\n\nclass E[T]:\n    pass',
    ['a', 'b', 'C', 'D', 'E'],
  ],
  [
    'a.py',
    'methods',
    'class A:\n    def __init__(self):\n        pass\n\n    @property\n    def b(self):\n        return 1\n\n    class In:\n        def c(self):\n            pass\n\n    async def d(\n        self,\n        x,\n    ) -> int:\n        return 1\n\ndef e(): ...',
    ['A', 'A.__init__', 'A.b', 'In', 'In.c', 'A.d', 'e'],
  ],
  [
    'a.py',
    'local functions',
    'def a():\n    def b():\n        pass\n    return b\n\n\ndef c():\n    x = lambda: 1',
    ['a', 'c'],
  ],
  [
    'a.py',
    'comments, strings, docstrings',
    '# def a():\nx = "def b():"\n"""\ndef c():\n    pass\n"""\ndef d():\n    \'\'\'class E:\'\'\'\n    s = f"""\nclass F:\n"""\n',
    ['d'],
  ],
  [
    'a.py',
    'words that only look like it',
    'default = 1\nclassify(x)\ndefine(a)\nclass_ = 2\nif define():\n    pass\nprint("x")\nself.def_ = 1',
    [],
  ],
  [
    'a.py',
    'an edit that begins in a docstring',
    '    of the class here.\n    """\n    return 1\n\n\ndef b():\n    pass',
    ['b'],
  ],
  ['a.py', 'an edit that ends in a docstring', 'def b():\n    """\n    def c():', ['b']],
  [
    'a.py',
    'a default that spans brackets',
    'def a(x={"k": [1, 2]}, y=(1,)):\n    return 1\ndef b(x: dict[str, int] = {}) -> list[str]:\n    return []',
    ['a', 'b'],
  ],
  ['a.py', 'names of other scripts', 'def größe():\n    pass\nclass 数据:\n    pass', ['größe', '数据']],
];

const go: readonly Row[] = [
  [
    'a.go',
    'functions, methods, types',
    'func A() {\n}\nfunc (s *Server) Start(ctx context.Context) (err error) {\n}\nfunc (Server) Stop() {}\nfunc (l List[T]) Len() int {\n}\nfunc Map[T any](x []T) []T {\n}\ntype B struct {\n\tx int\n}\ntype C interface {\n\tRun() error\n}\ntype D = string\ntype E int\ntype F[T any] struct{}',
    ['A', 'Server.Start', 'Server.Stop', 'List.Len', 'Map', 'B', 'C', 'D', 'E', 'F'],
  ],
  [
    'a.go',
    'a type in the header',
    'func A() interface{} {\n\tx()\n}\nfunc B(f func(int) error) map[string]struct{} {\n}\nfunc C(\n\ta int,\n) error {\n}',
    ['A', 'B', 'C'],
  ],
  [
    'a.go',
    'a group of types',
    'type (\n\tA struct {\n\t\tname string\n\t}\n\tB int\n)\n\nfunc C() {\n}',
    ['A', 'B', 'C'],
  ],
  [
    'a.go',
    'what defines nothing',
    '// func A() {\nvar f = func() {\n}\ngo func() {\n}()\nx := `\nfunc B() {\n}\n`\nif x {\n}\nswitch v := x.(type) {\n}\nreturn func(w http.ResponseWriter) {\n}\nvar (\n\ta int\n)\nconst (\n\tb = 1\n)',
    [],
  ],
  [
    'a.go',
    'local types and functions',
    'func A() {\n\ttype local struct{}\n\tinner := func() {\n\t}\n}',
    ['A'],
  ],
];

const rust: readonly Row[] = [
  [
    'a.rs',
    'functions and types',
    'fn a() {}\npub async fn b<T: X>(t: T) -> Result<(), E>\nwhere\n    T: Y,\n{\n}\npub(crate) const unsafe extern "C" fn c() {}\nstruct D;\npub struct E { x: i32 }\nstruct F(i32);\nenum G {\n    A,\n}\npub trait H: Send {\n    fn h(&self);\n    fn i(&self) {\n    }\n}\ntype J = Vec<u8>;\nmacro_rules! k {\n    () => {};\n}',
    ['a', 'b', 'c', 'D', 'E', 'F', 'G', 'H', 'H.i', 'J', 'k'],
  ],
  [
    'a.rs',
    'implementations',
    "impl<T: Into<String>> Foo<T> {\n    pub fn new() -> Self {\n    }\n}\nimpl<'a, T> fmt::Display for Bar<'a, T> where T: Copy {\n    type X = u8;\n    fn fmt(&self) -> R {\n    }\n}\nimpl Iterator for baz::Qux {\n    fn next(&mut self) -> Option<Self::Item> { None }\n}",
    ['Foo.new', 'Bar.fmt', 'Qux.next'],
  ],
  [
    'a.rs',
    'tests in a module',
    '#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn works() {\n        assert!(true);\n    }\n}',
    ['works'],
  ],
  [
    'a.rs',
    'what defines nothing',
    '// fn a() {}\nlet f = |x| { x };\nlet s = "fn b() {}";\nlet r = r#"\nfn c() {}\nstruct D;\n"#;\nlet c = \'"\';\nmatch x {\n    _ => {}\n}\nif f(x) {\n}\ncall(fn_pointer);\nextern "C" {\n    fn puts(s: *const c_char) -> c_int;\n}',
    [],
  ],
  ['a.rs', 'lifetimes are no strings', "fn a<'a>(x: &'a str) -> &'a str {\n    x\n}\nfn b() {}", ['a', 'b']],
];

const jvm: readonly Row[] = [
  [
    'A.java',
    'types',
    'public class A<T> extends B implements C {\n}\ninterface D {\n  void x();\n}\nenum E { X }\npublic record F(int a, String b) {\n}\n@interface G {\n}\npublic sealed interface H permits I {\n}',
    ['A', 'D', 'E', 'F', 'G', 'H'],
  ],
  [
    'A.java',
    'methods',
    '@Service\npublic class A {\n  private final X x = new X();\n  public A(X x) {\n    this.x = x;\n  }\n  @Override\n  public Map<String, List<X>> find(String a, int b) throws IOException, E {\n    return run(a);\n  }\n  @GetMapping("/x") public void get() {\n  }\n  static <T> T[] all(\n      Class<T> c,\n      int n) {\n    return null;\n  }\n  protected abstract void none();\n}',
    ['A', 'A.A', 'A.find', 'A.get', 'A.all'],
  ],
  [
    'A.java',
    'what defines nothing',
    '// void a() {\nif (a) {\n} else if (b) {\n}\nfor (int i = 0; i < n; i++) {\n}\nnew Thread(new Runnable() {\n});\nfoo(bar);\nreturn make(x);\nsynchronized (this) {\n}\ntry (var r = open()) {\n} catch (E e) {\n}\nString s = "void b() {";\nX y = call(() -> {\n});\nString t = """\n  class C {\n  }\n  """;\nthrow new E(x);\nswitch (x) {\n}',
    [],
  ],
  ['A.java', 'an edit without its class', '  public void run() {\n    go();\n  }', ['run']],
  [
    'a.kt',
    'Kotlin',
    'package x\n\ndata class A(val x: Int)\nsealed interface B\nobject C {\n  const val X = 1\n  fun d() {\n  }\n}\nenum class E { X }\nclass F : G(), H {\n  override suspend fun i(x: Int): String = "a"\n  private fun <T> j(t: T): List<T> {\n  }\n  companion object {\n    fun k() = 1\n  }\n}\nfun String.slug(): String {\n}\ntypealias L = Map<String, Int>\n@Test\nfun `does the thing`() {\n}',
    ['A', 'B', 'C', 'C.d', 'E', 'F', 'F.i', 'F.j', 'F.k', 'String.slug', 'L', 'does the thing'],
  ],
  [
    'a.kt',
    'what defines nothing in Kotlin',
    '// fun a() {}\nval s = "fun b() {}"\nval f = { x: Int -> x }\nif (x) {\n}\nwhen (x) {\n  is A -> {}\n}\nlist.map {\n}\nrun(object : X {\n})\ninterface_ = 1\nfunction(x) {\n}\nval t = """\nfun c() {\n}\n"""',
    [],
  ],
  [
    'a.kt',
    'declared only',
    'interface A {\n  fun b()\n  fun c(x: Int): String\n  fun d() {\n  }\n}',
    ['A', 'A.d'],
  ],
];

const c: readonly Row[] = [
  [
    'a.c',
    'C',
    '#include <stdio.h>\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\nstatic int add(int a, int b)\n{\n\treturn a + b;\n}\nint main(void) {\n}\nstruct point {\n\tint x;\n};\ntypedef struct {\n\tint y;\n} pair_t;\ntypedef struct node {\n\tstruct node *next;\n} node_t;\nenum color { RED };\nunion u { int i; };\nconst char *name(struct point *p, int (*f)(int)) {\n}',
    ['add', 'main', 'point', 'pair_t', 'node_t', 'color', 'u', 'name'],
  ],
  ['a.c', 'GNU style', 'static int\nparse_args (int argc, char **argv)\n{\n  return 0;\n}\n', ['parse_args']],
  [
    'a.h',
    'declarations',
    'int add(int a, int b);\nextern void f(void);\nstruct point;\ntypedef int (*cb)(int);\nstruct point p = {1, 2};\nstatic struct point make(int x);\n',
    [],
  ],
  [
    'a.c',
    'control flow, calls, macros',
    'if (a) {\n}\nfor (i = 0; i < n; i++) {\n}\nwhile (x) {\n}\nswitch (x) {\n}\n\tlist_for_each(pos, head) {\n\t}\nfoo(a, b);\nreturn foo(a);\nx = bar(1);\n} else if (y) {\n}\ndo {\n} while (0);\n/* int a() {\n} */\nchar *s = "int b() {";\nint arr[] = { f(1) };',
    [],
  ],
  [
    'a.cpp',
    'C++',
    'namespace n {\ntemplate <typename T>\nclass A final : public B<T> {\n public:\n  explicit A(int x) : x_(x), y_{1} {}\n  ~A() override {\n  }\n  int get() const noexcept { return x_; }\n  virtual void none() = 0;\n  A(const A&) = delete;\n private:\n  int x_;\n};\nenum class E : int { X };\nvoid C::run(std::vector<int> v) {\n  auto f = [&](int x) {\n  };\n}\nC::C(int a)\n    : a_(a) {\n}\nauto g(int x) -> std::string {\n}\nusing H = std::map<int, int>;\n}  // namespace n',
    ['A', 'A.A', 'A.~A', 'A.get', 'E', 'C.run', 'C.C', 'g', 'H'],
  ],
  [
    'a.cc',
    'tests',
    'TEST(Parser, ReadsNothing) {\n  EXPECT_EQ(1, 1);\n}\nTEST_F(Fixture, Works) {\n}',
    ['Parser.ReadsNothing', 'Fixture.Works'],
  ],
  [
    'a.cpp',
    'raw strings and digits',
    'auto s = R"(\nvoid a() {\n)";\nint n = 1\'000\'000;\nvoid b() {\n}',
    ['b'],
  ],
];

const csharp: readonly Row[] = [
  [
    'a.cs',
    'types and methods',
    'namespace N.M;\n\n[Serializable]\npublic sealed class A<T> : B, IC where T : new()\n{\n    private readonly X _x;\n    public A(X x) : base(x)\n    {\n    }\n    [HttpGet("x")]\n    public async Task<IActionResult> Get(int id)\n    {\n    }\n    public int Twice(int x) => x * 2;\n    public string Name { get; set; }\n    protected abstract void None();\n    public static T Make<T>(string s) where T : class\n    {\n    }\n}\npublic record P(int X, int Y);\npublic readonly struct S { }\ninternal interface I\n{\n    void F();\n}\nenum E { X }',
    ['A', 'A.A', 'A.Get', 'A.Twice', 'A.Make', 'P', 'S', 'I', 'E'],
  ],
  [
    'a.cs',
    'what defines nothing',
    '// void A() {\nif (a)\n{\n}\nforeach (var x in y)\n{\n}\nusing (var s = Open())\n{\n}\nlock (x) {\n}\nvar f = Call(() => {\n});\nvar o = new Foo(1)\n{\n    X = 1,\n};\nreturn Make(x);\nvar s = @"\nclass B {\nvoid C() {\n";\nawait Run(x);\nthrow new E(x);\n#region void D() {\nDo(x);\nx = F(1);',
    [],
  ],
];

const others: readonly Row[] = [
  [
    'a.rb',
    'Ruby',
    'module M\n  class A < B::C\n    attr_reader :x\n\n    def initialize(x)\n      @x = x\n    end\n\n    def self.build = new(1)\n\n    def ok?\n      true\n    end\n\n    private def set!(v); @v = v; end\n\n    class << self\n      def inner\n      end\n    end\n  end\nend\nPoint = Struct.new(:x, :y)\nclass Err < StandardError; end',
    ['M', 'A', 'A.initialize', 'A.build', 'A.ok?', 'A.set!', 'A.inner', 'Point', 'Err'],
  ],
  [
    'a.rb',
    'what defines nothing in Ruby',
    '# def a\nx = "def b"\ns = <<~SQL\n  def c\n  class D\nSQL\n=begin\ndef e\n=end\ndefine_method(:f) do\nend\nputs "x" if y\nclass_eval do\nend\nit "defines" do\nend',
    [],
  ],
  [
    'a.php',
    'PHP',
    '<?php\nnamespace App;\nfinal class A extends B implements C\n{\n    public function __construct(private int $x) {\n    }\n    public static function make(): self\n    {\n    }\n    abstract protected function none(): void;\n}\ninterface D { public function x(); }\ntrait E {\n}\nenum F: string {\n}\nfunction helper(array $a): int {\n}\n',
    ['A', 'A.__construct', 'A.make', 'D', 'E', 'F', 'helper'],
  ],
  [
    'a.php',
    'what defines nothing in PHP',
    '<?php\n// function a() {}\n# function b() {\n$f = function ($x) {\n};\n$g = fn($x) => $x;\nif ($a) {\n}\n$s = "function c() {";\n$t = <<<EOT\nfunction d() {\n}\nEOT;\nreturn new class {\n};\nfoo($a);',
    [],
  ],
  [
    'a.swift',
    'Swift',
    'public final class A: B, C {\n  private var x = 1\n  init(x: Int) {\n    self.x = x\n  }\n  convenience init?(y: String) {\n  }\n  @objc private func go(_ a: Int) -> String {\n  }\n  class func make() -> A {\n  }\n  var y: Int {\n    return 1\n  }\n}\nstruct D<T> {\n}\nenum E: String {\n  case a\n}\nprotocol F {\n  func g()\n}\nextension A.In {\n  func h() async throws -> [Int] {\n  }\n}\nactor I {\n}\ntypealias J = (Int) -> Void\nfunc k<T: L>(t: T) where T: M {\n}',
    ['A', 'A.init', 'A.go', 'A.make', 'D', 'E', 'F', 'In.h', 'I', 'J', 'k'],
  ],
  [
    'a.swift',
    'what defines nothing in Swift',
    '// func a() {}\nlet s = "func b() {}"\nif x {\n}\nguard let y = z else {\n}\nfor i in 0..<n {\n}\nlet f = { (x: Int) in\n}\nitems.map {\n}\nswitch x {\n}\nlet t = """\nfunc c() {\n}\n"""\nclassify(x)\nfuncs.append(1)',
    [],
  ],
  [
    'a.sh',
    'shell',
    '#!/bin/sh\nset -e\nlog() {\n  echo "$1"\n}\nfunction build {\n  make\n}\nfunction deploy-all() {\n  case "$1" in\n    a) log x ;;\n  esac\n}\nwait_for()\n{\n  :\n}\nsub() (\n  cd x\n)\n',
    ['log', 'build', 'deploy-all', 'wait_for', 'sub'],
  ],
  [
    'a.bash',
    'what defines nothing in a shell',
    "# f() {\necho 'g() {'\ncat <<EOF\nh() {\n}\nEOF\nif test x; then\n  :\nfi\nx=$(date)\n[ a = b ] && { echo; }\nfor i in 1 2; do :; done\nawk '\nfunction k(a) {\n}\n'\nfunction_name=1\necho \"\nl() {\n\"",
    [],
  ],
  [
    'a.sql',
    'SQL',
    'CREATE TABLE users (\n  id int\n);\ncreate table if not exists "public"."orders" (id int);\nCREATE OR REPLACE VIEW active_users AS SELECT 1;\nCREATE MATERIALIZED VIEW stats AS SELECT 1;\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS users_email ON users (email);\nCREATE FUNCTION add(a int) RETURNS int AS $$\nBEGIN\n  CREATE TEMP TABLE inner_one (x int);\nEND;\n$$ LANGUAGE plpgsql;\nCREATE TRIGGER touch BEFORE UPDATE ON users\nBEGIN\n  SELECT 1;\nEND;\nCREATE PROCEDURE dbo.[run] AS SELECT 1;\nCREATE TEMPORARY TABLE `tmp` (x int);\nCREATE TYPE mood AS ENUM (\'a\');',
    [
      'users',
      'public.orders',
      'active_users',
      'stats',
      'users_email',
      'add',
      'touch',
      'dbo.run',
      'tmp',
      'mood',
    ],
  ],
  [
    'a.sql',
    'what defines nothing in SQL',
    "-- create table a (x int);\n/* create view b as select 1; */\nINSERT INTO t VALUES ('\ncreate table c (x int);\n');\nALTER TABLE t ADD x int;\nDROP TABLE t;\nSELECT create_table FROM x;\nCREATE INDEX ON t (x);\nCREATE EXTENSION pgcrypto;\nCREATE DATABASE d;",
    [],
  ],
];

const LANGUAGES = [
  ['TypeScript and JavaScript', javascript],
  ['Python', python],
  ['Go', go],
  ['Rust', rust],
  ['Java and Kotlin', jvm],
  ['C and C++', c],
  ['C#', csharp],
  ['Ruby, PHP, Swift, shell, SQL', others],
] as const;

describe.each(LANGUAGES)('%s', (_language, rows) => {
  it.each(rows)('%s: %s', (path, _what, text, names) => {
    expect(definitionsIn(path, text, null)).toEqual(names);
  });
});

/** Hooks ask `mayDefine` before they load the rules: a wrong "no" would lose a definition. */
describe.each(LANGUAGES)('the look before the rules: %s', (_language, rows) => {
  it.each(rows)(
    'says yes to every part of it in which the rules find a name: %s: %s',
    (path, _what, text) => {
      const language = languageOf(path, text)!;
      const lines = text.split('\n');
      const lost: string[] = [];
      for (let from = 0; from < lines.length; from++) {
        for (let to = from + 1; to <= lines.length; to++) {
          const part = lines.slice(from, to).join('\n');
          if (!mayDefine(language, part) && definedIn(language, part, null).length > 0) lost.push(part);
        }
      }
      expect(lost).toEqual([]);
    },
  );

  it.each(['const x = 1;\nlet y = 2;\n', 'x: [1, 2]\n', 'call(1);\n'])('says no to %j', (text) => {
    for (const [path, , sample] of rows) expect(mayDefine(languageOf(path, sample)!, text)).toBe(false);
  });
});
