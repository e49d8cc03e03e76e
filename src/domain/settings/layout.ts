export const BOM = '\uFEFF';

/** How a text ends its lines, as its first line does. */
export function endOfLine(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** The white space at the beginning of the line that holds an offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

/** Only white space stands between the beginning of its line and an offset. */
export function beginsLine(text: string, offset: number): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start > 0 && text.slice(start, offset).trim() === '';
}

/** Lines and columns as editors count them. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
