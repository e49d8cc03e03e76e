// npm run torture -- [--short | --quick | --long] [--seed n] [--only F1,F3] [--break name | --prove] [--program file] [--json]
//                    [--save]
// Faults of every kind against the built program, in homes of their own. Exit code 1 where a promise broke.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BREAKS, brokenProgram } from './breaks.ts';
import { type Fault, randomOf, type Tally, Torture } from './fault.ts';
import { FAULTS } from './faults/all.ts';
import { FORMS, type Form, keepProof, keepRow } from './results.ts';
import { header, heading, type Row, rowOf } from './table.ts';
import { cpuSeconds } from './tools.ts';
import { type Program, programAt } from './world.ts';

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
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});

/** The faults that every `npm test` tries. */
const QUICK = ['F1', 'F2', 'F4', 'F5', 'F12', 'F15'];
const FORM: Form = values.long ? 'long' : values.quick ? 'quick' : values.short ? 'short' : 'default';
const SCALE = FORMS[FORM];
/** A fault that could not be tried says nothing about promises. */
const ITSELF = 'the run itself failed';
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'cortex-torture-'));
process.on('SIGINT', () => process.exit(130));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
process.exitCode = values.prove ? await prove() : await torture();

async function torture(): Promise<number> {
  const name = values.break;
  const program = name
    ? programAt(brokenProgram(root, join(folder, 'broken'), name))
    : programAt(values.program ?? join(root, 'dist', 'cortex.cjs'));
  const only = values.only?.split(',') ?? (values.quick ? QUICK : undefined);
  const faults = FAULTS.filter(({ id }) => !only || only.includes(id));
  const rows: Row[] = [];
  if (!values.json) console.log(`${heading(seed, program)}\n\n${header()}`);
  const began = performance.now();
  for (const fault of faults) {
    const row = await tried(fault, program, SCALE);
    rows.push(row);
    // After each: a long run that is ended early has said something.
    if (values.save) keepRow(root, FORM, seed, row);
    if (!values.json) console.log(rowOf(row));
  }
  const seconds = (performance.now() - began) / 1000;
  const broken = rows.filter(({ tally }) => tally.wrong.length > 0);
  if (values.json) console.log(JSON.stringify({ seed, seconds, rows }));
  else {
    console.log(
      `\n${seconds.toFixed(0)} s, seed ${seed}: ${broken.length} of ${rows.length} promises broken`,
    );
    for (const { fault, tally } of broken)
      for (const what of tally.wrong.slice(0, 8)) console.log(`${fault.id}: ${what}`);
  }
  return broken.length > 0 ? 1 : 0;
}

/** Breaks one promise at a time, or those that `--only` names; each must be caught by the fault that is about it. */
async function prove(): Promise<number> {
  console.log(`${heading(seed, programAt(join(root, 'dist', 'cortex.cjs')))}\n`);
  let missed = 0;
  const only = values.only?.split(',');
  for (const [name, { by }] of Object.entries(BREAKS)) {
    if (only && !only.includes(name)) continue;
    let program: Program;
    try {
      program = programAt(brokenProgram(root, join(folder, name), name));
    } catch (error) {
      console.log(`${name.padEnd(18)} cannot be broken in this version: ${(error as Error).message}`);
      continue;
    }
    const fault = FAULTS.find(({ id }) => id === by)!;
    const { tally } = await tried(fault, program, 0.4);
    const isCaught = tally.wrong.some((what) => !what.startsWith(ITSELF));
    if (!isCaught) missed++;
    const said = tally.wrong[0]?.split('\n')[0] ?? '';
    if (values.save) keepProof(root, name, { seed, by, isCaught, said });
    console.log(
      `${name.padEnd(18)} ${isCaught ? 'caught' : 'NOT CAUGHT'} by ${by}: ${tally.wrong[0]?.split('\n')[0] ?? fault.name}`,
    );
  }
  return missed > 0 ? 1 : 0;
}

async function tried(fault: Fault, program: Program, scale: number): Promise<Row> {
  const began = performance.now();
  const before = cpuSeconds();
  const worlds = mkdtempSync(join(folder, `${fault.id}-`));
  let tally: Tally;
  try {
    tally = await fault.run(new Torture(program, worlds, scale, randomOf(seed, fault)));
  } catch (error) {
    tally = { tried: 0, lost: 0, wrong: [`${ITSELF}: ${(error as Error).stack}`] };
  }
  rmSync(worlds, { recursive: true, force: true, maxRetries: 3 });
  return { fault, tally, seconds: (performance.now() - began) / 1000, cpu: cpuSeconds() - before };
}
