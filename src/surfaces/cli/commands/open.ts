import { shortId } from '../../../domain/ids.ts';
import type { SessionState } from '../../../domain/session/session.ts';
import { commandLine } from '../../../domain/text/command-line.ts';
import { fitting } from '../../../domain/text/fuzzy.ts';
import type { Deps } from '../../../engine/deps.ts';
import { sessionRows } from '../../../engine/session/sessions.ts';
import type { Host } from '../../../host.ts';
import { asPerson, sessionMeant } from '../../../operations/meant.ts';
import { command } from '../command.ts';
import type { Cli } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { harmless } from '../output.ts';
import { chooseScope, inWords, SCOPE_FLAGS } from '../scope.ts';
import { runAgent } from '../start-agent.ts';
import { withStore } from '../store.ts';
import { ago } from '../times.ts';
import { cut } from '../width.ts';

/** As many as anybody looks through. */
const MOST_LISTED = 500;

export const open = command({
  name: 'open',
  summary: 'Go on with a session in its own agent.',
  about:
    'Starts the agent on that conversation, in the folder of its project. Without an id you choose among the sessions of this ' +
    'project: type some of their letters, arrows and Enter take one. Without a terminal the command is printed.',
  args: [
    {
      name: 'id',
      help: 'The id of a session here or in its agent, or its beginning.',
      optional: true,
      choices: 'sessions',
    },
  ],
  flags: {
    ...SCOPE_FLAGS,
    all: { help: 'Choose among the sessions of every project.' },
    print: { help: 'Only print the command.' },
  },
  examples: [
    { line: 'cortex open', says: 'choose a session of this project' },
    { line: 'cortex open a1b2c3d4', says: 'go on with this one' },
    { line: 'cortex open a1b2c3d4 --print', says: 'claude --resume …' },
  ],
  run: async (cli, { args, flags }) => {
    if (flags.all && (flags.scope ?? flags.project) !== undefined)
      throw new UsageError('--all is every project; leave out --scope and --project.');
    const state = await withStore(cli, async (deps) => {
      if (args[0] !== undefined) return sessionMeant(asPerson(deps), args[0]);
      const scope = flags.all ? null : (await chooseScope(deps, cli.cwd(), flags)).scope;
      const found = await sessionRows(deps, { scope, limit: MOST_LISTED });
      const sessions = found.filter((one) => one.host_session_id !== null);
      if (sessions.length === 0)
        throw new Failure(
          scope ? `No session in ${inWords(scope.label)} is on record.` : 'No session is on record.',
          'cortex history --all lists those of other projects.',
        );
      return choose(cli, deps, sessions, flags.all);
    });
    if (state === null) return 1;
    const argv = reopening(cli.hosts, state);
    const folder = folderOf(cli, state);
    if (flags.print || !cli.isAttended()) {
      const elsewhere = folder !== null && folder !== cli.cwd() ? `cd ${commandLine([folder])} && ` : '';
      cli.out.line(elsewhere + commandLine(argv));
      return 0;
    }
    return runAgent(cli, argv, folder ?? cli.cwd(), 'cortex open --print prints the command.');
  },
});

/** The command by which the session's own agent goes on with it. */
function reopening(hosts: readonly Host[], state: SessionState): readonly string[] {
  const host = hosts.find(({ name }) => name === state.host);
  const short = shortId(state.session_id);
  const instead = `To go on elsewhere: cortex continue ${short}`;
  if (!host || state.host_session_id === null)
    throw new Failure(`Session ${short} (${state.host}) has no agent that could go on with it.`, instead);
  if (typeof host.reopens === 'string')
    throw new Failure(`${host.title} cannot be started on a conversation. ${host.reopens}`, instead);
  return host.reopens(state.host_session_id);
}

/** Agents find a conversation by the folder it was in. */
function folderOf(cli: Cli, { project_path: path }: SessionState): string | null {
  return path !== null && cli.look(path)?.kind === 'folder' ? path : null;
}

async function choose(
  cli: Cli,
  { now }: Deps,
  sessions: readonly SessionState[],
  isEverywhere: boolean,
): Promise<SessionState | null> {
  if (!cli.isAttended())
    throw new UsageError('Without a terminal it takes the id of a session.', 'cortex history lists them.');
  const lines = sessions.map((state) => {
    const place = isEverywhere ? `${state.scope}  ` : '';
    const about = `${state.title ?? '(no words yet)'}  ${state.branch ?? ''}`.trimEnd();
    return `${shortId(state.session_id)}  ${ago(state.last_activity, now()).padEnd(8)}  ${state.host.padEnd(11)}  ${place}${about}`;
  });
  const { cyan } = cli.err.style;
  const place = await cli.pick('Which session?', {
    find: (typed) => fitting(typed, lines),
    show: (index, isMarked) => {
      const line = cut(harmless(`${isMarked ? '>' : ' '} ${lines[index]}`, false), cli.err.width - 1);
      return isMarked ? cyan(line) : line;
    },
  });
  return place === null ? null : sessions[place]!;
}
