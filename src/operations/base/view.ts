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

export interface ViewColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** The least cells it may be cut to on a narrow terminal. */
  readonly least?: number;
  /** The part that stays when it is cut: of a path, the end. */
  readonly keep?: 'end';
  /** Order in which columns are left out for lack of room, highest first; without one the column stays. */
  readonly spare?: number;
}

export interface ViewCell {
  readonly text: string;
  readonly paint?: Paint;
}

export interface ViewTable {
  readonly columns: readonly ViewColumn[];
  readonly rows: readonly (readonly ViewCell[])[];
  readonly indent?: string;
}

/** A column with what stands in it for each item. */
export interface ItemColumn<T> extends ViewColumn {
  cell(item: T): string;
  readonly paint?: Paint;
}

/** A row for each item. */
export function buildTable<T>(items: readonly T[], columns: readonly ItemColumn<T>[]): ViewLine {
  const row = (item: T) =>
    columns.map(({ cell, paint }) => ({ text: cell(item), ...(paint && { paint }) }));
  return { table: { columns, rows: items.map(row) } };
}

/** A text, a text beside its mark, rows in columns, or a remark that is no part of the answer. */
export type ViewLine =
  | string
  | { readonly mark: string; readonly text: string }
  | { readonly table: ViewTable }
  | { readonly remark: string };

/** A heading with a bullet for each line. */
export function bulleted(heading: string, lines: readonly string[]): readonly ViewLine[] {
  return [heading, ...lines.map((text) => ({ mark: '- ', text }))];
}

/** The lines as one text, for readers without a terminal. */
export function renderPlain(lines: readonly ViewLine[]): string {
  return lines.map(plain).join('\n');
}

/** A text of headings and lists, for a person to read. */
export function toldLines(text: string, { bold }: Style): readonly ViewLine[] {
  return text.split('\n').map((line): ViewLine => {
    if (line.startsWith('- ')) return { mark: '- ', text: line.slice(2) };
    return HEADING.test(line) ? bold(line) : line;
  });
}

const HEADING = /^[A-Z][A-Z ]+(?: \(.*\))?:/;

function plain(line: ViewLine): string {
  if (typeof line === 'string') return line;
  if ('remark' in line) return line.remark;
  if ('mark' in line) return `${line.mark}${line.text}`;
  return line.table.rows.map((row) => row.map(({ text }) => text).join('  ')).join('\n');
}
