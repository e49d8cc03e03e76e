import { shortId } from '../../domain/ids.ts';
import { toWorkingMemory } from '../../domain/pins/pin.ts';
import { importPins } from '../../engine/pins/import-pins.ts';
import type { PinsAdded } from '../../engine/pins/pins.ts';
import { Failure } from '../errors.ts';
import type { Call } from '../operation.ts';
import type { Line, View } from '../view.ts';
import { count, inWords } from '../words.ts';
import { inOrder, type ListedPins, listedPins, numbered, paintedPin, pinInShort } from './listed.ts';

/** Pins as a person or a model asks for them. */
export interface PinList {
  readonly listed: ListedPins;
  /** The outcome of an import. */
  readonly added: PinsAdded | null;
}

export async function pinList(call: Call, file: string | undefined): Promise<PinList> {
  const added = file === undefined ? null : await takeOver(call, file);
  return { added, listed: await listedPins(call) };
}

export function pinListLines({ added, listed }: PinList, view: View): readonly Line[] {
  if (view.by === 'agent') return [...(inOrder(listed).length > 0 ? ['Pins:'] : []), ...numbered(listed)];
  return [...(added ? reported(added) : []), ...forPeople(listed, view)];
}

async function takeOver(call: Call, file: string): Promise<PinsAdded> {
  const content = call.readPinFile?.(file);
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
    { remark: 'Unpin some with cortex unpin <number>, then import again.' },
  ];
}

export function pinRows(listed: ListedPins) {
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
