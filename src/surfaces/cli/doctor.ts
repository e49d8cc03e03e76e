import { dirname } from 'node:path';
import { broken, type Check, type FileFacts, note, ok, UNREAD } from '../../domain/runtime/check.ts';
import { lockedWords } from '../../domain/runtime/lock-holder.ts';
import { iso } from '../../domain/time.ts';
import { verifyFiles, verifyMetrics } from '../../engine/metrics/verify.ts';
import { foldsAmiss, missedLine } from '../../engine/repair/loss.ts';
import { coldSessions, lastMaintenance } from '../../engine/session/stored.ts';
import { ACCEPT_UNREAD } from '../../operations/metrics/verify.ts';
import type { DatabaseReport } from '../../store.ts';
import type { Cli, Home } from './context.ts';
import { troubleOf } from './errors.ts';
import { hostChecks } from './host-checks.ts';
import { launcherChecks, launcherMissed } from './setup/launchers.ts';
import { withOpen } from './store.ts';
import { ago, count, size, when } from './times.ts';

const LOOK_AT_ACCESS = 'Give yourself access to it, or set CORTEX_HOME to a folder of yours.';

/** Everything that Cortex needs. Whole: also every page, row and mirror, which takes seconds where there are many. */
export async function examine(cli: Cli, { isWhole }: { readonly isWhole: boolean }): Promise<Check[]> {
  const checks = [nodeCheck(cli)];
  let home: Home;
  try {
    home = cli.home();
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [...checks, broken('home', message, advice)];
  }
  checks.push(
    homeCheck(cli, home),
    ...configChecks(home),
    ...databaseChecks(cli, home, isWhole),
    ...spoolChecks(home),
    ...(await completenessChecks(cli, home, isWhole)),
    ...(isWhole ? [...(await evidenceChecks(cli, home)), ...(await foldChecks(cli, home))] : []),
    mirrorsCheck(cli, home),
    await maintenanceCheck(cli, home),
    logCheck(cli, home),
    ...missedChecks(cli, home),
    ...repairChecks(home),
    ...(await Promise.all(cli.rooms.map((room) => room.checks?.(cli, home) ?? []))).flat(),
  );
  return [...checks, ...launcherChecks(cli, home), ...(await hostChecks(cli, home))];
}

function nodeCheck({ node }: Cli): Check {
  if (node.isSupported) return ok('node', node.version);
  return broken(
    'node',
    `${node.version} is too old`,
    'Install Node 22.22.3 or newer in the 22 line, or 24.15 and newer.',
  );
}

/** Whether data can be kept where it belongs. */
export function homeCheck(cli: Cli, home: Home): Check {
  const { folder } = home;
  const found = cli.look(folder);
  if (!found) return futureHome(cli, folder);
  if (found.kind !== 'folder') {
    return broken('home', `${folder} is not a folder`, 'Move it away, or set CORTEX_HOME.');
  }
  if (!found.isOurs) {
    return broken('home', `${folder} belongs to another user`, 'Set CORTEX_HOME to a folder of yours.');
  }
  if (!found.isWritable) return broken('home', `${folder} cannot be written`, LOOK_AT_ACCESS);
  return openToOthers(found)
    ? note('home', `${folder} is open to others (${octal(found)})`, `Close it: chmod 700 "${folder}"`)
    : ok('home', folder);
}

function futureHome(cli: Cli, folder: string): Check {
  let above = dirname(folder);
  while (cli.look(above) === null && dirname(above) !== above) above = dirname(above);
  const parent = cli.look(above);
  if (parent?.kind === 'folder' && parent.isWritable) {
    return ok('home', `${folder} is not there yet; it is made at the first event`);
  }
  return broken(
    'home',
    `${folder} is not there and cannot be made`,
    `Make ${above} a folder that you can write, or set CORTEX_HOME.`,
  );
}

