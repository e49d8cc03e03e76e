import { type PerEnding, type PerReading, type Share, sum } from './figures.ts';
import type { NamedReport } from './results.ts';
import { endingsOf, percent } from './table.ts';
import type { Ending } from './work.ts';

const COLOURS = ['#9aa5b1', '#2563eb', '#059669', '#d97706'];
const [LEFT, WIDTH, BAR, GAP, TOP] = [170, 420, 9, 8, 46];

/** Bars of what was told by kind in the unseen half, for the endings that all rows have. */
export function plot(rows: readonly NamedReport[]): string {
  const works = rows.flatMap(({ name, halves }) =>
    halves.held?.work ? [{ name, work: halves.held.work }] : [],
  );
  const [first] = works;
  if (!first) return '';
  const endings = endingsOf(first.work).filter((ending) => works.every(({ work }) => work.facts[ending]));
  const kinds = [...Object.keys(first.work.kinds), 'all'];
  const groupHeight = works.length * BAR + GAP;
  const height = TOP + kinds.length * groupHeight + 10;
  const bars = kinds.flatMap((kind, i) => {
    const y = TOP + i * groupHeight;
    const label = text(LEFT - 8, y + (groupHeight - GAP) / 2 + 4, kind.replaceAll('_', ' '), 'end');
    const group = works.map(({ work }, j) => {
      const share = told(kind === 'all' ? work.facts : work.kinds[kind]!, endings);
      return bar(y + j * BAR, share, COLOURS[j % COLOURS.length]!);
    });
    return [label, ...group];
  });
  const legend = works.map(({ name }, j) => {
    const x = LEFT + j * 130;
    return `<rect x="${x}" y="24" width="10" height="10" fill="${COLOURS[j % COLOURS.length]}"/>${text(x + 15, 33, name)}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 60} ${height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
${text(8, 15, 'Planted facts that the next session is told: at its start or with its first prompt, unseen half')}
${[...legend, ...bars].join('\n')}
</svg>
`;
}

function told(figures: PerEnding<PerReading<Share>>, endings: readonly Ending[]): Share {
  return sum(endings.map((ending) => figures[ending]?.topical ?? { told: 0, of: 0 }));
}

function bar(y: number, share: Share, colour: string): string {
  const width = share.of === 0 ? 0 : Math.round((WIDTH * share.told) / share.of);
  const rect = `<rect x="${LEFT}" y="${y}" width="${Math.max(1, width)}" height="${BAR - 1}" fill="${colour}"/>`;
  return `${rect}<text x="${LEFT + width + 5}" y="${y + BAR - 1}" font-size="9">${percent(share)}</text>`;
}

function text(x: number, y: number, words: string, anchor = 'start'): string {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${safe}</text>`;
}
