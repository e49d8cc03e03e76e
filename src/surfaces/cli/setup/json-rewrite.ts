import { endOfLine } from '../../../domain/settings/layout.ts';
import { apply, type Patch } from '../../../domain/settings/patch.ts';
import { type Fields, isFields, same } from '../../../domain/settings/value.ts';
import { insertion, printed, removal, type Written } from './json-items.ts';
import { contentOf, inner, keyOf, type Node, parseJson } from './json-tree.ts';

export interface Rewritten {
  readonly text: string;
  /** In the order in which they were made; the offset of each is in the text before it. */
  readonly patches: readonly Patch[];
}

/** More differences than any settings file has. */
const MOST_CHANGES = 10_000;

/** Changes a text so that it says what is wanted, and touches nothing else in it. Throws `Unparsable`. */
export function rewriteJson(text: string, wanted: Fields): Rewritten {
  const patches: Patch[] = [];
  let current = text;
  while (patches.length < MOST_CHANGES) {
    const tree = parseJson(current);
    const patch = tree ? difference(current, tree, wanted) : wholeText(current, wanted);
    if (!patch) return { text: current, patches };
    patches.push(patch);
    current = apply(current, patch);
  }
  throw new Error('The settings do not become what is wanted.');
}

function wholeText(text: string, wanted: Fields): Patch {
  const eol = endOfLine(text);
  const isOpen = text.trim() !== '' && !text.endsWith('\n');
  const inserted = `${isOpen ? eol : ''}${JSON.stringify(wanted, null, 2).replaceAll('\n', eol)}`;
  return { offset: text.length, removed: '', inserted: isOpen ? inserted : `${inserted}${eol}` };
}

/** The first change on the way from what the text says to what is wanted. */
function difference(text: string, node: Node, wanted: unknown): Patch | null {
  if (same(contentOf(node), wanted)) return null;
  if (node.type === 'object' && isFields(wanted)) return objectDifference(text, node, wanted);
  if (node.type === 'array' && Array.isArray(wanted)) return arrayDifference(text, node, wanted);
  const removed = text.slice(node.offset, node.offset + node.length);
  return { offset: node.offset, removed, inserted: printed(text, node, wanted) };
}

function objectDifference(text: string, node: Node, wanted: Fields): Patch | null {
  const properties = node.children ?? [];
  const last = new Map(properties.map((property) => [keyOf(property), property]));
  for (const [index, property] of properties.entries()) {
    if (!Object.hasOwn(wanted, keyOf(property))) return removal(text, node, index);
  }
  for (const [key, property] of last) {
    const patch = difference(text, inner(property), wanted[key]);
    if (patch) return patch;
  }
  const missing: Written[] = Object.entries(wanted)
    .filter(([key]) => !last.has(key))
    .map(([key, value]) => ({ key, value }));
  return missing.length > 0 ? insertion(text, node, properties.length, missing) : null;
}

function arrayDifference(text: string, node: Node, wanted: readonly unknown[]): Patch | null {
  const items = node.children ?? [];
  const values = items.map(contentOf);
  let head = 0;
  while (head < values.length && head < wanted.length && same(values[head], wanted[head])) head++;
  let tail = 0;
  while (
    tail < values.length - head &&
    tail < wanted.length - head &&
    same(values.at(-1 - tail), wanted.at(-1 - tail))
  )
    tail++;
  const present = values.slice(head, values.length - tail);
  const needed = wanted.slice(head, wanted.length - tail);
  if (present.length === 0) {
    return insertion(
      text,
      node,
      head,
      needed.map((value) => ({ key: null, value })),
    );
  }
  if (present.length > needed.length) {
    const strange = present.findIndex((value) => !needed.some((one) => same(one, value)));
    return removal(text, node, head + Math.max(0, strange));
  }
  return difference(text, items[head]!, needed[0]);
}
