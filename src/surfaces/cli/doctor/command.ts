import { rebuildSearch } from '../../../engine/keeping/stored.ts';
import { count } from '../../../operations/base/words.ts';
import { declareCommand, JSON_FLAG } from '../base/command.ts';
import { UsageError } from '../base/errors.ts';
import { withStore } from '../base/store.ts';
import { unsettledHosts } from '../setup/host-checks.ts';
import { setupCommand } from '../setup/setup.ts';
import { examine } from './doctor.ts';

export const doctorCommand = declareCommand({
  name: 'doctor',
  summary: 'Check that everything Cortex needs is in order.',
  about: 'Exits with 1 when something is broken. Every complaint says what to do.',
  args: [],
  flags: {
    fix: {
      help: 'First bring the settings of agents that call Cortex up to date, as cortex setup does.',
    },
    'rebuild-index': {
      help: 'First make the search index anew from the sessions, also those in cold storage.',
    },
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex doctor', says: 'look at everything once' },
    { line: 'cortex doctor --fix', says: 'and mend what agents have in their settings' },
    { line: 'cortex doctor --rebuild-index', says: 'when search misses sessions' },
  ],
  run: async (cli, { flags }) => {
    const { out } = cli;
    if (flags.fix && flags.json) throw new UsageError('Use --fix or --json, not both.');
    for (const { scope, hosts } of flags.fix ? await unsettledHosts(cli) : [])
      await setupCommand.run(cli, {
        args: hosts,
        flags: { yes: true, experimental: true, ...(scope === 'project' && { project: true }) },
      });
    if (flags['rebuild-index']) {
      const read = await withStore(cli, (deps) =>
        rebuildSearch(deps, (done, all) => out.progress(`${done} of ${count(all, 'session')}`)),
      );
      out.progress('');
      if (!flags.json) out.line(`The search index was made anew from ${count(read, 'session')}.`);
    }
    const checks = await examine(cli, { isWhole: true });
    const damaged = checks.filter(({ verdict }) => verdict === 'broken');
    if (flags.json) {
      out.json({ ok: damaged.length === 0, checks });
      return damaged.length === 0 ? 0 : 1;
    }
    const { bold, dim, green, red, yellow } = out.style;
    const signs = { ok: green('ok    '), note: yellow('note  '), broken: red('broken') };
    for (const { name, verdict, detail, advice } of checks) {
      out.item(`${signs[verdict]}  `, `${bold(name)}: ${detail}`);
      if (advice) out.block(dim(advice), '        ');
    }
    out.line();
    if (damaged.length > 0)
      out.line(red(`${count(damaged.length, 'thing is', 'things are')} broken.`));
    else out.line(green('Nothing is broken.'));
    return damaged.length === 0 ? 0 : 1;
  },
});
