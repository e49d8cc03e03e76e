import type { Shape } from './rule.ts';
import { COMMAND_SHAPES } from './shapes-commands.ts';
import { KEY_SHAPES } from './shapes-keys.ts';
import { WEB_SHAPES } from './shapes-web.ts';
import type { Span } from './span.ts';

export function shapes(): readonly Shape[] {
  return [...WEB_SHAPES, ...KEY_SHAPES, ...COMMAND_SHAPES];
}

/** The rows by the first three characters of their hints, made at first use. One pass finds all hints; a search for each took longer than all else. */
let byHead: ReadonlyMap<number, readonly Hint[]> | undefined;
/** Which heads there are: most places of a text are passed over by a look at a byte. */
const heads = new Uint8Array(65_536);

const head = (first: number, second: number, third: number) =>
  ((first << 10) ^ (second << 5) ^ third) & 65_535;

interface Hint {
  readonly text: string;
  readonly row: number;
}

function hints(): ReadonlyMap<number, readonly Hint[]> {
  const all = shapes().flatMap(({ hints: texts }, row) => texts.map((text): Hint => ({ text, row })));
  const table = Map.groupBy(all, ({ text }) =>
    head(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2)),
  );
  for (const at of table.keys()) heads[at] = 1;
  return table;
}

/** Which rows can match, and where their hints stand. */
function hinted(text: string): Map<number, number[]> {
  byHead ??= hints();
  const rows = new Map<number, number[]>();
  let first = 0;
  let second = text.charCodeAt(0);
  let third = text.charCodeAt(1);
  for (let at = 0; at + 2 < text.length; at++) {
    first = second;
    second = third;
    third = text.charCodeAt(at + 2);
    const place = head(first, second, third);
    if (heads[place] === 0) continue;
    for (const hint of byHead.get(place)!) {
      if (!text.startsWith(hint.text, at)) continue;
      const places = rows.get(hint.row);
      if (places) places.push(at);
      else rows.set(hint.row, [at]);
    }
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

/** Groups that only tell what the others are. */
const NO_SECRETS = ['scheme', 'label', 'user'];

function addFound({ name, accept }: Shape, match: RegExpExecArray, found: Span[]): void {
  for (const [group, at] of Object.entries(match.indices?.groups ?? {})) {
    if (NO_SECRETS.includes(group) || !at) continue;
    if (accept && !accept(match.input.slice(at[0], at[1]), match)) continue;
    found.push({ rule: name, start: at[0], end: at[1] });
  }
}
