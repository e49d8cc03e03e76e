import { shortId } from '../../../domain/ids.ts';
import type { SessionState } from '../../../domain/session/session.ts';
import { commandLine } from '../../../domain/text/command-line.ts';
import type { Deps } from '../../../engine/deps.ts';
import { sessionRows } from '../../../engine/session/sessions.ts';
import type { Host } from '../../../host.ts';
import { asPerson, sessionMeant } from '../../../operations/meant.ts';
import { continueSession } from '../../../operations/sessions/continue.ts';
import { resume } from '../../../operations/thread/resume.ts';
import { command, type Input, JSON_FLAG } from '../command.ts';
import type { Cli } from '../context.ts';
import { Failure, UsageError } from '../errors.ts';
import { runOperation } from '../of-operation.ts';
import { harmless } from '../output.ts';
import { chooseScope, inWords, SCOPE_FLAGS } from '../scope.ts';
import { SESSION_FLAG } from '../session-flag.ts';
import { runAgent } from '../start-agent.ts';
import { withStore } from '../store.ts';
import { ago } from '../times.ts';
import { cut } from '../width.ts';

/** As many as anybody looks through. */
const MOST_LISTED = 500;

const FLAGS = {
  open: { help: 'Start its own agent on it, in the folder of its project.' },
  print: { help: 'Only print the command that does.' },
  codes: { help: 'Print the work of the session as codes, as session_resume gives it to models.' },
  activate: { help: 'Make its work the current work of the project again.' },
  all: { help: 'Choose among the sessions of every project.' },
  ...SESSION_FLAG,
  ...SCOPE_FLAGS,
  ...JSON_FLAG,
} as const;

/** Three ways to go on: in the session that runs here, in the agent that it ran in, or from its codes. */
export const continueCommand = command({
  name: 'continue',
  older: { open: { open: true }, resume: { codes: true } },
  summary: 'Go on with an earlier session, here or in its own agent.',
  about:
    `${continueSession.about} With --open, or without an id, its own agent is started on it: you choose among the sessions of ` +
    'this project by typing some of their letters; without a terminal the command is printed.',
  args: [
    {
      name: 'id',
      help: 'The id of a session here or in its agent, or its beginning; or a file of cortex handoff --json.',
      optional: true,
      choices: 'sessions',
    },
  ],
  flags: FLAGS,
  examples: [
    { line: 'cortex continue a1b2c3d4', says: 'give the running session everything of that one' },
    { line: 'cortex continue handoff.json', says: 'take in what another machine or agent handed over' },
    { line: 'cortex continue', says: 'choose a session, and start its agent on it' },
    { line: 'cortex continue a1b2c3d4 --open --print', says: 'claude --resume …' },
    { line: 'cortex continue a1b2c3d4 --activate', says: 'its work is the current work again' },
  ],
  run: async (cli, input) => {
    const { args, flags } = input;
    if (flags.codes || flags.activate) {
      if (args[0] === undefined) throw new UsageError('Say which session or thread, by its id.');
      return runOperation(cli, resume, input);
    }
    return flags.open || flags.print || args[0] === undefined
      ? openInAgent(cli, args[0], flags)
      : runOperation(cli, continueSession, input);
  },
});

async function openInAgent(
  cli: Cli,
  id: string | undefined,
  flags: Input<typeof FLAGS>['flags'],
): Promise<number> {
  if (flags.all && (flags.scope ?? flags.project) !== undefined)
    throw new UsageError('--all is every project; leave out --scope and --project.');
  const state = await withStore(cli, async (deps) => {
    if (id !== undefined) return sessionMeant(asPerson(deps), id);
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
  return runAgent(cli, argv, folder ?? cli.cwd(), 'With --print the command is printed.');
}

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
    throw new UsageError('Without a terminal, name a session by its id.', 'cortex history lists them.');
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

/** The places of the lines that hold every word that was typed. */
function fitting(typed: string, lines: readonly string[]): readonly number[] {
  const words = typed.toLowerCase().split(/\s+/);
  return lines.flatMap((line, i) => (words.every((word) => line.toLowerCase().includes(word)) ? [i] : []));
}
