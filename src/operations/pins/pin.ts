import * as z from 'zod/v4';
import { pinLine } from '../../domain/answer/lines.ts';
import { type SessionId, shortId } from '../../domain/base/ids.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { type Pin, pinIdentity, pinsMeant, toWorkingMemory } from '../../domain/pins/pin.ts';
import { listPins } from '../../engine/answer/doors/preview.ts';
import { pinItem } from '../../engine/ledger/ledger-items.ts';
import {
  importPins,
  pin as makeAndKeep,
  type PinResult,
  type PinsAdded,
  type PinsHere,
  type PlacedPin,
  unpin as unpinFor,
} from '../../engine/pins/pins.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { declareOperation, type ModelText, type OperationCall } from '../base/operation.ts';
import { findPinOwner } from '../base/speaker.ts';
import type { Asker, Style, View, ViewLine } from '../base/view.ts';
import { count, redactionNote, scopeInWords } from '../base/words.ts';

interface Pinned {
  readonly listed: ListedPins;
  readonly made: Pin;
  /** Sessions that hold it. */
  readonly holders: readonly SessionId[];
  readonly remarks: readonly string[];
}

interface PinList {
  readonly listed: ListedPins;
  /** The outcome of `--import`. */
  readonly added: PinsAdded | null;
}

export const pinOperation = declareOperation({
  name: { command: 'pin', tool: null },
  older: { pins: {} },
  summary: 'Pin a statement that later sessions are told, or list the pins.',
  about: [
    'Every session of the project is told a pin of yours until you unpin it; ten pins at ' +
      'most. A pin of the same label is replaced. Without text the command lists the pins, ' +
      'with the numbers that cortex unpin takes.',
    "In the shell of an agent the pin belongs to that agent's session and lasts about three " +
      'days, a CRITICAL one seven.',
    '--import takes over the pins of a working_memory.json, as an older Cortex keeps them; ' +
      'the file stays as it is.',
  ].join('\n\n'),
  chat: { summary: 'what is pinned in this session', words: [] },
  effect: 'adds',
  isAsking: ({ content }) => content === undefined,
  on: 'sessions',
  input: z.strictObject({
    content: z.string().max(20_000).optional(),
    label: z.string().max(200).optional(),
    critical: z.boolean().optional(),
    import: z.string().max(4096).optional(),
  }),
  words: ['content…'],
  fields: {
    content: { value: 'text', help: 'What to remember; alone the command lists the pins.' },
    label: { short: 'l', help: 'A name, to replace or unpin it by.' },
    critical: { help: 'Must not be forgotten.' },
    import: {
      value: 'file',
      help: 'First take over the pins of a working_memory.json.',
      only: 'command',
    },
  },
  examples: [
    { line: 'cortex pin "the API is frozen until Friday"', says: 'told until you unpin it' },
    {
      line: 'cortex pin --critical --label deploy "never deploy from a branch"',
      says: 'one that must not be forgotten',
    },
    { line: 'cortex pin', says: 'the pins here, with their numbers' },
  ],
  run: async (
    call,
    { content, label = null, critical = false, import: file },
  ): Promise<Pinned | PinList> => {
    if (content !== undefined) {
      if (file !== undefined) throw new UsageError('One at a time: a new pin or --import.');
      return makePin(call, { content, label, critical });
    }
    if (label !== null || critical)
      throw new UsageError('There is nothing to pin.', 'cortex pin "…"');
    const added = file === undefined ? null : await takeOver(call, file);
    return { added, listed: await listedPins(call) };
  },
  lines: (result, view) => ('made' in result ? madeLines(result, view) : listLines(result, view)),
  json: (result) =>
    'made' in result
      ? { pin: toWorkingMemory(result.made), sessions: result.holders, ...pinsJson(result.listed) }
      : pinsJson(result.listed),
  rows: (result) => ('made' in result ? undefined : pinRows(result.listed)),
  told: ({ listed }) => pinsShown(listed),
});

async function makePin(
  call: OperationCall,
  pinned: Omit<Parameters<typeof makeAndKeep>[2], 'by'>,
): Promise<Pinned> {
  const { deps, scope, by } = call;
  const { content } = pinned;
  const made = { ...pinned, by: await findPinOwner(call, content) };
  const result = await makeAndKeep(deps, scope, made, await call.sessions());
  if (result.kind === 'empty')
    throw new UsageError('There is nothing to pin.', 'Give the text to keep: cortex pin "…"');
  if (result.kind === 'full') throw full(result, scope.label, by);
  const most = deps.config['pins.max_chars'];
  const isCut = [...content.trim()].length > most;
  return {
    made: result.pin,
    holders: result.sessions.map(({ id }) => id),
    remarks: [
      ...(isCut ? [`The pin was cut to ${most} characters, the most that a pin holds.`] : []),
      ...redactionNote(content, result.pin.content),
    ],
    listed: await listedPins(call),
  };
}

