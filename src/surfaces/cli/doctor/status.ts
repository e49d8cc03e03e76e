import { shortId } from '../../../domain/base/ids.ts';
import { lockedWords } from '../../../domain/base/lock-holder.ts';
import { GLOBAL_SCOPE, type Scope } from '../../../domain/base/scope.ts';
import { size } from '../../../domain/base/text/size.ts';
import { DAY, iso, millis } from '../../../domain/base/time.ts';
import { newestWay, wayWords } from '../../../domain/hooks/hook-time.ts';
import type { Deps } from '../../../engine/base/deps.ts';
import { missedLine } from '../../../engine/keeping/loss.ts';
import type { MaintenanceReport } from '../../../engine/keeping/retention.ts';
import { storedStatus } from '../../../engine/keeping/stored.ts';
import { tokensSentSince } from '../../../engine/ledger/ledger.ts';
import { offerAt } from '../../../engine/projects/know.ts';
import { agoInWords as ago, count, localTime } from '../../../operations/base/words.ts';
import { ACCEPT_UNREAD } from '../../../operations/metrics/verify.ts';
import type { LogEntry } from '../../../ports/base/log.ts';
import type { Missed } from '../../../ports/keeping/missed.ts';
import type { Counts } from '../../../store/store.ts';
import { declareCommand, JSON_FLAG } from '../base/command.ts';
import type { Cli, Home } from '../base/context.ts';
import { Failure, type Trouble, troubleOf, UsageError } from '../base/errors.ts';
import type { Output } from '../base/output.ts';
import {
  chooseScope,
  notCaptured,
  projectAt,
  refuseBothScopes,
  SCOPE_FLAGS,
} from '../base/scope.ts';
import { withOpen } from '../base/store.ts';
import { type Agent, agentsHere, printAgents } from '../setup/agents.ts';
import { launcherMissed } from '../setup/launchers.ts';
import { BRING_BACK, GONE, homeCheck, isDatabaseGone } from './doctor.ts';

export const statusCommand = declareCommand({
  name: 'status',
  summary: 'Show whether it works: agents, disk, tokens, what went wrong.',
  about: 'Also works where the database does not, and says why.',
  args: [],
  flags: { ...SCOPE_FLAGS, ...JSON_FLAG },
  examples: [{ line: 'cortex status', says: 'is it working?' }],
  run: async (cli, { flags }) => {
    const found = await gatherStatus(cli, flags);
    if (flags.json) cli.out.json(found);
    else print(cli, found);
    return 0;
  },
});

/** The project that the status is about, as a person named it. */
interface ScopeFlags {
  readonly scope: string | undefined;
  readonly project: string | undefined;
}

/** Everything worth knowing of a home, as far as it can be known: null and empty where the database cannot be had. */
export interface StatusReport {
  readonly version: string;
  readonly at: string;
  readonly home: string;
  readonly enabled: boolean;
  readonly database: DatabaseStatus;
  readonly scope: Scope;
  readonly counts: (Counts & { readonly cut_off: number }) | null;
  readonly live: readonly RunningSession[];
  /** Number of earlier sessions that a start here would consider. */
  readonly candidates: number;
  /** A rule that was made of the person's words and not mentioned yet. */
  readonly kept_rule: string | null;
  readonly waiting_pins: number;
  readonly tokens_today: number;
  readonly lookback_days: number;
  readonly agents: readonly Agent[];
  readonly warnings: readonly string[];
  readonly failures: readonly LogEntry[];
  readonly not_captured: number;
  readonly waiting_events: number;
  readonly waiting_since: string | null;
  readonly events: Parameters<typeof wayWords>[0] | null;
  readonly missed: Missed | null;
  /** An event that the launcher could start nothing for. */
  readonly unstarted: string | null;
  readonly free_bytes: number | null;
  readonly drill: MaintenanceReport['drill'];
  readonly nothing_captured: boolean;
  /** Fields that rooms bring. */
  readonly [field: string]: unknown;
}

export interface DatabaseStatus {
  readonly path: string;
  readonly exists: boolean;
  readonly bytes: number;
  readonly error: Trouble | null;
  /** The process that locks it, in words. */
  readonly locked: Trouble | null;
  /** The loss of a sound database. */
  readonly loss: string | null;
  /** Parts that a repair could not read. */
  readonly unread: readonly string[];
}

export interface RunningSession {
  readonly session_id: string;
  readonly host: string;
  readonly branch: string | null;
  readonly start_time: string;
  readonly last_activity: string;
}

