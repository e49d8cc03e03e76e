/** Reads YAML; every scalar is its source text or null. It needs a package, which hooks never load. */
export type ReadYaml = (text: string) => { readonly value: unknown } | { readonly problem: string };

export class UnclosedFrontMatter extends Error {}

/** Splits front matter (YAML between two lines of three dashes) from a text; `head` is null if there is none. */
export function splitFrontMatter(text: string): {
  readonly head: string | null;
  readonly body: string;
} {
  const unix = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const all = unix.startsWith('\uFEFF') ? unix.slice(1) : unix;
  const start = all.indexOf('\n') + 1;
  if (start === 0 || all.slice(0, start).trimEnd() !== '---') return { head: null, body: all };
  for (let from = start; from < all.length; ) {
    const feed = all.indexOf('\n', from);
    const end = feed < 0 ? all.length : feed;
    const line = all.slice(from, end).trimEnd();
    if (line === '---' || line === '...')
      return { head: all.slice(start, from), body: all.slice(end + 1) };
    from = end + 1;
  }
  throw new UnclosedFrontMatter('the lines between --- and --- have no second ---');
}
