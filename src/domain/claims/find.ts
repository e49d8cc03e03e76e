import type { Claim, PathClaim } from './claim.ts';
import { commitsIn } from './commits.ts';
import { directionOf, directionOfCommit, type SentenceParts } from './direction.ts';
import { type PathToken, pathTokens } from './path-tokens.ts';
import { type Named, symbolOf } from './symbols.ts';

/** More is no sentence but a listing. */
const MOST_CHARS = 2000;
const MOST_CLAIMS = 8;

/** Finds claims about files, symbols in files and commits in a text. Whether the text says that they are there is read on demand. */
export function claimsIn(text: string): Claim[] {
  const read = text.slice(0, MOST_CHARS);
  const files = pathTokens(read);
  const ofFiles = files.map((token): Claim => {
    const file: PathClaim = { kind: 'path', path: token.path, isPlain: token.isPlain };
    const symbol = symbolOf(read, token);
    if (!symbol) return { ...file, says: once(() => directionOf(around(read, token, files))) };
    return {
      kind: 'symbol',
      symbol: symbol.name,
      file,
      says: once(() => saysOf(read, token, symbol, files)),
    };
  });
  const ofCommits = commitsIn(read).map(({ hash, start, end, isSure }): Claim => {
    const says = once(() => (isSure ? directionOfCommit(around(read, { start, end }, [])) : 'doubt'));
    return { kind: 'commit', hash, says };
  });
  return [...ofFiles, ...ofCommits].slice(0, MOST_CLAIMS);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A symbol is said to be gone by the words around it, or by those between it and its file. */
function saysOf(text: string, file: PathToken, symbol: Named, files: readonly PathToken[]) {
  const said = directionOf(around(text, symbol, files));
  return said === 'there' ? directionOf(around(text, file, files, symbol)) : said;
}

type Span = Pick<PathToken, 'start' | 'end'>;
const END = /[.!?;](?=\s|$)|[。！？；\n]|\s[–—]\s/g;

/** The sentence of a span; other named files in it are one sign each. */
function around(text: string, { start, end }: Span, files: readonly Span[], symbol?: Span): SentenceParts {
  let from = 0;
  let to = text.length;
  for (const { index, 0: sign } of text.matchAll(END)) {
    if (files.some((file) => index > file.start && index < file.end)) continue;
    if (index + sign.length <= start) from = index + sign.length;
    else if (index >= end) {
      to = index + sign.length;
      break;
    }
  }
  const others = [...files, ...(symbol ? [symbol] : [])].filter((one) => one.start !== start);
  return { before: signed(text, from, start, others), after: signed(text, end, to, others) };
}

function signed(text: string, from: number, to: number, spans: readonly Span[]): string {
  let result = '';
  let at = from;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    if (span.start < at || span.end > to) continue;
    result += `${text.slice(at, span.start)}§`;
    at = span.end;
  }
  return result + text.slice(at, to);
}
