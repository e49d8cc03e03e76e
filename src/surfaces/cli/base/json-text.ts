import {
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import {
  isFields,
  isSameContent,
  type SettingsTable,
} from '../../../domain/base/settings/value.ts';

/** A settings file that cannot be read for what it is: where, and why. */
export class Unparsable extends Error {}

/** JSON with comments and trailing commas; null for a text without any value. Throws `Unparsable`. */
export function parseJsonTree(text: string): Node | null {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (!first) return tree ?? null;
  const before = text.slice(0, first.offset).split('\n');
  // `CommaExpected` as people say it.
  const what = printParseErrorCode(first.error)
    .replace(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase();
  throw new Unparsable(`line ${before.length}, column ${before.at(-1)!.length + 1}: ${what}`);
}

const keyOf = (property: Node) => String(property.children![0]!.value);
const inner = (property: Node) => property.children![1]!;
const endOf = (node: Node) => node.offset + node.length;

/** How a text ends its lines, as its first line does. */
export function endOfLine(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** More differences than any settings file has. */
const MOST_CHANGES = 10_000;

/** Changes a text so that it says what is wanted, and touches nothing else in it. Throws `Unparsable`. */
export function rewriteJson(text: string, wanted: SettingsTable): string {
  const written = asProgram(text, wanted);
  if (written !== null) return written;
  let current = text;
  for (let changes = 0; changes < MOST_CHANGES; changes++) {
    const next = difference(current, parseJsonTree(current)!, wanted);
    if (next === null) return current;
    current = next;
  }
  throw new Error('The settings do not become what is wanted.');
}

/** A text that a program wrote, or that says nothing yet, is written as a program does; null where a person's hand is in it. */
function asProgram(text: string, wanted: SettingsTable): string | null {
  const eol = endOfLine(text);
  const tree = parseJsonTree(text);
  const printed = (value: unknown, unit: string) =>
    JSON.stringify(value, null, unit).replaceAll('\n', eol);
  if (!tree) {
    const isOpen = text.trim() !== '' && !text.endsWith('\n');
    return isOpen ? text + eol + printed(wanted, '  ') : text + printed(wanted, '  ') + eol;
  }
  const [from, to] = [tree.offset, endOf(tree)];
  const unit = [unitOf(text), ''].find(
    (one) => printed(getNodeValue(tree), one) === text.slice(from, to),
  );
  return unit === undefined ? null : spliced(text, from, to, printed(wanted, unit));
}

/** The text after the first change on the way to what is wanted; null where it says that already. */
function difference(text: string, node: Node, wanted: unknown): string | null {
  if (isSameContent(getNodeValue(node), wanted)) return null;
  if (node.type === 'object' && isFields(wanted)) return objectDifference(text, node, wanted);
  if (node.type === 'array' && Array.isArray(wanted)) return arrayDifference(text, node, wanted);
  return spliced(text, node.offset, endOf(node), print(text, wanted, indentAt(text, node.offset)));
}

function objectDifference(text: string, node: Node, wanted: SettingsTable): string | null {
  const properties = node.children ?? [];
  const last = new Map(properties.map((property) => [keyOf(property), property]));
  for (const [index, property] of properties.entries())
    if (!Object.hasOwn(wanted, keyOf(property))) return removal(text, node, index);
  for (const [key, property] of last) {
    const changed = difference(text, inner(property), wanted[key]);
    if (changed !== null) return changed;
  }
  const missing = Object.entries(wanted).filter(([key]) => !last.has(key));
  return missing.length > 0 ? insertion(text, node, missing) : null;
}

function arrayDifference(text: string, node: Node, wanted: readonly unknown[]): string | null {
  const items = node.children ?? [];
  const values = items.map(getNodeValue);
  const at = values.findIndex((value, i) => !isSameContent(value, wanted[i]));
  if (at < 0) {
    const missing = wanted.slice(values.length).map((value) => [null, value] as const);
    return insertion(text, node, missing);
  }
  if (values.length <= wanted.length) return difference(text, items[at]!, wanted[at]);
  const strange = values.findIndex(
    (value, i) => i >= at && !wanted.some((one) => isSameContent(one, value)),
  );
  return removal(text, node, Math.max(at, strange));
}

/** A key with its value, or with null for a key an entry of a list. */
type JsonItem = readonly [key: string | null, value: unknown];

/** New items behind the last one. */
function insertion(text: string, container: Node, items: readonly JsonItem[]): string {
  const last = container.children?.at(-1);
  if (!last) return firstItems(text, container, items);
  const indent = beginsLine(text, last.offset) ? indentAt(text, last.offset) : null;
  const gap = indent === null ? ' ' : endOfLine(text) + indent;
  const joined = items.map((item) => printItem(text, item, indent)).join(`,${gap}`);
  const offset = endOf(last);
  const { comma, lineEnd } = behind(text, offset);
  if (comma === null) {
    const end = indent === null ? offset : lineEnd;
    return spliced(text, offset, end, `,${text.slice(offset, end)}${gap}${joined}`);
  }
  const end = Math.max(comma + 1, indent === null ? 0 : lineEnd);
  return spliced(text, end, end, `${gap}${joined},`);
}

function firstItems(text: string, container: Node, items: readonly JsonItem[]): string {
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const comments = text.slice(open, close).trimEnd();
  const outer = endOfLine(text) + indentAt(text, container.offset);
  const indent = indentAt(text, container.offset) + unitOf(text);
  const joined = items
    .map((item) => printItem(text, item, indent))
    .join(`,${endOfLine(text)}${indent}`);
  return spliced(text, open, close, `${comments}${endOfLine(text)}${indent}${joined}${outer}`);
}

/** Removes one item and its comma; comments stay, because they are somebody's. */
function removal(text: string, container: Node, index: number): string {
  const children = container.children ?? [];
  const item = children[index]!;
  const end = endOf(item);
  const { comma } = behind(text, end);
  if (children.length === 1)
    return onlyItem(text, container, item.offset, comma === null ? end : comma + 1);
  if (index < children.length - 1 || comma !== null)
    return withItsComma(text, item.offset, end, comma!);
  const { comma: separator } = behind(text, endOf(children[index - 1]!));
  const between = text.slice(separator! + 1, item.offset);
  const isLast = /^[ \t]*\r?\n/.test(text.slice(end)) || between.trim() === '';
  return spliced(text, separator!, end, isLast ? between.trimEnd() : between);
}

function onlyItem(text: string, container: Node, from: number, end: number): string {
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const [head, tail] = [text.slice(open, from), text.slice(end, close)];
  const lastLine =
    /\r?\n[ \t]*$/.exec(tail)?.[0] ?? endOfLine(text) + indentAt(text, container.offset);
  const kept =
    tail.trim() === '' ? head.trimEnd() + (head.includes('\n') ? lastLine : ' ') : head + tail;
  return spliced(text, open, close, (head + tail).trim() === '' ? '' : kept);
}

function withItsComma(text: string, from: number, end: number, comma: number): string {
  const kept = text.slice(end, comma).trimStart();
  const after = /^[ \t]*(?:\r?\n)?/.exec(text.slice(comma + 1))![0];
  if (kept === '' && beginsLine(text, from) && after.includes('\n'))
    return spliced(text, text.lastIndexOf('\n', from - 1) + 1, comma + 1 + after.length, '');
  const space = /^[ \t]*/.exec(after)![0].length;
  return spliced(text, from, comma + 1 + space, kept);
}

const PIECE = /[ \t]+|\r\n?|\n|,|\/\/[^\r\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//y;

/** The space behind a value: its comma, and the end of its line, comments included. */
function behind(
  text: string,
  offset: number,
): { readonly comma: number | null; readonly lineEnd: number } {
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
    if (piece === ',' || (piece.startsWith('/') && lineEnd === null && !piece.includes('\n')))
      last = at;
  }
  return { comma, lineEnd: lineEnd ?? last };
}

function spliced(text: string, from: number, to: number, inserted: string): string {
  return text.slice(0, from) + inserted + text.slice(to);
}

/** Over several lines at an indent, or in one line without. */
function print(text: string, value: unknown, indent: string | null): string {
  if (indent === null) return JSON.stringify(value);
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', endOfLine(text) + indent);
}

function printItem(text: string, [key, value]: JsonItem, indent: string | null): string {
  const body = print(text, value, indent);
  return key === null ? body : `${JSON.stringify(key)}: ${body}`;
}

/** One step of indentation: that of the first line that is indented at all. */
function unitOf(text: string): string {
  return /\n([ \t]+)["{[\]}]/.exec(text)?.[1]?.replace(/^\t+$/, '\t') ?? '  ';
}

/** The white space at the beginning of the line that holds an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

/** Whether only white space stands between the beginning of its line and an offset. */
function beginsLine(text: string, offset: number): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start > 0 && text.slice(start, offset).trim() === '';
}
