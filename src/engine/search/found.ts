import { listed, replacedMark, wholeAnswer, withheldLine } from '../../domain/answer/answer-text.ts';
import { HEADINGS } from '../../domain/answer/headings.ts';
import { bullet, type QuotedTurn, quotedTurnLine, TEAM, teamLine, when } from '../../domain/answer/lines.ts';
import { type SessionId, shortId } from '../../domain/ids.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { Fit, Marked } from '../../domain/ledger/send.ts';
import { confidenceAt, type Memory } from '../../domain/memories/memory.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { estimateTokens } from '../../domain/text/tokens.ts';
import { iso, type Millis } from '../../domain/time.ts';
import type { Receipt } from '../../store.ts';
import { memoryPiece } from '../context/context-pieces.ts';
import type { Deps } from '../deps.ts';
import { sendItems } from '../ledger/ledger.ts';
import { item } from '../ledger/ledger-items.ts';
import {
  countUse,
  type MemoryQuery,
  memoryRecord,
  mostMemories,
  recentMemories,
} from '../memories/memories.ts';
import type { TeamHit } from './kept.ts';
import { QUOTED, quotesOf } from './quotes.ts';
import { localZone, type Recalled, type RecalledTurn, recall, type When, type Where } from './recall.ts';

export interface Asking {
  /** The model no longer has what it asks for: that is sent again, and nothing else counts as lost. */
  readonly refresh: boolean;
}

/** A list in which what the model has already is named by id and title, and its words are not said again. */
export interface Listing {
  readonly text: string;
  readonly withheld: { readonly items: number; readonly tokens: number };
  /** Tokens of the text. */
  readonly tokens: number;
  readonly estimated: boolean;
}

interface Delivered extends Listing {
  /** For `store.ledger.takeBack`, where the answer could not be delivered; null without a ledger. */
  readonly receipt: Receipt | null;
}

export interface FoundOnce extends Delivered {
  readonly found: readonly (RecalledTurn & { readonly alreadySent: boolean; readonly sentAgain: boolean })[];
  readonly recalled: Recalled;
}

/** Turns and threads that answer a question. A snippet that the model was shown before is not shown again. */
export async function searchOnce(
  deps: Deps,
  conversation: SessionId | null,
  asked: { readonly question: string; readonly where: Where; readonly when: When },
  { refresh }: Asking,
): Promise<FoundOnce> {
  const recalled = await recall(deps, asked.question, asked.where, asked.when);
  const found = recalled.turns;
  const entries = found.map((one) => turnEntry(deps, one));
  const fit = listing('session_search', asked.where.scope?.label ?? 'all', entries, [], remarksOn(recalled));
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
    return { ...one, ...(alreadySent && { snippet: null }), alreadySent, sentAgain: again.has(one) };
  });
  return { ...answer, receipt, recalled, found: marked };
}

/** Words that nobody wrote are said, with what was looked for in their place. */
export function remarksOn({ respelled }: Pick<Recalled, 'respelled'>): string[] {
  if (respelled.length === 0) return [];
  const words = respelled.map(({ word, as }) => `"${oneLine(word, 40)}" as "${oneLine(as, 40)}"`);
  return [`Nobody wrote these words; read ${words.join(', ')}.`];
}

export interface MemoriesAsked extends MemoryQuery {
  /** In words; null for what was said last. */
  readonly question: string | null;
  /** The machine's own by default. */
  readonly timeZone?: () => string;
}

export interface MemoriesOnce extends Delivered {
  /** Hits among shared items of teammates. */
  readonly team?: readonly TeamHit[];
  readonly memories: readonly (Omit<ReturnType<typeof memoryRecord>, 'content'> & {
    readonly title: string;
    readonly content: string | null;
    /** How much of the question it holds, 0 to 1; null where nothing was asked. */
    readonly score: number | null;
    readonly alreadySent: boolean;
    /** The item was sent before, and asked for again. */
    readonly sentAgain: boolean;
    /** When the version was sent that this one replaces. */
    readonly replaces: string | null;
  })[];
}

/** Memories that answer a question, or the recent ones. What was asked for in words counts as used. */
export async function memoriesOnce(
  deps: Deps,
  conversation: SessionId | null,
  asked: MemoriesAsked,
  { refresh }: Asking,
): Promise<MemoriesOnce> {
  const { question, scope } = asked;
  const recalled = question === null ? null : await recalledMemories(deps, question, asked);
  const hits: readonly { memory: Memory; score: number | null }[] =
    recalled?.memories ?? (await recentMemories(deps, asked)).map((memory) => ({ memory, score: null }));
  const head = conversation && (await deps.store.head(conversation));
  if (question !== null) {
    const ids = hits.map(({ memory }) => memory.id);
    await countUse(deps, ids, head ? [head] : []);
  }
  const quotes = recalled ? quotesOf(recalled, 'unasked').map((quote) => quoteEntry(deps, quote)) : [];
  const entries = [...hits.map(({ memory }) => memoryEntry(deps, memory)), ...quotes];
  const kind = question === null ? 'cortex_stm' : 'cortex_search';
  const team = recalled?.team ?? [];
  const teamLines = team.map((hit) => teamLine(hit, deps.now()));
  const fit = listing<unknown>(kind, scope?.label ?? 'all', entries, teamLines);
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
  return { ...sending.answer, receipt: sending.receipt, memories, ...(team.length > 0 && { team }) };
}

