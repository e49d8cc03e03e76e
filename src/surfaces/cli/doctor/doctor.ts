import {
  brokenCheck,
  type FileFacts,
  type HealthCheck,
  noteCheck,
  okCheck,
  UNREAD,
} from '../../../domain/base/check.ts';
import { lockedWords } from '../../../domain/base/lock-holder.ts';
import { size } from '../../../domain/base/text/size.ts';
import { iso } from '../../../domain/base/time.ts';
import type { Deps } from '../../../engine/base/deps.ts';
import { foldsAmiss, missedLine } from '../../../engine/keeping/loss.ts';
import { coldSessions, lastMaintenance } from '../../../engine/keeping/stored.ts';
import { verifyFiles, verifyMetrics } from '../../../engine/metrics/verify.ts';
import { count, localTime, timeAgo } from '../../../operations/base/words.ts';
import { ACCEPT_UNREAD } from '../../../operations/metrics/verify.ts';
import type { DatabaseReport } from '../../../store/store.ts';
import type { Cli, Home } from '../base/context.ts';
import { troubleOf } from '../base/errors.ts';
import { nearestAbove } from '../base/homes.ts';
import { withOpen } from '../base/store.ts';
import { hostChecks } from '../setup/host-checks.ts';
import { launcherChecks, launcherMissed } from '../setup/launchers.ts';

/** How much is examined. Whole: also every page, row and mirror, which takes seconds where there are many. */
interface ExamineExtent {
  readonly isWhole: boolean;
}

type Checks = HealthCheck | readonly HealthCheck[];

/** One part of the examination. */
type DoctorLook = (home: Home, cli: Cli, extent: ExamineExtent) => Checks | Promise<Checks>;

/** Everything that Cortex needs. */
export async function examine(cli: Cli, extent: ExamineExtent): Promise<HealthCheck[]> {
  const checks = [nodeCheck(cli)];
  let home: Home;
  try {
    home = cli.home();
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [...checks, brokenCheck('home', message, advice)];
  }
  const looks: readonly DoctorLook[] = [
    homeCheck,
    configChecks,
    databaseChecks,
    spoolChecks,
    inDatabase('completeness', completeness),
    ...(extent.isWhole ? [inDatabase('evidence', evidence), inDatabase('folds', folds)] : []),
    mirrorsCheck,
    maintenanceCheck,
    logCheck,
    missedChecks,
    repairChecks,
    async () => (await Promise.all(cli.rooms.map((room) => room.checks?.(cli, home) ?? []))).flat(),
    launcherChecks,
    hostChecks,
  ];
  for (const look of looks) checks.push(...[await look(home, cli, extent)].flat());
  return checks;
}

function nodeCheck({ node }: Cli): HealthCheck {
  if (node.isSupported) return okCheck('node', node.version);
  const advice = 'Install Node 22.22.3 or newer in the 22 line, or 24.15 and newer.';
  return brokenCheck('node', `${node.version} is too old`, advice);
}

const GIVE_ACCESS = 'Give yourself access to it, or set CORTEX_HOME to a folder of yours.';

/** Whether the home folder can be used. */
export function homeCheck({ folder }: Home, cli: Cli): HealthCheck {
  const found = cli.look(folder);
  if (!found) return futureHome(cli, folder);
  if (found.kind !== 'folder')
    return brokenCheck('home', `${folder} is not a folder`, 'Move it away, or set CORTEX_HOME.');
  if (!found.isOurs)
    return brokenCheck(
      'home',
      `${folder} belongs to another user`,
      'Set CORTEX_HOME to a folder of yours.',
    );
  if (!found.isWritable) return brokenCheck('home', `${folder} cannot be written`, GIVE_ACCESS);
  return isOpen(found)
    ? noteCheck(
        'home',
        `${folder} is open to others (${octal(found)})`,
        `Close it: chmod 700 "${folder}"`,
      )
    : okCheck('home', folder);
}

function futureHome(cli: Cli, folder: string): HealthCheck {
  const above = nearestAbove(cli, folder);
  const parent = cli.look(above);
  if (parent?.kind === 'folder' && parent.isWritable)
    return okCheck('home', `${folder} is not there yet; the first event makes it`);
  const advice = `Make ${above} a folder that you can write, or set CORTEX_HOME.`;
  return brokenCheck('home', `${folder} is not there and cannot be made`, advice);
}

