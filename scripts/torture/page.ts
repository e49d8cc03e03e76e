import { BREAKS } from './breaks.ts';
import { FORMS, type Form, type Results, type SavedRow } from './results.ts';
import { header, lineOf } from './table.ts';

/** `docs/reference/reliability.md`, made of the runs that were saved: a figure that nobody measured cannot stand there. */
export function reliabilityPage(results: Results): string {
  return [
    INTRODUCTION,
    '## Goals, and what was reached',
    goals(results),
    section(results, 'default', 'The default form'),
    section(results, 'long', 'The long form'),
    HOW,
    '## It can fail',
    PROOF,
    proofs(results),
    LEFT,
  ].join('\n\n');
}

const INTRODUCTION = `# What is tried against Cortex, and what holds

<!-- Made by scripts/docs.mjs of scripts/torture/results.json, where \`npm run torture -- --save\` keeps its results. -->

\`\`\`
npm run torture                      # everything
npm run torture -- --short           # ${FORMS.short * 100} % of it
npm run torture -- --long            # ${FORMS.long} times as much, and every system call of a hook
npm run torture -- --seed 2026       # the same choices again; every run prints its seed
npm run torture -- --only F1,F3      # these faults
npm run torture -- --break no-sync   # a build that breaks one promise
npm run torture -- --prove           # every such build, and whether it was caught
npm run torture -- --save            # keeps the results for this page
npm run torture -- --program <file>  # another build
\`\`\`
Real processes of the built program run in homes of their own and are really killed. Where a fault is not about processes, and to
look at a home afterwards, the same program runs in a thread. What the program acknowledged (exit code 0) is kept outside of it. Afterwards everything acknowledged must be in the database or wait beside it; after the next
command it must be in the database, once. \`PRAGMA integrity_check\` and \`cortex verify\` must find nothing. The exit code is 1 where
a promise broke. The seed fixes what is tried; the moment at which a signal arrives is the machine's.

\`test/torture.test.ts\` runs the quickest form of F1 and F2 with every \`npm test\`, and of a few more with \`npm run test:all\`.`;

const HOW = `## How it is done

- **At system calls** (F1b, F1c): \`strace\` counts the calls of a program on its data and settings, then kills the program or lets the
  n-th call fail. A command is then run again and has to succeed. Without \`strace\` F1b, F1c and F2 are skipped and the table says so.
- **Power loss** (F2): \`strace\` records every write, sync, rename and removal of real hooks. Images of the disk are made from a
  beginning of that record: what was synced is there; of the rest nothing, random sectors of 512 bytes, or all. A new name is
  there once its file or its folder was synced.
- **Disk full** (F6): a small \`tmpfs\` where it can be mounted, else a limit on the size of files. What can be stored nowhere is
  lost; that it was has to be known.
- **Memory** (F13): what the hook's process took at most, as the kernel counts it.
- **Reused process numbers** (F15): the stored number becomes that of a process that lives, with the start time of the dead one.
- **Containers** (F15): hosts in a pid namespace of their own (\`unshare\`). Nobody sees into it: only silence ends such a session, and
  its next event takes that back.
- **Soak** (F16): a server answers while hooks write. Somebody who reads on and on keeps the log from ending; maintenance ends it. The
  server may neither grow nor keep files open.
- **Flips** (F8): only those that change what is read from a table count.`;

const PROOF = `\`--break\` copies the sources, changes one line, builds the copy and tortures that. The program itself has no such switch.`;

const LEFT = `## What is not tried

- macOS, Windows and network file systems.
- How long one of fifty writers waits for the database alone: what F3 tells is the whole life of a process, on cores that it
  shares with forty-nine others.
- Days. The soak of the long form is minutes of hooks without a pause.
`;

function section(results: Results, form: Form, title: string): string {
  const rows = Object.values(results.forms[form] ?? {});
  if (rows.length === 0) return `## ${title}\n\nIt was not run for this version.`;
  const broken = rows.flatMap(({ id, wrong }) => wrong.slice(0, 2).map((what) => `- ${id}: ${what}`));
  return [
    `## ${title}`,
    `${occasion(rows)}`,
    [header(), ...inOrder(rows).map(lineOf)].join('\n'),
    ...(broken.length > 0 ? [`Broken:\n${broken.join('\n')}`] : []),
  ].join('\n\n');
}

