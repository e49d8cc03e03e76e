import type { Report } from './report.ts';
import { toldShare } from './table.ts';

const COLOURS = ['#2563eb', '#059669', '#d97706', '#9333ea', '#dc2626', '#0891b2', '#64748b'];
const [LEFT, WIDTH, BAR, TOP] = [130, 440, 13, 40];

interface Bar {
  readonly label: string;
  readonly value: number;
  readonly shown: string;
  readonly colour: string;
}

interface Group {
  readonly title: string;
  readonly bars: readonly Bar[];
}

/** A session's hooks in bare starts of Node, at each size of the history. */
export function costPlot({ costs, rows }: Report): string {
  const groups = costs.map(({ sessions, peers }) => ({
    title: `${sessions.toLocaleString('en-US')} sessions`,
    bars: rows.flatMap(({ name }, i): Bar[] => {
      const one = peers[name];
      if (!one || name === 'nothing') return [];
      return [{ label: name, value: one.session, shown: `${one.session.toFixed(1)} ×`, colour: colourOf(i) }];
    }),
  }));
  return bars(
    'Processor time of the hooks of a session (start, prompt, edit, stop, end), in bare starts of Node',
    groups,
  );
}

/** What the next session is told, here and in another project. */
export function toldPlot({ rows }: Report): string {
  const of = (title: string, what: 'prompted' | 'elsewhere'): Group => ({
    title,
    bars: rows.flatMap((row, i): Bar[] => {
      const { name, told } = row;
      if (!told || told[what].of === 0) return [];
      const { [what]: share } = told;
      return [
        { label: name, value: share.told / share.of, shown: toldShare(share, row), colour: colourOf(i) },
      ];
    }),
  });
  return bars('Planted facts that the next session is told, at its start or with its first prompt', [
    of('in the same project', 'prompted'),
    of('in another project', 'elsewhere'),
  ]);
}

const colourOf = (i: number) => COLOURS[i % COLOURS.length]!;

function bars(title: string, groups: readonly Group[]): string {
  const most = Math.max(...groups.flatMap((group) => group.bars.map(({ value }) => value)), Number.EPSILON);
  const lines: string[] = [text(8, 18, title)];
  let y = TOP;
  for (const group of groups) {
    lines.push(text(LEFT, y + 10, group.title, 'start', ' font-weight="bold"'));
    y += BAR + 6;
    for (const { label, value, shown, colour } of group.bars) {
      const width = Math.max(1, Math.round((WIDTH * value) / most));
      lines.push(text(LEFT - 8, y + BAR - 3, label, 'end'));
      lines.push(`<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR - 3}" fill="${colour}"/>`);
      lines.push(text(LEFT + width + 5, y + BAR - 4, shown));
      y += BAR + 2;
    }
    y += 10;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 110} ${y}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
${lines.join('\n')}
</svg>
`;
}

function text(x: number, y: number, words: string, anchor = 'start', more = ''): string {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${more}>${safe}</text>`;
}