function configChecks(home: Home): Check[] {
  if (!home.config['session_persistence.enabled']) {
    const off = note(
      'capture',
      'switched off',
      'Switch it on: cortex config set session_persistence.enabled true',
    );
    return [off, ...configWarnings(home)];
  }
  return configWarnings(home);
}

function configWarnings(home: Home): Check[] {
  if (home.warnings.length === 0) return [ok('configuration', 'every value is accepted')];
  return home.warnings.map((warning) => note('configuration', warning, 'cortex config lists all options.'));
}

function databaseChecks(cli: Cli, home: Home, isWhole: boolean): Check[] {
  const found = cli.look(home.database);
  if (isGone(cli, home)) return [broken('database', GONE, BRING_BACK)];
  if (!found) return [ok('database', 'none yet; the first event makes it')];
  const openNote = openToOthers(found)
    ? [note('database', `it was open to others (${octal(found)})`, 'Closed by opening it now.')]
    : [];
  let report: DatabaseReport;
  try {
    report = home.inspect(isWhole || found.bytes <= QUICKLY_READ);
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [...openNote, broken('database', message, advice)];
  }
  return [
    ok('database', `${home.database}, ${size(found.bytes)}`),
    ...openNote,
    ...contentChecks(report),
    report.synchronous === 2
      ? ok('synchronous', 'FULL: what is acknowledged survives a power loss')
      : broken(
          'synchronous',
          `level ${report.synchronous}`,
          'A power loss could take what was acknowledged. Report this.',
        ),
    journalCheck(report),
    report.isSound
      ? ok('sqlite', report.sqliteVersion)
      : note(
          'sqlite',
          `${report.sqliteVersion} is older than 3.51.3`,
          'Use a newer Node; until then the slower journal is used.',
        ),
    migrationCheck(report),
  ];
}

export const GONE = 'it is gone or empty, although anchor, mirrors or backups show that there was one';
export const BRING_BACK =
  'cortex repair restores what backups and mirrors hold. If this is intended: cortex verify --accept "why".';

export const TAKE_MIRRORS = 'cortex repair --from mirrors takes them over; otherwise they can be removed.';

/** `3 mirrors are of sessions that the database does not know`. */
export function mirrorsBeyond(unknown: number): string {
  return `${count(unknown, 'mirror is', 'mirrors are')} of sessions that the database does not know`;
}

/** No database, and something that says there was one. */
export function isGone(cli: Cli, home: Home): boolean {
  return (cli.look(home.database)?.bytes ?? 0) === 0 && home.repair.isRemembered();
}

/** A database that lost its log, or is an older copy of itself, is sound to SQLite. */
async function completenessChecks(cli: Cli, home: Home, isWhole: boolean): Promise<Check[]> {
  const name = 'completeness';
  if (!cli.look(home.database)?.bytes) return [];
  try {
    const behind = await home.repair.behind();
    if (behind !== null) return [broken(name, behind, BRING_BACK)];
    const unknown = isWhole ? await home.repair.unknownMirrors() : 0;
    return [
      unknown > 0
        ? note(name, mirrorsBeyond(unknown), TAKE_MIRRORS)
        : ok(name, 'nothing is known to be missing'),
    ];
  } catch {
    return [note(name, 'unknown, because the database does not open', 'See above.')];
  }
}

/** Metrics, mirrors and archives that are not as written. Without its key nothing is recorded any more. */
async function evidenceChecks(cli: Cli, home: Home): Promise<Check[]> {
  const name = 'evidence';
  if (!cli.look(home.database)?.bytes) return [];
  try {
    const [{ damage }, found] = await withOpen(home, async (deps) => [
      await verifyMetrics(deps),
      await verifyFiles(deps),
    ]);
    const { edited_mirrors, edited_archives, missing_archives } = found;
    const files = edited_mirrors.length + edited_archives.length + missing_archives.length;
    const said = [
      ...(damage ? [`metrics: ${damage.kind}, ${damage.detail}`] : []),
      ...(files > 0
        ? [`${count(files, 'mirror or archive is', 'mirrors and archives are')} not as written`]
        : []),
    ].join('; ');
    if (said === '') return [ok(name, 'metrics, mirrors and archives are as written')];
    const tells = 'cortex verify says more and what to do.';
    return [damage?.kind === 'key missing' ? broken(name, said, tells) : note(name, said, tells)];
  } catch {
    return [note(name, 'unknown, because the database does not open', 'See above.')];
  }
}

