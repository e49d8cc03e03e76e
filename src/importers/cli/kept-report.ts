import { oneLine } from '../../domain/text/safe-text.ts';
import { inWords } from '../../operations/words.ts';
import type { Cli } from '../../surfaces/cli/context.ts';
import { count } from '../../surfaces/cli/times.ts';
import type { KeptReport } from '../engine/import-memories.ts';
import { named } from './foreign-report.ts';

const LONGEST_WORDS = 60;

/** Prints the outcome of importing an agent's own memory. */
export function printKept({ out, err }: Cli, report: KeptReport): void {
  const { dim } = out.style;
  const { files, memories } = report;
  if (files.found === 0 && report.skipped.length === 0) {
    err.block(`No ${report.source} in ${report.looked_at.join(', ')}.`);
    err.block('Where it lies elsewhere, name the folder or the file as a further argument.');
    return;
  }
  const would = report.dry_run ? 'would be ' : '';
  out.block(`${many(memories.new)} ${would}taken over from ${count(files.read, 'file')}.`);
  if (memories.updated > 0) out.block(`${many(memories.updated)} ${would}brought up to date.`);
  const into = Object.entries(report.projects).map(([project, number]) => `${number} in ${inWords(project)}`);
  if (into.length > 0) out.block(`New and changed: ${into.join(', ')}.`);
  if (memories.known > 0) out.block(dim(`${many(memories.known)} here already.`));
  if (report.redacted > 0)
    out.block(`${many(report.redacted)} held what looked like a secret; it was removed.`);
  named(
    report.gone,
    out.block,
    ({ id, text }) => `No longer in the files: ${words(text)} (cortex forget ${id})`,
  );
  named(report.unplaced, err.block, ({ where: place, why, memories: left }) => {
    return `${count(left, 'memory is', 'memories are')} not taken over: ${place}: ${why}.`;
  });
  if (report.unplaced.length > 0)
    err.block(`In the folder of their project: cortex import ${report.source} <path> --here`);
  named(report.skipped, err.block, ({ where: place, why }) => `Skipped: ${place}: ${why}.`);
  if (!report.dry_run && memories.new > 0)
    out.block(dim(`cortex review --source ${report.source} lists them with their origin.`));
}

function many(number: number): string {
  return count(number, 'memory', 'memories');
}

function words(text: string): string {
  const line = oneLine(text);
  return line.length <= LONGEST_WORDS ? line : `${line.slice(0, LONGEST_WORDS).trimEnd().toWellFormed()} …`;
}
