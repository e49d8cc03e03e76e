import type { Deps } from '../engine/base/deps.ts';
import { count, timeAgo } from '../operations/base/words.ts';
import { declareCommand } from '../surfaces/cli/base/command.ts';
import type { Home } from '../surfaces/cli/base/context.ts';
import { Failure, UsageError } from '../surfaces/cli/base/errors.ts';
import { withStore } from '../surfaces/cli/base/store.ts';
import { newKeyText, readKey } from './cipher.ts';
import { isGitStream } from './domain/record.ts';
import { doorOf } from './door.ts';
import { pauseOf } from './engine/auto.ts';
import { leaveShare, membersOf, requireKey } from './engine/look.ts';
import { markedForTeam, markForTeam, unmarkForTeam } from './engine/rule.ts';
import { syncByItself, syncShared, untilSignal } from './engine/run.ts';
import { placeHere, setUpShare } from './engine/setup.ts';
import { BOTH, type Direction, rewriteStream, type SyncReport } from './engine/sync.ts';
import { beginGit, followKey, joinGiven, meansGit, rotateKey, wordFor } from './git-command.ts';
import { isOfServer, NotAMember } from './log.ts';
import { inviteSql, removeSql, SHARE_SCHEMA } from './postgres/schema.ts';
import { ROLES, SHARE_FLAGS, type ShareRun } from './run.ts';
import type { SharedProject } from './sql/at-events.ts';
import { shareOf } from './sql/share.ts';
import { isoOrNull, tellStatus } from './status.ts';

/** Time limit of an automatic sync after its pause. */
const HARD_LIMIT_MS = 60_000;

const ACTIONS = {
  status: tellStatus,
  init: (run: ShareRun) => begin(run, 'init'),
  join: (run: ShareRun) => begin(run, 'join'),
  invite,
  members,
  sync: (run: ShareRun) => sync(run, BOTH),
  push: (run: ShareRun) => sync(run, { push: true, pull: false }),
  pull: (run: ShareRun) => sync(run, { push: false, pull: true }),
  key,
  rule,
  leave,
};

export const shareCommand = declareCommand({
  name: 'share',
  summary: 'Share the work of this repository with your other machines, and with a team.',
  about: [
    'Off until you run init or join: before that nothing leaves this machine. Then the work ' +
      'goes to a PostgreSQL that you already have, or with --git through a git repository; ' +
      'nothing else has to run.',
    'Your own machines (the same login) get everything of the project. Other members get ' +
      'work, not talk: what was changed, decided, in the way and next, memories of the ' +
      'project, when you worked, on which branch and what you committed. They get only the ' +
      'pins and rules that you mark with share rule, and never prompts and replies.',
    'The address of the database comes from CORTEX_SHARE_URL, from share.url in the home ' +
      '(init --url-stdin writes it), or from the service cortex of ~/.pg_service.conf, never ' +
      'from the command line. Without a network everything goes on, and is sent later. A ' +
      'machine that never comes back keeps its copy of what you forget or take back.',
  ].join('\n\n'),
  args: [
    {
      name: Object.keys(ACTIONS).join('|'),
      help: 'What to do; status by default.',
      optional: true,
    },
    {
      name: 'words',
      help: 'For invite: the login. For rule: the label of a pin, the id of a memory, or words of either.',
      optional: true,
      many: true,
    },
  ],
  flags: SHARE_FLAGS,
  examples: [
    { line: 'cortex share init --url-stdin < url.txt', says: 'the first machine' },
    { line: 'cortex share join', says: 'another machine, in a clone of the same repository' },
    { line: 'cortex share invite bob', says: 'what an administrator runs for a teammate' },
    { line: 'cortex share members', says: 'who reads it, and when they were last seen' },
    { line: 'cortex share rule staging', says: 'the team may see this pin' },
    { line: 'cortex share push --wait', says: 'at the end of a job in CI' },
  ],
  run: async (cli, { args: [action = 'status', ...words], flags }) => {
    const joinsItself = action === 'join' && flags.auto;
    if (flags.auto && !joinsItself && !cli.look(cli.home().database)) return 0;
    if (!Object.hasOwn(ACTIONS, action))
      throw new UsageError(
        `cortex share has no ${action}.`,
        `It has ${Object.keys(ACTIONS).join(', ')}.`,
      );
    const takesWords =
      ['rule', 'invite'].includes(action) || joinsItself || (action === 'init' && flags.git);
    if (words.length > 0 && !takesWords)
      throw new UsageError(`cortex share ${action} takes no more arguments.`);
    if (action === 'init' && flags['print-sql']) {
      cli.out.line(SHARE_SCHEMA.trimEnd());
      return 0;
    }
    const act = async (deps: Deps, home: Home) => {
      const run = { cli, deps, home, door: doorOf(cli), flags, words };
      const code: unknown = await ACTIONS[action as keyof typeof ACTIONS](run);
      return typeof code === 'number' ? code : 0;
    };
    // A key comes before init and join, and the one in the environment joins by itself.
    const joins = ['init', 'join', 'pull', 'push', 'sync'].includes(action);
    const isFirst = joins || (action === 'key' && (flags.new || flags.set));
    return withStore(cli, act, isFirst);
  },
});

