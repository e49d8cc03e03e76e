import type { Deps } from '../engine/deps.ts';
import { nearest } from '../operations/nearest.ts';
import { command, type Input, JSON_FLAG } from '../surfaces/cli/command.ts';
import type { Cli, Home } from '../surfaces/cli/context.ts';
import { Failure, UsageError } from '../surfaces/cli/errors.ts';
import { withOwnStore, withStore } from '../surfaces/cli/store.ts';
import { ago, count } from '../surfaces/cli/times.ts';
import { doorOf, type ShareDoor } from './door.ts';
import { pauseOf } from './engine/auto.ts';
import {
  allShared,
  leave as leaveShare,
  membersOf,
  overview,
  requireKey,
  type SeenMember,
  sharedIn,
  shortName,
} from './engine/look.ts';
import { type Meant, markedForTeam, markForTeam, unmarkForTeam } from './engine/rule.ts';
import { type SyncTools, syncByItself, syncShared } from './engine/run.ts';
import { placeHere, setUpShare, withdrawAll } from './engine/setup.ts';
import type { Direction, SyncReport } from './engine/sync.ts';
import { isSchemaMissing, isSealedName, NotAMember, type SharedServer } from './log.ts';
import type { SharedProject } from './sql/at-events.ts';

const ACTIONS = [
  'status',
  'init',
  'join',
  'invite',
  'members',
  'sync',
  'push',
  'pull',
  'key',
  'rule',
  'leave',
] as const;
type Action = (typeof ACTIONS)[number];

/** A sync by itself is stopped so long after its pause, whatever it does. */
const HARD_LIMIT_MS = 60_000;

const FLAGS = {
  'url-stdin': {
    help: 'With init and join: read the URL from standard input and keep it, readable for you alone.',
  },
  name: { value: 'project', help: 'With init and join: the name of a project without a remote.' },
  unproven: {
    help: 'With join: you vouch that this folder is the project, although none of its commits is here.',
  },
  unsealed: {
    help: 'With init and join: share in plain text, though your login has a sealed project and its key is not here.',
  },
  'print-sql': { help: 'With init: print the schema for an administrator, and do nothing else.' },
  role: {
    value: 'role',
    choices: ['member', 'reader', 'owner'],
    help: 'With invite: member when nothing is said.',
  },
  remove: {
    help: 'With invite: the statement that ends a membership. With key: take the key away from this machine.',
  },
  new: { help: 'With key: make one for this machine.' },
  set: { help: 'With key: read one from standard input.' },
  show: { help: 'With key: print it, for your other machines.' },
  undo: { help: 'With rule: take it back from the team.' },
  withdraw: { help: 'With leave: empty what this machine has sent.' },
  forget: { help: 'With leave: take the words of teammates out of this machine, also out of backups.' },
  wait: {
    help: 'With push, pull and sync: wait for one that is under way, and fail where it cannot be done.',
  },
  auto: { help: 'As it runs by itself: silent, behind everybody else, and once more after a pause.' },
  ...JSON_FLAG,
} as const;
type Flags = Input<typeof FLAGS>['flags'];

