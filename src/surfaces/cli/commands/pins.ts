import { shortId } from '../../../domain/ids.ts';
import { toWorkingMemory } from '../../../domain/pin.ts';
import type { Scope } from '../../../domain/scope.ts';
import { importPins } from '../../../engine/import-pins.ts';
import type { PinsAdded } from '../../../engine/pins.ts';
import { command, JSON_FLAG } from '../command.ts';
import { type Cli, withStore } from '../context.ts';
import { Failure } from '../errors.ts';
import { untakenFiles } from '../pin-files.ts';
import { chooseTarget, type ListedPins, listedPins, pinInShort, pinLine, TARGET_FLAGS } from '../pins.ts';
import { inWords } from '../scope.ts';
import { count } from '../times.ts';
import { pad } from '../width.ts';

export const pins = command({
  name: 'pins',
  summary: 'List the pins of the session that runs here, or those that the next one would have.',
  about:
    'While nothing runs here: the pins that wait for the next session, and those that it would inherit. The numbers are those that cortex unpin takes. With --import the pins of a working_memory.json, as an older Cortex ' +
    'keeps them, are taken over where there is room; a pin of the same name stays as it is, and so does the file.',
  args: [],
  flags: {
    import: { value: 'file', help: 'First take over the pins of a working_memory.json.' },
    ...TARGET_FLAGS,
    ...JSON_FLAG,
  },
  examples: [
    { line: 'cortex pins', says: 'what is kept in mind here' },
    {
      line: 'cortex pins --import ~/.openclaw/workspace/memory/working_memory.json',
      says: 'take over what an older Cortex kept in mind',
    },
  ],
  run: (cli, { flags }) =>
    withStore(cli, async (deps, home) => {
      const { out } = cli;
      const target = await chooseTarget(deps, cli.cwd(), flags);
      const { scope, sessions } = target;
      if (flags.import !== undefined) {
        const content = home.readPinFile(flags.import);
        if (!content) throw new Failure(`There is no file ${flags.import}.`, 'Name a working_memory.json.');
        const added = await importPins(deps, scope, content, sessions);
        report(cli, added, flags.json);
      }
      const here = await listedPins(deps, cli.cwd(), target);
      if (flags.json) out.json(asJson(here));
      else {
        print(cli, scope, here);
        for (const { path, pins: left } of await untakenFiles(deps, home, scope, here)) {
          out.block(out.style.dim(`${path} holds ${count(left, 'more pin')}: cortex pins --import ${path}`));
        }
      }
      return 0;
    }),
});

/** What did not find room is named, so that the person can make some. */
function report({ out, err }: Cli, { taken, known, refused }: PinsAdded, json: boolean): void {
  const to = json ? err : out;
  const same = known.length > 0 ? `; ${count(known.length, 'was', 'were')} here already` : '';
  to.block(`${count(taken.length, 'pin')} taken over${same}.`);
  if (refused.length === 0) return;
  const lines = refused.map((pin) => `  ${pinInShort(pin)}`);
  err.block([`No room for ${count(refused.length, 'pin')}:`, ...lines].join('\n'));
  err.block('Let some go with cortex unpin <number>, and import again.');
}

function asJson({ pins: held, waiting, next, sessions }: ListedPins) {
  const marks = { waiting: sessions.length > 0 ? { waiting: true } : {}, next: { next_session: true } };
  return [
    ...held.map((pin) => toWorkingMemory(pin)),
    ...waiting.map((pin) => ({ ...toWorkingMemory(pin), ...marks.waiting })),
    ...next.map((pin) => ({ ...toWorkingMemory(pin), ...marks.next })),
  ].map((pin, i) => ({ number: i + 1, ...pin }));
}

function print({ out }: Cli, scope: Scope, { sessions, pins: held, waiting, next }: ListedPins): void {
  const { dim } = out.style;
  const holders = sessions.map(({ id }) => shortId(id)).join(', ');
  if (held.length + waiting.length + next.length === 0) {
    out.block(
      holders
        ? `Session ${holders} holds no pins.`
        : `No session is running in ${inWords(scope.label)}, and the next one would have no pins.`,
    );
    out.block(dim('cortex pin "…" makes one.'));
    return;
  }
  if (holders) out.block(dim(`${scope.label}, session ${holders}`));
  const mark = (i: number) => `${pad(String(i + 1), 2, 'right')}  `;
  held.forEach((pin, i) => void out.item(mark(i), pinLine(pin, out)));
  if (waiting.length > 0) {
    out.block(dim(holders ? 'waiting for the next session' : `${scope.label}: waiting for the next session`));
    waiting.forEach((pin, i) => void out.item(mark(held.length + i), pinLine(pin, out)));
  }
  if (next.length === 0) return;
  out.block(dim(`${scope.label}: no session is running; the next one would inherit`));
  const before = held.length + waiting.length;
  next.forEach((pin, i) => {
    out.item(mark(before + i), `${pinLine(pin, out)} ${dim('(next session)')}`);
  });
}