async function begin(run: ShareRun, how: 'init' | 'join'): Promise<number> {
  const { cli, deps, door, flags } = run;
  if (flags.auto) {
    await joinByItself(run);
    return 0;
  }
  if (meansGit(run)) return throughGit(run, how);
  const { out } = cli;
  const isFirst = how === 'init';
  const here = placeHere(deps, cli.cwd(), flags.name);
  if (flags['url-stdin']) door.saveUrl(cli.readInput());
  const address = door.address();
  const done = await setUpShare(deps, door, here, { ...flags, isFirst });
  const report = await syncPatiently(run, await sharedHere(run), { waits: true });
  if (flags.json) {
    const outcome = isFirst ? 'shared' : 'joined';
    out.json({ outcome, login: done.login, commit: done.commit, ...report });
    return 0;
  }
  out.block(
    `${out.style.bold(here.project)} is shared as ${done.login} through ${address.shown}: ${syncSentence(report)}`,
  );
  if (done.commit) out.block(`Proof: commit ${done.commit.slice(0, 12)} is in this repository.`);
  if (done.isAbove)
    out.block(
      out.style.yellow(
        `${done.login} bypasses the policies of the database: it reads what is meant for one person alone. Use a login without superuser and bypassrls.`,
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

async function throughGit(run: ShareRun, how: 'init' | 'join'): Promise<number> {
  const { out, err } = run.cli;
  const begun = await beginGit(run, how, run.words[0]);
  if (begun.kind === 'refused') {
    err.block(begun.isAttended ? 'Nothing is shared.' : 'Nothing is shared. To go on, add --yes.');
    return begun.isAttended ? 1 : 2;
  }
  const shared = await sharedHere(run);
  const report = await syncPatiently(run, shared, { waits: true });
  if (run.flags.json) {
    const first = how === 'init' ? 'shared' : 'joined';
    const outcome = begun.kind === 'moved' ? 'moved' : first;
    out.json({ outcome, url: begun.url, ...report });
    return 0;
  }
  const goes = begun.kind === 'moved' ? 'goes through' : 'is shared through';
  out.block(
    `${out.style.bold(shared.project)} ${goes} ${begun.url}, sealed: ${syncSentence(report)}`,
  );
  if (begun.kind === 'begun' && begun.isKeyNew)
    out.block(
      'For your other machines: cortex share key --show prints one word. There: cortex share key --set, then cortex share join. A container takes it as CORTEX_SHARE_KEY. Nobody can restore it.',
    );
  return 0;
}

/** A home that joins by the key in its environment, started by a session's start: it says nothing, and tries again with the next. */
async function joinByItself(run: ShareRun): Promise<void> {
  const { deps, home, door, words } = run;
  home.endAfter(HARD_LIMIT_MS);
  const [folder = run.cli.cwd()] = words;
  try {
    const shared = await joinGiven({ ...run, cli: { ...run.cli, cwd: () => folder } });
    // Others' work comes first: a session waits for it.
    if (shared)
      await syncShared(deps, { ...door, copies: home.copies }, shared, { push: false, pull: true });
  } catch (error) {
    deps.log.failure('not joined', error);
  }
}

const TEAM_ELSEWHERE = 'Through git only your own machines share: whoever has the key is you.';

async function invite({ cli, deps, door, flags, words: [login] }: ShareRun): Promise<void> {
  const { role = 'member', remove, json, name } = flags;
  if (!login) throw new UsageError('cortex share invite needs the login of the database.');
  if (!ROLES.includes(role)) throw new UsageError(`There is no role ${role}.`);
  const shared = await shareOf(deps).sharedProject(deps.locate(cli.cwd()).scope.key);
  if (shared && isGitStream(shared.origin))
    throw new Failure(
      TEAM_ELSEWHERE,
      'A team needs a PostgreSQL: cortex share leave, then cortex share init.',
    );
  const project = shared?.name ?? door.codec().nameOf(placeHere(deps, cli.cwd(), name).project);
  const sql = remove ? removeSql(project, login) : inviteSql(project, login, role);
  if (json) cli.out.json({ project, login, role, sql });
  else cli.out.line(sql);
}

async function sync(run: ShareRun, direction: Direction): Promise<void> {
  const { cli, deps, home, door, flags } = run;
  if (flags.auto) {
    const limit = HARD_LIMIT_MS + pauseOf(deps.config);
    // A machine that may be gone in a moment has nothing to wait for.
    const isUrgent = (await shareOf(deps).sharedProjects()).some(({ origin }) =>
      isGitStream(origin),
    );
    if (isUrgent) home.endAfter(limit);
    else home.stepBack(limit);
    const tools = { ...door, copies: home.copies };
    return untilSignal((pause) => syncByItself((work) => work(deps), tools, pause), deps.pause);
  }
  const known = await shareOf(deps).sharedProject(deps.locate(cli.cwd()).scope.key);
  const here = known ?? (await joinGiven(run));
  if (!known && here) cli.err.block(firstTime(here, door.git.addressOf(here.project).url));
  const project = here ?? (await sharedHere(run));
  const report = await syncPatiently(run, project, { waits: flags.wait, direction });
  if (!report && flags.wait)
    throw new Failure(
      `Another sync was under way for ${PATIENCE_MS / 1000} seconds: nothing was sent or received.`,
      'cortex share status tells what waits.',
    );
  if (report?.reads_only && !direction.pull)
    throw new Failure(
      `Your login only reads ${report.project}: nothing was sent.`,
      'An administrator of the database changes that: cortex share invite <login> --role member',
    );
  const { out } = cli;
  if (flags.json) return out.json(report ?? { outcome: 'busy' });
  if (!report) return out.block('Another sync is under way.');
  out.block(`${out.style.bold(report.project)}: ${syncSentence(report)}`);
  if (report.sent.withdrawn > 0 && here && isGitStream(here.origin))
    out.block('Sealed bytes of it may stay at the remote until that clears them away.');
  if (report.problem)
    out.block(out.style.yellow(`${report.problem}. cortex doctor says what to do.`));
  for (const { author, why } of report.stopped)
    out.block(out.style.yellow(`The stream of ${author} is read no further: ${why}`));
}

/** The sentence about a project that has just joined, said once by whichever command did it. */
function firstTime({ project }: SharedProject, url: string): string {
  return `${project} is shared through ${url} from now on, sealed. What would leave next: cortex share status --what-would-leave`;
}

const PATIENCE_MS = 60_000;

/** Waits for another running sync if asked to. */
async function syncPatiently(
  { deps, home, door }: ShareRun,
  project: SharedProject,
  { waits, direction = BOTH }: { readonly waits: boolean; readonly direction?: Direction },
): Promise<SyncReport | null> {
  const until = deps.ticks() + PATIENCE_MS;
  for (;;) {
    const report = await explainRefusal(() =>
      syncShared(deps, { ...door, copies: home.copies }, project, direction),
    );
    if (report || !waits || deps.ticks() > until) return report;
    await deps.pause(50);
  }
}

async function members(run: ShareRun): Promise<void> {
  const { out } = run.cli;
  const shared = await sharedHere(run);
  if (isGitStream(shared.origin))
    throw new Failure(TEAM_ELSEWHERE, 'cortex share status lists the machines.');
  const all = await explainRefusal(() =>
    run.door.within((log) => membersOf(log, shared, run.deps.config)),
  );
  if (run.flags.json)
    return out.json(
      all.map(({ login, role, isSelf, lastSeen, audience }) => ({
        login,
        role,
        you: isSelf,
        last_seen: isoOrNull(lastSeen),
        audience,
      })),
    );
  const names = all.map(({ login, isSelf }) => (isSelf ? `${login} (you)` : login));
  const width = Math.max(...names.map(({ length }) => length));
  for (const [i, { role, lastSeen, audience }] of all.entries()) {
    const seen = lastSeen === null ? 'never seen' : `seen ${timeAgo(lastSeen, run.deps.now())}`;
    const does = role === 'reader' ? 'only reads' : AUDIENCES[audience ?? 'none'];
    out.item(names[i]!.padEnd(width), `${role.padEnd(6)}  ${seen.padEnd(16)}  ${does}`);
  }
}

const AUDIENCES = {
  team: 'for the team',
  me: 'for the own machines',
  none: 'nothing for the team yet',
};

/** Explains a server's refusal, with advice. */
async function explainRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotAMember)
      throw new Failure(
        `${error.message} any more: nothing was sent or received.${error.isDismissed ? ' What teammates shared was taken out of this machine.' : ''}`,
        `An administrator of the database lets you in again: cortex share invite ${error.login} | psql <database>. To end it here: cortex share leave`,
      );
    if (isOfServer(error, 'SCHEMA_MISSING'))
      throw new Failure(
        `The database does not have the tables that this version needs: ${error.message}.`,
        'An administrator of the database runs: cortex share init --print-sql | psql <database>. What is new here waits and is sent later.',
      );
    throw error;
  }
}

