import * as z from 'zod/v4';
import { pinLine } from '../../../domain/answer/lines.ts';
import { type Pin, pinIdentity, pinsMeant, toWorkingMemory } from '../../../domain/pin.ts';
import { pinItem } from '../../../engine/ledger-items.ts';
import { liveSessions } from '../../../engine/live.ts';
import { pin, pinsHere, unpin } from '../../../engine/pins.ts';
import { Failure } from '../../../engine/trouble.ts';
import type { SessionHead } from '../../../store.ts';
import { count, list } from '../lines.ts';
import { redactionNote } from '../memory-input.ts';
import { type Answer, type Call, CHANGES, project, records, tool } from '../tool.ts';

export const workingMemory = tool({
  name: 'working_memory',
  title: 'Working memory',
  description:
    'Up to 10 pins: short statements that must stay in mind in this session and come back in the next. pin (same label replaces), view, unpin (by label, content or number), clear. Pin constraints and what was agreed; put knowledge into cortex_add and progress into session_note.',
  input: z.strictObject({
    action: z.enum(['pin', 'view', 'unpin', 'clear']),
    content: z.string().max(20_000).optional().describe('pin: the statement'),
    label: z.string().max(200).optional().describe('pin: its name; unpin: which'),
    critical: z.boolean().optional().describe('pin: must not be forgotten'),
    project,
  }),
  aliases: {
    index: { name: 'label', value: (given) => (typeof given === 'number' ? String(given) : given) },
  },
  output: z.looseObject({ pins: records, waiting: records }),
  annotations: CHANGES,
  run: async (call, input) => {
    const sessions = await holders(call);
    switch (input.action) {
      case 'pin':
        return keep(call, sessions, input);
      case 'view':
        return view(call, sessions, 'Pins:');
      case 'unpin':
      case 'clear':
        return letGo(call, sessions, input.action === 'clear' ? null : (input.label ?? input.content ?? ''));
    }
  },
});

/** The session that the client stands in; for another project those that run there. */
async function holders({ deps, session, scope, isChosen }: Call): Promise<readonly SessionHead[]> {
  if (isChosen && session?.scope.key !== scope.key) return liveSessions(deps, scope);
  return session ? [session] : [];
}

interface Request {
  readonly content?: string | undefined;
  readonly label?: string | undefined;
  readonly critical?: boolean | undefined;
}

async function keep(call: Call, sessions: readonly SessionHead[], request: Request): Promise<Answer> {
  const { content = '', label = null, critical = false } = request;
  const result = await pin(call.deps, call.scope, { content, label, critical, by: 'agent' }, sessions);
  const most = call.deps.config['pins.max_chars'];
  const cut = `\nIt was cut to ${most} characters, the most that a pin holds.`;
  const note = (kept: Pin) =>
    `${[...content.trim()].length > most ? cut : ''}${redactionNote(content, kept.content)}`;
  switch (result.kind) {
    case 'empty':
      throw new Failure('content is missing.', 'Say in content what to keep.');
    case 'full':
      throw new Failure(
        list(
          `Working memory holds ${count(result.pins.length, 'pin')} already:`,
          result.pins.map((one) => pinLine(one)),
        ),
        'Nothing was pinned. unpin what matters least, then pin again.',
      );
    case 'waiting':
      return view(call, sessions, `Kept for the next session: ${pinLine(result.pin)}${note(result.pin)}`);
    case 'pinned':
      return view(call, sessions, `Pinned: ${pinLine(result.pin)}${note(result.pin)}`);
  }
}

async function letGo(call: Call, sessions: readonly SessionHead[], which: string | null): Promise<Answer> {
  const here = await pinsHere(call.deps, call.scope, sessions);
  const listed = [...here.pins, ...here.waiting];
  const gone = which === null ? listed : [picked(listed, which)];
  const identities = gone.map(pinIdentity);
  if (gone.length > 0) await unpin(call.deps, call.scope, identities, sessions);
  return view(
    call,
    sessions,
    list(
      `Let go of ${count(gone.length, 'pin')}.`,
      gone.map((one) => pinLine(one)),
    ),
  );
}

function picked(pins: readonly Pin[], word: string): Pin {
  const [found, ...others] = pinsMeant(pins, word.trim());
  if (found && others.length === 0) return found;
  const advice = list(
    'Pins:',
    pins.map((one, i) => `${i + 1}. ${pinLine(one)}`),
  );
  if (word.trim() === '') throw new Failure('label is missing.', `Say which pin. ${advice}`);
  throw new Failure(
    found ? `${word} is the number of one pin and the label of another.` : `No pin is called ${word}.`,
    pins.length > 0 ? advice : 'There are none.',
  );
}

async function view(
  { deps, scope }: Call,
  sessions: readonly SessionHead[],
  heading: string,
): Promise<Answer> {
  const { pins, waiting } = await pinsHere(deps, scope, sessions);
  const all = [
    ...pins.map((one) => pinLine(one)),
    ...waiting.map((one) => `${pinLine(one)} (for the next session)`),
  ];
  const lines = all.map((line, i) => `${i + 1}. ${line}`);
  return {
    text: [heading, ...(lines.length > 0 ? lines : ['No pins.'])].join('\n'),
    data: { pins: pins.map(toWorkingMemory), waiting: waiting.map(toWorkingMemory) },
    shown: [...pins, ...waiting].map((one) => pinItem(one, pinLine(one), deps.tokens)),
  };
}
