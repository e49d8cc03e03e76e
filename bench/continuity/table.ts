import type { Share, Spread } from './figures.ts';

export type Row = readonly string[];

export function percent({ told, of }: Share): string {
  return of === 0 ? '–' : `${Math.round((100 * told) / of)} %`;
}

export const spreadWords = ({ median, p95 }: Spread) => `${median} / ${p95}`;

/** Columns of equal width, for a terminal. */
export function plainTable(rows: readonly Row[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const line = (row: Row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ');
  return rows.map(line).join('\n');
}

export function markdownTable([head, ...rows]: readonly Row[]): string {
  const line = (row: Row) => `| ${row.join(' | ')} |`;
  return [
    line(head!),
    line(head!.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...rows.map(line),
  ].join('\n');
}
