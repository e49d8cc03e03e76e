import * as z from 'zod/v4';
import { shortId } from '../../domain/ids.ts';
import { toWorkingMemory } from '../../domain/pins/pin.ts';
import { importPins } from '../../engine/pins/import-pins.ts';
import type { PinsAdded } from '../../engine/pins/pins.ts';
import { Failure } from '../errors.ts';
import { type Call, operation } from '../operation.ts';
import type { Line, View } from '../view.ts';
import { count, inWords } from '../words.ts';
import {
  inOrder,
  type ListedPins,
  listedPins,
  numbered,
  paintedPin,
  pinInShort,
  pinsJson,
  pinsShown,
} from './listed.ts';
import { type UntakenFile, untakenFiles } from './pin-files.ts';

export const pins = operation({
  name: { command: 'pins', tool: null },
  summary: 'List the pins of the session that runs here, or those that the next one would have.',
  about:
    'While nothing runs here: the pins that wait for the next session, and those that it would inherit. The numbers are those that cortex unpin takes. With --import the pins of a working_memory.json, as an older Cortex ' +
    'keeps them, are taken over where there is room; a pin of the same name stays as it is, and so does the file.',
  chat: { summary: 'what is pinned in this session', words: [] },
  effect: 'reads',
  on: 'sessions',
  input: z.strictObject({ import: z.string().max(4096).optional() }),
  words: [],
  fields: {
    import: { value: 'file', help: 'First take over the pins of a working_memory.json.', only: 'command' },
  },
  examples: [
    { line: 'cortex pins', says: 'what is kept in mind here' },
    {
      line: 'cortex pins --import ~/.openclaw/workspace/memory/working_memory.json',
      says: 'take over what an older Cortex kept in mind',
    },
  ],
  run: async (call, { import: file }) => {
    const added = file === undefined ? null : await takeOver(call, file);
    const listed = await listedPins(call);
    const { deps, scope, pinFiles } = call;
    return { added, listed, untaken: pinFiles ? await untakenFiles(deps, pinFiles, scope, listed) : [] };
  },
  lines: ({ added, listed, untaken }, view) =>
    view.by === 'agent'
      ? [...(inOrder(listed).length > 0 ? ['Pins:'] : []), ...numbered(listed)]
      : [...(added ? reported(added) : []), ...forPeople(listed, view), ...offered(untaken, view)],
  json: ({ listed }) => pinsJson(listed),
  rows: ({ listed }) => rowsOf(listed),
  told: ({ listed }, call) => pinsShown(listed, call),
});

async function takeOver(call: Call, file: string): Promise<PinsAdded> {
  const content = call.pinFiles?.readPinFile(file);
  if (!content) throw new Failure(`There is no file ${file}.`, 'Name a working_memory.json.');
  return importPins(call.deps, call.scope, content, await call.sessions());
}

/** Items without room are named, so that the person can make some. */
function reported({ taken, known, refused }: PinsAdded): readonly Line[] {
  const same = known.length > 0 ? `; ${count(known.length, 'was', 'were')} here already` : '';
  const done: Line = `${count(taken.length, 'pin')} taken over${same}.`;
  if (refused.length === 0) return [done];
  const lines = refused.map((pin) => `  ${pinInShort(pin)}`);
  return [
    done,
    { remark: [`No room for ${count(refused.length, 'pin')}:`, ...lines].join('\n') },
    { remark: 'Let some go with cortex unpin <number>, and import again.' },
  ];
}

function rowsOf(listed: ListedPins) {
  const { pins: held, waiting, sessions } = listed;
  const marks = (i: number) => {
    if (i < held.length || (i < held.length + waiting.length && sessions.length === 0)) return {};
    return i < held.length + waiting.length ? { waiting: true } : { next_session: true };
  };
  return inOrder(listed).map((pin, i) => ({ number: i + 1, ...toWorkingMemory(pin), ...marks(i) }));
}

function forPeople(listed: ListedPins, { style }: View): readonly Line[] {
  const { dim } = style;
  const { sessions, pins: held, waiting, next, scope } = listed;
  const holders = sessions.map(({ id }) => shortId(id)).join(', ');
  if (held.length + waiting.length + next.length === 0)
    return [
      holders
        ? `Session ${holders} holds no pins.`
        : `No session is running in ${inWords(scope)}, and the next one would have no pins.`,
      dim('cortex pin "…" makes one.'),
    ];
  const waitingHeading = `${holders ? '' : `${scope}: `}waiting for the next session`;
  let number = 0;
  const marked = (text: string): Line => ({ mark: `${String(++number).padStart(2)}  `, text });
  return [
    ...(holders ? [dim(`${scope}, session ${holders}`)] : []),
    ...held.map((pin) => marked(paintedPin(pin, style))),
    ...(waiting.length > 0 ? [dim(waitingHeading)] : []),
    ...waiting.map((pin) => marked(paintedPin(pin, style))),
    ...(next.length > 0 ? [dim(`${scope}: no session is running; the next one would inherit`)] : []),
    ...next.map((pin) => marked(`${paintedPin(pin, style)} ${dim('(next session)')}`)),
  ];
}

function offered(files: readonly UntakenFile[], { style }: View): readonly Line[] {
  return files.map(({ path, pins: left }) =>
    style.dim(`${path} holds ${count(left, 'more pin')}: cortex pins --import ${path}`),
  );
}