function madeLines({ made, holders, remarks, listed }: Pinned, view: View): readonly ViewLine[] {
  const kept = `Kept for ${made.by === 'person' ? 'every' : 'the next'} session in ${scopeInWords(listed.scope)}`;
  const where = holders.length > 0 ? `Pinned in ${holders.map(shortId).join(' and ')}` : kept;
  return [
    `${where}: ${paintedPin(made, view.style)}`,
    ...remarks.map((remark) => ({ remark })),
    ...pinsLeft(listed, view),
  ];
}

/** Refuses a pin beyond the limit: none is dropped to make room. */
function full(
  { session, pins }: Extract<PinResult, { kind: 'full' }>,
  scope: string,
  by: Asker,
): Failure {
  const many = count(pins.length, 'pin');
  const held = session
    ? `Session ${shortId(session.id)} holds ${many} already:`
    : `${scopeInWords(scope)} has ${many} of yours already:`;
  const lines = pins.map((one, i) => `  ${String(i + 1).padStart(2)}  ${pinInShort(one)}`);
  const advice =
    by === 'agent'
      ? 'Nothing was pinned. unpin what matters least, then pin again.'
      : `Unpin one first: cortex unpin <number>${session ? ` --session ${shortId(session.id)}` : ''}`;
  return new Failure([held, ...lines].join('\n'), advice);
}

async function takeOver(call: OperationCall, file: string): Promise<PinsAdded> {
  const content = call.readPinFile?.(file);
  if (!content) throw new Failure(`There is no file ${file}.`, 'Name a working_memory.json.');
  return importPins(call.deps, call.scope, content, await call.sessions());
}

interface ListedPins extends PinsHere {
  readonly scope: string;
}

async function listedPins(call: OperationCall): Promise<ListedPins> {
  const { deps, scope, isChosen, location } = call;
  const branch = isChosen ? null : location.branch;
  return {
    scope: scope.label,
    ...(await listPins(deps, { scope, branch }, await call.sessions())),
  };
}

export function paintedPin(pin: Pin, { red, bold, dim }: Style): string {
  return pinLine(pin, { critical: red, label: bold, origin: dim });
}

/** A pin on one line, shortened but recognisable. */
export function pinInShort({ by: _, ...pin }: Pin): string {
  return oneLine(pinLine({ ...pin, origin: null }), 70);
}

/** The whole list after a change, since a model has no other list in view. */
function pinsLeft({ pins }: ListedPins, { by }: View): readonly ViewLine[] {
  if (by === 'person') return [];
  return pins.length === 0 ? ['No pins.'] : numbered(pins);
}

function numbered(pins: readonly (Pin & { readonly place?: PlacedPin['place'] })[]): string[] {
  return pins.map((pin, i) => {
    const isLater = pin.place === 'waiting' || pin.place === 'next';
    return `${i + 1}. ${pinLine(pin)}${isLater ? ' (for the next session)' : ''}`;
  });
}

function pinsJson({ pins }: ListedPins) {
  const at = (place: PlacedPin['place']) =>
    pins.filter((pin) => pin.place === place).map(toWorkingMemory);
  return { pins: at('held'), waiting: at('waiting'), next: at('next') };
}

function pinRows({ pins, sessions }: ListedPins) {
  return pins.map((pin, i) => ({
    number: i + 1,
    ...toWorkingMemory(pin),
    ...(pin.place === 'next' && { next_session: true }),
    ...(pin.place === 'waiting' && sessions.length > 0 && { waiting: true }),
  }));
}

/** All pins that a model was shown are on record as shown. */
function pinsShown({ pins }: ListedPins): ModelText {
  return { shown: pins.map((pin) => pinItem(pin, pinLine(pin))) };
}

