import { isFiller } from './entropy.ts';
import type { Span } from './span.ts';

const KIND = /["']?kind["']?[ \t]{0,4}:[ \t]{0,4}["']?Secret["']?[ \t]{0,8}(?:[\r\n,}]|$)/;
const DOCUMENT_END = /^---[ \t]{0,8}$/gm;
const DATA =
  /\b(?:data|stringData)["']?[ \t]{0,4}:[ \t\r]{0,8}(?:\n(?:[ \t]{1,64}[^\s][^\n]{0,65536}(?:\n|$)){1,512}|\s{0,8}\{[^{}]{0,65536}\})/g;
const ENTRY =
  /(?<![\w.-])[\w.-]{1,253}["']?[ \t]{0,4}:[ \t]{0,8}["']?([^\s"',{}|>\uFFFF][^\s"',{}\uFFFF]{3,65536})/dg;

/** Everything in the data of a Kubernetes `Secret`, whose own names say nothing. */
export function findKubernetes(text: string): Span[] {
  if (!text.includes('Secret') || !KIND.test(text)) return [];
  const found: Span[] = [];
  let from = 0;
  for (const end of [...Array.from(text.matchAll(DOCUMENT_END), (match) => match.index), text.length]) {
    const document = text.slice(from, end);
    if (KIND.test(document)) {
      for (const block of document.matchAll(DATA)) {
        for (const entry of block[0].slice(block[0].indexOf(':') + 1).matchAll(ENTRY)) {
          const offset = from + block.index + block[0].indexOf(':') + 1;
          const [start, stop] = entry.indices![1]!;
          if (!isFiller(entry[1]!))
            found.push({ rule: 'kubernetes-secret', start: offset + start, end: offset + stop });
        }
      }
    }
    from = end;
  }
  return found;
}
