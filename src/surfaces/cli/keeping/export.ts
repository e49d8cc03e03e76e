import { exportAll } from '../../../engine/keeping/transfer.ts';
import { count } from '../../../operations/base/words.ts';
import { declareCommand, JSON_FLAG } from '../base/command.ts';
import { checkTarget, UsageError } from '../base/errors.ts';
import { chooseScope, SCOPE_FLAGS } from '../base/scope.ts';
import { withStore } from '../base/store.ts';

export const exportCommand = declareCommand({
  name: 'export',
  summary: 'Write everything that is stored as JSON Lines.',
  about: [
    'Writes a header, a line for each session with its facts, restores and links, hot or ' +
      'cold, and a line for each row of the other tables. cortex import reads it, here or ' +
      'elsewhere. Without a file it goes to a pipe.',
    'The file is private to you, without the secrets that Cortex removed before it stored ' +
      'anything, and it is there whole or not at all.',
  ].join('\n\n'),
  args: [{ name: 'file', help: 'Where to write; - is standard output.', optional: true }],
  flags: {
    all: { help: 'Every project, which is the default.' },
    ...SCOPE_FLAGS,
    force: { help: 'Replace a file that is there.' },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex export cortex.jsonl', says: 'everything, into a file' },
    { line: 'cortex export - | gzip > cortex.jsonl.gz', says: 'into a pipe' },
    { line: 'cortex export radio.jsonl --scope radio', says: 'one project' },
  ],
  run: (cli, { args, flags }) => {
    return withStore(cli, async (deps) => {
      if (args[0] === undefined && cli.isAttended())
        throw new UsageError(
          'Everything that is stored would fill the terminal.',
          'Name a file: cortex export cortex.jsonl. With - it goes to standard output.',
        );
      const path = args[0] ?? '-';
      const named = (flags.scope ?? flags.project) !== undefined;
      if (flags.all && named)
        throw new UsageError('--all is every project; leave out --scope and --project.');
      if (flags.json && path === '-')
        throw new UsageError('--json reports about a file; name one.');
      checkTarget(cli, path, flags.force, 'Choose another name');
      const scope = named ? (await chooseScope(deps, cli.cwd(), flags)).scope : null;
      const what = {
        scopeKey: scope?.key ?? null,
        scope: scope?.label ?? null,
        version: cli.version,
      };
      let lines = 0;
      try {
        const report = await cli.writeLines(path, (write) =>
          exportAll(deps, what, (line) => {
            write(line);
            if (++lines % 100 === 0) cli.err.progress(`${lines} lines`);
          }),
        );
        cli.err.progress('');
        if (flags.json) cli.out.json({ file: path, ...report });
        else if (path !== '-') {
          const rows = Object.values(report.rows).reduce((sum, number) => sum + number, 0);
          cli.out.block(
            `${count(report.sessions, 'session')} (${report.cold} from cold storage) and ${count(rows, 'other row')} written to ${path}.`,
          );
        }
        for (const id of report.missing)
          cli.err.block(`The archive of session ${id} is missing or was changed.`);
        return report.missing.length === 0 ? 0 : 1;
      } catch (error) {
        // `cortex export | head`: who has read enough is no reason to complain.
        if (path === '-' && (error as { code?: unknown }).code === 'EPIPE') return 0;
        throw error;
      }
    });
  },
});
