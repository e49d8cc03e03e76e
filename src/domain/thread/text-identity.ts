/** Marks around a text that do not make it another one. A question mark does, as do the marks of `C++` and `C#`. */
const EDGES = '-.,;:!"\'`。，；：！、';

/**
 * A key that two wordings of the same thing share: case, blanks, hyphens between words and marks at the edges do not
 * count. So `next:add-mutex` and "Add mutex." are one action.
 */
export function textIdentity(text: string): string {
  const plain = /^[ -~]*$/.test(text) ? text : text.normalize('NFKC');
  const flat = plain.toLowerCase().replace(/[\s-]+/g, '-');
  let from = 0;
  let to = flat.length;
  while (from < to && EDGES.includes(flat[from]!)) from++;
  while (to > from && EDGES.includes(flat[to - 1]!)) to--;
  // A text of nothing but marks is still told apart by them.
  return from < to ? flat.slice(from, to) : flat;
}