/** Memories that answer a question, and the turns of earlier sessions that answer it well. */
export function recalledMemories(deps: Deps, question: string, asked: MemoriesAsked): Promise<Recalled> {
  const { scope, since, categories, timeZone = localZone } = asked;
  const where = {
    scope,
    kinds: ['memory', 'session'] as const,
    ...QUOTED,
    memories: mostMemories(deps, asked),
    ...(categories && { categories }),
  };
  return recall(deps, question, where, { timeZone, ...(since !== undefined && { since }) });
}

/** Something of a list: as a whole line, and as the line that only names it. */
interface Entry<Of> extends Sendable {
  /** A quote stands under a heading of its own, below the others. */
  readonly isQuote?: true;
  readonly line: string;
  readonly name: string;
  readonly of: Of;
}

/** In the order of the list; nothing gives way, for a list has its limit. */
function listing<Of>(
  kind: string,
  scope: string,
  all: readonly Entry<Of>[],
  team: readonly string[] = [],
  said: readonly string[] = [],
): Fit<Entry<Of>, Listing> {
  const answers = all.filter(({ isQuote }) => !isQuote);
  const quotes = all.filter(({ isQuote }) => isQuote);
  return (fresh, held) => {
    const whole = new Map(fresh.map((one) => [one.of, one]));
    const lineOfEach = ({ of, name }: Entry<Of>) => lineOf(whole.get(of)) ?? `${name} (already sent)`;
    const withheld = { items: held.length, tokens: total(held) };
    const remarks = [...said, ...(held.length > 0 ? [withheldLine(withheld.items, withheld.tokens)] : [])];
    if (all.length + team.length === 0) remarks.push('Nothing was found.');
    const sections = [
      listed(`FOUND ${answers.length}:`, answers.map(lineOfEach)),
      listed(TEAM, team),
      listed(`${HEADINGS.recalled}:`, quotes.map(lineOfEach)),
    ];
    const text = wholeAnswer(sections, { kind, scope, remarks });
    const tokens = estimateTokens(text);
    const rest = { tokens: Math.max(0, tokens - total(fresh)), estimated: true };
    return { chosen: fresh, rest, answer: { text, withheld, tokens, estimated: true } };
  };
}

function lineOf<Of>(entry: Marked<Entry<Of>> | undefined): string | null {
  return entry ? entry.line + replacedMark(entry.replaced) + (entry.isAgain ? ' (sent again)' : '') : null;
}

function total(items: readonly Sendable[]): number {
  return items.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
}

const MAX_TITLE = 80;

/** Known by its words: another question shows another part of the same session. */
function turnEntry(deps: Pick<Deps, 'now'>, found: RecalledTurn): Entry<RecalledTurn> {
  const { document, turn, title, snippet, by } = found;
  const where = [document.scope, document.branch]
    .filter((one) => one !== null)
    .map((one) => oneLine(one, 60));
  const ago = when(document.ended, deps.now());
  const id = document.kind === 'session' ? shortId(document.ref) : document.ref;
  const place = turn === null ? '' : ` turn ${turn}`;
  const name = bullet(`${document.kind} ${id}${place}${title ? `: ${oneLine(title, MAX_TITLE)}` : ''}`);
  const said = snippet
    ? ` | ${by === 'user' || by === 'agent' ? `${by}: ` : ''}${oneLine(snippet.text)}`
    : '';
  const line = `${name} (${[ago, ...where].join(', ')})${said}`;
  const hash = snippet && contentHash(snippet.text);
  const entry = item(document.kind, `${document.ref}#${hash ?? ''}`, hash ?? '', line);
  // Without a snippet there is only the name, and nothing to withhold.
  return { ...entry, hash, line, name, of: found };
}

function quoteEntry(deps: Pick<Deps, 'now'>, quote: QuotedTurn): Entry<QuotedTurn> {
  const line = bullet(quotedTurnLine(quote, deps.now(), 'relative'));
  const hash = contentHash(`${quote.asked}\n${quote.answered}`);
  const entry = item('session', `${quote.sessionId}#${hash}`, hash, line);
  return {
    ...entry,
    line,
    name: bullet(`${shortId(quote.sessionId)} turn ${quote.turn}`),
    of: quote,
    isQuote: true,
  };
}

function memoryEntry(deps: Deps, memory: Memory): Entry<Memory> {
  const piece = memoryPiece({ memory, confidence: confidenceAt(memory, deps.now()) });
  const name = bullet(`${oneLine(memory.id, 60)}: ${titleOf(memory)}`);
  return { ...piece, line: piece.lines.join('\n'), name, of: memory };
}

function titleOf({ content }: Memory): string {
  return oneLine(content, MAX_TITLE);
}

/** A turn or thread that was found, for programs. */
export function foundRecord({ document, turn, by, title, score, snippet }: RecalledTurn) {
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
  };
}

/** An open end has no date. */
export function moment(at: Millis): string | null {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? iso(at) : null;
}
