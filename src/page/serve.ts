import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../operations/base/errors.ts';
import type { Cli } from '../surfaces/cli/base/context.ts';
import { examine } from '../surfaces/cli/doctor/doctor.ts';
import { gatherStatus } from '../surfaces/cli/doctor/status.ts';
import type { PageWorld } from './answer.ts';
import { renderReport } from './report.ts';
import { openLooks } from './seen.ts';
import { portsOf, stampOf } from './stamp.ts';

/** The page lies beside this bundle; the copies of Cortex inside plugins have none. */
function pageHtml(): string {
  const path = join(__dirname, 'ui', 'page.html');
  if (existsSync(path)) return readFileSync(path, 'utf8');
  throw new Failure(
    'This copy of Cortex, inside a plugin, has no page.',
    'Install it by itself: npm install -g cortex-sessions',
  );
}

/** The world of the page's server, in which the configuration is read again for each call. */
function worldOf(cli: Cli, seen: PageWorld['seen']): PageWorld {
  const { database } = cli.home();
  return {
    open: () => cli.home().open(),
    home: {
      copies: () => cli.home().copies(),
      hookTimes: () => cli.home().hookTimes(),
      places: cli.home().places,
    },
    hosts: cli.hosts.map(({ name }) => name),
    operations: cli.operations,
    cwd: () => cli.cwd(),
    says: {
      doctor: async () => ({ checks: await examine(cli, { isWhole: false }) }),
      'doctor whole': async () => ({ checks: await examine(cli, { isWhole: true }) }),
      status: () => gatherStatus(cli, { scope: undefined, project: undefined }),
    },
    seen,
    log: (event, error) => cli.home().logFailure(event, error),
    stamp: () => stampOf(database),
  };
}

interface Serving {
  /** Null: the one of this home, else the next that is free. */
  readonly port: number | null;
  /** In a browser, at once. */
  readonly isOpened: boolean;
}

/** `cortex ui`: resolves when somebody ends it, or nobody looks any more. */
export async function servePageUntilEnd(cli: Cli, { port, isOpened }: Serving): Promise<void> {
  const world = worldOf(cli, openLooks(cli.home().folder));
  // Only this command needs a server.
  const { servePage } = await import('./server.ts');
  const ports = port === null ? portsOf(cli.home().folder) : [port];
  const server = await servePage(world, { ports, html: pageHtml() });
  if (port === null && server.port !== ports[0])
    cli.err.block(
      `Port ${ports[0]} is taken, perhaps by another cortex ui: the page is at ${server.port}.`,
    );
  cli.out.line(server.url);
  if (!isOpened || !openInBrowser(server.onceUrl))
    cli.out.line(
      `Open this address in a browser on this machine. The page ends with Ctrl+C, or after ${server.quietMinutes} minutes without an open tab.`,
    );
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => server.close(signal));
  const reason = await server.ended;
  if (!reason.startsWith('SIG')) cli.out.line(`The page has ended: ${reason}.`);
}

/** `cortex report`: whoever reads it has not looked at the page. */
export function writeReport(cli: Cli, project: string | null): Promise<string> {
  const world = worldOf(cli, { before: {}, keep: () => {} });
  return renderReport(world, { html: pageHtml(), project, at: cli.home().now() });
}

/** How each system opens an address; elsewhere as on Linux. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** False where there is no screen that it could be opened on. */
function openInBrowser(url: string, { platform, env } = process): boolean {
  const isHeadless =
    platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'] && !env['WSL_DISTRO_NAME'];
  if (isHeadless || env['SSH_CONNECTION']) return false;
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(program!, [...args, url], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  // The address was printed: whoever has no opener opens it by hand.
  child.on('error', () => {});
  child.unref();
  return true;
}