function configChecks({ config, warnings }: Home): readonly HealthCheck[] {
  const off = noteCheck(
    'capture',
    'switched off',
    'Switch it on: cortex config set session_persistence.enabled true',
  );
  return [
    ...(config['session_persistence.enabled'] ? [] : [off]),
    ...(warnings.length === 0 ? [okCheck('configuration', 'every value is accepted')] : []),
    ...warnings.map((warning) =>
      noteCheck('configuration', warning, 'cortex config lists all options.'),
    ),
  ];
}

/** A file of this size is read whole in a tenth of a second. */
const QUICKLY_READ = 16 * 1024 * 1024;

function databaseChecks(home: Home, cli: Cli, { isWhole }: ExamineExtent): readonly HealthCheck[] {
  const found = cli.look(home.database);
  if (isDatabaseGone(cli, home)) return [brokenCheck('database', GONE, BRING_BACK)];
  if (!found) return [okCheck('database', 'none yet; the first event makes it')];
  const opened = isOpen(found)
    ? [
        noteCheck(
          'database',
          `it was open to others (${octal(found)})`,
          'Opening it just now closed it.',
        ),
      ]
    : [];
  try {
    const report = home.inspect(isWhole || found.bytes <= QUICKLY_READ);
    const {
      content,
      synchronous,
      journalMode,
      isSound,
      sqliteVersion,
      migrations,
      newestMigration,
    } = report;
    const last = migrations.at(-1);
    return [
      okCheck('database', `${home.database}, ${size(found.bytes)}`),
      ...opened,
      ...(content
        ? contentChecks(content)
        : [okCheck(UNREAD, 'not every row was read this time; cortex doctor reads all')]),
      synchronous === 2
        ? okCheck('synchronous', 'FULL: what is acknowledged survives a power loss')
        : brokenCheck('synchronous', `level ${synchronous}`, MAY_LOSE),
      journalMode === 'wal'
        ? okCheck('journal', 'write-ahead')
        : noteCheck('journal', journalMode, SLOW_JOURNAL),
      isSound
        ? okCheck('sqlite', sqliteVersion)
        : noteCheck('sqlite', `${sqliteVersion} is older than 3.51.3`, NEWER_NODE),
      last
        ? okCheck(
            'schema',
            `${last.number} of ${newestMigration} (${last.name}, since ${last.applied_at.slice(0, 10)})`,
          )
        : brokenCheck('schema', 'no migration is on record', NOT_OURS),
    ];
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return [...opened, brokenCheck('database', message, advice)];
  }
}

const MAY_LOSE = 'A power loss could take what was acknowledged. Report this.';
const NEWER_NODE = 'Use a newer Node; until then Cortex uses the slower journal.';
const SLOW_JOURNAL =
  'Right for a network file system or an older SQLite; hooks wait longer for each other.';
const NOT_OURS = 'The database does not belong to Cortex; set CORTEX_HOME to another folder.';
export const GONE =
  'it is gone or empty, although the anchor, mirrors or backups show that there was one';
export const BRING_BACK =
  'cortex repair restores what backups and mirrors hold. If this is intended: cortex verify --accept "why".';

export const TAKE_MIRRORS =
  'cortex repair --from mirrors takes them over; otherwise they can be removed.';

/** `3 mirrors are of sessions that the database does not know`. */
export function mirrorsBeyond(unknown: number): string {
  return `${count(unknown, 'mirror is', 'mirrors are')} of sessions that the database does not know`;
}

/** No database, although something shows that there was one. */
export function isDatabaseGone(cli: Cli, home: Home): boolean {
  return (cli.look(home.database)?.bytes ?? 0) === 0 && home.repair().isRemembered();
}

type DatabaseContent = NonNullable<DatabaseReport['content']>;