export const share = command({
  name: 'share',
  summary: 'Share the work of this repository with your other machines, and with a team.',
  about:
    'Off until you run init or join: before that nothing ever leaves this machine. What is shared goes to a PostgreSQL that ' +
    'you already have; nothing else has to run. Your own machines (the same login) get everything of the project. Other ' +
    'members get work, not talk: what was changed, decided, in the way and next, memories of the project, when you worked, ' +
    'on which branch and what you committed; of pins and rules only those that you mark with share rule; prompts and ' +
    'replies never. The address comes from CORTEX_SHARE_URL, from share.url in the home (init --url-stdin writes it), or ' +
    'from the service cortex of ~/.pg_service.conf, never from the command line. Without a network all goes on as before, ' +
    'and is sent later. A machine that never comes back keeps its copy of what you forget or take back.',
  args: [
    { name: ACTIONS.join('|'), help: 'What to do; status when nothing is said.', optional: true },
    {
      name: 'words',
      help: 'For invite: the login. For rule: the label of a pin, the id of a memory, or words of either.',
      optional: true,
      many: true,
    },
  ],
  flags: FLAGS,
  examples: [
    { line: 'cortex share init --url-stdin < url.txt', says: 'the first machine' },
    { line: 'cortex share join', says: 'another machine, in a clone of the same repository' },
    { line: 'cortex share invite bob', says: 'what an administrator runs for a teammate' },
    { line: 'cortex share members', says: 'who reads it, and when they were last seen' },
    { line: 'cortex share rule staging', says: 'the team may see this pin' },
    { line: 'cortex share push --wait', says: 'at the end of a job in CI' },
  ],
  run: async (cli, { args: [action = 'status', ...words], flags }) => {
    if (flags.auto && !cli.look(cli.home().database)) return 0;
    if (!isAction(action)) {
      const guess = nearest(action, ACTIONS);
      throw new UsageError(
        `cortex share has no ${action}.`,
        guess ? `Did you mean ${guess}?` : `It has ${ACTIONS.join(', ')}.`,
      );
    }
    if (words.length > 0 && action !== 'rule' && action !== 'invite')
      throw new UsageError(`cortex share ${action} takes no more arguments.`);
    const door = doorOf(cli);
    switch (action) {
      case 'init':
        if (flags['print-sql']) {
          cli.out.line(door.sql.schema.trimEnd());
          return 0;
        }
        return withOwnStore(cli, (deps, home) => begin(cli, deps, home, door, 'init', flags));
      case 'join':
        return withOwnStore(cli, (deps, home) => begin(cli, deps, home, door, 'join', flags));
      case 'invite':
        return withStore(cli, (deps) => invite(cli, deps, door, words[0], flags));
      case 'members':
        return withStore(cli, (deps) => members(cli, deps, door, flags.json));
      case 'sync':
      case 'push':
      case 'pull':
        return withStore(cli, (deps, home) => sync(cli, deps, home, door, action, flags));
      case 'key':
        // A key comes before init and join.
        return (flags.new || flags.set ? withOwnStore : withStore)(cli, (deps) =>
          key(cli, deps, door, flags),
        );
      case 'rule':
        return withStore(cli, (deps) => rule(cli, deps, words.join(' '), flags));
      case 'leave':
        return withStore(cli, (deps, home) => leave(cli, deps, home, door, flags));
      case 'status':
        return withStore(cli, (deps) => status(cli, deps, door, flags.json));
    }
  },
});

function isAction(word: string): word is Action {
  return (ACTIONS as readonly string[]).includes(word);
}

async function begin(
  cli: Cli,
  deps: Deps,
  home: Home,
  door: ShareDoor,
  how: 'init' | 'join',
  flags: Flags,
): Promise<number> {
  const { out } = cli;
  const here = placeHere(deps, cli.cwd(), flags.name);
  if (flags['url-stdin']) door.saveUrl(cli.readInput());
  const address = door.address();
  const sqlFor = (project: string, login: string) => door.sql.invite(project, login, 'member');
  const done = await setUpShare(deps, door, here, { ...flags, isFirst: how === 'init', sqlFor });
  const project = (await sharedIn(deps, here.scope))!;
  const report = await patiently(deps, true, project, { ...door, copies: home.copies });
  if (flags.json) {
    out.json({
      outcome: how === 'init' ? 'shared' : 'joined',
      login: done.login,
      commit: done.commit,
      ...report,
    });
    return 0;
  }
  out.block(
    `${out.style.bold(here.project)} is shared as ${done.login} through ${address.shown}: ${sentence(report)}`,
  );
  if (done.commit) out.block(`Proof: commit ${done.commit.slice(0, 12)} is in this repository.`);
  if (done.isAbove)
    out.block(
      out.style.yellow(
        `${done.login} is above the policies of the database: it reads what is meant for one person alone. Use a login without superuser and bypassrls.`,
      ),
    );
  if (report?.reads_only) return 0;
  out.block(
    out.style.dim(
      deps.config['share.audience'] === 'team'
        ? 'Members read the work, never the talk. cortex share rule gives them a pin or a rule; cortex config set share.audience me keeps the work to your own machines.'
        : 'Only your own machines read it.',
    ),
  );
  return 0;
}

