import { type ImportReport, importAll } from '../../../engine/transfer.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, type InputLine, withStore } from '../context.ts';
import { Failure } from '../errors.ts';
import { count } from '../times.ts';

/** Lines that are named one by one. */
const MOST_NAMED = 10;

export const importCommand = command({
  name: 'import',
  summary: 'Take over what cortex export wrote.',
  about:
    'Ids are kept, and what is here already is not taken twice: an import that was interrupted is simply run again. Lines ' +
    'that are damaged are named and passed over. Metrics stay with the home that recorded them, and which instructions of a ' +
    'project are trusted is for a person to say: both are left out.',
  args: [{ name: 'file', help: 'What cortex export wrote; - is standard input.' }],
  flags: { 'dry-run': { help: 'Only say what would be taken over.' }, ...JSON_FLAG },
  examples: [
    { line: 'cortex import cortex.jsonl --dry-run', says: 'what is in it that is not here' },
    { line: 'gzip -dc cortex.jsonl.gz | cortex import -', says: 'from a pipe' },
  ],
  run: async (cli, { args, flags }) => {
    const path = args[0]!;
    if (path !== '-' && cli.look(path)?.kind !== 'file') throw new Failure(`${path} is no file.`);
    return withStore(cli, async (deps, home) => {
      const lines = withProgress(cli, cli.readLines(path));
      const report = await importAll(deps, home.keeping(), lines, { dryRun: flags['dry-run'] });
      cli.err.progress('');
      if (flags.json) cli.out.json(report);
      else print(cli, report);
      return report.refused.length === 0 && report.complete ? 0 : 1;
    });
  },
});

function* withProgress(cli: Cli, lines: Iterable<InputLine>): Generator<InputLine> {
  for (const line of lines) {
    if (line.number % 20 === 0) {
      const share = line.size > 0 ? ` (${Math.floor((100 * line.read) / line.size)} %)` : '';
      cli.err.progress(`${line.number} lines${share}`);
    }
    yield line;
  }
}

function print({ out, err }: Cli, report: ImportReport): void {
  const { dim } = out.style;
  const would = report.dry_run ? 'would be ' : '';
  const { sessions } = report;
  out.block(`${count(sessions.new, 'session')} ${would}taken over, ${sessions.known} here already.`);
  if (sessions.grown > 0) {
    out.block(
      `${count(sessions.grown, 'session that went on elsewhere', 'sessions that went on elsewhere')} ${would}brought up to date.`,
    );
  }
  for (const [table, rows] of Object.entries(report.rows)) {
    if (rows.new > 0) out.block(`${count(rows.new, 'row')} of ${table} ${would}taken over.`);
  }
  if (report.redacted > 0)
    out.block(`${count(report.redacted, 'text')} held what looks like a secret; it was taken out.`);
  for (const [table, rows] of Object.entries(report.left_out)) {
    out.block(dim(`${count(rows, 'row')} of ${table} left out.`));
  }
  for (const { line, why } of report.refused.slice(0, MOST_NAMED))
    err.block(`Line ${line} was passed over: ${why}.`);
  const more = report.refused.length - MOST_NAMED;
  if (more > 0) err.block(`${count(more, 'more line was', 'more lines were')} passed over.`);
  if (!report.complete)
    err.block('The file ends before its end: it was cut short, and so is what was taken over.');
}
