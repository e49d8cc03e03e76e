import { isAbsolute, join } from 'node:path';
import { MIRRORS, type Repaired, type RepairReport } from '../../../engine/keeping/repair.ts';
import { count, localTime } from '../../../operations/base/words.ts';
import { declareCommand, JSON_FLAG } from '../base/command.ts';
import type { Cli, Home } from '../base/context.ts';
import { Failure, troubleOf, UsageError } from '../base/errors.ts';
import type { Output } from '../base/output.ts';
import { mirrorsBeyond, rowsOfTables, TAKE_MIRRORS } from './doctor.ts';

/** A repair by itself is stopped after this; the next one finishes it. */
const HARD_LIMIT_MS = 10 * 60_000;
/** Stands for the newest sound backup. */
const NEWEST = 'backup';

export const repairCommand = declareCommand({
  name: 'repair',
  summary: 'Repair a damaged or lost database, or restore a backup.',
  about:
    'A database counts as damaged when SQLite says so twice, and as lost when metrics.anchor, mirrors or backups know ' +
    'of more than it holds; one that is locked, unreadable or on a full disk is left alone. Every readable row is ' +
    'kept; tables with losses are filled from the newest sound backup; missing sessions come from cold storage and ' +
    'mirrors; the search index is rebuilt. Nothing is deleted: the old files go to quarantine/<date>/ with a report. ' +
    'An interrupted repair is finished by the next run. Hooks start it by themselves when they meet damage ' +
    '(repair.auto); only a person restores what is lost or rolled back. With --from the database is replaced by a ' +
    'backup, or takes over what only the mirrors and cold storage hold.',
  args: [],
  flags: {
    yes: { short: 'y', help: 'Without asking.' },
    auto: {
      help: 'Run as hooks start it: silently, and only if SQLite calls the database damaged.',
    },
    report: { help: 'Show what the last repair did.' },
    from: {
      value: 'source',
      choices: [NEWEST, MIRRORS],
      help: `Put back a backup (its name or path, or ${NEWEST} for the newest), or ${MIRRORS}.`,
    },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex repair', says: 'look, and ask before anything is changed' },
    { line: 'cortex repair --report', says: 'what the last repair did' },
    { line: 'cortex repair --from brain-20261115.db', says: 'go back to a backup' },
    {
      line: 'cortex repair --from mirrors',
      says: 'take over sessions that only their mirrors know',
    },
  ],
  run: async (cli, { flags }) => {
    const home = cli.home();
    if (flags.report) return showReport(cli, home, flags);
    if (flags.auto && flags.from !== undefined)
      throw new UsageError('--auto restores nothing: leave --from out.');
    if (flags.auto) home.stepBack(HARD_LIMIT_MS);
    const from = flags.from === undefined ? null : sourceOf(cli, home, flags.from);
    if (!flags.yes && !flags.auto) {
      const refused = await askToRepair(cli, home, from);
      if (refused !== null) return refused;
    }
    const done = await home.repair().run({ auto: flags.auto, from });
    if (flags.json && done.kind !== 'unavailable')
      cli.out.json(done.kind === 'repaired' ? done : { kind: done.kind });
    if (flags.auto) return 0;
    if (done.kind === 'busy')
      throw new Failure('Another process repairs the database.', 'Wait for it, then try again.');
    if (done.kind === 'unavailable') {
      const { message, advice } = troubleOf(done.error);
      throw new Failure(`${message} The database is not damaged, and nothing was changed.`, advice);
    }
    if (done.kind === 'reported') throw new Failure(`${done.detail}.`);
    if (!flags.json) await say(cli.out, home, done);
    return 0;
  },
});

type RepairOutcome = Exclude<Repaired, { readonly kind: 'busy' | 'unavailable' | 'reported' }>;

async function say(out: Output, home: Home, done: RepairOutcome): Promise<void> {
  switch (done.kind) {
    case 'sound': {
      out.line('The database is sound: there is nothing to repair.');
      const unknown = await home.repair().unknownMirrors();
      if (unknown > 0) out.block(`${mirrorsBeyond(unknown)}. ${TAKE_MIRRORS}`);
      return;
    }
    case 'nothing':
      return out.line('There is no database yet, and no sign of an earlier one.');
    case 'reindexed':
      return out.line('Only the search index was damaged: it was rebuilt from what is stored.');
    case 'refolded':
      return out.line(`Every fact is there; folded again: ${rowsOfTables(done.folds)}.`);
    case 'repaired':
      print(out, done.report);
  }
}

