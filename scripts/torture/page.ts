// The results of a fault or of a broken promise: a line in the terminal, and with `--save` one of docs/reference/reliability.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg, release } from 'node:os';
import { join } from 'node:path';
import type { Fault, Torture } from './fault.ts';

export const HEADER =
  '| # | fault | tried | lost | verdict | s | |\n| --- | --- | ---: | ---: | --- | ---: | --- |';

export interface Row {
  readonly fault: Fault;
  readonly torture: Torture;
  /** Figures for the table. */
  readonly note: string;
  readonly seconds: number;
}

/** `when` is for the page: a figure without its circumstances says nothing. */
export function lineOf({ fault, torture, note, seconds }: Row, when = ''): string {
  const { tried, lost, wrong, skipped } = torture;
  const verdict = verdictOf(torture);
  const more = [note, skipped && `left out: ${skipped}`, ...wrong.slice(0, 2).map(oneLine), when];
  return `| ${fault.id} | ${fault.name} | ${tried} | ${lost} | ${verdict} | ${seconds.toFixed(0)} | ${more.filter(Boolean).join('; ')} |`;
}

function verdictOf({ tried, wrong, skipped }: Torture): string {
  if (wrong.length > 0) return 'BROKEN';
  if (!skipped) return 'holds';
  return tried === 0 ? 'skipped' : 'in part';
}

/** One line without paths of the machine, which are nobody's business. */
export function oneLine(text: string): string {
  return text
    .replace(/\/tmp\/[^\s'"]*/g, '…')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .slice(0, 200);
}

/** Puts a line into a table of the page, in the place of the one with the same first cell, or at the end. */
export function keepLine(root: string, table: string, line: string): void {
  const path = join(root, 'docs', 'reference', 'reliability.md');
  const page = readFileSync(path, 'utf8');
  const from = page.indexOf(`<!-- ${table} -->`);
  const to = page.indexOf(`<!-- /${table} -->`);
  const lines = page.slice(from, to).trimEnd().split('\n');
  const name = (row: string) => row.split('|')[1];
  const at = lines.findIndex((row) => name(row) === name(line));
  lines.splice(at === -1 ? lines.length : at, at === -1 ? 0 : 1, line);
  writeFileSync(path, `${page.slice(0, from)}${lines.join('\n')}\n${page.slice(to)}`);
}

/** Day, commit, seed and load of a row that is kept. */
export function circumstances(root: string, seed: number): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  return `${today()}, ${stdout.trim()}, seed ${seed}, load ${loadavg()[0]!.toFixed(0)}`;
}

/** The circumstances of a figure: when, with what, and how to do it again. */
export function heading(seed: number): string {
  const kernel = `${process.platform} ${release().replace(/^(\d+\.\d+).*$/, '$1')}`;
  return `seed ${seed}, ${today()}, Node ${process.versions.node}, SQLite ${process.versions['sqlite']}, ${kernel}`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
