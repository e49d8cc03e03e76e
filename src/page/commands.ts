import { dirname, join, resolve } from 'node:path';
import { isWorkingTree } from '../domain/base/scope.ts';
import { declareCommand } from '../surfaces/cli/base/command.ts';
import type { Cli } from '../surfaces/cli/base/context.ts';
import { checkTarget, Failure } from '../surfaces/cli/base/errors.ts';
import type { CliRoom } from '../surfaces/cli/base/groups.ts';
import { checkNamedHome } from '../surfaces/cli/base/homes.ts';
import { portOf } from '../surfaces/cli/base/parse.ts';
import { refuseBothScopes, SCOPE_FLAGS } from '../surfaces/cli/base/scope.ts';
import { servePageUntilEnd, writeReport } from './serve.ts';

const ui = declareCommand({
  name: 'ui',
  summary: 'Open the page about your work in the browser.',
  about:
    'Where you stopped, the picture of your work, sessions as they run, search, what the next session will be told, and the ' +
    'health of it all. It is served to this machine only, to whoever has the address that is printed, loads nothing from ' +
    'elsewhere, and ends with Ctrl+C or 30 minutes after the last tab was closed. docs/ui.md says more.',
  args: [],
  flags: {
    'no-open': { help: 'Only print the address.' },
    port: {
      value: 'n',
      count: true,
      help: 'The port; by default one that belongs to this home, so that the address stays the same.',
    },
  },
  examples: [
    { line: 'cortex ui', says: 'look at it' },
    { line: 'cortex ui --no-open --port 7338', says: 'to be opened through a tunnel of yours' },
  ],
  run: async (cli, { flags: { 'no-open': isQuiet, port } }) => {
    checkNamedHome(cli, cli.home().folder);
    await servePageUntilEnd(cli, {
      port: port === undefined ? null : portOf(port),
      isOpened: !isQuiet,
    });
    return 0;
  },
});

const report = declareCommand({
  name: 'report',
  summary: 'Write the pages of cortex ui about a project into one file.',
  about:
    'An HTML file that needs no server and loads nothing: the pages as they are now. It holds the words of prompts and answers ' +
    'in this project, without the secrets, which were redacted before they were stored. The file lies in the home of Cortex, ' +
    'private to you; --out puts it elsewhere, but never into a git repository, where it could be committed.',
  args: [],
  flags: {
    out: { value: 'file', short: 'o', help: 'Where to write; - is standard output.' },
    ...SCOPE_FLAGS,
    force: { help: 'Replace a file that is there.' },
  },
  examples: [
    { line: 'cortex report', says: 'about this project' },
    {
      line: 'cortex report --scope radio --out ~/radio.html',
      says: 'about another, somewhere else',
    },
  ],
  run: async (cli, { flags }) => {
    refuseBothScopes(flags);
    checkNamedHome(cli, cli.home().folder);
    const path = flags.out ?? join(cli.home().folder, 'cortex-report.html');
    checkTarget(
      cli,
      path,
      flags.force || flags.out === undefined,
      'Choose another name with --out',
    );
    checkOutside(cli, path);
    const project = flags.scope ?? flags.project ?? null;
    const html = await writeReport(cli, project);
    await cli.writeLines(path, (write) => write(html));
    if (path !== '-') cli.out.block(`Written to ${cli.out.path(path)}.`);
    return 0;
  },
});

/** A report holds what people said: it must not be committed by accident. */
function checkOutside(cli: Cli, path: string): void {
  if (path === '-') return;
  const { scope } = cli.home().locate(dirname(resolve(cli.cwd(), path)));
  if (!isWorkingTree(scope)) return;
  throw new Failure(
    `${path} lies in the repository ${scope.root ?? scope.label}, where the report could be committed.`,
    'Choose a folder outside of repositories, or leave out --out.',
  );
}

/** The commands that open the page or write it into a file. */
export const page: CliRoom = { commands: [ui, report] };
