import { isGlobal } from '../../domain/scope.ts';
import { today } from '../../operations/today/today.ts';
import { type Cli, withStore } from './context.ts';
import { callOf, printLines } from './of-operation.ts';

/** `cortex` alone in a repository: where the work stands. False where there is nothing to tell. */
export async function printHere(cli: Cli): Promise<boolean> {
  const home = cli.home();
  // Somebody who only looks makes no database.
  if (cli.look(home.database) === null || isGlobal(home.locate(cli.cwd()).scope.key)) return false;
  return withStore(cli, async (deps) => {
    const found = await today.run(await callOf(cli, deps, home, {}), {});
    if (found.text === null && found.running.length === 0 && found.offer === null) return false;
    printLines(cli, today.lines(found, { style: cli.out.style, by: 'person', now: deps.now() }));
    cli.out.block(cli.out.style.dim('cortex --help lists all commands.'));
    return true;
  });
}
