import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allHosts } from '../hosts/all.ts';
import { Failure } from '../operations/errors.ts';
import { openInBrowser } from '../platform/browser.ts';
import { looksIn } from '../platform/looks.ts';
import type { Home, PageRequest } from '../surfaces/cli/context.ts';
import { timeZone } from '../surfaces/cli/times.ts';
import type { PageWorld } from '../surfaces/ui/answer.ts';
import { reportOf } from '../surfaces/ui/report.ts';

/** The page lies beside this bundle; the copies of Cortex inside plugins have none. */
function pageHtml(): string {
  const path = join(__dirname, 'ui', 'page.html');
  if (existsSync(path)) return readFileSync(path, 'utf8');
  throw new Failure(
    'This copy of Cortex, inside a plugin, has no page.',
    'Install it by itself: npm install -g cortex-sessions',
  );
}

/** The configuration is read again for each call. */
function worldOf(home: () => Home, says: PageRequest['says'], seen: PageWorld['seen']): PageWorld {
  return {
    open: () => home().open(),
    home: {
      copies: () => home().copies(),
      hookTimes: () => home().hookTimes(),
      places: home().places,
    },
    hosts: allHosts().map(({ name }) => name),
    cwd: process.cwd,
    timeZone,
    says,
    seen,
    log: (event, error) => home().logFailure(event, error),
  };
}

/** `cortex ui`: resolves when somebody ends it, or nobody looks any more. */
export async function page(
  { port, isOpened, says }: PageRequest,
  home: () => Home,
  say: (line: string) => void,
): Promise<void> {
  const world = worldOf(home, says, looksIn(home().folder));
  // Only this command needs a server.
  const { servePage } = await import('../surfaces/ui/server.ts');
  const server = await servePage(world, { port, html: pageHtml() });
  say(server.url);
  if (!isOpened || !openInBrowser(server.onceUrl))
    say(
      `Open this address in a browser on this machine. The page ends with Ctrl+C, or after ${server.quietMinutes} minutes without a look.`,
    );
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => server.close(signal));
  const reason = await server.ended;
  if (!reason.startsWith('SIG')) say(`The page has ended: ${reason}.`);
}

/** `cortex report`: whoever reads it has not looked at the page. */
export function report(
  { project, says }: Pick<PageRequest, 'says'> & { readonly project: string | null },
  home: () => Home,
): Promise<string> {
  const world = worldOf(home, says, { before: {}, keep: () => {} });
  return reportOf(world, { html: pageHtml(), project, at: home().now() });
}
