import { nextLine, type Statement, scanToml } from './toml-scan.ts';

/** A header with the pairs below it; what stands before the first header has none. */
export interface Section {
  readonly header: Statement | null;
  readonly path: readonly string[];
  readonly pairs: readonly Statement[];
  /** Up to its last pair: comments and blank lines behind that belong to what follows. */
  readonly start: number;
  readonly end: number;
}

export function sectionsOf(text: string): readonly Section[] {
  const sections: { header: Statement | null; pairs: Statement[] }[] = [{ header: null, pairs: [] }];
  for (const statement of scanToml(text)) {
    if (statement.kind === 'pair') sections.at(-1)!.pairs.push(statement);
    else sections.push({ header: statement, pairs: [] });
  }
  return sections.map(({ header, pairs }) => ({
    header,
    path: header?.path ?? [],
    pairs,
    start: header?.start ?? pairs[0]?.start ?? 0,
    end: pairs.at(-1)?.end ?? header?.end ?? 0,
  }));
}

/** The entries of a list of tables, each with the tables inside it. */
export function groupsOf(text: string, path: readonly string[]): readonly { start: number; end: number }[] {
  const groups: { start: number; end: number }[] = [];
  let isInside = false;
  for (const { header, path: name, start, end } of sectionsOf(text)) {
    if (!header) continue;
    const isBelow = begins(name, path);
    if (isBelow && name.length === path.length && header.kind === 'list') {
      groups.push({ start, end });
      isInside = true;
    } else if (isInside && isBelow && name.length > path.length) groups.at(-1)!.end = end;
    else isInside = false;
  }
  return groups;
}

export function begins(path: readonly string[], start: readonly string[]): boolean {
  return start.every((name, i) => path[i] === name);
}

/** Whole lines, and a blank one before them: it came with them. */
export function linesAround(text: string, start: number, end: number): { start: number; end: number } {
  const blank = /(?:^|\n)[ \t]*\r?\n$/.exec(text.slice(0, start));
  const from = blank ? start - blank[0].replace(/^\n/, '').length : start;
  return { start: from, end: nextLine(text, end) };
}
