import type { Cli } from '../../surfaces/cli/context.ts';
import { count, size } from '../../surfaces/cli/times.ts';
import type { TranscriptReport } from '../engine/import-transcripts.ts';

/** Places that are named one by one. */
const MOST_NAMED = 10;
const CELLS = 24;

/** How far an import is that began at this tick, and the time that is left. */
export function barFrom(start: number): (read: number, all: number) => string {
  return (read, all) => {
    const share = all > 0 ? Math.min(1, read / all) : 1;
    const full = Math.round(share * CELLS);
    const seconds = share > 0 ? ((performance.now() - start) / 1000 / share) * (1 - share) : 0;
    const left = seconds < 1 ? '' : `, about ${Math.ceil(seconds)} s left`;
    return `[${'#'.repeat(full)}${'.'.repeat(CELLS - full)}] ${Math.floor(share * 100)} %, ${size(read)} of ${size(all)}${left}`;
  };
}

/** Prints the outcome of importing a host's transcripts. */
export function printTranscripts({ out, err }: Cli, report: TranscriptReport): void {
  const { dim } = out.style;
  const { files, sessions } = report;
  if (files.found === 0) {
    err.block(`No transcripts of ${report.source} in ${report.looked_at.join(', ')}.`);
    err.block('Where they lie elsewhere, name the folder or the file as a further argument.');
    return;
  }
  const would = report.dry_run ? 'would be ' : '';
  out.block(`${count(sessions.new, 'session')} ${would}taken over from ${count(files.read, 'file')}.`);
  if (sessions.grown > 0) out.block(`${count(sessions.grown, 'session')} ${would}brought up to date.`);
  if (sessions.known > 0) out.block(dim(`${count(sessions.known, 'session')} here already.`));
  if (sessions.captured > 0)
    out.block(
      dim(`${count(sessions.captured, 'session was', 'sessions were')} captured by hooks: left as they are.`),
    );
  if (sessions.forgotten > 0) out.block(dim(forgottenLine(sessions.forgotten)));
  if (sessions.running > 0)
    out.block(
      dim(
        `${count(sessions.running, 'session')} of the last half hour left out: import again when they are over.`,
      ),
    );
  if (files.known > 0)
    out.block(dim(`${count(files.known, 'file')} read before and unchanged; --again reads them once more.`));
  if (report.redacted > 0)
    out.block(`${count(report.redacted, 'text')} held what looked like a secret; it was removed.`);
  for (const { where, why } of report.skipped.slice(0, MOST_NAMED)) err.block(`Skipped: ${where}: ${why}.`);
  const more = report.damaged + files.skipped + sessions.refused - MOST_NAMED;
  if (more > 0) err.block(`${count(more, 'more place was', 'more places were')} skipped.`);
  if (!report.dry_run && sessions.new > 0)
    out.block(dim('cortex history --all lists them; cortex search finds in them.'));
}

export function forgottenLine(sessions: number): string {
  return `${count(sessions, 'session that was', 'sessions that were')} forgotten here left out; --again imports them.`;
}
