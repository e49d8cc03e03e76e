import { type HealthCheck, noteCheck } from '../domain/base/check.ts';
import type { Cli, Home } from '../surfaces/cli/base/context.ts';
import type { CliRoom, OperationGroup } from '../surfaces/cli/base/groups.ts';
import { withOpen } from '../surfaces/cli/base/store.ts';
import { keepAsking } from '../surfaces/cli/setup/asking.ts';
import { complaintOf, seeSops } from './engine/sops.ts';
import { listSops } from './files.ts';
import { sopsOf } from './sql.ts';

const group: OperationGroup = {
  name: 'sop',
  summary: 'Keep instructions that an agent is given before some tool calls.',
  about: [
    'Instructions are markdown files with a head, or *.ai.sop files. Yours are in the folder ' +
      "sops of the home of Cortex, a project's in .cortex/sops or at its top; those count only " +
      'once you trusted them, as they are now.',
    'The head says for which calls: tools, match (plain words in the command, with | between ' +
      'them), paths; acknowledge is the word that the agent should answer with.',
    'An agent gets each one once in a session, never before commands that only look; they ' +
      'never stop anything. While there are any, connected agents ask before tool calls, from ' +
      'their next session on.',
  ].join('\n\n'),
  standard: 'list',
  after: async (cli, isForProgram) => {
    const changed = await keepAsking(cli);
    if (!isForProgram) for (const line of changed) cli.out.block(line);
  },
};

/** Standing instructions that are given before too many calls, or not at all. */
async function checks(cli: Cli, home: Home): Promise<HealthCheck[]> {
  if (!cli.look(home.database)) return [];
  const seen = await withOpen(home, (deps) => seeSops(deps, home.locate(cli.cwd()).scope)).catch(
    () => [],
  );
  const wrong = seen.flatMap(({ entry, trust }) => (trust && complaintOf(entry)) ?? []);
  return wrong.map((what) => noteCheck('instructions', what, 'cortex sop list shows them all.'));
}

/** Whether agents have to ask before tool calls. In doubt they do: a hook for nothing costs time, a missing one costs the instruction. */
async function asksBeforeTools(cli: Cli, home: Home): Promise<boolean> {
  const { folder, config } = home;
  if (listSops({ home: folder, config, userHome: () => cli.userHome() }, null).length > 0)
    return true;
  if (!cli.look(home.database)) return false;
  try {
    return await withOpen(home, (deps) => sopsOf(deps).hasTrustedSops());
  } catch {
    return true;
  }
}

/** Standing instructions in the command line. */
export const instructing: CliRoom = {
  groups: [group],
  checks,
  asksBeforeTools,
  // A file that somebody put among the standing instructions by hand, or changed there, counts from then on.
  maintains: async (cli, deps) => void (await seeSops(deps, deps.locate(cli.cwd()).scope)),
};
