import { size } from '../../../domain/base/text/size.ts';
import { copyDatabase, underMaintenanceLock } from '../../../engine/keeping/copy.ts';
import { type MaintenanceReport, maintain as run } from '../../../engine/keeping/retention.ts';
import { count, timeAgo } from '../../../operations/base/words.ts';
import type { Copy, MaintenanceState } from '../../../store/store.ts';
import { declareCommand, JSON_FLAG } from '../base/command.ts';
import type { Cli } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import type { Output } from '../base/output.ts';
import { withStore } from '../base/store.ts';
import { keepAsking } from '../setup/asking.ts';
import { keepLaunchers } from '../setup/launchers.ts';

/** Time limit of an automatic run, which is killed if it does not stop by itself. */
const PATIENCE_MS = 45_000;
const HARD_LIMIT_MS = 60_000;
/** Sessions that a run by itself moves at most; the rest waits for the next day. */
const MOST_AT_ONCE = 2_000;
/** Between two sessions, so that a hook that waits for the database gets it. */
const BREATH_MS = 15;

export const maintainCommand = declareCommand({
  name: 'maintain',
  summary: 'Move old sessions to cold storage, clean up and make a backup.',
  about: [
    'Moves sessions that ended more than 30 days ago to files of their own ' +
      '(sessions/archive/<month>/<id>.json); you can still list, show and continue them. ' +
      'Removes left-over files and outdated rows, tidies indexes and the write-ahead log, and ' +
      'copies the database to backups/, where the newest three stay. You may interrupt it at ' +
      'any moment and run it again.',
    'Cortex runs it at most once a day, after a session has ended, and renews the backup ' +
      'every hour of work; maintenance.auto switches both off.',
  ].join('\n\n'),
  args: [],
  flags: {
    'dry-run': { help: 'Only say what would be done.' },
    auto: {
      help: 'Run as maintenance by itself does: silently, at low priority, for at most a minute.',
    },
    backup: { help: 'Only make the backup that every hour of work makes by itself.' },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex maintain --dry-run', says: 'what is due' },
    { line: 'cortex maintain', says: 'do it now' },
  ],
  run: async (cli, { flags }) => {
    // A home that was removed in the meantime is not made again.
    if (flags.auto && !cli.look(cli.home().database)) return 0;
    return withStore(cli, async (deps, home) => {
      if (flags.auto) home.stepBack(HARD_LIMIT_MS);
      if (flags.backup) {
        const ran = await underMaintenanceLock(deps, home.copies().self, () =>
          copyDatabase(deps, home.copies()),
        );
        if ('by' in ran) return flags.auto ? 0 : isRunning(ran.by, deps.now());
        if (flags.json) cli.out.json(ran.done);
        else if (!flags.auto) cli.out.block(backupLine(ran.done));
        return 0;
      }
      const until = deps.ticks() + PATIENCE_MS;
      const done = await run(deps, home.copies(), {
        dryRun: flags['dry-run'],
        most: flags.auto ? MOST_AT_ONCE : Number.POSITIVE_INFINITY,
        outOfTime: () => flags.auto && deps.ticks() > until,
        progress: (what, at, of) => {
          if (flags.auto) return new Promise((resolve) => setTimeout(resolve, BREATH_MS));
          cli.err.progress(of > 0 ? `${what}: ${at} of ${of}` : what);
          return undefined;
        },
      });
      cli.err.progress('');
      if (done.kind === 'busy') {
        return flags.auto ? 0 : isRunning(done.by, deps.now());
      }
      if (!flags['dry-run']) {
        for (const room of cli.rooms) await room.maintains?.(cli, deps);
        keepLaunchers(cli, home);
        await keepAsking(cli).catch((error) => deps.log.failure('hooks not kept', error));
      }
      const { report } = done;
      if (flags.json) cli.out.json(report);
      else if (!flags.auto) print(cli, report);
      return report.problems.length === 0 ? 0 : 1;
    });
  },
});

function isRunning({ startedAt, owner }: MaintenanceState, now: number): never {
  throw new Failure(
    `Maintenance is running already, since ${timeAgo(startedAt, now)} (process ${owner?.['pid']}).`,
    'Wait for it, then try again.',
  );
}

function backupLine({ path, bytes }: Copy): string {
  return `Backup: ${path} (${size(bytes)}).`;
}

function print({ out, err }: Cli, report: MaintenanceReport): void {
  const { dim, yellow } = out.style;
  const lines = linesOf(report);
  for (const line of lines.length > 0 ? lines : ['Nothing was due.']) out.block(line);
  if (report.unknown_archives > 0) {
    out.block(
      yellow(
        `${count(report.unknown_archives, 'file')} in cold storage ${report.unknown_archives === 1 ? 'is' : 'are'} unknown to the database and left alone.`,
      ),
    );
  }
  if (!report.dry_run) out.block(dim(`It took ${(report.took_ms / 1000).toFixed(1)} s.`));
  problems(err, report);
}

function linesOf(report: MaintenanceReport): string[] {
  const would = report.dry_run ? 'would be ' : '';
  const lines: string[] = [];
  const say = (number: number, one: string, many: string, what: string) => {
    if (number > 0) lines.push(`${count(number, one, many)} ${would}${what}.`);
  };
  say(report.moved, 'session', 'sessions', 'moved to cold storage');
  if (report.left > 0 && !report.dry_run)
    lines.push(`${count(report.left, 'session waits', 'sessions wait')} for the next run.`);
  say(report.mirrors_removed, 'left-over mirror', 'left-over mirrors', 'removed');
  say(report.archives_removed, 'left-over archive', 'left-over archives', 'removed');
  say(report.files_removed, 'left-over file', 'left-over files', 'removed');
  say(report.sessions_placed, 'session', 'sessions', 'moved out of the global scope, by folder');
  say(report.sessions_folded, 'session', 'sessions', 'of an earlier version folded again');
  say(report.threads_archived, 'idle thread', 'idle threads', 'archived');
  for (const [table, rows] of Object.entries(report.rows_removed)) {
    say(rows, `outdated row of ${table}`, `outdated rows of ${table}`, 'removed');
  }
  say(
    report.sessions_thinned,
    'session that is long over',
    'sessions that are long over',
    'cut to a brief',
  );
  say(report.indexes_built.length, 'index', 'indexes', 'built');
  say(report.backups_removed, 'old backup', 'old backups', 'removed');
  if (report.drill) {
    const { ok, detail, path } = report.drill;
    lines.push(
      ok
        ? `Test: ${path} was restored (${detail}).`
        : `Test: ${path} cannot be restored: ${detail}.`,
    );
  }
  if (report.backup) lines.push(backupLine(report.backup));
  return lines;
}

function problems(err: Output, report: MaintenanceReport): void {
  for (const { step, message } of report.problems)
    err.block(`${err.style.red(`${step}:`)} ${message}`);
}
