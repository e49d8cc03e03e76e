import { shortId } from '../../../domain/ids.ts';
import { toWorkingMemory } from '../../../domain/pin.ts';
import { pinsHere } from '../../../engine/pins.ts';
import { command, JSON_FLAG } from '../command.ts';
import { withStore } from '../context.ts';
import { chooseTarget, pinLine, TARGET_FLAGS } from '../pins.ts';
import { inWords } from '../scope.ts';
import { pad } from '../width.ts';

export const pins = command({
  name: 'pins',
  summary: 'List the pins of the session that runs here, or those that wait for the next one.',
  about: 'The numbers are those that cortex unpin takes.',
  args: [],
  flags: { ...TARGET_FLAGS, ...JSON_FLAG },
  examples: [{ line: 'cortex pins', says: 'what is kept in mind here' }],
  run: (cli, { flags }) =>
    withStore(cli, async (deps) => {
      const { out } = cli;
      const { scope, sessions } = await chooseTarget(deps, cli.cwd(), flags);
      const here = await pinsHere(deps, scope, sessions);
      if (flags.json) {
        out.json(here.pins.map((pin, i) => ({ number: i + 1, ...toWorkingMemory(pin) })));
        return 0;
      }
      const holders = here.sessions.map(({ id }) => shortId(id)).join(', ');
      if (here.pins.length === 0) {
        out.block(
          holders
            ? `Session ${holders} holds no pins.`
            : `No session is running in ${inWords(scope.label)}, and no pins wait for the next one.`,
        );
        out.block(out.style.dim('cortex pin "…" makes one.'));
        return 0;
      }
      out.block(
        out.style.dim(
          holders ? `${scope.label}, session ${holders}` : `${scope.label}: waiting for the next session`,
        ),
      );
      here.pins.forEach((pin, i) => void out.item(`${pad(String(i + 1), 2, 'right')}  `, pinLine(pin, out)));
      return 0;
    }),
});