/** A file of this size is read whole in a tenth of a second. */
const QUICKLY_READ = 16 * 1024 * 1024;

function contentChecks({ content }: DatabaseReport): Check[] {
  if (!content) return [ok(UNREAD, 'not every row was read now; cortex doctor reads all')];
  return [integrityCheck(content), checksumCheck(content)];
}

type Content = NonNullable<DatabaseReport['content']>;

function integrityCheck({ damage }: Content): Check {
  if (damage.length === 0) return ok('integrity', 'integrity_check finds nothing');
  const { advice } = troubleOf({ errcode: 11 });
  return broken('integrity', damage.slice(0, 3).join('; '), advice!);
}

function checksumCheck({ badRows }: Content): Check {
  const name = 'checksums';
  if (badRows.length === 0) return ok(name, 'every row is as written');
  return broken(name, `${rowsOfTables(badRows)} not as written`, troubleOf({ errcode: 11 }).advice);
}

/** `1 row of session_turns, 2 rows of session_states`. */
export function rowsOfTables(found: readonly { readonly table: string; readonly rows: number }[]): string {
  return found.map(({ table, rows }) => `${count(rows, 'row')} of ${table}`).join(', ');
}

/** Folds the facts again and compares. */
async function foldChecks(cli: Cli, home: Home): Promise<Check[]> {
  const name = 'folds';
  if (!cli.look(home.database)?.bytes) return [];
  try {
    const found = await withOpen(home, foldsAmiss);
    if (found.length === 0) return [ok(name, 'every session and thread follows from its facts')];
    return [
      note(name, `${rowsOfTables(found)} not what the facts amount to`, 'cortex repair folds them again.'),
    ];
  } catch {
    return [note(name, 'unknown, because the database does not open', 'See above.')];
  }
}

function journalCheck({ journalMode }: DatabaseReport): Check {
  if (journalMode === 'wal') return ok('journal', 'write-ahead');
  return note(
    'journal',
    journalMode,
    'Right for a network file system or an older SQLite; hooks wait longer for each other.',
  );
}

function migrationCheck({ migrations, newestMigration }: DatabaseReport): Check {
  const last = migrations.at(-1);
  if (!last)
    return broken(
      'schema',
      'no migration is on record',
      'The database is not one of Cortex; set CORTEX_HOME to another folder.',
    );
  return ok(
    'schema',
    `${last.number} of ${newestMigration} (${last.name}, since ${last.applied_at.slice(0, 10)})`,
  );
}

function mirrorsCheck(cli: Cli, home: Home): Check {
  const found = cli.look(home.mirrors);
  if (!found) return ok('mirrors', `${home.mirrors} is not there yet; it is made when a session ends`);
  if (found.kind !== 'folder') return broken('mirrors', `${home.mirrors} is not a folder`, 'Move it away.');
  if (!found.isWritable || !found.isOurs)
    return broken('mirrors', `${home.mirrors} cannot be written`, LOOK_AT_ACCESS);
  return ok('mirrors', home.mirrors);
}

const NEW_BACKUP = 'Make a new one: cortex maintain. Then look at the disk.';

