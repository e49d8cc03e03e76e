import type { Cli } from '../../surfaces/cli/context.ts';
import { count } from '../../surfaces/cli/times.ts';
import type { ForeignKind, ForeignReport, Remark } from '../engine/foreign-tally.ts';

/** Things that are named one by one. */
const MOST_NAMED = 10;

const ONE: Readonly<Record<ForeignKind, readonly [one: string, many: string]>> = {
  threads: ['thread', 'threads'],
  sessions: ['session', 'sessions'],
  memories: ['memory', 'memories'],
  pins: ['pin', 'pins'],
};

/** Prints the outcome of an import from another system. */
export function printForeign({ out, err }: Cli, report: ForeignReport): void {
  const { dim } = out.style;
  const would = report.dry_run ? 'would be ' : '';
  for (const [kind, counts] of Object.entries(report.counts)) {
    const [one, many] = ONE[kind as ForeignKind];
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    out.block(
      `${count(counts.new, one, many)} ${would}taken over of ${counts.found} found, ${counts.known} here already${skipped}.`,
    );
  }
  if (report.read.length > 0 && Object.keys(report.counts).length === 0) out.block('There is nothing in it.');
  if (report.redacted > 0)
    out.block(
      `${count(report.redacted, 'entry', 'entries')} held what looked like a secret; it was removed.`,
    );
  for (const [table, rows] of Object.entries(report.left_out))
    out.block(dim(`${count(rows, 'row')} of ${table} left where they are.`));
  for (const { from, to } of report.renamed) out.block(dim(`${from} is now ${to}`));
  for (const path of report.left_as_is) out.block(dim(`${path} was only read and is as it was.`));
  named(report.remarks, (line) => out.block(line), remarkLine());
  named(report.skipped, (line) => err.block(line), remarkLine('skipped, '));
  const before = report.imported_before.length;
  if (before > 0) out.block(dim(`${count(before, 'file')} imported before, by the ending .imported.`));
  if (report.read.length + before > 0) return;
  err.block(nothingFound(report));
}

function remarkLine(how = '') {
  return ({ where, why }: Remark) => `${where}: ${how}${why}.`.replace(/\.\.$/, '.');
}

/** A line for each of the first; the others are counted. */
export function named<T>(all: readonly T[], say: (line: string) => void, line: (one: T) => string): void {
  for (const one of all.slice(0, MOST_NAMED)) say(line(one));
  if (all.length > MOST_NAMED) say(`And ${all.length - MOST_NAMED} more; --json names them all.`);
}

const WHAT: Readonly<Record<ForeignReport['source'], string>> = {
  cerberus: 'a memory.db or active-….json of Cerberus',
  cortex: 'a brain.db or working_memory.json of an older Cortex',
  drift: "a database with drift's sessions",
};

function nothingFound({ source, looked_at, skipped }: ForeignReport): string {
  const nothing =
    skipped.length > 0 ? 'Nothing could be read' : `There is no ${WHAT[source].replace(/^a /, '')}`;
  return `${nothing}. Looked at: ${looked_at.join(', ')}. Name a file or folder: cortex import ${source} <path>`;
}