async function invite(
  cli: Cli,
  deps: Deps,
  door: ShareDoor,
  login: string | undefined,
  { role = 'member', remove, json, name }: Flags,
): Promise<number> {
  if (!login) throw new UsageError('cortex share invite needs the login of the database.');
  if (!['member', 'reader', 'owner'].includes(role)) throw new UsageError(`There is no role ${role}.`);
  const shared = await sharedIn(deps, deps.locate(cli.cwd()).scope);
  const project = shared?.name ?? door.codec().nameOf(placeHere(deps, cli.cwd(), name).project);
  const sql = remove ? door.sql.remove(project, login) : door.sql.invite(project, login, role);
  if (json) cli.out.json({ project, login, role, sql });
  else cli.out.line(sql);
  return 0;
}

const DIRECTIONS: Readonly<Record<'sync' | 'push' | 'pull', Direction>> = {
  sync: { push: true, pull: true },
  push: { push: true, pull: false },
  pull: { push: false, pull: true },
};

async function sync(
  cli: Cli,
  deps: Deps,
  home: Home,
  door: ShareDoor,
  action: 'sync' | 'push' | 'pull',
  { auto, wait, json }: Flags,
): Promise<number> {
  const tools = { ...door, copies: home.copies };
  if (auto) {
    home.stepBack(HARD_LIMIT_MS + pauseOf(deps.config));
    await syncByItself((work) => work(deps), tools, deps.pause);
    return 0;
  }
  const report = await patiently(deps, wait, await sharedHere(cli, deps), tools, DIRECTIONS[action]);
  if (!report && wait)
    throw new Failure(
      `Another sync was under way for ${PATIENCE_MS / 1000} seconds: nothing was sent or received.`,
      'cortex share status tells what waits.',
    );
  if (report?.reads_only && action === 'push')
    throw new Failure(
      `Your login only reads ${report.project}: nothing was sent.`,
      'An administrator of the database changes that: cortex share invite <login> --role member',
    );
  if (json) cli.out.json(report ?? { outcome: 'busy' });
  else if (!report) cli.out.block('Another sync is under way.');
  else print(cli, report);
  return 0;
}

const PATIENCE_MS = 60_000;

/** Waits for another sync that is under way, where that is wished for. */
async function patiently(
  deps: Deps,
  wait: boolean,
  ...[project, tools, direction]: [SharedProject, SyncTools, Direction?]
): Promise<SyncReport | null> {
  const until = deps.ticks() + PATIENCE_MS;
  for (;;) {
    const report = await explained(() => syncShared(deps, tools, project, direction));
    if (report || !wait || deps.ticks() > until) return report;
    await deps.pause(50);
  }
}

/** Asks the server one thing. */
async function asked<T>(door: ShareDoor, work: (log: SharedServer) => Promise<T>): Promise<T> {
  const log = await door.connect();
  try {
    return await explained(() => work(log));
  } finally {
    await log.close();
  }
}

async function members(cli: Cli, deps: Deps, door: ShareDoor, json: boolean): Promise<number> {
  const { out } = cli;
  const shared = await sharedHere(cli, deps);
  const all = await asked(door, (log) => membersOf(log, shared, deps.config));
  if (json) {
    out.json(
      all.map(({ login, role, isSelf, lastSeen, audience }) => ({
        ...{ login, role, you: isSelf, last_seen: time(lastSeen), audience },
      })),
    );
    return 0;
  }
  const nameOf = ({ login, isSelf }: SeenMember) => (isSelf ? `${login} (you)` : login);
  const width = Math.max(...all.map((one) => nameOf(one).length));
  for (const one of all) {
    const seen = one.lastSeen === null ? 'never seen' : `seen ${ago(one.lastSeen, deps.now())}`;
    const does = one.role === 'reader' ? 'only reads' : AUDIENCES[one.audience ?? 'none'];
    out.item(nameOf(one).padEnd(width), `${one.role.padEnd(6)}  ${seen.padEnd(16)}  ${does}`);
  }
  return 0;
}

const AUDIENCES = { team: 'for the team', me: 'for the own machines', none: 'nothing for the team yet' };