function occasion(rows: readonly SavedRow[]): string {
  const each = <T>(of: (row: SavedRow) => T) => [...new Set(rows.map(of))];
  const loads = rows.map(({ load }) => load);
  const wall = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  const cpu = rows.reduce((sum, row) => sum + row.cpu, 0);
  return (
    `Commit ${each(({ build }) => build).join(', ')}, seed ${each(({ seed }) => seed).join(', ')}, ${each(({ on }) => on).join(', ')}, ${each((row) => row.versions).join('; ')}. ` +
    `${rows.length} faults in ${wall} s of wall time and ${cpu} s of processor time, on cores that other work shared ` +
    `(load ${Math.min(...loads)} to ${Math.max(...loads)}).`
  );
}

/** As the faults are numbered. */
function inOrder(rows: readonly SavedRow[]): readonly SavedRow[] {
  const rank = ({ id }: SavedRow) => Number(/\d+/.exec(id)?.[0]) + (id.startsWith('R') ? 100 : 0);
  return [...rows].sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id));
}

interface Goal {
  readonly what: string;
  readonly by: string;
  /** How often it has to be tried before the goal can be said to hold. */
  readonly least?: number;
  readonly reached: (row: SavedRow) => string;
}

const GOALS: readonly Goal[] = [
  { what: '0 acknowledged lost in 2,000 kills', by: 'F1', least: 2_000, reached: lostOf('kills') },
  {
    what: '0 acknowledged lost in 1,000 images of a disk without power',
    by: 'F2',
    least: 1_000,
    reached: lostOf('images'),
  },
  {
    what: '0 lost with 200 writers at once',
    by: 'F3',
    reached: ({ lost, tried, note }) => `${lost} lost of ${tried}; ${note}`,
  },
  { what: 'every result-changing flip is noticed', by: 'F8', reached: ({ note }) => note },
  { what: 'every silent loss is noticed, every damage repaired', by: 'F9', reached: ({ note }) => note },
  {
    what: 'a lost database is back from its mirrors, 1,000 sessions in 5 s',
    by: 'F10',
    least: 1_000,
    reached: ({ note }) => note,
  },
  { what: 'a full disk loses nothing without saying so', by: 'F6', reached: ({ note }) => note },
  { what: 'hostile input takes 120 MB at most', by: 'F13', reached: ({ note }) => note },
  {
    what: 'no live session counts as dead',
    by: 'F15',
    reached: ({ lost, tried }) => `${lost} of ${tried} hosts`,
  },
  { what: 'the log has 16 MB at most after maintenance', by: 'F16', reached: ({ note }) => note },
];

function lostOf(what: string) {
  return ({ lost, tried }: SavedRow) => `${lost} lost in ${tried} ${what}`;
}

/** Taken from the largest form in which a fault was tried. */
function goals({ forms, proofs }: Results): string {
  const lines = GOALS.map(({ what, by, least = 0, reached }) => {
    const row = forms.long?.[by] ?? forms.default?.[by];
    const form = forms.long?.[by] ? 'long' : 'default';
    const verdict =
      row === undefined
        ? 'not tried'
        : row.wrong.length > 0
          ? 'missed'
          : row.tried < least
            ? 'so far'
            : 'holds';
    return `| ${what} | ${by}, ${form} form | ${row ? reached(row) : ''} | ${verdict} |`;
  });
  const names = Object.keys(BREAKS);
  const caught = names.filter((name) => proofs[name]?.isCaught).length;
  const last = `| every promise-breaking switch is caught | --prove | ${caught} of ${names.length} | ${caught === names.length ? 'holds' : 'missed'} |`;
  return ['| goal | tried by | figures | verdict |\n| --- | --- | --- | --- |', ...lines, last].join('\n');
}

function proofs({ proofs: found }: Results): string {
  const lines = Object.entries(BREAKS).map(([name, { promise, by }]) => {
    const proof = found[name];
    const caught = proof ? (proof.isCaught ? `${proof.by}: ${proof.said}` : 'NOT CAUGHT') : 'not tried';
    return `| \`${name}\` | ${promise} | ${by} | ${caught.replaceAll('|', '\\|')} |`;
  });
  return [
    '| switch | the promise that it breaks | has to be caught by | caught |\n| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
