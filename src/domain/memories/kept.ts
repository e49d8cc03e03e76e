import { head } from '../text/json.ts';

/** Memories that agent programs keep in files of their own: what they are called here, and how their Markdown is taken apart. */

/** Programs whose memory can be taken over. */
export const KEEPERS = ['claude-code', 'codex'] as const;
export type Keeper = (typeof KEEPERS)[number];

/** The name of such a memory for `cortex import`, `review` and `forget --source`. */
export function keptSource(host: Keeper): string {
  return `${host}-memory`;
}

/** The source of a memory by its id; null where it did not come from an agent's files. */
export function keptSourceOf(id: string): string | null {
  return KEEPERS.map(keptSource).find((source) => id.startsWith(`${source}-`)) ?? null;
}

export interface Section {
  /** The headings above it, the outermost first. */
  readonly path: readonly string[];
  readonly body: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^(#{1,6})[ \t]+(.*)$/;

/** The sections of a Markdown text in order, with those that hold nothing. What stands in a code block is no heading. */
export function sectionsOf(text: string): Section[] {
  const sections: { path: string[]; lines: string[] }[] = [{ path: [], lines: [] }];
  const open: { level: number; title: string }[] = [];
  let fence: string | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = null;
    } else if (mark !== undefined) fence = mark;
    const heading = fence === null && mark === undefined ? HEADING.exec(line) : null;
    if (heading === null) {
      sections.at(-1)!.lines.push(line);
      continue;
    }
    const level = heading[1]!.length;
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
    open.push({ level, title: titleIn(heading[2]!) });
    sections.push({ path: open.map(({ title }) => title), lines: [] });
  }
  return sections.map(({ path, lines }) => ({ path, body: lines.join('\n').trim() }));
}

/** A longer one is no title, and every section below it would repeat it. */
const LONGEST_TITLE = 200;

/** Without the signs that may close it. */
function titleIn(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t#'.includes(text[end - 1]!)) end--;
  return head(text.slice(0, end), LONGEST_TITLE);
}

/** The entries of a list, each with the lines that belong to it; what stands before the first is left out. */
export function entriesOf(body: string): string[] {
  const entries: string[][] = [];
  for (const line of body.split('\n')) {
    const start = /^[-*+][ \t]+(.*)$/.exec(line);
    if (start) entries.push([start[1]!]);
    else if (/^[ \t]/.test(line) && entries.length > 0) entries.at(-1)!.push(line.trim());
  }
  return entries.map((lines) => lines.join('\n').trim()).filter(Boolean);
}

/** A text in parts of a length: cut between paragraphs, else between lines, else where it is full. */
export function partsOf(text: string, most: number): string[] {
  const parts: string[] = [];
  let part = '';
  const add = (piece: string, between: string) => {
    if (part !== '' && part.length + between.length + piece.length > most) {
      parts.push(part);
      part = '';
    }
    part = part === '' ? piece : `${part}${between}${piece}`;
  };
  for (const paragraph of text.split(/\n[ \t]*\n/)) {
    if (paragraph.length <= most) add(paragraph, '\n\n');
    else
      for (const line of paragraph.split('\n'))
        for (let rest = line; rest !== ''; ) {
          const piece = head(rest, most);
          add(piece, '\n');
          rest = rest.slice(piece.length);
        }
  }
  return [...parts, part].map((one) => one.trim()).filter(Boolean);
}