async function sharedHere(run: ShareRun): Promise<SharedProject> {
  const { cli, deps } = run;
  const shared = await shareOf(deps).sharedProject(deps.locate(cli.cwd()).scope.key);
  if (shared) return shared;
  throw new Failure(
    'The work of this folder is not shared.',
    'The first machine: cortex share init. Another one: cortex share join',
  );
}

async function key(run: ShareRun): Promise<void> {
  const { cli, deps, door, flags } = run;
  const { out } = cli;
  const projects = await shareOf(deps).sharedProjects();
  if (
    flags.rotate ||
    (flags.set && projects.some(({ origin }) => isGitStream(origin)) && door.word())
  )
    return changeKey(run);
  const bringsBack = flags.set && door.word() === null;
  if ((flags.new || flags.set || flags.remove) && projects.length > 0 && !bringsBack)
    throw new Failure(
      'A key changes the names of all shared projects.',
      'Leave them first: cortex share leave. Then change the key and join again. What goes through git follows by itself: cortex share key --rotate',
    );
  if (flags.new) {
    if (door.word() !== null)
      throw new Failure(
        'This machine has a key already.',
        'cortex share key --remove takes it away.',
      );
    door.saveWord(newKeyText());
  } else if (flags.set) {
    if (!door.saveWord(cli.readInput())) throw incompleteKey();
    try {
      for (const one of projects) requireKey(door.codec, one);
    } catch (error) {
      door.removeKey();
      throw error;
    }
  } else if (flags.remove) door.removeKey();
  const here = await shareOf(deps).sharedProject(deps.locate(cli.cwd()).scope.key);
  const held = wordFor(door, here);
  const shown = flags.new || flags.show ? held : null;
  if (flags.json) out.json({ has_key: held !== null, ...(shown && { key: shown }) });
  else if (shown) out.line(shown);
  else
    out.block(
      held
        ? 'This machine has a key: what it shares is sealed, and the server knows neither names nor words. --show prints it.'
        : 'This machine has no key: the administrator of the database can read what is shared.',
    );
}

