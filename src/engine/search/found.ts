import {
  replacedMark,
  wholeAnswer,
  wholeSection,
  withheldLine,
} from '../../domain/answer/answer-text.ts';
import { HEADINGS } from '../../domain/answer/headings.ts';
import {
  bullet,
  type QuotedTurn,
  TEAM_HEADING,
  teamLine,
  whenWords,
} from '../../domain/answer/lines.ts';
import { type SessionId, shortId } from '../../domain/base/ids.ts';
import { contentHash } from '../../domain/base/text/hash.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { estimateTokens } from '../../domain/base/text/tokens.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { Receipt } from '../../domain/ledger/receipt.ts';
import type { FitAnswer, MarkedItem } from '../../domain/ledger/send.ts';
import { confidenceAt, type Memory } from '../../domain/memories/memory.ts';
import { isWorthQuoting } from '../../domain/search/fit.ts';
import { quoteTurn, type Snippet } from '../../domain/search/snippet.ts';
import type { SearchKind } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { sendItems } from '../ledger/ledger.ts';
import { item } from '../ledger/ledger-items.ts';
import { memoryPiece, type Piece, quotePiece, withEndLine } from '../ledger/pieces.ts';
import {
  countUse,
  type MemoryQuery,
  type MemoryRecord,
  memoryRecord,
  mostMemories,
  noteCategoriesAsked,
  recentMemories,
} from '../memories/memories.ts';
import { type HitWithEnd, withEnds } from './ends.ts';
import type { TeamHit } from './kept.ts';
import { type Recalled, type RecalledTurn, type RecallOptions, recall } from './recall.ts';

export interface RefreshOption {
  /** The model lost the requested items: only these are sent again. */
  readonly refresh: boolean;
}

/** An answer to a search, as text. */
interface ListedOnce {
  readonly text: string;
  readonly withheld: { readonly items: number; readonly tokens: number };
  readonly tokens: number;
  readonly estimated: true;
  /** For `store.ledger.takeBack` if the answer could not be delivered. */
  readonly receipt: Receipt | null;
}

/** Found turns as an answer for a model. */
export interface FoundOnce extends ListedOnce {
  readonly recalled: Recalled;
  readonly found: readonly HitOnce[];
}

interface HitOnce extends HitWithEnd {
  readonly alreadySent: boolean;
  readonly sentAgain: boolean;
}

/** Searches turns and threads. A snippet that the model has already is not sent again. */
export async function searchOnce(
  deps: Deps,
  conversation: SessionId | null,
  asked: { readonly question: string; readonly where: RecallOptions },
  { refresh }: RefreshOption,
): Promise<FoundOnce> {
  const recalled = await recall(deps, asked.question, asked.where);
  const found = await withEnds(deps, recalled.turns);
  const entries = found.map((one) => turnEntry(deps, one));
  const fit = fitList(
    'session_search',
    asked.where.scope?.label ?? 'all',
    entries,
    [],
    remarksOn(recalled),
  );
  const { answer, sent, withheld, receipt } = await sendItems(
    deps,
    conversation,
    entries,
    fit,
    refresh ? 'these' : null,
  );
  const had = new Set(withheld.map(({ of }) => of));
  const again = new Set(sent.filter(({ isAgain }) => isAgain).map(({ of }) => of));
  const marked = found.map((one) => {
    const alreadySent = had.has(one);
    return {
      ...one,
      ...(alreadySent && { snippet: null }),
      alreadySent,
      sentAgain: again.has(one),
    };
  });
  return { ...answer, receipt, recalled, found: marked };
}

/** A remark on each corrected spelling. */
export function remarksOn({ respelled }: Pick<Recalled, 'respelled'>): string[] {
  if (respelled.length === 0) return [];
  const words = respelled.map(({ word, as }) => `"${oneLine(word, 40)}" as "${oneLine(as, 40)}"`);
  return [`Nobody wrote these words; read ${words.join(', ')}.`];
}

export interface MemoriesAsked extends MemoryQuery {
  /** The question; null for the latest memories. */
  readonly question: string | null;
}

export interface MemoriesOnce extends ListedOnce {
  readonly memories: readonly FoundMemory[];
  /** Absent where teammates shared nothing that fits. */
  readonly team?: readonly TeamHit[];
}

/** A memory whose content is null if the model has it. */
interface FoundMemory extends Omit<MemoryRecord, 'content'> {
  readonly content: string | null;
  readonly title: string;
  /** The share of the question that it contains, 0 to 1; null without a question. */
  readonly score: number | null;
  readonly alreadySent: boolean;
  readonly sentAgain: boolean;
  /** When the version was sent that this one replaces. */
  readonly replaces: string | null;
}

