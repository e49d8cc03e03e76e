import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../operations/errors.ts';
import { openInBrowser } from '../platform/browser.ts';
import { looksIn } from '../platform/looks.ts';
import type { Home } from '../surfaces/cli/context.ts';
import { servePage } from '../surfaces/ui/server.ts';

/** The page lies beside this bundle; the copies of Cortex inside plugins have none. */
export function pageHtml(): string {
  const path = join(__dirname, 'ui', 'page.html');
  if (existsSync(path)) return readFileSync(path, 'utf8');
  throw new Failure(
    'This copy of Cortex, inside a plugin, has no page.',
    'Install it by itself: npm install -g cortex-sessions',
  );
}

interface Asked {
  readonly port: number;
  readonly isOpened: boolean;
  readonly says: Readonly<Record<string, () => Promise<unknown>>>;
  readonly version: string;
  home(): Home;
  say(line: string): void;
}

/** `cortex ui`: resolves when somebody ends it, or nobody looks any more. */
export async function page({ port, isOpened, says, version, home, say }: Asked): Promise<void> {
  const html = pageHtml();
  const { folder } = home();
  const server = await servePage(
    {
      version,
      // What stands in the configuration is read again for each call.
      open: () => home().open(),
      home: {
        copies: () => home().copies(),
        hookTimes: () => home().hookTimes(),
        places: home().places,
      },
      cwd: process.cwd,
      timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
      says,
      seen: looksIn(folder),
      log: (event, error) => home().logFailure(event, error),
    },
    { port, html },
  );
  say(server.url);
  if (isOpened && !openInBrowser(server.onceUrl)) say('Open this address in a browser on this machine.');
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => server.close(signal));
  const reason = await server.ended;
  if (!reason.startsWith('SIG')) say(`The page has ended: ${reason}.`);
}
