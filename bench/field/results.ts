import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documented } from './document.ts';
import { merged, type Report } from './report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const RESULTS = join(ROOT, 'bench', 'results', 'field.json');
const PAGE = join(ROOT, 'docs', 'benchmarks.md');

/** Keeps a run's figures, and writes the page anew. */
export function save(now: Report): void {
  const before = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Report) : null;
  const report = merged(before, now);
  writeFileSync(RESULTS, `${JSON.stringify(report, rounded, 1)}\n`);
  writeFileSync(PAGE, documented(readFileSync(PAGE, 'utf8'), report));
}

const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