/** Memories that answer a question, or the recent ones. Answers to a question count as used. */
export async function memoriesOnce(
  deps: Deps,
  conversation: SessionId | null,
  asked: MemoriesAsked,
  { refresh }: RefreshOption,
): Promise<MemoriesOnce> {
  const { question, scope } = asked;
  const recalled = question === null ? null : await recalledMemories(deps, question, asked);
  const hits: readonly { memory: Memory; score: number | null }[] =
    recalled?.memories ??
    (await recentMemories(deps, asked)).map((memory) => ({ memory, score: null }));
  const head = conversation && (await deps.store.head(conversation));
  const sessions = head ? [head] : [];
  await noteCategoriesAsked(deps, asked.categories, sessions);
  if (question !== null) {
    const ids = hits.map(({ memory }) => memory.id);
    await countUse(deps, ids, sessions);
  }
  const ended = recalled ? await quoteTurnsWithEnds(deps, recalled) : [];
  const quotes = ended.map((one) => quoteEntry(deps, one));
  const entries = [...hits.map(({ memory }) => memoryEntry(deps, memory)), ...quotes];
  const kind = question === null ? 'cortex_stm' : 'cortex_search';
  const team = recalled?.team ?? [];
  const teamLines = team.map((hit) => teamLine(hit, deps.now()));
  const fit = fitList<unknown>(kind, scope?.label ?? 'all', entries, teamLines);
  const sending = await sendItems(deps, conversation, entries, fit, refresh ? 'these' : null);
  const marked = new Map([...sending.sent, ...sending.withheld].map((one) => [one.of, one]));
  const memories = hits.map(({ memory, score }) => {
    const { alreadySent = false, replaced = null, isAgain = false } = marked.get(memory) ?? {};
    return {
      ...memoryRecord(memory, deps.now()),
      title: titleOf(memory),
      content: alreadySent ? null : memory.content,
      score,
      alreadySent,
      sentAgain: isAgain,
      replaces: replaced ? iso(replaced.sentAt) : null,
    };
  });
  return {
    ...sending.answer,
    receipt: sending.receipt,
    memories,
    ...(team.length > 0 && { team }),
  };
}

/** Memories that answer a question, and the turns of earlier sessions that answer it well. */
export function recalledMemories(
  deps: Deps,
  question: string,
  asked: MemoriesAsked,
): Promise<Recalled> {
  const { scope, since, categories } = asked;
  const where = {
    scope,
    kinds: ['memory', 'session'] as const,
    ...QUOTED,
    memories: mostMemories(deps, asked),
    ...(categories && { categories }),
    ...(since !== undefined && { filter: { since } }),
  };
  return recall(deps, question, where);
}

/** Limits of the search for turns to quote. */
export const QUOTED = { limit: 3, turnsEach: 3, isPrompt: true } as const;
/** About 120 tokens: three of them stay within the room of a recall. */
const LONGEST_QUOTE = 420;

/** A quotation with how its session ended: what overruled it is told with it. */
interface EndedQuote {
  readonly quote: QuotedTurn;
  /** Null where it is the end, or where a later quotation of the same session has it. */
  readonly end: string | null;
}

/** Quotes the turns of a recall that match well, and others of the best one's session. */
export function quoteTurns(
  recalled: Pick<Recalled, 'turns' | 'isAboutPast'>,
): readonly QuotedTurn[] {
  return quotableTurns(recalled).map(quoteOf);
}

/** The same, each session with its end behind its last quotation. */
async function quoteTurnsWithEnds(
  deps: Pick<Deps, 'store'>,
  recalled: Pick<Recalled, 'turns' | 'isAboutPast'>,
): Promise<readonly EndedQuote[]> {
  const found = await withEnds(deps, quotableTurns(recalled));
  const isLast = ({ document, turn }: HitWithEnd) =>
    !found.some((other) => other.document.ref === document.ref && other.turn! > turn!);
  return found.map((one) => ({ quote: quoteOf(one), end: isLast(one) ? one.end : null }));
}

function quotableTurns({
  turns,
  isAboutPast,
}: Pick<Recalled, 'turns' | 'isAboutPast'>): readonly RecalledTurn[] {
  const [first] = turns;
  if (!first || !isWorthQuoting(first.fit, isAboutPast)) return [];
  const isFit = ({ fit, document }: RecalledTurn) =>
    isWorthQuoting(fit, isAboutPast) || document.number === first.document.number;
  return turns.filter((one) => one.turn !== null && isFit(one));
}

function quoteOf({ document, turn, passages, fit: { share } }: RecalledTurn): QuotedTurn {
  return {
    sessionId: document.ref as SessionId,
    turn: turn!,
    at: document.ended,
    branch: document.branch,
    share,
    ...quoteTurn(passages, LONGEST_QUOTE),
  };
}

/** A list entry: as full lines, and as a line that only names it. */
interface AnswerEntry<Of> extends Sendable {
  /** Quotes have a heading of their own, below the other entries. */
  readonly part?: Piece['part'];
  readonly lines: readonly string[];
  readonly name: string;
  readonly of: Of;
}

