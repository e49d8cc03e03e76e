import { beginsLine, endOfLine, indentAt } from '../../../domain/settings/layout.ts';
import type { Patch } from '../../../domain/settings/patch.ts';
import { endOf, type Node } from './json-tree.ts';

/** A property, or with null for a key an entry of a list. */
export interface Written {
  readonly key: string | null;
  readonly value: unknown;
}

/** A value in the place of another, in the manner of the text. */
export function printed(text: string, node: Node, value: unknown): string {
  return print(text, value, indentAt(text, node.offset), !isOneLine(text));
}

/** New items before the one with this index, or behind the last. */
export function insertion(text: string, container: Node, index: number, items: readonly Written[]): Patch {
  const children = container.children ?? [];
  const neighbour = children[Math.min(index, children.length - 1)];
  if (!neighbour) return firstItems(text, container, items);
  const ownLines = beginsLine(text, neighbour.offset);
  const indent = indentAt(text, neighbour.offset);
  const texts = items.map((item) => printItem(text, item, indent, ownLines));
  const gap = ownLines ? endOfLine(text) + indent : isTight(text, container) ? '' : ' ';
  const joined = texts.join(`,${gap}`);
  if (index < children.length) {
    return { offset: neighbour.offset, removed: '', inserted: `${joined},${gap}` };
  }
  const offset = endOf(neighbour);
  const { comma, lineEnd } = behind(text, offset);
  if (comma === null) {
    const removed = ownLines ? text.slice(offset, lineEnd) : '';
    return { offset, removed, inserted: `,${removed}${gap}${joined}` };
  }
  const removed = text.slice(offset, Math.max(comma + 1, ownLines ? lineEnd : 0));
  return { offset, removed, inserted: `${removed}${gap}${joined},` };
}

function firstItems(text: string, container: Node, items: readonly Written[]): Patch {
  const open = container.offset + 1;
  const inside = text.slice(open, endOf(container) - 1);
  const comments = inside.trimEnd();
  if (isOneLine(text) && container.parent) {
    const joined = items.map((item) => printItem(text, item, '', false)).join(',');
    return { offset: open, removed: inside, inserted: `${comments}${joined}` };
  }
  const eol = endOfLine(text);
  const outer = indentAt(text, container.offset);
  const indent = outer + unitOf(text);
  const joined = items.map((item) => printItem(text, item, indent, true)).join(`,${eol}${indent}`);
  return { offset: open, removed: inside, inserted: `${comments}${eol}${indent}${joined}${eol}${outer}` };
}

/** One item with its comma; comments stay, they are somebody's. */
export function removal(text: string, container: Node, index: number): Patch {
  const children = container.children ?? [];
  const item = children[index]!;
  const from = item.offset;
  const end = endOf(item);
  const { comma } = behind(text, end);
  if (children.length === 1) return onlyItem(text, container, from, comma === null ? end : comma + 1);
  if (index < children.length - 1 || comma !== null) return withItsComma(text, from, end, comma!);
  const { comma: separator } = behind(text, endOf(children[index - 1]!));
  const between = text.slice(separator! + 1, from);
  const inserted =
    /^[ \t]*\r?\n/.test(text.slice(end)) || between.trim() === '' ? between.trimEnd() : between;
  return { offset: separator!, removed: text.slice(separator!, end), inserted };
}

function onlyItem(text: string, container: Node, from: number, end: number): Patch {
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const [head, tail] = [text.slice(open, from), text.slice(end, close)];
  const lastLine = /\r?\n[ \t]*$/.exec(tail)?.[0] ?? endOfLine(text) + indentAt(text, container.offset);
  const comments = head.trim() + tail.trim();
  const kept = tail.trim() === '' ? head.trimEnd() + (head.includes('\n') ? lastLine : ' ') : head + tail;
  return { offset: open, removed: text.slice(open, close), inserted: comments === '' ? '' : kept };
}

function withItsComma(text: string, from: number, end: number, comma: number): Patch {
  const kept = text.slice(end, comma).trimStart();
  const after = /^[ \t]*(?:\r?\n)?/.exec(text.slice(comma + 1))![0];
  if (kept === '' && beginsLine(text, from) && after.includes('\n')) {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    return { offset: start, removed: text.slice(start, comma + 1 + after.length), inserted: '' };
  }
  const space = /^[ \t]*/.exec(after)![0].length;
  return { offset: from, removed: text.slice(from, comma + 1 + space), inserted: kept };
}

const PIECE = /[ \t]+|\r\n?|\n|,|\/\/[^\r\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//y;

/** The space behind a value: its comma, and the end of its line, comments included. */
function behind(text: string, offset: number): { readonly comma: number | null; readonly lineEnd: number } {
  let comma: number | null = null;
  let lineEnd: number | null = null;
  let last = offset;
  for (let at = offset; at < text.length; ) {
    PIECE.lastIndex = at;
    const [piece] = PIECE.exec(text) ?? [];
    if (piece === undefined || (piece === ',' && comma !== null)) break;
    if (piece === ',') comma = at;
    if (/^[\r\n]/.test(piece)) lineEnd ??= last;
    at += piece.length;
    if (piece === ',' || (piece.startsWith('/') && lineEnd === null && !piece.includes('\n'))) last = at;
  }
  return { comma, lineEnd: lineEnd ?? last };
}

function printItem(text: string, { key, value }: Written, indent: string, spread: boolean): string {
  const body = print(text, value, indent, spread);
  if (key === null) return body;
  return `${JSON.stringify(key)}:${isOneLine(text) && !spread ? '' : ' '}${body}`;
}

function print(text: string, value: unknown, indent: string, spread: boolean): string {
  if (!spread) return JSON.stringify(value);
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', endOfLine(text) + indent);
}

/** One step of indentation: that of the first line that is indented at all. */
function unitOf(text: string): string {
  return /\n([ \t]+)["{[\]}]/.exec(text)?.[1]?.replace(/^\t+$/, '\t') ?? '  ';
}

/** Written by a program for programs: everything in one line, and something in it. */
function isOneLine(text: string): boolean {
  const body = text.trim();
  return !body.includes('\n') && /[^\s{}]/.test(body);
}

/** No space behind commas. */
function isTight(text: string, container: Node): boolean {
  const [, second] = container.children ?? [];
  if (!second) return isOneLine(text) && !/[:,] /.test(text);
  return text[second.offset - 1] === ',';
}
