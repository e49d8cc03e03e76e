import type { ViewCell, ViewColumn } from '../../../operations/base/view.ts';
import type { Output } from './output.ts';
import { cutToWidth, padToWidth, widthOf } from './width.ts';

const GAP = '  ';

/** Rows in columns, as wide as they need and the terminal allows. Empty columns are left out. */
export function printTable(
  out: Output,
  columns: readonly ViewColumn[],
  rows: readonly (readonly ViewCell[])[],
  indent = '',
): void {
  const filled = columns.map((_, i) => i).filter((i) => rows.some((row) => row[i]!.text !== ''));
  const natural = columns.map((column, i) =>
    Math.max(widthOf(column.title), ...rows.map((row) => widthOf(row[i]!.text))),
  );
  const { shown, widths } = fitColumns(columns, filled, natural, out.width - indent.length);
  const print = (cells: readonly ViewCell[]) => {
    const last = shown.at(-1);
    const parts = shown.map((i) => {
      const { text, paint } = cells[i]!;
      const { align } = columns[i]!;
      const short = cutToWidth(text, widths[i]!, columns[i]!.keep);
      // Nothing follows the last column: blanks there would only wrap.
      const padded = i === last && align !== 'right' ? short : padToWidth(short, widths[i]!, align);
      return paint ? padded.replace(short, () => paint(short)) : padded;
    });
    out.line((indent + parts.join(GAP)).trimEnd());
  };
  if (shown.some((i) => columns[i]!.title)) {
    print(columns.map((column) => ({ text: column.title, paint: out.style.dim })));
  }
  for (const row of rows) print(row);
}

/** Which columns are shown, and how wide. First the flexible ones shrink, then spare ones go. */
function fitColumns(
  columns: readonly ViewColumn[],
  filled: readonly number[],
  natural: readonly number[],
  room: number,
): { readonly shown: readonly number[]; readonly widths: readonly number[] } {
  let shown = [...filled];
  for (;;) {
    const widths = [...natural];
    let excess = shown.reduce((sum, i) => sum + widths[i]! + GAP.length, -GAP.length) - room;
    for (const i of [...shown].reverse()) {
      const { least } = columns[i]!;
      if (excess <= 0 || least === undefined) continue;
      const given = Math.min(excess, Math.max(0, widths[i]! - least));
      widths[i]! -= given;
      excess -= given;
    }
    if (excess <= 0) return { shown, widths };
    const spare = shown.filter((i) => columns[i]!.spare !== undefined);
    if (spare.length === 0) return { shown, widths: squeeze(shown, widths, excess) };
    const first = spare.reduce((a, b) => (columns[b]!.spare! > columns[a]!.spare! ? b : a));
    shown = shown.filter((i) => i !== first);
  }
}

/** Shrinks the widest columns, where leaving out spare ones made no room. */
function squeeze(shown: readonly number[], widths: number[], excess: number): number[] {
  for (let left = excess; left > 0; left--) {
    const widest = shown.reduce((a, b) => (widths[b]! > widths[a]! ? b : a));
    if (widths[widest]! <= 1) break;
    widths[widest]!--;
  }
  return widths;
}
