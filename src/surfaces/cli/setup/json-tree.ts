import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { positionOf } from '../../../domain/settings/layout.ts';

export type { Node } from 'jsonc-parser';

/** A settings file that cannot be read for what it is: where, and why. */
export class Unparsable extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** JSON with comments and trailing commas; null for a text without any value. Throws `Unparsable`. */
export function parseJson(text: string): Node | null {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (!first) return tree ?? null;
  const { line, column } = positionOf(text, first.offset);
  throw new Unparsable(line, `line ${line}, column ${column}: ${inWords(printParseErrorCode(first.error))}`);
}

/** `CommaExpected` as people say it. */
function inWords(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

/** As every reader takes it: of two equal keys the last one counts. */
export function contentOf(node: Node): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map(contentOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(children.map((property) => [keyOf(property), contentOf(inner(property))]));
}

export function keyOf(property: Node): string {
  return String(property.children![0]!.value);
}

export function inner(property: Node): Node {
  return property.children![1]!;
}

export function endOf(node: Node): number {
  return node.offset + node.length;
}
