// What the next session knows of the last ones, of Cortex and of yardsticks beside it, through the real hooks.
// npm run bench -- continuity [--dist <folder>] [--program <path>]… [--parts …] [--endings …] [--short] [--save] [--width <n>] [--json]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { saveSection } from '../document.ts';
import { rowsOf, section } from './document.ts';
import { measure, PARTS, type Report } from './measure.ts';
import { programsBeside } from './programs.ts';
import { plainTable } from './table.ts';
import { ENDINGS } from './work.ts';

const { values } = parseArgs({
  options: {
    dist: { type: 'string' },
    program: { type: 'string', multiple: true },
    parts: { type: 'string', default: PARTS.join(',') },
    endings: { type: 'string', default: ENDINGS.join(',') },
    short: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    width: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
});

/** The named ones of a list; a name that is not in it ends the run. */
function chosen<T extends string>(list: readonly T[], names: string, what: string): T[] {
  const wanted = names.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !list.includes(name as T));
  if (unknown !== undefined) {
    console.error(`--${what} ${unknown}: one of ${list.join(', ')}`);
    process.exit(2);
  }
  return list.filter((name) => wanted.includes(name));
}

// Ended early, it leaves nothing behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const reports: Report[] = [];
for (const program of values.program ?? programsBeside(values.dist))
  reports.push(
    await measure({
      program: resolve(program),
      parts: chosen(PARTS, values.parts, 'parts'),
      endings: chosen(ENDINGS, values.endings, 'endings'),
      short: values.short,
      width: Number(values.width),
      say: (line) => void process.stderr.write(`${line}\n`),
    }),
  );
if (values.save) saveSection('continuity', section(reports));
console.log(values.json ? JSON.stringify(reports, null, 1) : plainTable(rowsOf(reports)));