function incompleteKey(): Failure {
  return new Failure('That key is incomplete.', 'A key begins with cortex-key-; copy all of it.');
}

/** Another key for what is shared through git: a new one, or the one that another machine made. */
async function changeKey(run: ShareRun): Promise<void> {
  const { cli, door, flags } = run;
  const next = flags.rotate ? null : readKey(cli.readInput());
  if (!flags.rotate && next === null) throw incompleteKey();
  const moved = next ? await followKey(run, next) : await rotateKey(run);
  if (flags.json) return cli.out.json({ outcome: next ? 'followed' : 'rotated', segments: moved });
  cli.out.block(
    `${count(moved, 'segment')} sealed with ${next ? 'that key' : 'a new key'}. The old one opens nothing that comes from now on; what it sealed before stays readable with it wherever a copy of it is.`,
  );
  if (!next && door.word())
    cli.out.block(
      'Bring it to your other machines: cortex share key --show here, cortex share key --set there. In CI and containers: CORTEX_SHARE_KEY.',
    );
}

async function rule(run: ShareRun): Promise<void> {
  const { cli, deps, flags } = run;
  const { out } = cli;
  const { scope } = deps.locate(cli.cwd());
  const words = run.words.join(' ');
  await sharedHere(run);
  if (words === '') {
    const marked = await markedForTeam(deps, scope);
    if (flags.json) out.json(marked);
    else if (marked.length === 0) out.block('Nothing is marked for the team.');
    else for (const { kind, text } of marked) out.item(out.style.dim(`${kind.padEnd(8)}`), text);
    return;
  }
  const meant = await (flags.undo ? unmarkForTeam : markForTeam)(deps, scope, words);
  const [first, ...others] = meant;
  if (!first)
    throw new Failure(
      `No pin and no memory of this project is meant by "${words}".`,
      'cortex pin and cortex memory list show what there is.',
    );
  if (others.length > 0)
    throw new Failure(
      ['Several are meant:', ...meant.map(({ text }) => `  ${text}`)].join('\n'),
      'Name one by its label, its id or more words.',
    );
  const { id, kind } = first.marking;
  if (flags.json) out.json({ outcome: flags.undo ? 'taken back' : 'marked', id, kind });
  else
    out.block(
      flags.undo
        ? `Taken back from the team at the next sync: ${first.text}`
        : `For the team from the next sync on: ${first.text}`,
    );
}

