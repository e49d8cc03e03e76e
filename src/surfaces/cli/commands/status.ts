import { shortId } from '../../../domain/ids.ts';
import { wayWords } from '../../../domain/runtime/hook-time.ts';
import { millis } from '../../../domain/time.ts';
import { missedLine } from '../../../engine/repair/loss.ts';
import { ACCEPT_UNREAD } from '../../../operations/metrics/verify.ts';
import { printAgents } from '../agents.ts';
import { command, JSON_FLAG } from '../command.ts';
import type { Cli } from '../context.ts';
import { BRING_BACK } from '../doctor.ts';
import type { Output } from '../output.ts';
import { SCOPE_FLAGS } from '../scope.ts';
import { gatherStatus, type Status } from '../status.ts';
import { ago, count, size, when } from '../times.ts';

export const status = command({
  name: 'status',
  summary: 'Show what is stored, what runs here and what went wrong.',
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

function print(cli: Cli, found: Status): void {
  const { out } = cli;
  const { bold, dim, green, red, yellow } = out.style;
  const on = found.enabled ? green('capture and restore are on') : yellow('capture and restore are off');
  out.block(`${bold(`Cortex ${found.version}`)}, ${on}`);
  out.line();
  const row = (name: string, text: string) => out.item(dim(name.padEnd(12)), text);
  row('home', out.path(found.home));
  const { database } = found;
  if (database.error) row('database', red(database.error.message));
  else if (!database.exists) row('database', 'none yet; the first event makes it');
  else {
    const { sessions = 0, facts = 0, open = 0, cut_off: cutOff = 0, cold = 0 } = found.counts ?? {};
    const ways = cutOff > 0 ? `${open} open, ${cutOff} cut off` : `${open} open`;
    const stored = cold > 0 ? `, ${count(cold, 'more session')} in cold storage` : '';
    row(
      'database',
      `${size(database.bytes)}: ${count(sessions, 'session')} (${ways}), ${count(facts, 'fact')}${stored}`,
    );
  }
  if (database.locked) row('lock', red(database.locked.message));
  if (found.free_bytes !== null) {
    const low = found.free_bytes < LOW_BYTES;
    row(
      'disk',
      low
        ? red(`${size(found.free_bytes)} free: soon nothing can be stored`)
        : `${size(found.free_bytes)} free`,
    );
  }
  if (found.drill)
    row(
      'backup',
      found.drill.ok
        ? 'the newest one was restored as a test'
        : red(`cannot be restored: ${found.drill.detail}`),
    );
  for (const { label, text, isTrouble } of cli.rooms.flatMap(
    (room) => room.status?.rows(found, millis(found.at)!) ?? [],
  ))
    row(label, isTrouble ? yellow(text) : text);
  if (found.missed) row('missed', red(missedLine(found.missed)));
  if (found.unstarted) row('missed', red(`${found.unstarted} (cortex doctor says what to do)`));
  if (found.events) {
    const why = found.events.way === 'cold' ? dim(' (cortex doctor says why)') : '';
    row('events', `${wayWords(found.events)}${why}`);
  }
  row(
    'here',
    `${found.scope.label} ${dim(found.scope.root === null ? '(in no git repository)' : out.path(found.scope.root))}`,
  );
  if (found.counts) {
    row(
      'running',
      found.live.length === 0
        ? 'no session here'
        : found.live.map((one) => liveLine(one, millis(found.at)!)).join('\n'),
    );
    row('next start', nextStart(found));
  }
  if (found.agents.length === 0) row('agents', 'none found');
  else printAgents(out, 'agents'.padEnd(12), found.agents, millis(found.at)!);
  if (database.loss) {
    out.line();
    out.block(`${bold(red('Something is missing:'))} ${database.loss}. ${BRING_BACK}`);
  }
  if (database.unread.length > 0) {
    out.line();
    out.block(`${bold(red('A repair could not read:'))} ${database.unread.join('; ')}. ${ACCEPT_UNREAD}`);
  }
  const { advice } = database.error ?? database.locked ?? {};
  if (advice) {
    out.line();
    out.block(`${bold('What to do:')} ${advice}`);
  }
  printTroubles(out, found);
  if (found.nothing_captured) {
    out.line();
    out.block('Nothing was captured yet.');
    const connected = found.agents.filter(({ connected }) => connected);
    for (const { title, waiting } of connected)
      out.block(waiting ? `${waiting}.` : `${title} is connected: start a new session of it.`);
    if (connected.length === 0) out.block('To connect your agent: cortex setup');
    out.block('To see what it does first: cortex demo');
  }
}

/** Less than a backup of a middling home. */
const LOW_BYTES = 50 * 1024 * 1024;

function liveLine(one: Status['live'][number], now: number): string {
  return `${shortId(one.session_id)} ${one.host}, started ${ago(one.start_time, now)}, active ${ago(one.last_activity, now)}`;
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
  const { bold, dim, yellow } = out.style;
  if (found.warnings.length > 0) {
    out.line();
    out.line(bold('Configuration'));
    for (const warning of found.warnings) out.block(`${yellow('!')} ${warning}`, '  ');
  }
  if (found.waiting_events > 0) {
    out.line();
    const wait = count(found.waiting_events, 'event waits', 'events wait');
    const since = when(found.waiting_since!);
    out.block(
      bold(yellow(`${wait} to be stored since ${since}; they are stored once the database can be written`)),
    );
  }
  if (found.failures.length === 0) return;
  out.line();
  const lost = found.not_captured;
  out.block(
    lost > 0
      ? bold(
          yellow(
            `${count(lost, 'event was', 'events were')} not captured in the last ${found.lookback_days} days`,
          ),
        )
      : bold('Last failures'),
  );
  for (const failure of found.failures.slice(0, MOST_SHOWN)) {
    const why = failure.message ? `: ${failure.message}` : '';
    out.block(`${dim(when(failure.at))}  ${failure.event}${why}`, '  ');
  }
  out.block(dim('cortex doctor says what can be done.'), '  ');
}