/** Explains a server's refusal, with advice. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotAMember)
      throw new Failure(
        `${error.message} any more: nothing was sent or received.${error.isDismissed ? ' What teammates shared was taken out of this machine.' : ''}`,
        `An administrator of the database lets you in again: cortex share invite ${error.login} | psql <database>. To end it here: cortex share leave`,
      );
    if (isSchemaMissing(error))
      throw new Failure(
        `The database does not have the tables that this version needs: ${error.message}.`,
        'An administrator of the database runs: cortex share init --print-sql | psql <database>. What is new here waits and is sent later.',
      );
    throw error;
  }
}

async function sharedHere(cli: Cli, deps: Deps): Promise<SharedProject> {
  const shared = await sharedIn(deps, deps.locate(cli.cwd()).scope);
  if (shared) return shared;
  throw new Failure(
    'The work of this folder is not shared.',
    'The first machine: cortex share init. Another one: cortex share join',
  );
}

async function key(cli: Cli, deps: Deps, door: ShareDoor, flags: Flags): Promise<number> {
  const { out } = cli;
  const changes = flags.new || flags.set || flags.remove;
  const projects = await allShared(deps);
  const bringsBack = flags.set && door.key() === null;
  if (changes && projects.length > 0 && !bringsBack)
    throw new Failure(
      'A key changes the names of all shared projects.',
      'Leave them first: cortex share leave. Then change the key and join again.',
    );
  if (flags.new) {
    if (door.key() !== null)
      throw new Failure('This machine has a key already.', 'cortex share key --remove takes it away.');
    door.saveKey(door.newKey());
  } else if (flags.set) {
    if (!door.saveKey(cli.readInput()))
      throw new Failure('That is no whole key.', 'It reads cortex-key-…; copy all of it.');
    try {
      for (const one of projects) requireKey(door.codec, one);
    } catch (error) {
      door.removeKey();
      throw error;
    }
  } else if (flags.remove) door.removeKey();
  const held = door.key();
  const shown = flags.new || flags.show ? held : null;
  if (flags.json) out.json({ has_key: held !== null, ...(shown && { key: shown }) });
  else if (shown) out.line(shown);
  else
    out.block(
      held
        ? 'This machine has a key: what it shares is sealed, and the server knows neither names nor words.'
        : 'This machine has no key: the administrator of the database can read what is shared.',
    );
  return 0;
}

async function rule(cli: Cli, deps: Deps, words: string, { undo, json }: Flags): Promise<number> {
  const { out } = cli;
  const { scope } = deps.locate(cli.cwd());
  await sharedHere(cli, deps);
  if (words === '') {
    const marked = await markedForTeam(deps, scope);
    if (json) out.json(marked);
    else if (marked.length === 0) out.block('Nothing is marked for the team.');
    else for (const { kind, text } of marked) out.item(out.style.dim(`${kind.padEnd(8)}`), text);
    return 0;
  }
  const meant: Meant = undo ? await unmarkForTeam(deps, scope, words) : await markForTeam(deps, scope, words);
  switch (meant.kind) {
    case 'none':
      throw new Failure(
        `No pin and no memory of this project is meant by "${words}".`,
        'cortex pin and cortex memory list show what there is.',
      );
    case 'several':
      throw new Failure(
        ['Several are meant:', ...meant.texts.map((text) => `  ${text}`)].join('\n'),
        'Name one by its label, its id or more words.',
      );
    case 'one':
      if (json)
        out.json({ outcome: undo ? 'taken back' : 'marked', id: meant.marking.id, kind: meant.marking.kind });
      else
        out.block(
          undo
            ? `Taken back from the team at the next sync: ${meant.text}`
            : `For the team from the next sync on: ${meant.text}`,
        );
      return 0;
  }
}

async function leave(
  cli: Cli,
  deps: Deps,
  home: Home,
  door: ShareDoor,
  { withdraw, forget, json }: Flags,
): Promise<number> {
  const { out } = cli;
  const shared = await sharedHere(cli, deps);
  if (withdraw) requireKey(door.codec, shared);
  const emptied = withdraw ? await asked(door, (log) => withdrawAll(log, door.codec(), shared)) : 0;
  const { items, work, forgotten, copiesLeft } = await leaveShare(deps, shared, forget ? home.copies : null);
  if (json) {
    const team = {
      items_removed: items,
      work_kept: forgotten ? 0 : work,
      work_removed: forgotten ? work : 0,
    };
    out.json({ outcome: 'left', project: shared.project, emptied, team, copies_left: copiesLeft });
    return 0;
  }
  out.block(`${out.style.bold(shared.project)} is not shared from here any more.`);
  const row = (name: string, text: string) => out.item(out.style.dim(name.padEnd(10)), text);
  row(
    'server',
    withdraw
      ? `${count(emptied, 'segment')} of this machine emptied. Others let go at their next sync; a machine that never comes back keeps its copy.`
      : shared.acknowledged === 0
        ? 'Nothing was sent from this machine.'
        : 'What this machine sent stays there, and others go on reading it. To empty it: cortex share join, then cortex share leave --withdraw',
  );
  row('yours', 'Everything of yours stays here, also what came from your other machines.');
  const said = count(work, 'decision, blocker or other fact', 'decisions, blockers and other facts');
  if (items > 0)
    row('team', `Removed: ${count(items, 'pin, memory or visit', 'pins, memories and visits')}.`);
  if (work > 0)
    row(
      'team',
      forgotten
        ? `Removed: ${said}, and what sessions here were told of them.`
        : `Under their names stays here: ${said}. To take it out: cortex forget --source teammate`,
    );
  if (copiesLeft)
    out.block(
      out.style.yellow(
        'Backups still hold words of others: another process was at them. They go with the next cortex forget or as backups age.',
      ),
    );
  return 0;
}

async function status(cli: Cli, deps: Deps, door: ShareDoor, json: boolean): Promise<number> {
  const { out } = cli;
  const all = await overview(deps, door.codec);
  if (json) {
    out.json(
      all.map((one) => ({
        ...{ project: one.project, scope_key: one.scopeKey, origin: one.origin, since: time(one.since) },
        ...{ problem: one.problem, waiting: one.waiting, marked: one.marked },
        ...{ pulled_at: time(one.pulledAt), pushed_at: time(one.pushedAt), sealed: isSealedName(one.name) },
        streams: one.streams.map(({ origin, author, last, stopped }) => ({
          ...{ origin, author, segments: last.any, stopped },
        })),
      })),
    );
    return 0;
  }
  if (all.length === 0) {
    out.block(
      'Nothing is shared: no word leaves this machine. cortex share init begins, cortex share join goes along.',
    );
    return 0;
  }
  const { bold, dim, red, yellow } = out.style;
  for (const one of all) {
    const row = (name: string, text: string) => out.item(dim(`  ${name.padEnd(9)}`), text);
    out.block(bold(one.project));
    row(
      'sent',
      `${one.pushedAt === null ? 'never' : ago(one.pushedAt, deps.now())}, ${count(one.waiting, 'record waits', 'records wait')}`,
    );
    row('received', one.pulledAt === null ? 'never' : ago(one.pulledAt, deps.now()));
    row(
      'sealed',
      isSealedName(one.name)
        ? `yes, as ${shortName(one.name)} on the server`
        : 'no: the administrator of the database can read it',
    );
    row(
      'readers',
      deps.config['share.audience'] === 'team'
        ? `the team reads the work, and ${count(one.marked, 'marked pin or rule', 'marked pins and rules')}`
        : 'only your own machines',
    );
    for (const { author, origin, last, stopped } of one.streams)
      row(
        'from',
        `${author} ${dim(origin.slice(-8))}: ${count(last.any, 'segment')}${stopped ? yellow(`, stopped: ${stopped}`) : ''}`,
      );
    if (one.problem) row('problem', red(one.problem));
  }
  return 0;
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function print({ out }: Cli, report: SyncReport): void {
  out.block(`${out.style.bold(report.project)}: ${sentence(report)}`);
  if (report.problem) out.block(out.style.yellow(`${report.problem}. cortex doctor says what to do.`));
  for (const { author, why } of report.stopped)
    out.block(out.style.yellow(`The stream of ${author} is read no further: ${why}`));
}

function sentence(report: SyncReport | null): string {
  if (!report) return 'another sync is under way.';
  const { sent, received } = report;
  const taken =
    sent.withdrawn > 0 ? `, ${count(sent.withdrawn, 'segment')} written anew without what was withdrawn` : '';
  if (report.reads_only)
    return `${count(received.records, 'record')} received. Your login only reads: nothing is sent.`;
  return `${count(sent.records, 'record')} sent, ${received.records} received${taken}.`;
}
