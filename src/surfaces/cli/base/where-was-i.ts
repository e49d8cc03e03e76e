import { isGlobal, isWorkingTree } from '../../../domain/base/scope.ts';
import { latestSession, storedCounts } from '../../../engine/sessions/sessions.ts';
import { nowOperation } from '../../../operations/sessions/now.ts';
import type { Cli } from './context.ts';
import { runOperation } from './of-operation.ts';
import { withStore } from './store.ts';

/** In a project its own work; outside of all what was worked on anywhere. Null in a home without a session. */
export async function whereWasI(
  cli: Cli,
  { isForProgram }: { readonly isForProgram: boolean },
): Promise<number | null> {
  const home = cli.home();
  // Looking never creates a database.
  if (cli.look(home.database) === null) return null;
  if ((await withStore(cli, storedCounts)).sessions === 0) return null;
  const { scope } = home.locate(cli.cwd());
  const isInside =
    isWorkingTree(scope) || (await withStore(cli, (deps) => latestSession(deps, scope))) !== null;
  const all = !isInside || isGlobal(scope.key);
  return runOperation(cli, nowOperation, { args: [], flags: { all, json: isForProgram } });
}
