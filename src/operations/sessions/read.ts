import * as z from 'zod/v4';
import { wholeAnswer, wholeSection } from '../../domain/answer/answer-text.ts';
import { whenWords as agoOf, bullet } from '../../domain/answer/lines.ts';
import { shortId } from '../../domain/base/ids.ts';
import { contentHash } from '../../domain/base/text/hash.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { estimateTokens } from '../../domain/base/text/tokens.ts';
import { iso, type Millis, millis } from '../../domain/base/time.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import { didIn } from '../../domain/turns/dialogue.ts';
import { quotedWords, speak } from '../../domain/turns/quote.ts';
import { tellingPart } from '../../domain/turns/weight.ts';
import { item } from '../../engine/ledger/ledger-items.ts';
import { type ReadTurns, readTurns, type WholeTurn } from '../../engine/search/read-turns.ts';
import { Failure } from '../base/errors.ts';
import { id, records } from '../base/fields.ts';
import { resolveSession } from '../base/meant.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import type { View, ViewLine } from '../base/view.ts';
import { localTime } from '../base/words.ts';

/** Tokens of what a model reads at once. */
const MOST_TOKENS = 1_500;
/** The share of the turn that was asked for. */
const CENTRE = 0.5;
const LEAST = 120;

export const readOperation = declareOperation({
  name: { command: null, tool: 'session_read' },
  summary: 'Read the turns of a session around one of them.',
  about: '',
  tool: {
    title: 'Read turns',
    description: 'Gives what an earlier session said around a turn, or at its end.',
    output: z.looseObject({ turns: records }),
    aliases: { session_id: { name: 'session' } },
  },
  effect: 'reads',
  on: 'nothing',
  input: z.strictObject({
    session: id,
    turn: z.int().min(1).optional(),
    around: z.int().min(0).max(9).optional(),
  }),
  words: [],
  fields: {},
  examples: [],
  run: async (call, { session, turn, around }) => {
    const state = await resolveSession(call, session);
    const found = await readTurns(call.deps, state, turn ?? null, around);
    if (found!.turns.length === 0) throw noTurn(state, turn ?? null, found!.all);
    return { state, read: found! };
  },
  lines: ({ state, read: found }, view) => turnLines(state, found, view),
  json: ({ state, read: found }) => readJson(state, found),
  told: ({ state, read: found }, { deps }) => {
    const { text, lines } = withinTokens(state, found, deps);
    const shown = lines.map((line) =>
      item('session', `${state.session_id}#${contentHash(line)}`, contentHash(line), line),
    );
    return { text, isHarmless: true, shown };
  },
});

/** `--at 7`, `--at "the shadow comparison"`. */
export async function turnsMeant(
  deps: OperationCall['deps'],
  state: SessionState,
  at: string,
): Promise<ReadTurns> {
  const number = /^\s*\d{1,6}\s*$/.test(at) ? Number(at) : null;
  const found = await readTurns(deps, state, number ?? at);
  if (!found) throw new Failure(`No turn of ${shortId(state.session_id)} holds these words.`);
  if (found.turns.length === 0) throw noTurn(state, number, found.all);
  return found;
}

function noTurn(state: SessionState, number: number | null, all: number): Failure {
  const which = number === null ? 'turns' : `turn ${number}`;
  return new Failure(`${shortId(state.session_id)} has no ${which}.`, `It has ${all} in all.`);
}

/** Turns of a session as data. */
export type SessionTurns = Pick<SessionState, 'session_id' | 'title'> & {
  readonly turn_count: number;
  readonly turns: readonly {
    readonly number: number;
    readonly at: string;
    readonly asked: string;
    readonly answered: string;
  }[];
};

export function readJson(state: SessionState, { turns, all }: ReadTurns): SessionTurns {
  return {
    session_id: state.session_id,
    title: state.title,
    turn_count: all,
    turns: turns.map(({ number, at, asked, answered }) => ({
      number,
      at: iso(at),
      asked,
      answered,
    })),
  };
}

export function turnLines(
  state: SessionState,
  { turns, at, all }: ReadTurns,
  { style }: View,
): readonly ViewLine[] {
  const { bold, cyan, dim } = style;
  const said = (who: string, text: string): readonly ViewLine[] =>
    text.split('\n').map((line, i) => ({ mark: cyan((i === 0 ? who : '').padEnd(7)), text: line }));
  return [
    bold(state.title ?? '(no words yet)'),
    ...turns.flatMap(({ number, at: began, asked, answered, did }): readonly ViewLine[] => [
      '',
      (number === at ? bold : dim)(`turn ${number} of ${all}, ${localTime(began)}`),
      ...(asked === '' ? [] : said('user', asked)),
      ...(answered === '' ? [] : said('agent', answered)),
      ...(did && didIn(did) !== '' ? [dim(didIn(did).trim())] : []),
      ...(did && number === at && did.files.length > 0
        ? [dim(`Which lines are its own: cortex why ${did.files.at(-1)}`)]
        : []),
    ]),
  ];
}

interface FittedTurns {
  readonly text: string;
  readonly lines: readonly string[];
}

/** A model's text, shortened where it is too long; most room is for the turn that was asked for. */
function withinTokens(
  state: SessionState,
  found: ReadTurns,
  { now }: Pick<OperationCall['deps'], 'now'>,
): FittedTurns {
  for (let room = MOST_TOKENS * 4; ; room = Math.floor(room * 0.8)) {
    const lines = found.turns.map((turn) => lineOf(turn, shareOf(found, turn, room)));
    const text = wholeAnswer([wholeSection(headingOf(state, found, now()), lines)], {
      kind: 'session_read',
      scope: state.scope,
      remarks: [],
    });
    if (estimateTokens(text) <= MOST_TOKENS || room < LEAST * found.turns.length)
      return { text, lines };
  }
}

function shareOf({ turns, at }: ReadTurns, { number }: WholeTurn, room: number): number {
  if (at === null || turns.length === 1) return Math.max(LEAST, room / turns.length);
  return Math.max(
    LEAST,
    number === at ? room * CENTRE : (room * (1 - CENTRE)) / (turns.length - 1),
  );
}

/** `- 7 user: "…" → agent: "…" [changed a.ts]`. */
function lineOf({ number, asked, answered, did }: WholeTurn, room: number): string {
  const request = tellingPart(asked, Math.max(LEAST / 2, room * 0.4), 'person');
  const reply = tellingPart(
    answered,
    room - Math.min(quotedWords(request).length, room * 0.4),
    'agent',
  );
  const said = [
    ...(request.length === 0 ? [] : [`user: ${speak(request)}`]),
    ...(reply.length === 0 ? [] : [`agent: ${speak(reply)}`]),
  ].join(' → ');
  return bullet(`${number} ${said}${did ? didIn(did) : ''}`);
}

function headingOf(state: SessionState, { turns, all }: ReadTurns, now: Millis): string {
  const ended = millis(state.end_time ?? state.last_activity) ?? now;
  const about = [agoOf(ended, now), state.branch, state.host]
    .filter(Boolean)
    .map((one) => oneLine(one!, 60));
  const title = state.title ? ` "${oneLine(state.title, 100).replaceAll('"', "'")}"` : '';
  const which = `turns ${turns[0]!.number} to ${turns.at(-1)!.number} of ${all}`;
  return `SESSION ${shortId(state.session_id)}${title} (${about.join(', ')}), ${which}:`;
}
