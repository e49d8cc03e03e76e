import { shortId } from '../../../domain/base/ids.ts';
import { commandLine } from '../../../domain/base/text/command-line.ts';
import type { SessionState } from '../../../domain/sessions/session.ts';
import { foldedSessions } from '../../../engine/sessions/sessions.ts';
import { asPerson, resolveSession } from '../../../operations/base/meant.ts';
import { scopeInWords } from '../../../operations/base/words.ts';
import { continueOperation, NoHeir } from '../../../operations/handoff/continue.ts';
import { resumeOperation } from '../../../operations/threads/resume.ts';
import type { Host } from '../../../ports/base/host.ts';
import { type CommandInput, declareCommand, JSON_FLAG } from '../base/command.ts';
import type { Cli } from '../base/context.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { runOperation } from '../base/of-operation.ts';
import { chooseScope, SCOPE_FLAGS, SESSION_FLAG } from '../base/scope.ts';
import { withStore } from '../base/store.ts';
import { runAgent } from './start-agent.ts';

/** The latest are looked through for one that an agent can go on with. */
const LOOKED_AT = 50;

const FLAGS = {
  open: { help: 'Start its own agent on it, in the folder of its project.' },
  print: { help: 'Only print the command that does.' },
  codes: { help: 'Print the work of the session as codes, as session_resume gives it to models.' },
  activate: { help: 'Make its work the current work of the project again.' },
  all: { help: 'Without an id: the latest session of every project.' },
  ...SESSION_FLAG,
  ...SCOPE_FLAGS,
  ...JSON_FLAG,
} as const;

/** Three ways to go on: in the session that runs here, in the agent that it ran in, or from its codes. */
export const continueCommand = declareCommand({
  name: 'continue',
  older: { open: { open: true }, resume: { codes: true } },
  summary: 'Go on with an earlier session, here or in its own agent.',
  about:
    `${continueOperation.about}

With --open, without an id for the latest session, and where no session is running, ` +
    'Cortex starts its own agent on it; without a terminal it prints the command.',
  args: [
    {
      name: 'id',
      help: 'The id of a session here or in its agent, or its beginning; words of its matter; or a file of cortex handoff --json.',
      optional: true,
      many: true,
      choices: 'sessions',
    },
  ],
  flags: FLAGS,
  examples: [
    {
      line: 'cortex continue a1b2c3d4',
      says: 'give the running session everything of that one; where none is running, open that one',
    },
    { line: 'cortex continue the webhooks', says: 'of the last session about them' },
    {
      line: 'cortex continue handoff.json',
      says: 'take in what another machine or agent handed over',
    },
    { line: 'cortex continue', says: 'start the agent of the latest session here on it' },
    { line: 'cortex continue a1b2c3d4 --open --print', says: 'claude --resume …' },
    { line: 'cortex continue a1b2c3d4 --activate', says: 'its work is the current work again' },
  ],
  run: async (cli, input) => {
    const { args, flags } = input;
    if (flags.codes || flags.activate) {
      if (args.length !== 1) throw new UsageError('Say which session or thread, by its id.');
      return runOperation(cli, resumeOperation, input);
    }
    if (flags.open || flags.print || args[0] === undefined)
      return openInAgent(cli, args.length > 0 ? args.join(' ') : undefined, flags);
    try {
      return await runOperation(cli, continueOperation, input);
    } catch (error) {
      if (!(error instanceof NoHeir) || flags.json) throw error;
      return reopen(cli, error.meant, flags);
    }
  },
});

async function openInAgent(
  cli: Cli,
  id: string | undefined,
  flags: CommandInput<typeof FLAGS>['flags'],
): Promise<number> {
  if (flags.all && (flags.scope ?? flags.project) !== undefined)
    throw new UsageError('--all is every project; leave out --scope and --project.');
  const state = await withStore(cli, async (deps) => {
    if (id !== undefined) return resolveSession(asPerson(deps), id);
    const scope = flags.all ? null : (await chooseScope(deps, cli.cwd(), flags)).scope;
    const found = await foldedSessions(deps, { scope, limit: LOOKED_AT });
    const latest = found.find((one) => one.host_session_id !== null);
    if (latest) return latest;
    throw new Failure(
      scope
        ? `No session in ${scopeInWords(scope.label)} is on record.`
        : 'No session is on record.',
      'cortex sessions --all lists those of other projects.',
    );
  });
  return reopen(cli, state, flags);
}

/** Starts the agent of a session on it; without a terminal its command is printed. */
function reopen(
  cli: Cli,
  state: SessionState,
  flags: CommandInput<typeof FLAGS>['flags'],
): number | Promise<number> {
  const argv = reopening(cli.hosts, state);
  const folder = folderOf(cli, state);
  if (flags.print || !cli.isAttended()) {
    const elsewhere =
      folder !== null && folder !== cli.cwd() ? `cd ${commandLine([folder])} && ` : '';
    cli.out.line(elsewhere + commandLine(argv));
    return 0;
  }
  return runAgent(cli, argv, folder ?? cli.cwd(), 'With --print the command is printed.');
}

/** The command by which the session's own agent goes on with it. */
function reopening(hosts: readonly Host[], state: SessionState): readonly string[] {
  const host = hosts.find(({ name }) => name === state.host);
  const short = shortId(state.session_id);
  const instead = `Start any agent in the project, then: cortex continue ${short}`;
  if (!host || state.host_session_id === null)
    throw new Failure(
      `Session ${short} (${state.host}) has no agent that could go on with it.`,
      instead,
    );
  if (typeof host.reopens === 'string')
    throw new Failure(
      `${host.title} cannot be started on a conversation. ${host.reopens}`,
      instead,
    );
  return host.reopens(state.host_session_id);
}

/** Agents find a conversation by the folder it was in. */
function folderOf(cli: Cli, { project_path: path }: SessionState): string | null {
  return path !== null && cli.look(path)?.kind === 'folder' ? path : null;
}
