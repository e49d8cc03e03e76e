import { answerFrame, replacedMark, withheldLine } from '../../../domain/answer/answer-text.ts';
import {
  ELSEWHERE_HEADING,
  PINNED_HEADING,
  RULES_HEADING,
  STATE_HEADING,
  sectionsAt,
  TASKS_HEADING,
} from '../../../domain/answer/contributors.ts';
import { MEMORIES_HEADING } from '../../../domain/answer/lines.ts';
import { threadWithoutMuted } from '../../../domain/answer/muted.ts';
import { fitSections } from '../../../domain/base/budget.ts';
import type { SessionId, ThreadId } from '../../../domain/base/ids.ts';
import type { Section } from '../../../domain/base/section.ts';
import { estimateTokens } from '../../../domain/base/text/tokens.ts';
import { iso } from '../../../domain/base/time.ts';
import type { Sendable } from '../../../domain/ledger/ledger.ts';
import type { Receipt } from '../../../domain/ledger/receipt.ts';
import type { FitAnswer, MarkedItem } from '../../../domain/ledger/send.ts';
import { turnEntries } from '../../../domain/ledger/turns.ts';
import type { Pin } from '../../../domain/pins/pin.ts';
import { readReturning } from '../../../domain/search/returning.ts';
import { formatThread } from '../../../domain/threads/codes.ts';
import { withoutSessions } from '../../../domain/threads/thread.ts';
import type { Location } from '../../../ports/projects/location.ts';
import type { Deps } from '../../base/deps.ts';
import { recordShown, sendItems, withoutToldTurns } from '../../ledger/ledger.ts';
import { type Piece, threadPiece } from '../../ledger/pieces.ts';
import { countUse } from '../../memories/memories.ts';
import { threadHere, touchThread } from '../../threads/threads.ts';
import { memoryPieces, sectionPieces } from '../pieces.ts';
import { memoriesHere, withoutRules } from '../read/memories.ts';
import { readScope } from '../read.ts';
import { contentOf } from '../select.ts';
import { leaveOutTold, sessionsTold } from '../told.ts';
import { NOBODY, pinsOfConversation } from './preview.ts';
import { FIRST_TOKENS, piecesAbout, wasToldNothing } from './question.ts';
import { inheritQuietly } from './start.ts';

export interface ContextRequest {
  /** The session that asks; null for clients that cannot be identified and therefore have no ledger. */
  readonly conversation: SessionId | null;
  readonly location: Location;
  /** The question; null for the most important items here. */
  readonly query: string | null;
  /** The model lost its context: everything may be sent again. */
  readonly refresh: boolean;
  /** Most tokens of the answer; `context.token_budget` by default. */
  readonly tokens?: number;
}

/** `alreadySent`: the model has it. `replaces`: when the version was sent that this one replaces. */
type ToldItem<T> = T & { readonly alreadySent: boolean; readonly replaces: string | null };

/** Items that the model has already are listed without their text. */
export interface ContextAnswer {
  readonly text: string;
  readonly thread: ToldItem<{ readonly id: ThreadId; readonly lines: readonly string[] }> | null;
  /** `confidence`: after ageing. `whole`: false if only the beginning is in the text. */
  readonly memories: readonly ToldItem<{
    id: string;
    content: string | null;
    confidence: number;
    whole: boolean;
  }>[];
  readonly pins: readonly ToldItem<
    Pick<Pin, 'label' | 'critical'> & { readonly content: string | null }
  >[];
  readonly tasks: readonly ToldItem<{ readonly task_id: string; readonly title: string | null }>[];
  readonly withheld: { readonly items: number; readonly tokens: number };
  /** Number of items that did not fit; another request sends them. */
  readonly leftOut: number;
  /** Tokens of the text. */
  readonly tokens: number;
  readonly estimated: true;
  /** For `store.ledger.takeBack` if the answer could not be delivered; null without a ledger. */
  readonly receipt: Receipt | null;
}

