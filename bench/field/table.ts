import type { Share } from '../continuity/figures.ts';
import { type Row as Cells, percent } from '../continuity/table.ts';
import { type CostRun, MOMENTS } from './costs.ts';
import type { Report, Row } from './report.ts';

const times = (value: number) => {
  if (value === 0) return '0';
  return value.toFixed(value < 10 ? 2 : 1);
};
const whole = (value: number) => Math.round(value).toString();
const sized = (sessions: number) => sessions.toLocaleString('en-US');

/** A session's hooks in bare starts of Node, by moment. */
export function costRows({ peers, bare }: CostRun, rows: readonly Row[]): Cells[] {
  const head = [
    '',
    ...MOMENTS,
    'session',
    'memory, MB',
    'lives on: ms a session, MB',
    'on disk, MB',
  ];
  const cells = rows.flatMap(({ name }): Cells[] => {
    const costs = peers[name];
    if (!costs) return [];
    return [
      [
        name,
        ...MOMENTS.map((moment) => times(costs.times_bare[moment])),
        times(costs.session),
        whole(costs.memory),
        costs.daemon ? `${whole(costs.daemon.cpu)}, ${whole(costs.daemon.memory)}` : '–',
        costs.disk < 0.05 ? '0' : costs.disk.toFixed(1),
      ],
    ];
  });
  const zero = ['a bare Node', ...MOMENTS.map(() => '1'), '5', whole(bare.memory), '–', '–'];
  return [head, zero, ...cells];
}

/** What the next session is told and what is kept. */
export function behaviourRows(rows: readonly Row[]): Cells[] {
  const head = [
    '',
    'version',
    'told at the start',
    'with the first prompt',
    'tokens of a start',
    'told in another project',
    'secrets kept / told',
    'lost of 50 at once',
    'lost by kills',
    'starts after',
  ];
  return [head, ...rows.filter(({ why }) => why === null).map(behaviourRow)];
}

/** A share, with what was lacking for a fair one. */
export const toldShare = (share: Share, { lacks }: Pick<Row, 'lacks'>) =>
  lacks === undefined ? percent(share) : `${percent(share)} (${lacks})`;

function behaviourRow(row: Row): Cells {
  const { name, version, told, trials } = row;
  const secrets = trials?.secrets;
  const lost = (trial: { readonly lost: number } | null | undefined, of: number | undefined) =>
    trial ? `${trial.lost} of ${of}` : '–';
  return [
    name,
    version,
    ...(told
      ? [
          toldShare(told.start, row),
          toldShare(told.prompted, row),
          String(told.tokens),
          percent(told.elsewhere),
        ]
      : ['–', '–', '–', '–']),
    secrets ? `${secrets.kept} / ${secrets.told} of ${secrets.planted}` : '–',
    lost(trials?.fifty, trials?.fifty?.sent),
    lost(trials?.kill, trials?.kill?.taken),
    yesOrNo(trials?.kill?.starts),
  ];
}

export function leftOut(rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, version, why, left_out }) => [
    ...(why === null ? [] : [`${name} ${version}: not run: ${why}`]),
    ...Object.entries(left_out).map(
      ([sessions, reason]) =>
        `${name} at ${sized(Number(sessions))} sessions: not measured: ${reason}`,
    ),
  ]);
}

/** Cortex beside the best and the worst of the others, which says where it loses. */
export function standings({ rows, costs }: Report): string[] {
  const lines: string[] = [];
  for (const { sessions, peers } of costs) {
    const ours = peers['Cortex'];
    if (!ours) continue;
    const others = Object.entries(peers).filter(
      ([name]) => name !== 'Cortex' && name !== 'nothing',
    );
    for (const [what, of] of [
      ['start', (one: typeof ours) => one.times_bare.start],
      ['prompt', (one: typeof ours) => one.times_bare.prompt],
      ['session', (one: typeof ours) => one.session],
      ['memory', (one: typeof ours) => one.memory],
    ] as const) {
      const better = others
        .filter(([, one]) => of(one) < of(ours))
        .map(([name, one]) => `${name} (${times(of(one))})`);
      if (better.length > 0)
        lines.push(
          `${what} at ${sized(sessions)}: Cortex ${times(of(ours))}, less: ${better.join(', ')}`,
        );
    }
  }
  const told = rows.find(({ name }) => name === 'Cortex')?.told;
  for (const { name, told: theirs } of rows)
    if (
      told &&
      theirs &&
      theirs.prompted.told * told.prompted.of > told.prompted.told * theirs.prompted.of
    )
      lines.push(`told: ${name} ${percent(theirs.prompted)}, Cortex ${percent(told.prompted)}`);
  return lines;
}

function yesOrNo(value: boolean | undefined): string {
  if (value === undefined) return '–';
  return value ? 'yes' : 'no';
}
