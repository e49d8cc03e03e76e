// npm run torture -- [--short | --quick | --long] [--seed n] [--only F1,F2] [--break name | --prove] [--program file] [--save]
// Faults of every kind against the built program, in homes of their own. Exit code 1 where a promise broke.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BREAKS, brokenProgram } from './breaks.ts';
import { type Fault, Torture } from './fault.ts';
import { FAULTS } from './faults.ts';
import { circumstances, HEADER, heading, keepLine, lineOf, oneLine, type Row } from './page.ts';
import { Random } from './tools.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    seed: { type: 'string' },
    only: { type: 'string' },
    break: { type: 'string' },
    prove: { type: 'boolean', default: false },
    program: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
});

/** The faults that `npm run test:all` tries. */
const QUICK = ['F1', 'F2', 'F15'];
/** How many times as often something is tried as in the default form. */
const SCALE = scaleOf(values);
/** The name of a run that failed itself: a fault that could not be tried says nothing about promises. */
const ITSELF = 'the run itself failed';
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'cortex-torture-'));
process.on('SIGINT', () => process.exit(130));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
process.exitCode = values.prove ? await prove() : await torture();

function scaleOf({ long, quick, short }: typeof values): number {
  if (long) return 20;
  if (quick) return 0.03;
  return short ? 0.4 : 1;
}

async function torture(): Promise<number> {
  const cortex = values.break
    ? brokenProgram(root, join(folder, 'broken'), values.break)
    : (values.program ?? join(root, 'dist', 'cortex.cjs'));
  const only = values.only?.split(',') ?? (values.quick ? QUICK : undefined);
  const rows: Row[] = [];
  console.log(`${heading(seed)}\n\n${HEADER}`);
  for (const fault of FAULTS.filter(({ id }) => only?.includes(id) ?? true)) {
    const row = await tried(fault, cortex, SCALE);
    rows.push(row);
    // After each: a long run that is ended early has said something.
    const table = values.long ? 'long' : 'default';
    if (values.save && SCALE >= 1) keepLine(root, table, lineOf(row, circumstances(root, seed)));
    console.log(lineOf(row));
  }
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const broken = rows.filter(({ torture }) => torture.wrong.length > 0);
  console.log(
    `\n${seconds.toFixed(0)} s, seed ${seed}: ${broken.length} of ${rows.length} promises broken`,
  );
  for (const { fault, torture } of broken)
    for (const what of torture.wrong.slice(0, 8)) console.log(`${fault.id}: ${what}`);
  return broken.length > 0 ? 1 : 0;
}

/** Breaks one promise at a time, or those that `--only` names; each must be caught by the fault that is about it. */
async function prove(): Promise<number> {
  console.log(`${heading(seed)}\n`);
  const only = values.only?.split(',');
  let missed = 0;
  for (const [name, { promise, by }] of Object.entries(BREAKS)) {
    if (only && !only.includes(name)) continue;
    const cortex = brokenProgram(root, join(folder, name), name);
    const { torture } = await tried(FAULTS.find(({ id }) => id === by)!, cortex, 0.4);
    const [said] = torture.wrong.filter((what) => !what.startsWith(ITSELF));
    if (said === undefined) missed++;
    const verdict = said === undefined ? 'NOT CAUGHT' : oneLine(said);
    if (values.save) keepLine(root, 'breaks', `| \`${name}\` | ${promise} | ${by} | ${verdict} |`);
    console.log(`${name.padEnd(18)} ${by}: ${verdict}`);
  }
  return missed > 0 ? 1 : 0;
}

async function tried(fault: Fault, cortex: string, scale: number): Promise<Row> {
  const began = performance.now();
  const worlds = mkdtempSync(join(folder, `${fault.id}-`));
  const torture = new Torture(cortex, worlds, scale, new Random(seed, fault.id));
  const note = await fault.run(torture).catch((error: Error) => {
    torture.wrong.push(`${ITSELF}: ${error.stack}`);
    return '';
  });
  rmSync(worlds, { recursive: true, force: true, maxRetries: 3 });
  return { fault, torture, note, seconds: (performance.now() - began) / 1000 };
}
