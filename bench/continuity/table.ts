import { HALVES, type Half } from './corpus.ts';
import {
  meanOfKinds,
  overall,
  type PerEnding,
  type PerReading,
  type Share,
  type WorkFigures,
} from './figures.ts';
import type { Report } from './measure.ts';
import { ENDINGS, type Ending } from './work.ts';

export const ENDING_NAMES: Readonly<Record<Ending, string>> = {
  clean: 'clean end',
  killed: 'killed',
  compacted: 'compacted',
  host: 'other host',
  '2d': '2 days',
  '10d': '10 days',
  '40d': '40 days',
};

const READING_NAMES = {
  start: 'at the start',
  topical: 'with a first prompt about the work',
  continued: 'with "continue where we left off"',
  context: 'by one memory_context call alone',
} as const;

export type Row = readonly string[];

export function percent({ told, of }: Share): string {
  return of === 0 ? '–' : `${Math.round((100 * told) / of)} %`;
}

export const mean = (shares: readonly Share[]) => {
  const value = meanOfKinds(shares);
  return value === null ? '–' : `${Math.round(100 * value)} %`;
};

export const fraction = ({ told, of }: Share) => `${told}/${of}`;

export const endingsOf = (work: WorkFigures): Ending[] => ENDINGS.filter((ending) => work.facts[ending]);

const NONE: Share = { told: 0, of: 0 };

type Cells = (readings: PerReading<Share>) => Share | undefined;

function across(
  name: string,
  figures: PerEnding<PerReading<Share>>,
  endings: readonly Ending[],
  of: Cells,
): Row {
  const shares = endings.map((ending) => of(figures[ending] ?? {}));
  return [name, ...shares.map((share) => (share ? percent(share) : '–'))];
}

/** What is told, by reading, and what it costs. */
export function totalRows(work: WorkFigures): Row[] {
  const endings = endingsOf(work);
  const readings = Object.entries(READING_NAMES) as [keyof typeof READING_NAMES, string][];
  const size = (reading: keyof typeof READING_NAMES, name: string): Row => [
    name,
    ...endings.map((ending) => {
      const spread = work.tokens[ending]?.[reading];
      return spread ? `${spread.median} / ${spread.p95}` : '–';
    }),
  ];
  return [
    ['', ...endings.map((ending) => ENDING_NAMES[ending])],
    ...readings.map(([reading, name]) => across(`facts ${name}`, work.facts, endings, (all) => all[reading])),
    across('open things told', work.open, endings, ({ topical }) => topical),
    across('over, told as open', work.over, endings, ({ topical }) => topical),
    across('noise told', work.noise, endings, ({ topical }) => topical),
    size('start', 'tokens at the start, median / p95'),
    size('topical', 'tokens of the first prompt'),
    size('context', 'tokens of memory_context'),
  ];
}

/** Each kind by ending, at the start or with a first prompt about the work. */
export function kindRows(work: WorkFigures): Row[] {
  const endings = endingsOf(work);
  const kinds = Object.values(work.kinds);
  const row = ([kind, figures]: [string, PerEnding<PerReading<Share>>]): Row => [
    kind.replaceAll('_', ' '),
    String((figures[endings[0]!]?.topical ?? { of: 0 }).of),
    ...across('', figures, endings, ({ topical }) => topical).slice(1),
    percent(overall(figures, 'topical')),
  ];
  return [
    ['kind', 'facts', ...endings.map((ending) => ENDING_NAMES[ending]), 'all'],
    ...Object.entries(work.kinds).map(row),
    row(['all', work.facts]),
    [
      'mean of the kinds',
      '',
      ...endings.map((ending) => mean(kinds.map((kind) => kind[ending]?.topical ?? NONE))),
      mean(kinds.map((kind) => overall(kind, 'topical'))),
    ],
  ];
}

export function statementRows(report: Pick<Report, 'halves'>): Row[] {
  const rows = HALVES.flatMap((half: Half) => {
    const said = report.halves[half]?.statements;
    if (!said) return [];
    const counts = [said.rules, said.precise, said.falseAlarms, said.findings, said.preciseFindings];
    return [[half === 'held' ? 'unseen half' : 'dev half', ...counts.map(fraction)]];
  });
  const heading = [
    '',
    'rules kept',
    'kept rules right',
    'false alarms',
    'findings kept',
    'kept findings right',
  ];
  return rows.length > 0 ? [heading, ...rows] : [];
}

/** Columns of equal width, for a terminal. */
export function plainTable(rows: readonly Row[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const line = (row: Row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ');
  return rows.map(line).join('\n');
}

export function markdownTable([head, ...rows]: readonly Row[]): string {
  const line = (row: Row) => `| ${row.join(' | ')} |`;
  return [line(head!), line(head!.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** A report for a terminal. */
export function printed(report: Report): string {
  const blocks: string[] = [];
  for (const half of HALVES) {
    const work = report.halves[half]?.work;
    if (!work) continue;
    blocks.push(`${half}: ${work.scripts} scripts`, plainTable(totalRows(work)), plainTable(kindRows(work)));
    blocks.push(`never told: ${work.never.length} of ${Object.keys(work.kinds).length} kinds`);
  }
  const said = statementRows(report);
  if (said.length > 0) blocks.push(plainTable(said));
  if (report.fortnight) {
    const { needed, prompted, over } = report.fortnight;
    blocks.push(
      `fortnight: needed ${fraction(needed)} at the start (${percent(needed)}), ${fraction(prompted)} with the first prompt; over told as open ${fraction(over)}`,
    );
  }
  if (report.poison) {
    const { payloads, doors, promoted } = report.poison;
    blocks.push(`poison: ${payloads} payloads, ${doors.length} doors, ${promoted.length} promoted`);
    for (const { id, door, where } of promoted) blocks.push(`  ${id} by ${door}: ${where}`);
  }
  return `${blocks.join('\n\n')}\n\n${report.seconds} s`;
}