function contentChecks({ damage, badRows }: DatabaseContent): readonly HealthCheck[] {
  const { advice } = troubleOf({ errcode: 11 });
  return [
    damage.length === 0
      ? okCheck('integrity', 'integrity_check finds nothing wrong')
      : brokenCheck('integrity', damage.slice(0, 3).join('; '), advice),
    badRows.length === 0
      ? okCheck('checksums', 'every row is as written')
      : brokenCheck('checksums', `${rowsOfTables(badRows)} not as written`, advice),
  ];
}

/** `1 row of session_turns, 2 rows of session_states`. */
export function rowsOfTables(
  found: readonly { readonly table: string; readonly rows: number }[],
): string {
  return found.map(({ table, rows }) => `${count(rows, 'row')} of ${table}`).join(', ');
}

/** A check that needs the database; nothing where there is none. */
function inDatabase(
  name: string,
  look: (deps: Deps, home: Home, name: string, extent: ExamineExtent) => Promise<HealthCheck>,
): DoctorLook {
  return async (home, cli, extent) => {
    if (!cli.look(home.database)?.bytes) return [];
    try {
      return await withOpen(home, (deps) => look(deps, home, name, extent));
    } catch {
      return noteCheck(name, 'unknown, because the database does not open', 'See above.');
    }
  };
}

/** Finds a database that lost its log or is an older copy, which SQLite calls sound. */
async function completeness(
  _: Deps,
  { repair }: Home,
  name: string,
  { isWhole }: ExamineExtent,
): Promise<HealthCheck> {
  const behind = await repair().behind();
  if (behind !== null) return brokenCheck(name, behind, BRING_BACK);
  const unknown = isWhole ? await repair().unknownMirrors() : 0;
  return unknown > 0
    ? noteCheck(name, mirrorsBeyond(unknown), TAKE_MIRRORS)
    : okCheck(name, 'nothing is known to be missing');
}

/** Finds changed metrics, mirrors and archives, and a missing key, without which nothing is recorded. */
async function evidence(deps: Deps, _: Home, name: string): Promise<HealthCheck> {
  const { damage } = await verifyMetrics(deps);
  const { edited_mirrors, edited_archives, missing_archives } = await verifyFiles(deps);
  const files = edited_mirrors.length + edited_archives.length + missing_archives.length;
  const said = [
    ...(damage ? [`metrics: ${damage.kind}, ${damage.detail}`] : []),
    ...(files > 0
      ? [`${count(files, 'mirror or archive is', 'mirrors and archives are')} not as written`]
      : []),
  ].join('; ');
  if (said === '') return okCheck(name, 'metrics, mirrors and archives are as written');
  const advice = 'cortex verify says more, and what to do.';
  return damage?.kind === 'key missing'
    ? brokenCheck(name, said, advice)
    : noteCheck(name, said, advice);
}

/** Folds the facts again and compares. */
async function folds(deps: Deps, _: Home, name: string): Promise<HealthCheck> {
  const { found, areOlder } = await foldsAmiss(deps);
  if (found.length === 0) return okCheck(name, 'every session and thread follows from its facts');
  const rows = rowsOfTables(found);
  return areOlder
    ? noteCheck(
        name,
        `${rows} as an earlier version folded them`,
        'cortex maintain folds them again, also by itself.',
      )
    : noteCheck(name, `${rows} not what the facts amount to`, 'cortex repair folds them again.');
}

function mirrorsCheck({ mirrors }: Home, cli: Cli): HealthCheck {
  const found = cli.look(mirrors);
  if (!found)
    return okCheck('mirrors', `${mirrors} is not there yet; the end of a session makes it`);
  if (found.kind !== 'folder')
    return brokenCheck('mirrors', `${mirrors} is not a folder`, 'Move it away.');
  return found.isWritable && found.isOurs
    ? okCheck('mirrors', mirrors)
    : brokenCheck('mirrors', `${mirrors} cannot be written`, GIVE_ACCESS);
}

function maintenanceCheck(home: Home, cli: Cli, extent: ExamineExtent): Checks | Promise<Checks> {
  const name = 'maintenance';
  if (!cli.look(home.database)) return okCheck(name, 'nothing to do yet');
  return inDatabase(name, maintenance)(home, cli, extent);
}

