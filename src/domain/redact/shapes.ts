import type { Shape } from './rule.ts';
import { COMMAND_SHAPES } from './shapes-commands.ts';
import { KEY_SHAPES } from './shapes-keys.ts';
import { WEB_SHAPES } from './shapes-web.ts';
import type { Span } from './span.ts';

export function shapes(): readonly Shape[] {
  return [...WEB_SHAPES, ...KEY_SHAPES, ...COMMAND_SHAPES];
}

const pair = (first: number, second: number) => (first * 31 + second) & 4095;

/** The rows by how their hints begin, made at first use. One pass finds all hints; a search for each took longer than all else. */
let byPair: readonly (readonly Hint[] | undefined)[] | undefined;
/** Which places of the table are taken: most pairs are passed over by a look at a byte. */
const taken = new Uint8Array(4096);

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
      taken[at] = 1;
    }
  });
  return table;
}

/** Which rows can match, and where their hints stand. */
function hinted(text: string): Map<number, number[]> {
  byPair ??= hints();
  const rows = new Map<number, number[]>();
  let first = text.charCodeAt(0);
  for (let at = 1; at < text.length; at++) {
    const second = text.charCodeAt(at);
    const place = pair(first, second);
    if (taken[place] === 1) {
      for (const hint of byPair[place]!) {
        if (!text.startsWith(hint.text, at - 1)) continue;
        const places = rows.get(hint.row);
        if (places) places.push(at - 1);
        else rows.set(hint.row, [at - 1]);
      }
    }
    first = second;
  }
  return rows;
}

/** Secrets known by what stands around them. */
export function findShapes(text: string): Span[] {
  const found: Span[] = [];
  const all = shapes();
  for (const [row, places] of hinted(text)) {
    const shape = all[row]!;
    if (shape.pattern.sticky) {
      for (const place of places) {
        shape.pattern.lastIndex = place;
        const match = shape.pattern.exec(text);
        if (match) addFound(shape, match, found);
      }
      continue;
    }
    shape.pattern.lastIndex = 0;
    for (let match = shape.pattern.exec(text); match; match = shape.pattern.exec(text))
      addFound(shape, match, found);
  }
  return found;
}

function addFound({ name, accept }: Shape, match: RegExpExecArray, found: Span[]): void {
  for (const [group, at] of Object.entries(match.indices?.groups ?? {})) {
    if (group === 'scheme' || !at) continue;
    if (accept && !accept(match.input.slice(at[0], at[1]), match)) continue;
    found.push({ rule: name, start: at[0], end: at[1] });
  }
}
