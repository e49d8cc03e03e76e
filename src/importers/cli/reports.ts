import { size } from '../../domain/base/text/size.ts';
import type { ImportReport } from '../../engine/keeping/transfer.ts';
import { count, scopeInWords } from '../../operations/base/words.ts';
import type { Cli } from '../../surfaces/cli/base/context.ts';
import type { ForeignKind, ForeignReport, Remark } from '../foreign/taking.ts';
import type { KeptReport } from '../memories.ts';
import type { TranscriptReport } from '../transcripts.ts';

/** The most items that a report names one by one. */
const MOST_NAMED = 10;
const CELLS = 24;

/** A line for each of the first; the others are counted. */
function printFirst<T>(
  all: readonly T[],
  say: (line: string) => void,
  line: (one: T) => string,
): void {
  for (const one of all.slice(0, MOST_NAMED)) say(line(one));
  if (all.length > MOST_NAMED) say(`And ${all.length - MOST_NAMED} more; --json names them all.`);
}

const memories = (number: number) => count(number, 'memory', 'memories');
const would = ({ dry_run }: { readonly dry_run: boolean }) => (dry_run ? 'would be ' : '');
const secrets = (many: string) => `${many} held what looked like a secret; it was removed.`;
const forgotten = (sessions: number) =>
  `${count(sessions, 'session that was', 'sessions that were')} forgotten here left out; --again imports them.`;

function nothingIn({ err }: Cli, what: string, lookedAt: readonly string[]): void {
  err.block(`${what} in ${lookedAt.join(', ')}.`);
  err.block('Where it lies elsewhere, name the folder or the file as a further argument.');
}

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
export function printTranscripts(cli: Cli, report: TranscriptReport): void {
  const { out, err } = cli;
  const { dim } = out.style;
  const { files, sessions } = report;
  if (files.found === 0) {
    nothingIn(cli, `No transcripts of ${report.source}`, report.looked_at);
    return;
  }
  const of = (many: number) => count(many, 'session');
  out.block(`${of(sessions.new)} ${would(report)}taken over from ${count(files.read, 'file')}.`);
  if (sessions.grown > 0) out.block(`${of(sessions.grown)} ${would(report)}brought up to date.`);
  if (sessions.known > 0) out.block(dim(`${of(sessions.known)} here already.`));
  if (sessions.captured > 0) {
    const captured = count(sessions.captured, 'session was', 'sessions were');
    out.block(dim(`${captured} captured by hooks: left as they are.`));
  }
  if (sessions.forgotten > 0) out.block(dim(forgotten(sessions.forgotten)));
  if (sessions.running > 0) {
    const running = `${of(sessions.running)} of the last half hour left out`;
    out.block(dim(`${running}: import again when they are over.`));
  }
  if (files.known > 0)
    out.block(
      dim(`${count(files.known, 'file')} read before and unchanged; --again reads them once more.`),
    );
  if (report.redacted > 0) out.block(secrets(count(report.redacted, 'text')));
  for (const { where, why } of report.skipped.slice(0, MOST_NAMED))
    err.block(`Skipped: ${where}: ${why}.`);
  const more = report.damaged + files.skipped + sessions.refused - MOST_NAMED;
  if (more > 0) err.block(`${count(more, 'more place was', 'more places were')} skipped.`);
  if (!report.dry_run && sessions.new > 0)
    out.block(dim('cortex sessions --all lists them; cortex search finds in them.'));
}

/** Prints the outcome of importing an agent's own memory. */
export function printKept(cli: Cli, report: KeptReport): void {
  const { out, err } = cli;
  const { dim } = out.style;
  const { files, memories: counts } = report;
  if (files.found === 0 && report.skipped.length === 0) {
    nothingIn(cli, `No ${report.source}`, report.looked_at);
    return;
  }
  out.block(
    `${memories(counts.new)} ${would(report)}taken over from ${count(files.read, 'file')}.`,
  );
  const into = Object.entries(report.projects).map(
    ([project, number]) => `${number} in ${scopeInWords(project)}`,
  );
  if (into.length > 0) out.block(`New: ${into.join(', ')}.`);
  if (counts.known > 0) out.block(dim(`${memories(counts.known)} here already.`));
  if (report.redacted > 0) out.block(secrets(memories(report.redacted)));
  printFirst(report.unplaced, err.block, ({ where, why, memories: left }) => {
    return `${count(left, 'memory is', 'memories are')} not taken over: ${where}: ${why}.`;
  });
  if (report.unplaced.length > 0)
    err.block(`In the folder of their project: cortex import ${report.source} <path> --here`);
  printFirst(report.skipped, err.block, ({ where, why }) => `Skipped: ${where}: ${why}.`);
  if (!report.dry_run && counts.new > 0)
    out.block(dim(`cortex review --source ${report.source} lists them with their origin.`));
}