/** Says what is wrong, and asks somebody at the terminal whether to repair it. The exit code of a no; null where it goes on. */
async function askToRepair(cli: Cli, home: Home, from: string | null): Promise<number | null> {
  const found = await home.repair().find();
  // The run itself says what is sound, busy or out of reach.
  if (found.kind === 'broken') cli.err.block(`${sentence(found.detail)}.`);
  else if (from === null) return null;
  const what =
    from === null ? 'Rebuild the database? The old files are kept in quarantine.' : question(from);
  const answer = await cli.confirm(what);
  if (answer === true) return null;
  if (answer === null)
    throw new Failure('Nothing was changed.', 'cortex repair --yes does it without asking.');
  cli.out.line('Nothing was changed.');
  return 1;
}

function question(from: string): string {
  return from === MIRRORS
    ? 'Import what only mirrors and cold storage hold?'
    : `Replace the database with ${from}? The present files are kept in quarantine.`;
}

/** A backup by its name or path, or the mirrors. */
function sourceOf(cli: Cli, home: Home, said: string): string {
  if (said === MIRRORS) return MIRRORS;
  const sound = home.repair().backups();
  if (said === NEWEST) {
    if (sound[0]) return sound[0];
    throw new Failure(
      'There is no sound backup.',
      'cortex repair --from mirrors takes what the mirrors know.',
    );
  }
  const named = [said, join(home.folder, 'backups', said)].find(
    (path) => cli.look(path)?.kind === 'file',
  );
  if (named === undefined) {
    const names = sound.length > 0 ? `There are ${sound.join(', ')}.` : 'There is none.';
    throw new Failure(`${said} is not a backup.`, names);
  }
  const path = isAbsolute(named) ? named : join(cli.cwd(), named);
  if (path === home.database) throw new UsageError('That is the database itself.');
  if (!home.repair().isSoundCopy(path))
    throw new Failure(`${said} is damaged, of a newer Cortex, or not a database of Cortex.`);
  return path;
}

function showReport({ out }: Cli, home: Home, { json }: { readonly json: boolean }): number {
  const last = home.lastRepair();
  if (json) out.json(last);
  else if (!last) out.line('Nothing was repaired here yet.');
  else print(out, last);
  return 0;
}

function print(out: Output, report: RepairReport): void {
  const { bold, dim, yellow } = out.style;
  out.block(bold(`Rebuilt ${localTime(report.at)}: ${report.detail}.`));
  const {
    session_states: sessions = 0,
    session_events: facts = 0,
    memory_items: memories = 0,
    cold_sessions: cold = 0,
  } = report.rows;
  out.block(
    `It holds ${count(sessions, 'session')} (${cold} more in cold storage), ${count(facts, 'fact')}, ` +
      `${count(memories, 'memory', 'memories')}.`,
  );
  if (report.salvaged) {
    const taken = report.salvaged.reduce((sum, table) => sum + table.taken, 0);
    out.block(`${count(taken, 'row')} read from the old database.`);
    for (const { table, lost, bad } of report.salvaged.filter(({ whole }) => !whole)) {
      // A table that broke off may still have as many rows as its index knows.
      const isUnknown = lost === null || (lost === 0 && bad === 0);
      const many = isUnknown ? 'an unknown number of rows' : count(lost, 'row');
      out.block(
        yellow(`${table}: ${many} unreadable${bad > 0 ? `, ${bad} set aside` : ''}.`),
        '  ',
      );
    }
  } else if (report.reason !== 'asked') out.block('Nothing could be read from the old database.');
  if (report.backup) {
    const rows = Object.values(report.backup.rows).reduce((sum, number) => sum + number, 0);
    out.block(`${count(rows + report.sessions_from.backup, 'row')} from ${report.backup.path}.`);
  }
  const { archives, mirrors } = report.sessions_from;
  if (archives > 0) out.block(`${count(archives, 'session')} found again in cold storage.`);
  if (mirrors > 0)
    out.block(`${count(mirrors, 'session')} from mirrors alone: without the facts behind them.`);
  if (report.caught_up > 0)
    out.block(`${count(report.caught_up, 'session')} brought up to a newer mirror.`);
  if (report.gap_sealed) out.block(`Metrics: a gap was sealed (${report.gap_sealed}).`);
  out.block(
    dim(
      `The old files are in ${report.quarantine}. It took ${(report.took_ms / 1000).toFixed(1)} s.`,
    ),
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