/** When maintenance ran last, and whether every file of cold storage is where the index says. */
async function maintenanceCheck(cli: Cli, home: Home): Promise<Check> {
  const name = 'maintenance';
  if (!cli.look(home.database)) return ok(name, 'nothing to do yet');
  try {
    return await withOpen(home, async (deps) => {
      const here = new Set(home.copies().archives());
      const cold = await coldSessions(deps);
      const missing = cold.filter(({ path }) => !here.has(path)).length;
      if (missing > 0) {
        return note(
          name,
          `${count(missing, 'file')} of cold storage missing in ${home.mirrors}`,
          'Put them back, or import the sessions from an export: cortex import <file>',
        );
      }
      const { finishedAt, report } = await lastMaintenance(deps);
      const last = report ? `last done ${ago(finishedAt, deps.now())}` : 'not done yet';
      const { drill = null } = report ?? {};
      if (drill?.ok === false)
        return broken(name, `${drill.path} cannot be restored: ${drill.detail}`, NEW_BACKUP);
      const drilled = drill ? `, the last backup was restored as a test (${drill.detail})` : '';
      return ok(name, `${last}, ${count(cold.length, 'session')} in cold storage${drilled}`);
    });
  } catch {
    return note(name, 'unknown, because the database does not open', 'See above.');
  }
}

/** Events that wait for the database, and whoever keeps them from it. */
function spoolChecks(home: Home): Check[] {
  const spooled = home.spooled();
  const wait = count(spooled.length, 'event waits', 'events wait');
  const waiting =
    spooled[0] === undefined
      ? []
      : [note('waiting', `${wait} to be stored since ${when(iso(spooled[0]))}`, TAKEN_IN)];
  try {
    if (!home.isLocked()) return [ok('lock', 'the database can be written'), ...waiting];
    const { message, advice } = lockedWords(home.lockHolder());
    return [broken('lock', message, advice), ...waiting];
  } catch {
    return waiting;
  }
}

const TAKEN_IN =
  'The next prompt, turn or command takes them in. Where a newer Cortex has written the database, or the events, that one does.';

function logCheck(cli: Cli, home: Home): Check {
  const folder = cli.look(home.logFolder);
  if (folder && (folder.kind !== 'folder' || !folder.isWritable)) {
    return broken('log', `${home.logFolder} cannot be written: failures go unseen`, LOOK_AT_ACCESS);
  }
  const failures = home.log({ levels: ['failure'], limit: 100 });
  const [last] = failures;
  if (!last) return ok('log', 'no failures');
  const many = failures.length === 100 ? '100 or more failures' : count(failures.length, 'failure');
  const isLate = failures.every(({ message }) => message?.startsWith('out of time before'));
  return note(
    'log',
    `${many}, the last ${when(last.at)}: ${last.message ?? last.event}`,
    isLate ? TOO_BUSY : `The whole log is in ${home.logFolder}.`,
  );
}

const TOO_BUSY =
  'The machine was busy. What a start does not tell in time comes with the first prompt; no event is lost.';

function missedChecks(cli: Cli, home: Home): Check[] {
  const missed = home.missed();
  const unstarted = launcherMissed(cli, home);
  if (!missed) return [unstarted ?? ok('missed', 'none')];
  const kinds = Object.entries(missed.kinds).map(([kind, number]) => `${number} ${kind}`);
  const lost = note('missed', `${missedLine(missed)}: ${kinds.join(', ')}`, 'Make room on the disk.');
  return unstarted ? [lost, unstarted] : [lost];
}

function repairChecks(home: Home): Check[] {
  const unread = home.unread();
  if (unread.length > 0) return unread.map((line) => broken('repair', `not read: ${line}`, ACCEPT_UNREAD));
  const last = home.repairs().at(-1);
  if (!last) return [];
  const { at } = last.report as { at: string };
  return [
    note('repair', `the database was rebuilt ${when(at)}`, 'cortex repair --report tells what came of it.'),
  ];
}

function openToOthers({ mode }: FileFacts): boolean {
  return mode !== null && (mode & 0o077) !== 0;
}

function octal({ mode }: FileFacts): string {
  return `mode ${(mode ?? 0).toString(8)}`;
}