/** Lists items that the model has already by id and title only. Nothing is cut, because a list is limited. */
function fitList<Of>(
  kind: string,
  scope: string,
  all: readonly AnswerEntry<Of>[],
  team: readonly string[] = [],
  said: readonly string[] = [],
) {
  const fit = (
    fresh: readonly MarkedItem<AnswerEntry<Of>>[],
    held: readonly MarkedItem<AnswerEntry<Of>>[],
  ) => {
    const whole = new Map(fresh.map((one) => [one.of, one]));
    const lineOfEach = ({ of, name }: AnswerEntry<Of>) =>
      lineOf(whole.get(of)) ?? `${name} (already sent)`;
    const linesOf = (isQuote: boolean) =>
      all.filter(({ part }) => (part === 'recalled') === isQuote).map(lineOfEach);
    const withheld = { items: held.length, tokens: total(held) };
    const remarks = [
      ...said,
      ...(held.length > 0 ? [withheldLine(withheld.items, withheld.tokens)] : []),
    ];
    if (all.length + team.length === 0) remarks.push('Nothing was found.');
    const answers = linesOf(false);
    const sections = [
      wholeSection(`FOUND ${answers.length}:`, answers),
      wholeSection(TEAM_HEADING, team),
      wholeSection(`${HEADINGS.recalled}:`, linesOf(true)),
    ];
    const text = wholeAnswer(sections, { kind, scope, remarks });
    const tokens = estimateTokens(text);
    const rest = { tokens: Math.max(0, tokens - total(fresh)), estimated: true };
    const answer = { text, withheld, tokens, estimated: true as const };
    return { chosen: fresh, rest, text, answer };
  };
  return fit satisfies FitAnswer<AnswerEntry<Of>, unknown>;
}

function lineOf<Of>(entry: MarkedItem<AnswerEntry<Of>> | undefined): string | null {
  if (!entry) return null;
  return (
    entry.lines.join('\n') + replacedMark(entry.replaced) + (entry.isAgain ? ' (sent again)' : '')
  );
}

function total(items: readonly Sendable[]): number {
  return items.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
}

const MAX_TITLE = 80;

/** Identified by its text: another question shows another part of the same session. */
function turnEntry(deps: Deps, found: HitWithEnd): AnswerEntry<HitWithEnd> {
  const { document, turn, title, snippet, by, end } = found;
  const where = [document.scope, document.branch]
    .filter((one) => one !== null)
    .map((one) => oneLine(one, 60));
  const ago = whenWords(document.ended, deps.now());
  const id = document.kind === 'session' ? shortId(document.ref) : document.ref;
  const place = turn === null ? '' : ` turn ${turn}`;
  const name = bullet(
    `${document.kind} ${id}${place}${title ? `: ${oneLine(title, MAX_TITLE)}` : ''}`,
  );
  const said = snippet
    ? ` | ${by === 'user' || by === 'agent' ? `${by}: ` : ''}${oneLine(snippet.text)}`
    : '';
  const line = `${name} (${[ago, ...where].join(', ')})${said}`;
  const lines = withEndLine(line, end);
  const hash = snippet && contentHash(snippet.text);
  const entry = item(document.kind, `${document.ref}#${hash ?? ''}`, hash ?? '', lines.join('\n'));
  // Without a snippet only the name is shown, so nothing can be withheld.
  return { ...entry, hash, lines, name, of: found };
}

function quoteEntry(deps: Deps, { quote, end }: EndedQuote): AnswerEntry<QuotedTurn> {
  const name = bullet(`${shortId(quote.sessionId)} turn ${quote.turn}`);
  return { ...quotePiece(deps, quote, end), name, of: quote };
}

function memoryEntry(deps: Deps, memory: Memory): AnswerEntry<Memory> {
  const piece = memoryPiece({ memory, confidence: confidenceAt(memory, deps.now()) });
  const name = bullet(`${oneLine(memory.id, 60)}: ${titleOf(memory)}`);
  return { ...piece, name, of: memory };
}

function titleOf({ content }: Memory): string {
  return oneLine(content, MAX_TITLE);
}

/** A found turn or thread as JSON. */
export interface FoundRecord {
  readonly kind: SearchKind;
  readonly id: string;
  readonly turn: number | null;
  readonly by: HitWithEnd['by'];
  readonly title: string | null;
  readonly scope: string;
  readonly host: string | null;
  readonly branch: string | null;
  readonly began: string;
  readonly ended: string;
  readonly score: number;
  readonly snippet: string | null;
  readonly marks: Snippet['marks'];
  /** Null where the turn is the end itself. */
  readonly ended_with: string | null;
}

export function foundRecord(found: HitWithEnd): FoundRecord {
  const { document, turn, by, title, score, snippet, end } = found;
  return {
    kind: document.kind,
    id: document.ref,
    turn,
    by,
    title,
    scope: document.scope,
    host: document.host,
    branch: document.branch,
    began: iso(document.began),
    ended: iso(document.ended),
    score,
    snippet: snippet?.text ?? null,
    marks: snippet?.marks ?? [],
    ended_with: end,
  };
}

/** A time as a date; null for the open end of a range. */
export function formatMoment(at: Millis): string | null {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? iso(at) : null;
}
