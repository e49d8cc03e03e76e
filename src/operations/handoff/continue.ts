import { resolve } from 'node:path';
import * as z from 'zod/v4';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import { memoryLine, pinLine, taskLine } from '../../domain/answer/lines.ts';
import { decisionLine, EMPTY_STATE, stateItems } from '../../domain/answer/state.ts';
import { shortId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { parseJson } from '../../domain/base/text/json.ts';
import { isEmptyCapsule, type ReadCapsule, readCapsule } from '../../domain/handoff/capsule.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import { dialogues } from '../../domain/turns/dialogue.ts';
import {
  type Continued,
  continuedRecord,
  continueFrom,
  hasContinued,
  type MeantByWords,
  sessionByWords,
} from '../../engine/answer/doors/continue.ts';
import { type TakenHandoff, takeHandoff } from '../../engine/handoff/take-handoff.ts';
import { pinItem, taskItem, wholeMemory } from '../../engine/ledger/ledger-items.ts';
import { meantSessions } from '../../engine/presence/target.ts';
import { findSession, mayBeId } from '../../engine/search/find.ts';
import { statusOf } from '../../engine/sessions/sessions.ts';
import type { SessionHead } from '../../store/store.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { id, records, SESSION_FIELD } from '../base/fields.ts';
import { resolveSession } from '../base/meant.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import { toldLines, type View, type ViewLine } from '../base/view.ts';
import { count, localTime, scopeInWords } from '../base/words.ts';
import { paintedPin } from '../pins/pin.ts';

interface Inherited {
  readonly into: SessionHead;
  readonly before: boolean;
  readonly continued: Continued;
}

/** The outcome: the sessions that inherited, or the hand-over that was imported. */
interface Continuing {
  /** The session that the words were taken for; null where an id was given. */
  readonly byWords: MeantByWords | null;
  readonly inherited: readonly Inherited[];
  readonly taken: (TakenHandoff & { readonly scope: string }) | null;
}

/** No session is running that could inherit. A person's terminal can start the agent of the session instead. */
export class NoHeir extends Failure {
  readonly meant: SessionState;

  constructor(scope: Scope, meant: SessionState) {
    super(
      `No session is running in ${scopeInWords(scope.label)}, so none can take over ${shortId(meant.session_id)}.`,
      'Start your agent here first, then run this again; with --open the agent of that session is started on it.',
    );
    this.meant = meant;
  }
}

export const continueOperation = declareOperation({
  name: { command: 'continue', tool: 'cortex_session_continue' },
  summary: 'Give the running session everything of an earlier one, whatever its age.',
  about: [
    'Gives an earlier session to the session whose agent runs the command, else to those ' +
      'that run in this project: its pins as far as there is room, its open tasks, blockers, ' +
      'decisions, turns and topics, and turns and decisions of other sessions that changed the ' +
      'same rare files. Words in place of an id choose a session as a prompt of these words ' +
      'would.',
    'A hand-over file goes to the project here: decisions, blockers and next actions to the ' +
      'thread, pins as plain pins, the rest as memories of the agent. Nothing in a file counts ' +
      'as your word, and Cortex stores no secrets of it.',
  ].join('\n\n'),
  tool: {
    title: 'Continue a session',
    description:
      'Takes over everything of an earlier session, whatever its age: pins, open work, its turns, learnings. Use it when the user wants to go on from a certain session; recent work comes by itself.',
    output: z.looseObject({
      from: z.string(),
      into: z.string(),
      pins: records,
      tasks: records,
    }),
    input: { session_id: id.describe('May be shortened; or words of the matter') },
    isIdempotent: true,
    isHere: true,
  },
  chat: {
    summary: 'take over everything from an earlier session',
    words: ['session_id'],
    missing: 'Which session? /cortex sessions lists their ids.',
    session: 'opened',
    told: ({ inherited }: Continuing) =>
      inherited.flatMap(({ continued }) => (continued.text === null ? [] : [continued.text])),
  },
  effect: 'adds',
  on: 'sessions',
  // A path may be longer than an id.
  input: z.strictObject({ session_id: z.string().trim().min(1).max(1000) }),
  words: ['session_id…'],
  fields: {
    session_id: {
      ...SESSION_FIELD,
      help: 'The id of the session to go on from, or its beginning; words of its matter; or a file of cortex handoff --json.',
    },
  },
  examples: [
    { line: 'cortex continue a1b2c3d4', says: 'go on from there' },
    { line: 'cortex continue the webhooks', says: 'go on from the last session about them' },
    {
      line: 'cortex continue handoff.json',
      says: 'take in what another machine or agent handed over',
    },
  ],
  run: async (call, { session_id }): Promise<Continuing> => {
    const { deps, scope } = call;
    const capsule = capsuleIn(call, session_id);
    if (capsule) {
      const taken = await takeHandoff(deps, scope, capsule, await call.sessions());
      return { byWords: null, inherited: [], taken: { scope: scope.label, ...taken } };
    }
    const running = (await call.sessions()) ?? (await meantSessions(deps, scope));
    const byWords = await meantByWords(call, session_id, running);
    const { state: from } = await statusOf(
      deps,
      byWords?.session ?? (await resolveSession(call, session_id)),
    );
    const heirs = heirsAmong(call, running, from);
    if (heirs.some((head) => head.id === from.session_id))
      throw new UsageError(`Session ${shortId(from.session_id)} is the one that is running.`);
    const inherited: Inherited[] = [];
    for (const into of heirs) {
      const before = await hasContinued(deps, into, from);
      inherited.push({
        into,
        before,
        continued: await continueFrom(deps, into, from, whoIn(call, into)),
      });
    }
    return { byWords, inherited, taken: null };
  },
  lines: ({ byWords, inherited, taken }, view) =>
    taken
      ? takenLines(taken, view)
      : [
          ...(byWords ? chosenLines(byWords) : []),
          ...inherited.flatMap((one) => linesOf(one, view)),
        ],
  json: ({ inherited: [first], taken }) =>
    (taken && { ...taken }) ??
    (first ? { ...continuedRecord(first.into, first.before, first.continued) } : null),
  rows: ({ inherited, taken }) =>
    taken
      ? undefined
      : inherited.map(({ into, before, continued }) => ({
          ...continuedRecord(into, before, continued),
          text: continued.text,
        })),
  told: ({ inherited }, { deps }) => ({
    shown: inherited.flatMap(({ before, continued: { pins, tasks, memories } }) =>
      before
        ? []
        : [
            ...pins.map((pin) => pinItem(pin, pinLine(pin))),
            ...tasks.map((task) => taskItem(task, taskLine(task, deps.now()))),
            ...memories.map((memory) => wholeMemory(memory, memoryLine(memory))),
          ],
    ),
  }),
});

/** Null where an id was given, or where nothing fits. */
async function meantByWords(
  { deps, scope }: OperationCall,
  given: string,
  running: readonly SessionHead[],
): Promise<MeantByWords | null> {
  if (mayBeId(given) && (await findSession(deps, given)).kind !== 'none') return null;
  return sessionByWords(deps, given, { scope, besides: running[0]?.id ?? null });
}

/** Which session the words were taken for, and which others come near. */
function chosenLines({ session, near }: MeantByWords): readonly ViewLine[] {
  return [
    `Taken: ${namedLine(session)}`,
    ...near.map(
      (one) =>
        `Near: ${namedLine(one)}; if it was meant: cortex continue ${shortId(one.session_id)}`,
    ),
  ];
}

function namedLine({
  session_id: id,
  title,
  end_time: ended,
  last_activity: active,
}: SessionState): string {
  return `${shortId(id)} (${localTime(ended ?? active)}) ${title ?? 'without a title'}`;
}

/** Null where the word is an id, or the caller may name no file; a file that is no hand-over is refused. */
function capsuleIn({ deps, readPinFile, cwd }: OperationCall, word: string): ReadCapsule | null {
  if (!readPinFile || cwd === null || !/[./\\]/.test(word)) return null;
  const text = deps.readText(resolve(cwd, word));
  if (text === null) {
    if (!isPath(word)) return null;
    throw new Failure(
      `There is no file ${word}.`,
      'cortex handoff --json > handoff.json writes one.',
    );
  }
  const capsule = readCapsule(parseJson(text));
  if (!capsule)
    throw new Failure(
      `${word} is not a hand-over that this version reads.`,
      'cortex handoff --json writes one.',
    );
  if (isEmptyCapsule(capsule)) throw new Failure(`${word} holds nothing to take over.`);
  return capsule;
}

/** Whether a word is a path: no id begins like one or ends with `.json`. */
function isPath(word: string): boolean {
  return /^(?:[/~\\]|\.{1,2}[/\\]|[a-z]:\\)|\.json$/i.test(word);
}

function takenLines(taken: NonNullable<Continuing['taken']>, { style }: View): readonly ViewLine[] {
  const { scope, decisions, blockers, next, pins, refused, memories, text } = taken;
  const counts = [
    count(decisions, 'decision'),
    count(blockers, 'blocker'),
    count(next, 'next action'),
    count(pins, 'pin'),
    count(memories, 'memory', 'memories'),
  ].join(', ');
  const left = refused > 0 ? ` ${count(refused, 'pin')} found no room.` : '';
  if (decisions + blockers + next + pins + memories + refused === 0)
    return [`Nothing new for ${scopeInWords(scope)}: all of it is here already.`];
  return [`Taken into ${scopeInWords(scope)}: ${counts}.${left}`, ...toldLines(text, style)];
}

function heirsAmong(
  { scope, by }: OperationCall,
  heirs: readonly SessionHead[],
  from: SessionState,
): readonly SessionHead[] {
  if (heirs.length > 0) return heirs;
  throw by === 'person'
    ? new NoHeir(scope, from)
    : new Failure(
        'This conversation has no session that could inherit.',
        'Capture is off (session_persistence.enabled) or this client cannot be told apart from others.',
      );
}

/** An agent that runs the command is known by its process; anybody else is a person at a terminal. */
function whoIn({ deps, session, agent }: OperationCall, into: SessionHead): string {
  return session === null && deps.owners.isAround(into.owner) ? into.host : agent;
}

function inside(lines: readonly string[]): readonly ViewLine[] {
  return lines.map((line) => ({ mark: '    ', text: line }));
}

/** The sessions of the matter, oldest first, the continued one with most room. */
function turnLines(matter: readonly QuotedTurns[]): readonly ViewLine[] {
  const quoted = dialogues(
    matter.map(({ session, turns, role }) => ({
      turns,
      rank: role === 'last' ? 0 : 1,
      isKilled: session.crashed,
    })),
    ROOM,
  );
  return matter.flatMap(({ session, role }, i) => [
    role === 'last'
      ? '- its turns, oldest first:'
      : `- session ${shortId(session.id)} (${localTime(session.at)}), of the same matter:`,
    ...inside(quoted[i]!.lines.map(({ text }) => text)),
  ]);
}

/** Characters for the turns that a person is shown. */
const ROOM = 3_000;

function linesOf(
  { into, before, continued }: Inherited,
  { style, now }: View,
): readonly ViewLine[] {
  const { from, matter, pins, tasks, blockers, decisions, topics, memories, refused, text } =
    continued;
  const inTheWay = stateItems({ ...EMPTY_STATE, blockers }, now, 'relative');
  const name = `session ${shortId(from.session_id)} (${localTime(from.end_time ?? from.last_activity)})`;
  if (before) return [`Session ${shortId(into.id)} has everything of ${name} already.`];
  return [
    style.bold(`Inherited from ${name}:`),
    `- ${count(pins.length, 'working memory pin')} restored`,
    ...inside(pins.map((pin) => paintedPin(pin, style))),
    ...inside(refused.map(({ label, why }) => style.dim(`left: ${label} (${why})`))),
    `- ${count(tasks.length, 'pending task')} surfaced`,
    ...inside(tasks.map((task) => taskLine(task, now))),
    ...(blockers.length > 0 ? [`- ${count(blockers.length, 'blocker')} open`] : []),
    ...inside(inTheWay.map(({ text: line }) => line)),
    ...(decisions.length > 0 ? [`- ${count(decisions.length, 'decision')}`] : []),
    ...inside(decisions.map((one) => decisionLine(one, now, 'relative'))),
    ...turnLines(matter),
    `- ${count(topics.length, 'hot topic')} loaded${topics.length > 0 ? `: ${topics.slice(0, 10).join(', ')}` : ''}`,
    ...(memories.length > 0 ? [`- ${count(memories.length, 'memory', 'memories')} recalled`] : []),
    ...inside(memories.map(memoryLine)),
    ...(pins.length > 0 ? [`Pins written to working memory of session ${shortId(into.id)}.`] : []),
    ...(text === null ? ['It held nothing to hand on.'] : []),
  ];
}
