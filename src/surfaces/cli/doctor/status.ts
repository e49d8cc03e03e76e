import { shortId } from '../../../domain/base/ids.ts';
import { lockedWords } from '../../../domain/base/lock-holder.ts';
import { GLOBAL_SCOPE, type Scope } from '../../../domain/base/scope.ts';
import { DAY, iso, millis } from '../../../domain/base/time.ts';
import { newestWay, wayWords } from '../../../domain/hooks/hook-time.ts';
import type { Deps } from '../../../engine/base/deps.ts';
import { missedLine } from '../../../engine/keeping/loss.ts';
import { storedStatus } from '../../../engine/keeping/stored.ts';
import { ledgerFigures } from '../../../engine/ledger/ledger.ts';
import { agoInWords as ago, count, when } from '../../../operations/base/words.ts';
import { ACCEPT_UNREAD } from '../../../operations/metrics/verify.ts';
import { command, JSON_FLAG } from '../base/command.ts';
import type { Cli, Home } from '../base/context.ts';
import { Failure, type Trouble, troubleOf, UsageError } from '../base/errors.ts';
import type { Output } from '../base/output.ts';
import { chooseScope, notBoth, notCaptured, projectAt, SCOPE_FLAGS } from '../base/scope.ts';
import { withOpen } from '../base/store.ts';
import { size } from '../base/times.ts';
import { agentsHere, printAgents } from '../setup/agents.ts';
import { launcherMissed } from '../setup/launchers.ts';
import { BRING_BACK, GONE, homeCheck, isGone } from './doctor.ts';

export const status = command({
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

type ScopeFlags = Parameters<typeof chooseScope>[2];

type Status = Awaited<ReturnType<typeof gatherStatus>>;

/** Everything worth knowing, as far as it can be known. */
export async function gatherStatus(cli: Cli, flags: ScopeFlags) {
  const home = cli.home();
  const now = home.now();
  const bytes = ['', '-wal'].reduce(
    (sum, end) => sum + (cli.look(home.database + end)?.bytes ?? 0),
    0,
  );
  const exists = cli.look(home.database) !== null;
  const { stored, error, locked } = await readStore(cli, home, flags, exists);
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
    scope: stored?.scope ?? scopeWithoutStore(cli, home, flags, exists),
    counts: stored?.counts ?? null,
    live: stored?.live ?? [],
    candidates: stored?.candidates ?? 0,
    kept_rule: stored?.kept_rule ?? null,
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

/** As the hook logs it. */
const NOT_CAPTURED = 'event not captured';

async function readStore(cli: Cli, home: Home, flags: ScopeFlags, exists: boolean) {
  const place = homeCheck(home, cli);
  const failed = (error: Trouble | null) => ({ stored: null, error, locked: null });
  if (place.verdict === 'broken') return failed({ message: place.detail, advice: place.advice });
  if (isGone(cli, home)) return failed({ message: `The database: ${GONE}.`, advice: BRING_BACK });
  if (!exists) return failed(null);
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
      };
    });
    return { stored, error: null, locked };
  } catch (thrown) {
    // A usage error says nothing about the database.
    if (thrown instanceof UsageError || thrown instanceof Failure) throw thrown;
    return failed(troubleOf(thrown));
  }
}

/** Tokens that agents were told since midnight. */
async function tokensToday(deps: Deps): Promise<number> {
  const today = when(deps.now()).slice(0, 10);
  const { days } = await ledgerFigures(deps, null);
  return days.find(({ day }) => day === today)?.tokens_sent ?? 0;
}

