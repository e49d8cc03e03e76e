import type { Shape } from './rule.ts';
import { KEY_SHAPES } from './shapes-keys.ts';
import { WEB_SHAPES } from './shapes-web.ts';
import type { Span } from './span.ts';

export function shapes(): readonly Shape[] {
  return [...WEB_SHAPES, ...KEY_SHAPES];
}

const pair = (first: number, second: number) => (first * 31 + second) & 4095;

/** The rows by how their hints begin, made at first use. One pass finds all hints; a search for each took longer than all else. */
let byPair: readonly (readonly Hint[] | undefined)[] | undefined;

interface Hint {
  readonly text: string;
  readonly row: number;
}

function hints(): readonly (readonly Hint[] | undefined)[] {
  const table = new Array<Hint[] | undefined>(4096).fill(undefined);
  shapes().forEach(({ hints: texts }, row) => {
    for (const text of texts) {
      const at = pair(text.charCodeAt(0), text.charCodeAt(1));
      table[at] = [...(table[at] ?? []), { text, row }];
    }
  });
  return table;
}

/** Which rows can match: one of their hints stands in the text. */
function hinted(text: string): Set<number> {
  byPair ??= hints();
  const rows = new Set<number>();
  let first = text.charCodeAt(0);
  for (let at = 1; at < text.length; at++) {
    const second = text.charCodeAt(at);
    const alike = byPair[pair(first, second)];
    if (alike !== undefined) {
      for (const hint of alike) if (text.startsWith(hint.text, at - 1)) rows.add(hint.row);
    }
    first = second;
  }
  return rows;
}

/** Secrets known by what stands around them. */
export function findShapes(text: string): Span[] {
  const found: Span[] = [];
  const all = shapes();
  for (const row of hinted(text)) {
    const { name, pattern, accept } = all[row]!;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      for (const [group, at] of Object.entries(match.indices?.groups ?? {})) {
        if (group === 'scheme' || !at) continue;
        if (accept && !accept(text.slice(at[0], at[1]), match)) continue;
        found.push({ rule: name, start: at[0], end: at[1] });
      }
    }
  }
  return found;
}
