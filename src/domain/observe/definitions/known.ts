/**
 * A language as a hook knows it before it loads the language's rules. Hooks carry this table, so it is plain data: the
 * rules in `outline.ts` cost about 10 ms to load.
 */
interface Known {
  /** File name extensions. */
  readonly extensions: readonly string[];
  /** Whole file names, in lower case. */
  readonly names?: readonly string[];
  /** Interpreters in a file's first line. */
  readonly interpreter?: RegExp;
  /** A word or sign that the head of a definition contains, unless it has a body in braces behind parentheses. */
  readonly head: RegExp;
  /** A definition may also be a type, a name, parentheses and a body in braces, without any keyword. */
  readonly braces?: true;
}

const LANGUAGES = {
  javascript: {
    extensions: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'],
    interpreter: /^(?:node|bun|deno)$/,
    head: /\b(?:function|class|interface|enum|type)\b|=>/,
    braces: true,
  },
  python: { extensions: ['py', 'pyi'], interpreter: /^python\d?$/, head: /\b(?:def|class)\b/ },
  go: { extensions: ['go'], head: /\b(?:func|type)\b/ },
  rust: { extensions: ['rs'], head: /\b(?:fn|struct|enum|union|trait|type|macro_rules)\b/ },
  java: { extensions: ['java'], head: /\b(?:class|interface|enum|record)\b/, braces: true },
  kotlin: { extensions: ['kt', 'kts'], head: /\b(?:fun|class|interface|object|typealias)\b/ },
  c: {
    extensions: ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx'],
    head: /\b(?:struct|class|union|enum|using|typedef)\b/,
    braces: true,
  },
  csharp: { extensions: ['cs'], head: /\b(?:class|interface|enum|struct|record)\b|=>/, braces: true },
  ruby: {
    extensions: ['rb', 'rake', 'gemspec'],
    names: ['rakefile', 'gemfile'],
    interpreter: /^ruby$/,
    head: /\b(?:def|class|module|new|define)\b/,
  },
  php: {
    extensions: ['php'],
    interpreter: /^php$/,
    head: /\b(?:function|class|interface|trait|enum)\b/,
  },
  swift: {
    extensions: ['swift'],
    head: /\b(?:func|init|class|struct|enum|protocol|actor|extension|typealias)\b/,
  },
  shell: {
    extensions: ['sh', 'bash', 'zsh', 'ksh', 'bats'],
    names: ['.bashrc', '.bash_profile', '.profile', '.zshrc'],
    interpreter: /^(?:ba|z|k|da)?sh$/,
    head: /\bfunction\b|\(\s*\)/,
  },
  sql: { extensions: ['sql'], head: /\bcreate\b/i },
} as const satisfies Readonly<Record<string, Known>>;

export type LanguageName = keyof typeof LANGUAGES;

const KNOWN: readonly (readonly [LanguageName, Known])[] = Object.entries(LANGUAGES) as [
  LanguageName,
  Known,
][];

/** The language of a file, by its extension, its name or its first line. */
export function languageOf(path: string, text: string): LanguageName | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  if (dot > 0) return find(({ extensions }) => extensions.includes(name.slice(dot + 1)));
  const interpreter = /^#!\s{0,4}\S{1,80}(?:\/|env\s+(?:-S\s+)?)(\w+)/.exec(text)?.[1] ?? '';
  return (
    find(({ names }) => names?.includes(name) === true) ??
    find((known) => known.interpreter?.test(interpreter) === true)
  );
}

function find(fits: (known: Known) => boolean): LanguageName | null {
  return KNOWN.find(([, known]) => fits(known))?.[0] ?? null;
}

/** False where the rules of this language find no definition in the text; true says only that they may. */
export function mayDefine(language: LanguageName, text: string): boolean {
  const { head, braces }: Known = LANGUAGES[language];
  if (head.test(text)) return true;
  const parenthesis = braces ? text.indexOf(')') : -1;
  return parenthesis >= 0 && text.includes('{', parenthesis);
}