function listLines({ added, listed }: PinList, view: View): readonly ViewLine[] {
  const { sessions, pins, scope } = listed;
  if (view.by === 'agent')
    return [...(pins.length > 0 ? ['Pins:'] : []), ...pinsLeft(listed, view)];
  const { dim } = view.style;
  const holders = sessions.map(({ id }) => shortId(id)).join(', ');
  const headings: Readonly<Record<PlacedPin['place'], string>> = {
    held: `${scope}, session ${holders}`,
    waiting: `${scope}: waiting for the next session`,
    next: `${scope}: no session is running; the next one would inherit`,
  };
  const nothing = holders
    ? `Session ${holders} holds no pins.`
    : `No session is running in ${scopeInWords(scope)}, and the next one would have no pins.`;
  return [
    ...(added ? reported(added) : []),
    ...(pins.length === 0 ? [nothing, dim('cortex pin "…" makes one.')] : []),
    ...pins.flatMap((pin, i): ViewLine[] => {
      const line = { mark: `${String(i + 1).padStart(2)}  `, text: paintedPin(pin, view.style) };
      return pin.place === pins[i - 1]?.place ? [line] : [dim(headings[pin.place]), line];
    }),
  ];
}

/** Items without room are named, so that the person can make some. */
function reported({ taken, known, refused }: PinsAdded): readonly ViewLine[] {
  const same = known.length > 0 ? `; ${count(known.length, 'was', 'were')} here already` : '';
  const left = [
    `No room for ${count(refused.length, 'pin')}:`,
    ...refused.map((one) => `  ${pinInShort(one)}`),
  ];
  const remarks = [left.join('\n'), 'Unpin some with cortex unpin <number>, then import again.'];
  return [
    `${count(taken.length, 'pin')} taken over${same}.`,
    ...(refused.length > 0 ? remarks.map((remark) => ({ remark })) : []),
  ];
}

export const unpinOperation = declareOperation({
  name: { command: 'unpin', tool: null },
  summary: 'Unpin statements, here and for later sessions; nothing is erased.',
  about:
    'Later sessions do not take the pin over again until you pin it again. While no session ' +
    'runs, you can also unpin what the next session would take over.',
  effect: 'changes',
  on: 'sessions',
  input: z.strictObject({
    pins: z.array(z.string().max(20_000)).max(100).optional(),
    all: z.boolean().optional(),
  }),
  words: ['pins…'],
  fields: {
    pins: {
      value: 'label|number',
      help: 'The label of a pin, or its number in cortex pin.',
    },
    all: { help: 'All pins that cortex pin lists.' },
  },
  examples: [
    { line: 'cortex unpin deploy', says: 'by its label' },
    { line: 'cortex unpin 2 3', says: 'by their numbers' },
  ],
  run: async (call, { pins: words = [], all = false }) => {
    const { deps, scope, by } = call;
    if (words.length === 0 && !all)
      throw new UsageError('Say which pin: cortex unpin <label|number>…, or --all.');
    if (words.length > 0 && all)
      throw new UsageError('--all unpins everything; leave out the others.');
    const { pins: listed } = await listedPins(call);
    const identities = all ? listed.map(pinIdentity) : pickedPins(listed, words, by);
    const gone = listed.filter((pin) => identities.includes(pinIdentity(pin)));
    if (gone.length > 0) await unpinFor(deps, scope, identities, await call.sessions());
    return { gone, listed: await listedPins(call) };
  },
  lines: ({ gone, listed }, view) => [
    ...(gone.length === 0 ? ['There are no pins here.'] : []),
    ...gone.map((pin) => `Unpinned: ${paintedPin(pin, view.style)}`),
    ...(gone.length > 0 && view.by === 'person'
      ? [
          view.style.dim(
            'The numbers have changed: cortex pin lists them. To take it back: cortex pin "…"',
          ),
        ]
      : []),
    ...pinsLeft(listed, view),
  ],
  json: ({ gone, listed }) => ({ let_go: gone.map(toWorkingMemory), ...pinsJson(listed) }),
  told: ({ listed }) => pinsShown(listed),
});

/** The pins that words and numbers stand for, each by its identity. */
export function pickedPins(pins: readonly Pin[], words: readonly string[], by: Asker): string[] {
  return words.map((word) => pinIdentity(picked(pins, word, by)));
}

function picked(pins: readonly Pin[], said: string, by: Asker): Pin {
  const word = said.trim();
  const [found, ...others] = pinsMeant(pins, word);
  if (found && others.length === 0) return found;
  const advice =
    by === 'person'
      ? 'cortex pin lists them with their numbers.'
      : ['Pins:', ...numbered(pins)].join('\n');
  if (found)
    throw new UsageError(`${word} is the number of one pin and the label of another.`, advice);
  if (word === '') throw new UsageError('label is missing.', `Say which pin. ${advice}`);
  if (pins.length === 0)
    throw new Failure('There are no pins here.', by === 'person' ? advice : null);
  throw new Failure(`No pin here has the label or number "${word}".`, advice);
}
