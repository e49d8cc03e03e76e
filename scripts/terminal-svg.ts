// The screen of a terminal, as an SVG that follows the light or dark scheme of whoever looks at it.

const CELL = 8.4;
const LINE = 20;
const MARGIN = 20;
const BAR = 34;

/** The look of a piece of a line; the names are the classes of the drawing. */
type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

const ON: Readonly<Record<string, Look>> = {
  '1': 'bold',
  '2': 'dim',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '36': 'cyan',
};
const OFF: Readonly<Record<string, readonly Look[]>> = {
  '0': ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'],
  '22': ['bold', 'dim'],
  '39': ['red', 'green', 'yellow', 'cyan'],
};

/** The screen after all of it was written, a line each, with the colours still in. */
export function screenOf(written: string): string[] {
  return written
    .replaceAll('\r\n', '\n')
    .trimEnd()
    .split('\n')
    .map((line) => lastState(line));
}

/** A line that was written over: what a question drew again stands once. */
function lastState(line: string): string {
  const start = Math.max(line.lastIndexOf('\x1b[0J'), line.lastIndexOf('\x1b[K'));
  const kept =
    start < 0 ? line : line.slice(line.indexOf('\x1b', start) + (line[start + 2] === '0' ? 4 : 3));
  // Moves of the cursor are to where it is.
  return kept.replace(/\x1b\[\d*G/g, '').replaceAll('\r', '');
}

/** The lines in a window of so many cells. */
export function terminalSvg(
  lines: readonly string[],
  { columns, title }: { columns: number; title: string },
) {
  const width = Math.ceil(columns * CELL + 2 * MARGIN);
  const height = BAR + lines.length * LINE + MARGIN;
  const texts = lines.flatMap((line, i) => {
    const spans = spansOf(line);
    if (!spans) return [];
    return [
      `<text x="${MARGIN}" y="${BAR + (i + 1) * LINE - 6}" xml:space="preserve">${spans}</text>`,
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>
.window { fill: #fbfbfa; stroke: #d5d5d0 }
.dot { fill: #d5d5d0 }
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #24292f }
.bold { font-weight: bold }
.dim { fill: #6b7280 }
.red { fill: #b3261e }
.green { fill: #1a7f37 }
.yellow { fill: #8a6100 }
.cyan { fill: #0b6b83 }
@media (prefers-color-scheme: dark) {
.window { fill: #15181c; stroke: #33383f }
.dot { fill: #4a515a }
text { fill: #e3e6ea }
.dim { fill: #9aa3ad }
.red { fill: #ff8a80 }
.green { fill: #6fdd8b }
.yellow { fill: #e7c25d }
.cyan { fill: #67d4ea }
}
</style>
<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
<circle class="dot" cx="20" cy="18" r="5"/><circle class="dot" cx="38" cy="18" r="5"/><circle class="dot" cx="56" cy="18" r="5"/>
${texts.join('\n')}
</svg>
`;
}

function spansOf(line: string): string {
  const looks = new Set<Look>();
  let spans = '';
  for (const piece of line.split(/(\x1b\[[\d;]*m)/)) {
    const codes = /^\x1b\[([\d;]*)m$/.exec(piece)?.[1];
    if (codes === undefined) {
      if (piece) spans += `<tspan class="${[...looks].join(' ')}">${escaped(piece)}</tspan>`;
      continue;
    }
    for (const code of codes.split(';')) {
      if (ON[code]) looks.add(ON[code]);
      for (const look of OFF[code || '0'] ?? []) looks.delete(look);
    }
  }
  return spans.replaceAll('<tspan class="">', '<tspan>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
