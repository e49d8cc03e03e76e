import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HALVES, type Half } from './corpus.ts';
import { documented } from './document.ts';
import type { HalfFigures, Report } from './measure.ts';
import { plot } from './plot.ts';

/** The figures of a program, which may come from several runs. */
export interface NamedReport extends Omit<Report, 'short' | 'seconds'> {
  readonly name: string;
}

const ROOT = join(import.meta.dirname, '..', '..');
const RESULTS = join(ROOT, 'bench', 'results', 'continuity.json');
const PAGE = join(ROOT, 'docs', 'benchmarks.md');
const PLOT = join(ROOT, 'docs', 'continuity.svg');

function stored(): NamedReport[] {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).rows : [];
}

/** What was measured now beside what was measured before; parts that were left out keep their figures. */
export function merged(before: NamedReport | undefined, now: NamedReport): NamedReport {
  const halves: Partial<Record<Half, HalfFigures>> = {};
  for (const half of HALVES) {
    const both = { ...before?.halves[half], ...now.halves[half] };
    if (Object.keys(both).length > 0) halves[half] = both;
  }
  return { ...before, ...now, halves };
}

/** One line for each share and each spread. */
function readable(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\{\s+("\w+": \d+),\s+("\w+": \d+)\s+\}/g, '{ $1, $2 }');
}

/** Keeps a report under its name, and writes the page and the plot anew. */
export function save(name: string, { short: _short, seconds: _seconds, ...report }: Report): void {
  const rows = stored();
  const at = rows.findIndex((row) => row.name === name);
  const row = merged(rows[at], { name, ...report });
  const all = at === -1 ? [...rows, row] : rows.with(at, row);
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, `${readable({ rows: all })}\n`);
  writeFileSync(PLOT, plot(all));
  writeFileSync(PAGE, documented(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : null, all));
}
