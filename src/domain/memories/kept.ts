/** Memories that agent programs keep in Markdown files: their source names, and how their text is split. */

/** Programs whose memory can be imported. */
export const KEEPERS = ['claude-code', 'codex'] as const;
export type Keeper = (typeof KEEPERS)[number];

/** The name of such a memory for `cortex import`, `review` and `forget --source`. */
export function keptSource(host: Keeper): string {
  return `${host}-memory`;
}

/** The source of a memory by its id; null if it was not imported from an agent's files. */
export function keptSourceOf(id: string): string | null {
  return KEEPERS.map(keptSource).find((source) => id.startsWith(`${source}-`)) ?? null;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^#{1,6}[ \t]/;

/** The sections of a Markdown text, each with its heading. Lines in code blocks are not headings. */
export function markdownSections(text: string): string[] {
  const sections: string[][] = [[]];
  let fence: string | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (fence === null && HEADING.test(line)) sections.push([]);
    if (fence === null) fence = mark;
    else if (mark?.startsWith(fence)) fence = null;
    sections.at(-1)!.push(line);
  }
  return sections.map((lines) => lines.join('\n').trim());
}

/** Splits a text into parts of limited length, at line ends if possible. */
export function partsOf(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const line = rest.lastIndexOf('\n', most);
    // Never between the halves of a surrogate pair.
    const full = /[\ud800-\udbff]/.test(rest[most - 1]!) ? most - 1 : most;
    const end = line > 0 ? line : full;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...parts, rest].filter(Boolean);
}
