// What the next session knows of the last one, over scripted work in real repositories through the real hooks.
// npm run bench -- continuity [--half dev|held|all] [--short] [--dist <folder>] [--parts …] [--endings …] [--texts <folder>]
//   [--save <name>] [--width <n>] [--json]
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { HALVES } from './corpus.ts';
import { measure, PARTS } from './measure.ts';
import { save } from './results.ts';
import { printed } from './table.ts';
import { ENDINGS } from './work.ts';

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'held' },
    short: { type: 'boolean', default: false },
    dist: { type: 'string', default: join(import.meta.dirname, '..', '..', 'dist') },
    parts: { type: 'string', default: PARTS.join(',') },
    endings: { type: 'string' },
    texts: { type: 'string' },
    save: { type: 'string' },
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

if (values.short && values.save !== undefined) {
  console.error('--save keeps the figures of whole runs only');
  process.exit(2);
}

// Ended early, it leaves nothing behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const report = await measure({
  dist: resolve(values.dist),
  halves: values.half === 'all' ? HALVES : chosen(HALVES, values.half, 'half'),
  endings: chosen(ENDINGS, values.endings ?? (values.short ? 'clean,2d' : ENDINGS.join(',')), 'endings'),
  parts: chosen(PARTS, values.parts, 'parts'),
  short: values.short,
  width: Number(values.width),
  texts: values.texts === undefined ? null : resolve(values.texts),
  say: (line) => void process.stderr.write(`${line}\n`),
});
if (values.save !== undefined) save(values.save, report);
console.log(values.json ? JSON.stringify(report, null, 1) : printed(report));