async function leave(run: ShareRun): Promise<void> {
  const { cli, deps, home, door } = run;
  const { withdraw, forget, json } = run.flags;
  const { out } = cli;
  const shared = await sharedHere(run);
  if (withdraw) requireKey(door.codec, shared);
  const emptied = withdraw
    ? await explainRefusal(() =>
        door.connected(shared, ({ log, codec }) => rewriteStream({ log, codec }, shared, () => [])),
      )
    : 0;
  const { items, work, copiesLeft } = await leaveShare(deps, shared, forget ? home.copies : null);
  door.git.remove(shared.project);
  if (json) {
    const team = {
      items_removed: items,
      work_kept: forget ? 0 : work,
      work_removed: forget ? work : 0,
    };
    return out.json({
      outcome: 'left',
      project: shared.project,
      emptied,
      team,
      copies_left: copiesLeft,
    });
  }
  out.block(
    `${out.style.bold(shared.project)} is not shared from here any more. Everything of yours stays here.`,
  );
  const row = (name: string, text: string) => out.item(out.style.dim(name.padEnd(7)), text);
  const stays =
    'What this machine sent stays there; cortex share join, then leave --withdraw empties it.';
  if (withdraw)
    row(
      'server',
      `${count(emptied, 'segment')} of this machine emptied. Others let go at their next sync.`,
    );
  else row('server', shared.acknowledged === 0 ? 'Nothing was sent from this machine.' : stays);
  const said = count(
    work,
    'decision, blocker or other fact',
    'decisions, blockers and other facts',
  );
  if (items > 0)
    row('team', `Removed: ${count(items, 'pin, memory or visit', 'pins, memories and visits')}.`);
  if (work > 0 && forget)
    row('team', `Removed: ${said}, and what sessions here were told of them.`);
  else if (work > 0)
    row(
      'team',
      `Under their names stays here: ${said}. To take it out: cortex forget --source teammate`,
    );
  if (copiesLeft)
    out.block(
      out.style.yellow(
        'Backups still hold words of others: another process was at them. They go as backups age.',
      ),
    );
}

function syncSentence(report: SyncReport | null): string {
  if (!report) return 'another sync is under way.';
  const { sent, received } = report;
  const taken =
    sent.withdrawn > 0
      ? `, ${count(sent.withdrawn, 'segment')} written anew without what was withdrawn`
      : '';
  if (report.reads_only)
    return `${count(received.records, 'record')} received. Your login only reads: nothing is sent.`;
  return `${count(sent.records, 'record')} sent, ${received.records} received${taken}.`;
}
