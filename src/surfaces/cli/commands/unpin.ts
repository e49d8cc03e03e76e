import { pinIdentity } from '../../../domain/pin.ts';
import { unpin as letGo } from '../../../engine/pins.ts';
import { command } from '../command.ts';
import { withStore } from '../context.ts';
import { UsageError } from '../errors.ts';
import { chooseTarget, inOrder, listedPins, pickPins, pinLine, TARGET_FLAGS } from '../pins.ts';

export const unpin = command({
  name: 'unpin',
  summary: 'Let pins go, here and for the sessions to come.',
  about:
    'What was unpinned in a project is not inherited again, until it is pinned again. While nothing runs, this is also said ' +
    'of what the next session would inherit.',
  args: [
    {
      name: 'label|number',
      help: 'The label of a pin, or its number in cortex pins.',
      optional: true,
      many: true,
    },
  ],
  flags: { all: { help: 'All pins that cortex pins lists.' }, ...TARGET_FLAGS },
  examples: [
    { line: 'cortex unpin deploy', says: 'by its label' },
    { line: 'cortex unpin 2 3', says: 'by their numbers' },
  ],
  run: (cli, { args, flags }) =>
    withStore(cli, async (deps) => {
      const { out } = cli;
      if (args.length === 0 && !flags.all)
        throw new UsageError('Say which: cortex unpin <label|number>…, or --all.');
      if (args.length > 0 && flags.all) throw new UsageError('--all lets all pins go; leave out the others.');
      const target = await chooseTarget(deps, cli.cwd(), flags);
      const { scope, sessions } = target;
      const listed = inOrder(await listedPins(deps, cli.cwd(), target));
      const identities = flags.all ? listed.map(pinIdentity) : pickPins(listed, args);
      const gone = listed.filter((pin) => identities.includes(pinIdentity(pin)));
      if (gone.length > 0) await letGo(deps, scope, identities, sessions);
      else out.line('There are no pins here.');
      for (const pin of gone) out.block(`Let go: ${pinLine(pin, out)}`);
      return 0;
    }),
});
