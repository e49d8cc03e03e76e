import type { Millis } from '../../domain/base/time.ts';

export type Paint = (text: string) => string;
export type Style = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', Paint>>;

const same: Paint = (text) => text;
export const PLAIN: Style = {
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  cyan: same,
};

/** The asker: a person at a terminal or a page, or a model. */
export type Asker = 'person' | 'agent';

/** The reader that lines are written for, and how its terminal shows them. */
export interface View {
  readonly style: Style;
  readonly by: Asker;
  readonly now: Millis;
}

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** The least cells it may be cut to on a narrow terminal. */
  readonly least?: number;
  /** The part that stays when it is cut: of a path, the end. */
  readonly keep?: 'end';
  /** Order in which columns are left out for lack of room, highest first; without one the column stays. */
  readonly spare?: number;
}

export interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly indent?: string;
}

/** A column with what stands in it for each item. */
export interface ColumnOf<T> extends Column {
  cell(item: T): string;
  readonly paint?: Paint;
}

/** A row for each item. */
export function tableOf<T>(items: readonly T[], columns: readonly ColumnOf<T>[]): Line {
  const row = (item: T) =>
    columns.map(({ cell, paint }) => ({ text: cell(item), ...(paint && { paint }) }));
  return { table: { columns, rows: items.map(row) } };
}

/** A text, a text beside its mark, rows in columns, or a remark that is no part of the answer. */
export type Line =
  | string
  | { readonly mark: string; readonly text: string }
  | { readonly table: Table }
  | { readonly remark: string };

/** A heading with a bullet for each line. */
export function bulleted(heading: string, lines: readonly string[]): readonly Line[] {
  return [heading, ...lines.map((text) => ({ mark: '- ', text }))];
}

/** The lines as one text, for readers without a terminal. */
export function textOf(lines: readonly Line[]): string {
  return lines.map(plain).join('\n');
}

/** A text of headings and lists, for a person to read. */
export function toldLines(text: string, { bold }: Style): readonly Line[] {
  return text.split('\n').map((line): Line => {
    if (line.startsWith('- ')) return { mark: '- ', text: line.slice(2) };
    return HEADING.test(line) ? bold(line) : line;
  });
}

const HEADING = /^[A-Z][A-Z ]+(?: \(.*\))?:/;

function plain(line: Line): string {
  if (typeof line === 'string') return line;
  if ('remark' in line) return line.remark;
  if ('mark' in line) return `${line.mark}${line.text}`;
  return line.table.rows.map((row) => row.map(({ text }) => text).join('  ')).join('\n');
}