/** The answer of `memory_context`: what a question calls for, else pins, open tasks, the thread, and memories; nothing twice. */
export async function memoryContext(deps: Deps, request: ContextRequest): Promise<ContextAnswer> {
  const { conversation, location, refresh } = request;
  const head = conversation && (await deps.store.head(conversation));
  if (head) await inheritQuietly(deps, head);
  const { pieces, isAsked, ...limits } = await answerTo(deps, request);
  const fit = fitting(deps, location.scope.label, limits);
  const { answer, sent, withheld, leftOut, receipt } = await sendItems(
    deps,
    conversation,
    pieces,
    fit,
    refresh ? 'everything' : null,
  );
  if (conversation) await recordShown(deps, conversation, sent.flatMap(turnsShown));
  const thread = sent.find(({ part }) => part === 'thread');
  if (thread) await touchThread(deps, thread.id as ThreadId);
  const known = [...sent, ...withheld];
  if (conversation && isAsked) {
    const used = pieces.filter((piece) => piece.part === 'memories').slice(0, MOST_USED);
    const ids = used.map(({ id }) => id).filter((id) => known.some((piece) => piece.id === id));
    await countUse(deps, ids, head ? [head] : []);
  }
  const records = <T>(part: Piece['part']) =>
    known.filter((piece) => piece.part === part).map((piece) => recordOf(piece) as T);
  return {
    ...answer,
    thread: records<ContextAnswer['thread']>('thread')[0] ?? null,
    memories: records('memories'),
    pins: records('ownPins'),
    tasks: records('tasks'),
    leftOut: leftOut.length,
    receipt,
  };
}

/** The turns of a piece. Those of a whole session count with it, and a prompt has less room for them. */
function turnsShown({ part, turns = [] }: Piece): Sendable[] {
  const entries = turns.flatMap(turnEntries);
  return part === 'recalled' ? entries : entries.map((one) => ({ ...one, tokens: 0, level: 0 }));
}

/** The question of a request; null where "continue" and the like ask for the last work. */
function questionIn({ query }: ContextRequest): string | null {
  const question = query?.trim() ?? '';
  const { isReturn, isBare } = readReturning(question);
  return question === '' || (isReturn && isBare) ? null : question;
}

/** The pieces of an answer, its limit, and the sentence for one without any. */
interface Answering {
  readonly pieces: readonly Piece[];
  readonly budget: number;
  readonly nothing: string | null;
  readonly isAsked: boolean;
}

async function answerTo(deps: Deps, request: ContextRequest): Promise<Answering> {
  const query = questionIn(request);
  if (query === null) {
    const budget = request.tokens ?? deps.config['context.token_budget'];
    return {
      pieces: await piecesHere(deps, request, budget),
      budget,
      nothing: null,
      isAsked: false,
    };
  }
  // A model that lost everything is told as one that begins.
  const isFirst = request.refresh || (await wasToldNothing(deps, request.conversation));
  const tokens = deps.config['context.question_token_budget'] + (isFirst ? FIRST_TOKENS : 0);
  const budget = request.tokens ?? tokens;
  const about = await piecesAbout(deps, { ...request, query }, { tokens: budget, isFirst });
  return { ...about, budget, isAsked: true };
}

function recordOf({ record, alreadySent, replaced }: MarkedItem<Piece>): object {
  return {
    ...record?.(alreadySent),
    alreadySent,
    replaces: replaced ? iso(replaced.sentAt) : null,
  };
}

/** Only the best answers to a question count as used. */
const MOST_USED = 10;

/** Without a question: what is most important here. */
async function piecesHere(
  deps: Deps,
  { conversation, location, refresh }: ContextRequest,
  budget: number,
): Promise<readonly Piece[]> {
  const { scope, branch } = location;
  const pins = await pinsOfConversation(deps, location, conversation);
  const seen = await threadHere(deps, scope);
  // Constant for all calls: a thread cut elsewhere would count as changed.
  const room = Math.min(deps.config['threads.token_budget'], Math.floor(budget / 2));
  const reading = await readScope(deps, { id: conversation ?? NOBODY, scope, branch });
  const { claims, sessions, stored } = reading;
  const thread =
    seen &&
    claims.withMarks(
      threadWithoutMuted(
        withoutSessions(seen.thread, new Set(sessions.unmerged.keys())),
        stored.check.dismissed.here.texts,
      ),
    );
  const codes = thread ? formatThread(thread, room, seen.head.scope.label) : '';
  const memories = claims.grounded(await memoriesHere(deps, scope, conversation));
  const content = contentOf(deps, reading);
  const asking = refresh ? null : conversation;
  const unknown = await withoutToldTurns(deps, asking, content.turns);
  const turns = leaveOutTold(unknown, await sessionsTold(deps, asking));
  const context = { ...content, turns, ownPins: pins };
  return [
    ...sectionPieces(deps, scope, context, sectionsAt('context')),
    ...(seen && codes !== '' ? [threadPiece(seen.head.id, codes.split('\n'))] : []),
    ...memoryPieces(deps, withoutRules(memories, context.rules), {
      mark: claims.mark,
      tokens: budget,
    }),
  ];
}

