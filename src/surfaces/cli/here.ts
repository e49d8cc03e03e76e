import { insideElement } from '../../domain/answer/preamble.ts';
import { shortId } from '../../domain/ids.ts';
import { isGlobal } from '../../domain/scope.ts';
import { liveSessions } from '../../engine/live.ts';
import { offerAt } from '../../engine/projects/know.ts';
import { preview } from '../../engine/restore/preview.ts';
import type { SessionHead } from '../../store.ts';
import { type Cli, withStore } from './context.ts';
import { ago } from './times.ts';
import { printTold } from './told.ts';

/** `cortex` alone in a repository: where the work stands. False where there is nothing to tell. */
export async function printHere(cli: Cli): Promise<boolean> {
  const home = cli.home();
  // Somebody who only looks makes no database.
  if (cli.look(home.database) === null || isGlobal(home.locate(cli.cwd()).scope.key)) return false;
  return withStore(cli, async (deps) => {
    const { scope, branch } = deps.locate(cli.cwd());
    const live = await liveSessions(deps, scope);
    const { text } = (await preview(deps, { scope, branch })).start;
    const offer = await offerAt(deps, cli.cwd());
    if (text === null && live.length === 0 && offer === null) return false;
    const { out } = cli;
    const { bold, dim } = out.style;
    out.block(`${bold(scope.label)}${branch === null ? '' : ` on ${branch}`}`);
    out.item(dim('running  '), live.map((one) => liveLine(one, deps.now())).join('\n') || 'no session here');
    out.line();
    if (text === null) out.block('The next session here would be told nothing yet.');
    else printTold(out, withoutHeader(insideElement(text)));
    out.line();
    if (offer) out.block(`This folder ${offer}`);
    out.block(dim('This is what the next session here would be told; cortex preview says why.'));
    out.block(dim('cortex --help lists all commands.'));
    return true;
  });
}

/** The first line speaks to a model. */
function withoutHeader(text: string): string {
  return text.replace(/^\[SESSION CONTINUITY[^\n]*\n+/, '');
}

function liveLine({ id, host, lastActivity }: SessionHead, now: number): string {
  return `${shortId(id)} ${host}, active ${ago(lastActivity, now)}`;
}
