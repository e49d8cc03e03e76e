import { command } from '../../surfaces/cli/command.ts';
import { checkNamedHome } from '../../surfaces/cli/homes.ts';
import { notBoth, SCOPE_FLAGS } from '../../surfaces/cli/scope.ts';
import { checkTarget } from '../../surfaces/cli/target.ts';
import { writeReport } from '../serve.ts';

export const report = command({
  name: 'report',
  summary: 'Write the pages of cortex ui about a project into one file.',
  about:
    'An HTML file that needs no server and loads nothing: today, sessions, the thread, pins, rules and memories, the ledger ' +
    'and the health of it all, as they are now. It holds what was said in this project; secrets were redacted before they ' +
    'were stored. The file is private to you until you give it away.',
  args: [],
  flags: {
    out: { value: 'file', short: 'o', help: 'Where to write (cortex-report.html).' },
    ...SCOPE_FLAGS,
    force: { help: 'Replace a file that is there.' },
  },
  examples: [
    { line: 'cortex report', says: 'about this project' },
    { line: 'cortex report --scope radio --out radio.html', says: 'about another' },
  ],
  run: async (cli, { flags }) => {
    notBoth(flags);
    checkNamedHome(cli);
    const path = flags.out ?? 'cortex-report.html';
    checkTarget(cli, path, flags.force, 'Choose another name with --out');
    const project = flags.scope ?? flags.project ?? null;
    const html = await writeReport(cli, project);
    const sink = cli.openSink(path);
    try {
      sink.write(html);
      sink.finish();
    } finally {
      sink.discard();
    }
    if (path !== '-') cli.out.block(`Written to ${path}.`);
    return 0;
  },
});
