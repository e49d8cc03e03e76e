import { newestWay } from '../../domain/runtime/hook-time.ts';
import { GLOBAL_SCOPE, type Scope } from '../../domain/scope.ts';
import { DAY, iso, millis } from '../../domain/time.ts';
import type { Deps, Missed } from '../../engine/deps.ts';
import { LOCKED } from '../../engine/errors.ts';
import { takeInQuietly } from '../../engine/events/spool.ts';
import { type StoredStatus, storedStatus } from '../../engine/session/stored.ts';
import { agentsHere } from './agents.ts';
import type { Cli, Home } from './context.ts';
import { BRING_BACK, GONE, homeCheck, isGone } from './doctor.ts';
import { Failure, type Trouble, troubleOf, UsageError } from './errors.ts';
import { chooseScope, notBoth, notCaptured, projectAt } from './scope.ts';
import { launcherMissed } from './setup/launchers.ts';

interface Stored extends StoredStatus {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly loss: string | null;
}

type ScopeFlags = Parameters<typeof chooseScope>[2];

export type Status = Awaited<ReturnType<typeof gatherStatus>>;

/** Everything worth knowing, as far as it can be known. */
export async function gatherStatus(cli: Cli, flags: ScopeFlags) {
  const home = cli.home();
  const now = home.now();
  const bytes = ['', '-wal'].reduce((sum, end) => sum + (cli.look(home.database + end)?.bytes ?? 0), 0);
  const exists = cli.look(home.database) !== null;
  const place = homeCheck(cli, home);
  let error: Trouble | null =
    place.verdict === 'broken' ? { message: place.detail, advice: place.advice } : null;
  if (!error && isGone(cli, home)) error = { message: `The database: ${GONE}.`, advice: BRING_BACK };
  let stored: Stored | null = null;
  let locked: Trouble | null = null;
  if (exists && !error) {
    try {
      if (home.isLocked()) locked = LOCKED;
      stored = await fromStore(cli, home, flags, locked !== null);
    } catch (thrown) {
      // A wrong request is no trouble of the database.
      if (thrown instanceof UsageError || thrown instanceof Failure) throw thrown;
      error = troubleOf(thrown);
    }
  }
  const days = home.config['session_persistence.lookback_days'];
  const failures = home.log({ levels: ['failure'], limit: 1_000 });
  const since = now - days * DAY;
  const spooled = home.spooled();
  const agents = agentsHere(cli, home, stored?.heard ?? new Map());
  return {
    version: cli.version,
    at: iso(now),
    home: home.folder,
    enabled: home.config['session_persistence.enabled'],
    database: {
      path: home.database,
      exists,
      bytes,
      error,
      locked,
      loss: stored?.loss ?? null,
      unread: home.unread(),
    },
    scope: stored?.scope ?? scopeWithoutStore(cli, home, flags, exists),
    counts: stored?.counts ?? null,
    live: stored?.live ?? [],
    candidates: stored?.candidates ?? 0,
    waiting_pins: stored?.waiting_pins ?? 0,
    lookback_days: days,
    agents,
    warnings: home.warnings,
    failures: failures.slice(0, 10),
    not_captured: failures.filter(({ event, at }) => event === NOT_CAPTURED && (millis(at) ?? 0) >= since)
      .length,
    waiting_events: spooled.length,
    waiting_since: spooled[0] === undefined ? null : iso(spooled[0]),
    events: newestWay(home.hookTimes()),
    missed: recentMissed(home, since),
    /** An event that the launcher could start nothing for. */
    unstarted: launcherMissed(cli, home)?.detail ?? null,
    free_bytes: home.freeBytes(),
    drill: stored?.drill ?? null,
    ...(stored?.fields ?? (await fieldsOfRooms(cli, null))),
    nothing_captured:
      error === null &&
      (stored?.counts.sessions ?? 0) === 0 &&
      agents.every(({ homes }) => homes.length === 0),
  };
}

/** The project that was asked for, as far as it can be known: names stand in the database. */
function scopeWithoutStore(cli: Cli, home: Home, flags: ScopeFlags, exists: boolean): Scope {
  notBoth(flags);
  if (flags.project !== undefined) return projectAt(home, flags.project);
  if (flags.scope === GLOBAL_SCOPE.label) return GLOBAL_SCOPE;
  if (flags.scope !== undefined && !exists) throw notCaptured(flags.scope);
  return home.locate(cli.cwd()).scope;
}

async function fieldsOfRooms(cli: Cli, deps: Deps | null): Promise<Readonly<Record<string, unknown>>> {
  const read = await Promise.all(cli.rooms.map((room) => room.status?.read(cli, deps)));
  return Object.assign({}, ...read);
}

/** Events missed since a moment. */
function recentMissed(home: Home, since: number): Missed | null {
  const missed = home.missed();
  return missed && missed.last >= since ? missed : null;
}

/** As the hook logs it. */
const NOT_CAPTURED = 'event not captured';

async function fromStore(cli: Cli, home: Home, flags: ScopeFlags, isLocked: boolean): Promise<Stored> {
  const { deps, close } = home.open();
  try {
    cli.adoptHanded();
    if (!isLocked) await takeInQuietly(deps);
    const { scope } = await chooseScope(deps, cli.cwd(), flags);
    const names = cli.hosts.map(({ name }) => name);
    return {
      ...(await storedStatus(deps, scope, names)),
      fields: await fieldsOfRooms(cli, deps),
      loss: await home.repair.behind(),
    };
  } finally {
    close();
  }
}
