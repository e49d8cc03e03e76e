/** Whether a word alone is a file name: `config.Load` is a method, `Makefile` a file. */
export function isFileName(name: string): boolean {
  return name.includes('/') || hasExtension(name) || NAMED.test(name);
}

/** A lookup, not a regular expression, which would take a fresh process most of a millisecond to compile. */
const EXTENSIONS = `
  cjsx cjs ctsx cts mjsx mjs mtsx mts jsx js tsx ts json5 jsonc jsonl json yaml yml toml ini cfg conf env lock
  md mdx rst adoc txt tex csv tsv html htm css sass scss less vue svelte astro py pyi ipynb go mod sum rs java
  kts kt groovy gradle scala clj c cc cpp cxx h hh hpp hxx m mm cs csproj sln fs vb rb rake erb gemspec php
  swift sh bash zsh fish bats ps1 bat cmd sql prisma graphql gql proto tf tfvars hcl nix ex exs erl hs lua pl pm
  r jl dart zig nim v sv vhd asm s cmake mk xml xsd svg png jpeg jpg gif webp ico pdf wasm patch diff log j2
  tmpl hbs ejs pug plist service example snap properties
`;
let extensions: ReadonlySet<string> | null = null;

function hasExtension(name: string): boolean {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return false;
  extensions ??= new Set(EXTENSIONS.trim().split(/\s+/));
  return extensions.has(name.slice(dot + 1).toLowerCase());
}

const NAMED =
  /^(?:\.[\w.-]+|(?:Make|Docker|Rake|Gem|Proc|Pip|Brew|Vagrant|Jenkins|Just|Cake|Container|Pod|Fast)file|GNUmakefile|BUILD|WORKSPACE|LICENSE|README|CHANGELOG|CODEOWNERS|AUTHORS|NOTICE|VERSION)$/;

/**
 * The shortest unique ending of each path: `proxy.go`; if there are two, `api/proxy.go`. A path
 * that is itself the ending of another one begins with `./`.
 */
export function shortestNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let open = [...new Set(paths)].map((path) => ({ path, parts: partsOf(path) }));
  for (let length = 1; open.length > 0; length++) {
    const count = new Map<string, number>();
    const endings = open.map(({ parts }) => parts.slice(-length).join('/'));
    for (const ending of endings) count.set(ending, (count.get(ending) ?? 0) + 1);
    open = open.filter(({ path, parts }, i) => {
      const ending = endings[i]!;
      const isWhole = parts.length <= length;
      if (!isWhole && (count.get(ending)! > 1 || !isFileName(ending))) return true;
      names.set(path, isWhole ? parts.join('/') : ending);
      return false;
    });
  }
  return names;
}

/** The parts of a path; the first stands for its base: `.` for the scope's root, empty for the root of a disk. */
function partsOf(path: string): string[] {
  const parts = path.split('/');
  return /^(?:\.{0,2}\/|[A-Za-z]:)/.test(path) ? parts : ['.', ...parts];
}
