import type { Stretch } from './span.ts';

/** The storable part of a text in which a person marked blocks as `<private>…</private>`. */
export interface StorablePart {
  readonly text: string;
  /** The removed ranges, as positions in the input, in order. */
  readonly cuts: readonly Stretch[];
}

const ANGLE = /[<>]/g;
// No blank after the angle bracket: C libraries mark fields with a comment that looks like such a tag.
const TAG = /^<(\/?)private(?:\s[^<>]*)?>$/i;
const LONGEST_TAG = 240;

/** The kept text from one `<` to the next, and its position in the input. */
interface TagPiece {
  readonly start: number;
  text: string;
}

/**
 * One pass with a stack of kept pieces: a tag that only forms after a block inside it was removed is found
 * too, so the result is stable. An unclosed block reaches to the end.
 */
export function withoutPrivate(input: string): StorablePart {
  if (!/private/i.test(input)) return { text: input, cuts: [] };
  const pieces: TagPiece[] = [{ start: 0, text: '' }];
  const cuts: Stretch[] = [];
  let depth = 0;
  /** The first piece of the open block. */
  let block = 0;
  let read = 0;
  const cut = (end: number) => {
    const start = pieces[block]!.start;
    pieces.length = block;
    while (cuts.length > 0 && cuts.at(-1)!.start > start) cuts.pop();
    cuts.push({ start, end });
  };
  ANGLE.lastIndex = 0;
  for (let angle = ANGLE.exec(input); angle; angle = ANGLE.exec(input)) {
    const top = pieces.at(-1)!;
    const at = angle.index;
    if (angle[0] === '<') {
      top.text += input.slice(read, at);
      pieces.push({ start: at, text: '' });
      read = at;
      continue;
    }
    top.text += input.slice(read, at + 1);
    read = at + 1;
    const tag = top.text.length <= LONGEST_TAG ? TAG.exec(top.text) : null;
    if (!tag || top.text.endsWith('/>')) continue;
    if (!tag[1] && depth++ === 0) block = pieces.length - 1;
    if (tag[1] && depth > 0 && --depth === 0) cut(read);
  }
  if (depth > 0) cut(input.length);
  else pieces.at(-1)!.text += input.slice(read);
  return { text: pieces.map((piece) => piece.text).join(''), cuts };
}