/** The project that was asked for, as far as it can be known: names stand in the database. */
function scopeWithoutStore(cli: Cli, home: Home, flags: ScopeFlags, exists: boolean): Scope {
  notBoth(flags);
  if (flags.project !== undefined) return projectAt(home, flags.project);
  if (flags.scope === GLOBAL_SCOPE.label) return GLOBAL_SCOPE;
  if (flags.scope !== undefined && !exists) throw notCaptured(flags.scope);
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

function print(cli: Cli, found: Status): void {
  const { out } = cli;
  const { bold, dim, green, red, yellow } = out.style;
  const { database, drill, free_bytes: free, missed, events, scope } = found;
  const now = millis(found.at)!;
  const row = (name: string, text: string) => out.item(dim(name.padEnd(12)), text);
  const on = found.enabled
    ? green('capture and restore are on')
    : yellow('capture and restore are off');
  out.block(`${bold(`Cortex ${found.version}`)}, ${on}`);
  out.line();
  if (found.agents.length === 0) row('agents', 'none found; cortex setup connects them');
  else printAgents(out, 'agents'.padEnd(12), found.agents, now);
  row(
    'here',
    `${scope.label} ${dim(scope.root === null ? '(in no project)' : out.path(scope.root))}`,
  );
  if (found.counts) {
    const live = found.live.map(
      (one) =>
        `${shortId(one.session_id)} ${one.host}, started ${ago(one.start_time, now)}, active ${ago(one.last_activity, now)}`,
    );
    row('running', live.join('\n') || 'no session here');
    row('next start', nextStart(found));
    row(
      'tokens',
      `${found.tokens_today.toLocaleString('en-US')} told to agents today ${dim('(cortex stats)')}`,
    );
    if (found.kept_rule) row('new rule', found.kept_rule);
  }
  row('home', out.path(found.home));
  row('database', databaseLine(found, red));
  if (database.locked) row('lock', red(database.locked.message));
  if (free !== null)
    row(
      'disk',
      free < LOW_BYTES
        ? red(`${size(free)} free: soon nothing can be stored`)
        : `${size(free)} free`,
    );
  if (drill)
    row(
      'backup',
      drill.ok
        ? 'the newest one was restored as a test'
        : red(`cannot be restored: ${drill.detail}`),
    );
  for (const { label, text, isTrouble } of cli.rooms.flatMap(
    (room) => room.status?.rows(found, now) ?? [],
  ))
    row(label, isTrouble ? yellow(text) : text);
  if (missed) row('missed', red(missedLine(missed)));
  if (found.unstarted) row('missed', red(`${found.unstarted} (cortex doctor says what to do)`));
  if (events)
    row(
      'events',
      `${wayWords(events)}${events.way === 'cold' ? dim(' (cortex doctor says why)') : ''}`,
    );
  printTroubles(out, found);
  if (!found.nothing_captured) return;
  out.line();
  out.block('Nothing was captured yet.');
  const connected = found.agents.filter((agent) => agent.connected);
  for (const { title, waiting } of connected)
    out.block(waiting ? `${waiting}.` : `${title} is connected: start a new session of it.`);
  if (connected.length === 0) out.block('To connect your agent: cortex setup');
  out.block('To see what it does first: cortex demo');
}

function databaseLine({ database, counts }: Status, red: (text: string) => string): string {
  if (database.error) return red(database.error.message);
  if (!database.exists) return 'none yet; the first event makes it';
  const { sessions = 0, facts = 0, open = 0, cut_off: cutOff = 0, cold = 0 } = counts ?? {};
  const ways = cutOff > 0 ? `${open} open, ${cutOff} cut off` : `${open} open`;
  const stored = cold > 0 ? `, ${count(cold, 'more session')} in cold storage` : '';
  return `${size(database.bytes)}: ${count(sessions, 'session')} (${ways}), ${count(facts, 'fact')}${stored}`;
}

function nextStart({ candidates, waiting_pins: pins, lookback_days: days }: Status): string {
  const weighed =
    candidates === 0
      ? `nothing here from the last ${days} days`
      : `${count(candidates, 'session')} of the last ${days} days would be scored`;
  return pins === 0 ? weighed : `${weighed}; ${count(pins, 'pin')} waiting`;
}

const MOST_SHOWN = 5;

function printTroubles(out: Output, found: Status): void {
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
    const wait = `${count(found.waiting_events, 'event waits', 'events wait')} to be stored since ${when(found.waiting_since!)}`;
    said(bold(yellow(`${wait}; they are stored once the database can be written`)));
  }
  if (failures.length === 0) return;
  const many = `${count(lost, 'event was', 'events were')} not captured in the last ${found.lookback_days} days`;
  said(bold(lost > 0 ? yellow(many) : 'Last failures'));
  for (const { at, event, message } of failures.slice(0, MOST_SHOWN))
    out.block(`${dim(when(at))}  ${event}${message ? `: ${message}` : ''}`, '  ');
  out.block(dim('cortex doctor says what can be done.'), '  ');
}