export async function gatherStatus(cli: Cli, flags: ScopeFlags): Promise<StatusReport> {
  const home = cli.home();
  const now = home.now();
  const bytes = ['', '-wal'].reduce(
    (sum, end) => sum + (cli.look(home.database + end)?.bytes ?? 0),
    0,
  );
  const exists = hasDatabase(cli, home);
  const { stored, error, locked } = await readStore(cli, home, flags);
  const days = home.config['session_persistence.lookback_days'];
  const failures = home.log({ levels: ['failure'], limit: 1_000 });
  const since = now - days * DAY;
  const spooled = home.spooled();
  const missed = home.missed();
  const agents = agentsHere(cli, home, stored?.heard ?? new Map());
  const isLost = ({ event, at }: (typeof failures)[number]) =>
    event === NOT_CAPTURED && (millis(at) ?? 0) >= since;
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
    scope: stored?.scope ?? scopeWithoutStore(cli, home, flags),
    counts: stored?.counts ?? null,
    live: stored?.live ?? [],
    candidates: stored?.candidates ?? 0,
    kept_rule: stored?.kept_rule ?? null,
    /** Projects that could be joined with this folder, in a line. */
    offer: stored?.offer ?? null,
    waiting_pins: stored?.waiting_pins ?? 0,
    tokens_today: stored?.tokens_today ?? 0,
    lookback_days: days,
    agents,
    warnings: home.warnings,
    failures: failures.slice(0, 10),
    not_captured: failures.filter(isLost).length,
    waiting_events: spooled.length,
    waiting_since: spooled[0] === undefined ? null : iso(spooled[0]),
    events: newestWay(home.hookTimes()),
    missed: missed && missed.last >= since ? missed : null,
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

/** The event under which a hook logs that it stored nothing. */
const NOT_CAPTURED = 'event not captured';

function hasDatabase(cli: Cli, home: Home): boolean {
  return cli.look(home.database) !== null;
}

async function readStore(cli: Cli, home: Home, flags: ScopeFlags) {
  const place = homeCheck(home, cli);
  const failed = (error: Trouble | null) => ({ stored: null, error, locked: null });
  if (place.verdict === 'broken') return failed({ message: place.detail, advice: place.advice });
  if (isDatabaseGone(cli, home))
    return failed({ message: `The database: ${GONE}.`, advice: BRING_BACK });
  if (!hasDatabase(cli, home)) return failed(null);
  try {
    const locked = home.isLocked() ? lockedWords(home.lockHolder()) : null;
    const stored = await withOpen(home, async (deps) => {
      cli.adoptHanded();
      if (!locked) await cli.takeWaiting(deps);
      const { scope } = await chooseScope(deps, cli.cwd(), flags);
      const names = cli.hosts.map(({ name }) => name);
      return {
        ...(await storedStatus(deps, scope, names)),
        fields: await fieldsOfRooms(cli, deps),
        loss: await home.repair().behind(),
        tokens_today: await tokensToday(deps),
        offer: isChosen(flags) ? null : await offerAt(deps, cli.cwd()),
      };
    });
    return { stored, error: null, locked };
  } catch (thrown) {
    // A usage error says nothing about the database.
    if (thrown instanceof UsageError || thrown instanceof Failure) throw thrown;
    return failed(troubleOf(thrown));
  }
}

function isChosen(flags: ScopeFlags): boolean {
  return (flags.scope ?? flags.project) !== undefined;
}

/** Tokens that agents were told since midnight. */
function tokensToday(deps: Deps): Promise<number> {
  return tokensSentSince(deps, new Date(deps.now()).setHours(0, 0, 0, 0));
}

/** The project that was asked for, as far as it can be known: names stand in the database. */
function scopeWithoutStore(cli: Cli, home: Home, flags: ScopeFlags): Scope {
  refuseBothScopes(flags);
  if (flags.project !== undefined) return projectAt(home, flags.project);
  if (flags.scope === GLOBAL_SCOPE.label) return GLOBAL_SCOPE;
  if (flags.scope !== undefined && !hasDatabase(cli, home)) throw notCaptured(flags.scope);
  return home.locate(cli.cwd()).scope;
}

async function fieldsOfRooms(
  cli: Cli,
  deps: Deps | null,
): Promise<Readonly<Record<string, unknown>>> {
  const read = await Promise.all(cli.rooms.map((room) => room.status?.read(cli, deps)));
  return Object.assign({}, ...read);
}

/** Less than a backup of a medium-sized home needs. */
const LOW_BYTES = 50 * 1024 * 1024;

function print(cli: Cli, found: StatusReport): void {
  const { out } = cli;
  const { bold, green, yellow } = out.style;
  const on = found.enabled
    ? green('capture and restore are on')
    : yellow('capture and restore are off');
  out.block(`${bold(`Cortex ${found.version}`)}, ${on}`);
  out.line();
  printWork(out, found);
  printStorage(out, found);
  for (const { label, text, isTrouble } of cli.rooms.flatMap(
    (room) => room.status?.rows(found, millis(found.at)!) ?? [],
  ))
    printRow(out, label, isTrouble ? yellow(text) : text);
  printEvents(out, found);
  printTroubles(out, found);
  if (found.nothing_captured) printFirstSteps(out, found);
}

const LABEL = 12;

function printRow(out: Output, label: string, text: string): void {
  out.item(out.style.dim(label.padEnd(LABEL)), text);
}

/** The agents, and the work of the project here. */
function printWork(out: Output, found: StatusReport): void {
  const { dim } = out.style;
  const { scope, agents } = found;
  const now = millis(found.at)!;
  if (agents.length === 0) printRow(out, 'agents', 'none found; cortex setup connects them');
  else printAgents(out, 'agents'.padEnd(LABEL), agents, now);
  const place = scope.root === null ? '(in no project)' : out.path(scope.root);
  printRow(out, 'here', `${scope.label} ${dim(place)}`);
  if (found.offer) printRow(out, '', `it ${found.offer}`);
  if (!found.counts) return;
  const live = found.live.map(
    ({ session_id: id, host, start_time: started, last_activity: active }) =>
      `${shortId(id)} ${host}, started ${ago(started, now)}, active ${ago(active, now)}`,
  );
  printRow(out, 'running', live.join('\n') || 'no session here');
  printRow(out, 'next start', nextStart(found));
  const tokens = found.tokens_today.toLocaleString('en-US');
  printRow(out, 'tokens', `${tokens} told to agents today ${dim('(cortex stats)')}`);
  if (found.kept_rule) printRow(out, 'new rule', found.kept_rule);
}

/** The home, its database and its disk. */
function printStorage(out: Output, found: StatusReport): void {
  const { red } = out.style;
  const { database, free_bytes: free, drill } = found;
  printRow(out, 'home', out.path(found.home));
  printRow(out, 'database', databaseLine(found, red));
  if (database.locked) printRow(out, 'lock', red(database.locked.message));
  if (free !== null) {
    const left = `${size(free)} free`;
    printRow(out, 'disk', free < LOW_BYTES ? red(`${left}: soon nothing can be stored`) : left);
  }
  if (drill) {
    const outcome = drill.ok
      ? 'the newest one was restored as a test'
      : red(`cannot be restored: ${drill.detail}`);
    printRow(out, 'backup', outcome);
  }
}

/** How events arrive, and those that did not. */
function printEvents(out: Output, { missed, unstarted, events }: StatusReport): void {
  const { dim, red } = out.style;
  if (missed) printRow(out, 'missed', red(missedLine(missed)));
  if (unstarted) printRow(out, 'missed', red(`${unstarted} (cortex doctor says what to do)`));
  if (!events) return;
  const why = events.way === 'cold' ? dim(' (cortex doctor says why)') : '';
  printRow(out, 'events', `${wayWords(events)}${why}`);
}

function printFirstSteps(out: Output, { agents }: StatusReport): void {
  out.line();
  out.block('Nothing was captured yet.');
  const connected = agents.filter((agent) => agent.connected);
  for (const { title, waiting } of connected)
    out.block(waiting ? `${waiting}.` : `${title} is connected: start a new session of it.`);
  if (connected.length === 0) out.block('To connect your agent: cortex setup');
  out.block('To see what it does first: cortex demo');
}

function databaseLine({ database, counts }: StatusReport, red: (text: string) => string): string {
  if (database.error) return red(database.error.message);
  if (!database.exists) return 'none yet; the first event makes it';
  const { sessions = 0, facts = 0, open = 0, cut_off: cutOff = 0, cold = 0 } = counts ?? {};
  const ways = cutOff > 0 ? `${open} open, ${cutOff} cut off` : `${open} open`;
  const stored = cold > 0 ? `, ${count(cold, 'more session')} in cold storage` : '';
  return `${size(database.bytes)}: ${count(sessions, 'session')} (${ways}), ${count(facts, 'fact')}${stored}`;
}

function nextStart({ candidates, waiting_pins: pins, lookback_days: days }: StatusReport): string {
  const weighed =
    candidates === 0
      ? `nothing here from the last ${days} days`
      : `${count(candidates, 'session')} of the last ${days} days can be told`;
  return pins === 0 ? weighed : `${weighed}; ${count(pins, 'pin')} waiting`;
}

const MOST_SHOWN = 5;

function printTroubles(out: Output, found: StatusReport): void {
  const { bold, dim, red, yellow } = out.style;
  const { database, warnings, failures, not_captured: lost } = found;
  const said = (text: string) => {
    out.line();
    out.block(text);
  };
  if (database.loss) said(`${bold(red('Something is missing:'))} ${database.loss}. ${BRING_BACK}`);
  if (database.unread.length > 0)
    said(
      `${bold(red('A repair could not read:'))} ${database.unread.join('; ')}. ${ACCEPT_UNREAD}`,
    );
  const { advice } = database.error ?? database.locked ?? {};
  if (advice) said(`${bold('What to do:')} ${advice}`);
  if (warnings.length > 0) said(bold('Configuration'));
  for (const warning of warnings) out.block(`${yellow('!')} ${warning}`, '  ');
  if (found.waiting_events > 0) {
    const wait = `${count(found.waiting_events, 'event waits', 'events wait')} to be stored since ${localTime(found.waiting_since!)}`;
    said(bold(yellow(`${wait}; they are stored once the database can be written`)));
  }
  if (failures.length === 0) return;
  const many = `${count(lost, 'event was', 'events were')} not captured in the last ${found.lookback_days} days`;
  said(bold(lost > 0 ? yellow(many) : 'Last failures'));
  for (const { at, event, message } of failures.slice(0, MOST_SHOWN))
    out.block(`${dim(localTime(at))}  ${event}${message ? `: ${message}` : ''}`, '  ');
  out.block(dim('cortex doctor says what can be done.'), '  ');
}
