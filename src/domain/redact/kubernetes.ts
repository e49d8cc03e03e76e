import { isFiller } from './entropy.ts';
import type { Span } from './span.ts';

const KIND = /["']?kind["']?[ \t]{0,4}:[ \t]{0,4}["']?Secret["']?[ \t]{0,8}(?:[\r\n,}]|$)/;
const DOCUMENT_END = /^---[ \t]{0,8}$/gm;
const DATA = /\b(?:data|stringData)["']?[ \t]{0,4}:[ \t\r]{0,8}(?:\n|\{)/g;
/** Space before an entry: in a block the indentation of its own line, in an object anything blank. */
const INDENT = /[ \t]{1,64}/y;
const BLANK = /[\s,]{0,64}/y;
const ENTRY =
  /["']?[\w.-]{1,253}["']?[ \t]{0,4}:[ \t]{0,8}["']?([^\s"',{}\uFFFF]{0,65536})["']?[ \t\r]{0,8}\n?/dy;

/** Everything in the data of a Kubernetes `Secret`, whose own names say nothing. */
export function findKubernetes(text: string): Span[] {
  if (!text.includes('Secret') || !KIND.test(text)) return [];
  const found: Span[] = [];
  let from = 0;
  for (const end of [...Array.from(text.matchAll(DOCUMENT_END), (match) => match.index), text.length]) {
    const document = text.slice(from, end);
    if (KIND.test(document)) for (const span of entries(document)) found.push(shifted(span, from));
    from = end;
  }
  return found;
}

const shifted = ({ rule, start, end }: Span, by: number): Span => ({
  rule,
  start: start + by,
  end: end + by,
});

function entries(document: string): Span[] {
  const found: Span[] = [];
  DATA.lastIndex = 0;
  for (let data = DATA.exec(document); data; data = DATA.exec(document)) {
    const before = data[0].endsWith('\n') ? INDENT : BLANK;
    // A block ends with the first line that is not indented, an object with what is no entry.
    for (let at = DATA.lastIndex; ; at = ENTRY.lastIndex) {
      before.lastIndex = at;
      const blank = before.exec(document);
      ENTRY.lastIndex = at + (blank?.[0].length ?? 0);
      const entry = blank ? ENTRY.exec(document) : null;
      if (!entry) break;
      const [start, end] = entry.indices![1]!;
      if (end - start >= 4 && !isFiller(entry[1]!)) found.push({ rule: 'kubernetes-secret', start, end });
      DATA.lastIndex = ENTRY.lastIndex;
    }
  }
  return found;
}