const ONE: Readonly<Record<ForeignKind, readonly [one: string, many: string]>> = {
  threads: ['thread', 'threads'],
  sessions: ['session', 'sessions'],
  memories: ['memory', 'memories'],
  pins: ['pin', 'pins'],
};

const WHAT: Readonly<Record<ForeignReport['source'], string>> = {
  cerberus: 'memory.db or active-….json of Cerberus',
  'claude-mem': 'claude-mem.db',
  cortex: 'brain.db or working_memory.json of an older Cortex',
  drift: "database with drift's sessions",
};

/** Prints the outcome of an import from another system. */
export function printForeign({ out, err }: Cli, report: ForeignReport): void {
  const { dim } = out.style;
  for (const [kind, counts] of Object.entries(report.counts)) {
    const taken = count(counts.new, ...ONE[kind as ForeignKind]);
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    const of = `of ${counts.found} found, ${counts.known} here already${skipped}`;
    out.block(`${taken} ${would(report)}taken over ${of}.`);
  }
  if (report.read.length > 0 && Object.keys(report.counts).length === 0)
    out.block('There is nothing in it.');
  if (report.redacted > 0) out.block(secrets(count(report.redacted, 'entry', 'entries')));
  for (const [table, rows] of Object.entries(report.left_out))
    out.block(dim(`${count(rows, 'row')} of ${table} left where they are.`));
  for (const { from, to } of report.renamed) out.block(dim(`${from} is now ${to}`));
  for (const path of report.left_as_is) out.block(dim(`${path} was only read and is as it was.`));
  const line = (how: string) => (one: Remark) =>
    `${one.where}: ${how}${one.why}.`.replace(/\.\.$/, '.');
  printFirst(report.remarks, out.block, line(''));
  printFirst(report.skipped, err.block, line('skipped, '));
  const before = report.imported_before.length;
  if (before > 0)
    out.block(dim(`${count(before, 'file')} imported before, by the ending .imported.`));
  if (report.read.length + before > 0) return;
  const nothing =
    report.skipped.length > 0 ? 'Nothing could be read' : `There is no ${WHAT[report.source]}`;
  const looked = `Looked at: ${report.looked_at.join(', ')}`;
  err.block(`${nothing}. ${looked}. Name a file or folder: cortex import ${report.source} <path>`);
}

/** Prints the outcome of importing what `cortex export` wrote. */
export function printExport({ out, err }: Cli, report: ImportReport): void {
  const { dim } = out.style;
  const { sessions } = report;
  out.block(
    `${count(sessions.new, 'session')} ${would(report)}taken over, ${sessions.known} here already.`,
  );
  if (sessions.grown > 0) {
    const grown = count(
      sessions.grown,
      'session that went on elsewhere',
      'sessions that went on elsewhere',
    );
    out.block(`${grown} ${would(report)}brought up to date.`);
  }
  if (sessions.forgotten > 0) out.block(dim(forgotten(sessions.forgotten)));
  for (const [table, rows] of Object.entries(report.rows))
    if (rows.new > 0)
      out.block(`${count(rows.new, 'row')} of ${table} ${would(report)}taken over.`);
  for (const { project, sessions: of } of report.unplaced) {
    const why = 'has no place here yet: it comes from another machine or folder';
    out.block(`${project} (${count(of, 'session')}) ${why}.`);
  }
  if (report.unplaced.length > 0)
    out.block(
      'The next session in its folder here finds it by its commits. All at once, in the folder of your projects: cortex project link --all',
    );
  if (report.redacted > 0) out.block(secrets(count(report.redacted, 'text')));
  for (const [table, rows] of Object.entries(report.left_out))
    out.block(dim(`${count(rows, 'row')} of ${table} left out.`));
  for (const { line, why } of report.refused.slice(0, MOST_NAMED))
    err.block(`Line ${line} was skipped: ${why}.`);
  const more = report.refused.length - MOST_NAMED;
  if (more > 0) err.block(`${count(more, 'more line was', 'more lines were')} skipped.`);
  if (!report.complete) err.block('The file is cut short, and so is what was imported.');
}