const THREAD = 'THREAD:';

interface PartRoom {
  readonly part: Piece['part'];
  readonly heading: string | null;
  /** Tokens before those that others leave. */
  readonly share: number;
}

/** The room of each part, in reading order. The first ones are dropped last; memories have a limit of their own. */
const ROOM: readonly PartRoom[] = [
  { part: 'recalled', heading: null, share: Number.POSITIVE_INFINITY },
  { part: 'turns', heading: null, share: 1200 },
  { part: 'state', heading: STATE_HEADING, share: 80 },
  { part: 'elsewhere', heading: ELSEWHERE_HEADING, share: 120 },
  { part: 'tasks', heading: TASKS_HEADING, share: 100 },
  { part: 'rules', heading: RULES_HEADING, share: 80 },
  { part: 'ownPins', heading: PINNED_HEADING, share: 140 },
  { part: 'thread', heading: THREAD, share: Number.POSITIVE_INFINITY },
  { part: 'unmerged', heading: null, share: 150 },
  { part: 'memories', heading: MEMORIES_HEADING, share: 0 },
];

function fitting(
  deps: Pick<Deps, 'config'>,
  scope: string,
  { budget, nothing }: Pick<Answering, 'budget' | 'nothing'>,
): FitAnswer<Piece, Pick<ContextAnswer, 'text' | 'tokens' | 'estimated' | 'withheld'>> {
  return (fresh, held) => {
    const withheld = {
      items: held.length,
      tokens: held.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
    };
    const remarks = withheld.items > 0 ? [withheldLine(withheld.items, withheld.tokens)] : [];
    if (held.some(({ part }) => part === 'turns'))
      remarks.unshift('Where the last session stopped was told at the start.');
    if (nothing !== null) remarks.unshift(nothing);
    else if (fresh.length === 0)
      remarks.unshift(withheld.items > 0 ? 'Nothing new.' : 'Nothing is known here yet.');
    const frame = answerFrame({ kind: 'memory_context', scope, remarks });
    const sections = sectionsOf(fresh, deps.config['memories.token_budget']);
    const fitted = fitSections(sections, { tokens: budget }, estimateTokens, frame);
    const text = fitted?.text ?? frame([]);
    const chosen = fitted?.kept.flat().map(({ of }) => of) ?? [];
    const tokens = estimateTokens(text);
    const inItems = chosen.reduce((sum, one) => sum + (one.tokens ?? 0), 0);
    const rest = { tokens: Math.max(0, tokens - inItems), estimated: true };
    return { chosen, rest, text, answer: { text, tokens, estimated: true, withheld } };
  };
}

function sectionsOf(
  fresh: readonly MarkedItem<Piece>[],
  memories: number,
): Section<MarkedItem<Piece>>[] {
  return ROOM.map(({ part, heading, share }, i) => {
    const here = fresh.filter((piece) => piece.part === part);
    const thread = part === 'thread' ? here[0] : undefined;
    return {
      heading: thread ? THREAD.replace(':', `${replacedMark(thread.replaced)}:`) : heading,
      items: here.map((piece, place) => ({
        text: thread ? piece.lines.join('\n') : lineOf(piece),
        of: piece,
        // The newest session of a matter comes first and is read last.
        place: part === 'recalled' ? -place : place,
      })),
      share: part === 'memories' ? memories : share,
      precedence: ROOM.length - i,
      ...(part === 'memories' && { isCapped: true as const }),
    };
  });
}

function lineOf({ lines, replaced }: MarkedItem<Piece>): string {
  return lines.join('\n') + replacedMark(replaced);
}