/** When maintenance ran last, and whether every file of cold storage is where the index says. */
async function maintenance(deps: Deps, home: Home, name: string): Promise<HealthCheck> {
  const here = new Set(home.copies().archives());
  const cold = await coldSessions(deps);
  const missing = cold.filter(({ path }) => !here.has(path)).length;
  if (missing > 0)
    return noteCheck(
      name,
      `${count(missing, 'file')} of cold storage missing in ${home.mirrors}`,
      'Put them back, or import the sessions from an export: cortex import <file>',
    );
  const { finishedAt, report } = await lastMaintenance(deps);
  const { drill = null } = report ?? {};
  if (drill?.ok === false)
    return brokenCheck(name, `${drill.path} cannot be restored: ${drill.detail}`, NEW_BACKUP);
  const last = report ? `last done ${timeAgo(finishedAt, deps.now())}` : 'not done yet';
  const drilled = drill ? `, the last backup was restored as a test (${drill.detail})` : '';
  return okCheck(name, `${last}, ${count(cold.length, 'session')} in cold storage${drilled}`);
}

const NEW_BACKUP = 'Make a new one: cortex maintain. Then check the disk.';

/** Events that wait for the database, and the process that locks it. */
function spoolChecks(home: Home): readonly HealthCheck[] {
  const spooled = home.spooled();
  const wait = count(spooled.length, 'event waits', 'events wait');
  const waiting =
    spooled[0] === undefined
      ? []
      : [
          noteCheck(
            'waiting',
            `${wait} to be stored since ${localTime(iso(spooled[0]))}`,
            TAKEN_IN,
          ),
        ];
  try {
    if (!home.isLocked()) return [okCheck('lock', 'the database can be written'), ...waiting];
    const { message, advice } = lockedWords(home.lockHolder());
    return [brokenCheck('lock', message, advice), ...waiting];
  } catch {
    return waiting;
  }
}

const TAKEN_IN =
  'The next prompt, turn or command stores them. If a newer Cortex wrote the database or the events, only that one can.';

function logCheck(home: Home, cli: Cli): HealthCheck {
  const folder = cli.look(home.logFolder);
  if (folder && (folder.kind !== 'folder' || !folder.isWritable))
    return brokenCheck(
      'log',
      `${home.logFolder} cannot be written: failures go unseen`,
      GIVE_ACCESS,
    );
  const failures = home.log({ levels: ['failure'], limit: 100 });
  const [last] = failures;
  if (!last) return okCheck('log', 'no failures');
  const many = failures.length === 100 ? '100 or more failures' : count(failures.length, 'failure');
  const isLate = failures.every(({ message }) => message?.startsWith('out of time before'));
  return noteCheck(
    'log',
    `${many}, the last ${localTime(last.at)}: ${last.message ?? last.event}`,
    isLate ? TOO_BUSY : `The whole log is in ${home.logFolder}.`,
  );
}

const TOO_BUSY =
  'The machine was busy. What a start does not tell in time comes with the first prompt; no event is lost.';

function missedChecks(home: Home, cli: Cli): readonly HealthCheck[] {
  const missed = home.missed();
  const kinds = Object.entries(missed?.kinds ?? {}).map(([kind, number]) => `${number} ${kind}`);
  const lost = missed
    ? [noteCheck('missed', `${missedLine(missed)}: ${kinds.join(', ')}`, 'Make room on the disk.')]
    : [];
  const found = [...lost, launcherMissed(cli, home)].filter((check) => check !== null);
  return found.length > 0 ? found : [okCheck('missed', 'none')];
}

function repairChecks(home: Home): readonly HealthCheck[] {
  const unread = home.unread();
  if (unread.length > 0)
    return unread.map((line) => brokenCheck('repair', `not read: ${line}`, ACCEPT_UNREAD));
  const last = home.lastRepair();
  const advice = 'cortex repair --report tells what came of it.';
  return last
    ? [noteCheck('repair', `the database was rebuilt ${localTime(last.at)}`, advice)]
    : [];
}

function isOpen({ mode }: FileFacts): boolean {
  return mode !== null && (mode & 0o077) !== 0;
}

function octal({ mode }: FileFacts): string {
  return `mode ${(mode ?? 0).toString(8)}`;
}
