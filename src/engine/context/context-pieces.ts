import { fitSections } from '../../domain/answer/budget.ts';
import {
  type Context,
  contributions,
  matterLimits,
  type PersonRule,
  type SectionName,
} from '../../domain/answer/contributors.ts';
import { matterSections, type QuotedTurns } from '../../domain/answer/last-time.ts';
import { bullet, knownMemoryLine, type QuotedTurn, quotedTurnLine } from '../../domain/answer/lines.ts';
import { type Item, linesOf } from '../../domain/answer/section.ts';
import { untoldTurns } from '../../domain/answer/untold.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import { type ShownTurns, type TurnLine, turnEntries } from '../../domain/ledger/turns.ts';
import { inheritMemories, type Learning } from '../../domain/memories/decay.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { Scope } from '../../domain/scope.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { estimateTokens } from '../../domain/text/tokens.ts';
import { millis } from '../../domain/time.ts';
import { wordsIn } from '../../domain/turns/quote.ts';
import type { MemoryHit } from '../../store.ts';
import type { Deps, Here } from '../deps.ts';
import { item, memoryItem, pinItem, taskItem, turnsHash, wholeMemory } from '../ledger/ledger-items.ts';
import { recentMemories } from '../memories/memories.ts';
import { asSaid, learningsFrom } from '../restore/memories.ts';
import { pinsSeen } from '../restore/preview.ts';
import { preambleLimits } from '../restore/render.ts';

/** An item that an answer may contain, with its lines. */
export interface Piece extends Sendable {
  readonly part:
    | ('recall' | 'last' | 'state' | 'elsewhere' | 'unmerged')
    | ('tasks' | 'rules' | 'pins' | 'thread' | 'memories');
  readonly lines: readonly string[];
  /** The lines that tell turns, each of which is known for itself afterwards. */
  readonly turns?: readonly TurnLine[];
  /** The piece as JSON; `isKnown`: the model has it already, so its text is left out. */
  readonly record?: (isKnown: boolean) => object;
}

export interface WeighedMemory {
  readonly memory: Memory;
  /** The confidence now, after ageing. */
  readonly confidence: number;
}

type PieceDeps = Pick<Deps, 'config' | 'now'>;

/** Sections that form one piece, by their part of the answer, which may have another heading. */
const WHOLE: Partial<Record<SectionName, Piece['part']>> = {
  ...{ turns: 'last', shortForm: 'last', state: 'state', unmerged: 'unmerged', elsewhere: 'elsewhere' },
};

/** The sections that an answer shares with a start, as pieces. */
export function sectionPieces(
  { config, now }: PieceDeps,
  scope: Scope,
  context: Context,
  chosen: readonly SectionName[],
): Piece[] {
  const quoted = context.turns.values();
  return contributions(context, preambleLimits(config), now(), chosen).flatMap(
    ({ name, section }): Piece[] => {
      const part = WHOLE[name];
      if (part === undefined) return section.items.map(listedPiece);
      const isHeaded = name === 'turns' || name === 'unmerged';
      const lines = linesOf(isHeaded ? section : { ...section, heading: null }, section.items.length);
      const turns = name === 'turns' ? quoted.next().value! : null;
      const text = lines.join('\n');
      const id = turns
        ? `last:${turns.session.id}`
        : `${name}:${scope.key}:${isHeaded ? section.heading : ''}`;
      const hash = turns ? turnsHash(turns.turns) : contentHash(text);
      return lines.length === 0 ? [] : [{ ...item('session', id, hash, text), part, lines }];
    },
  );
}

/** A task, a rule or a pin. A rule is the memory that holds it. */
function listedPiece({ text, of }: Item): Piece {
  const one = of as PendingTask | PersonRule | Pin;
  const lines = [text];
  if ('task_id' in one) {
    const record = (isKnown: boolean) => ({ task_id: one.task_id, title: isKnown ? null : one.title });
    return { ...taskItem(one, text), part: 'tasks', lines, record };
  }
  if ('memoryId' in one)
    return { ...wholeMemory({ id: one.memoryId, content: one.text }, text), part: 'rules', lines };
  const { label, critical, content } = one;
  const record = (isKnown: boolean) => ({ label, content: isKnown ? null : content, critical });
  return { ...pinItem(one, text), part: 'pins', lines, record };
}

interface MatterTold {
  readonly shown: ShownTurns;
  readonly context: Pick<Context, 'unmergedBranch'>;
  readonly tokens: number;
}

/** The sessions of a matter without the turns that the conversation was told, the newest first. */
export function matterPieces(
  { config, now }: PieceDeps,
  matter: readonly QuotedTurns[],
  { shown, context, tokens }: MatterTold,
): readonly Piece[] {
  const limits = preambleLimits(config);
  // The room of quotations counts true tokens, the answer estimated ones: a turn that is a little too long would be left out whole.
  const shares = { ...limits.shares, recall: Math.floor(tokens * ESTIMATED) };
  const told = matterLimits(context, { ...limits, shares }, now());
  const untold = untoldTurns(matter, told, shown);
  const sections = matterSections(untold, told);
  const fitted = fitSections(sections, { tokens }, estimateTokens);
  const pieces = sections.flatMap((section, i): Piece[] => {
    const kept = fitted?.kept[i] ?? [];
    if (kept.length === 0) return [];
    const lines = linesOf(section, kept.length);
    const text = lines.join('\n');
    const turns = kept.flatMap(({ text: line, turns: of }) => (of ? [{ text: line, turns: of }] : []));
    const id = `matter:${untold[i]!.session.id}`;
    // The turns are entries of their own, each with its tokens.
    const inTurns = turns.flatMap(turnEntries).reduce((sum, one) => sum + (one.tokens ?? 0), 0);
    const rest = Math.max(0, estimateTokens(text) - inTurns);
    const whole = { ...item('session', id, contentHash(text), text), tokens: rest };
    return [{ ...whole, part: 'recall', lines, turns }];
  });
  return pieces.reverse();
}

/** True tokens of prose by their estimate. */
const ESTIMATED = 0.8;

/** A turn that was recalled. */
export function quotePiece({ config, now }: PieceDeps, quote: QuotedTurn): Piece {
  const line = bullet(quotedTurnLine(quote, now(), config['restore.dates']));
  const hash = contentHash(`${wordsIn(quote.asked)}\n${wordsIn(quote.answered)}`);
  return { ...item('session', `${quote.sessionId}#${hash}`, hash, line), part: 'recall', lines: [line] };
}

/** A memory cut to a number of tokens; a cut one does not count as shown in full. `mark`: added for failed claims. */
export function memoryPiece(
  { memory, confidence }: WeighedMemory,
  most = Number.POSITIVE_INFINITY,
  mark: (text: string) => string = () => '',
): Piece {
  const { id, source, content } = memory;
  const text = cutTo(oneLine(content), most);
  const line = bullet(knownMemoryLine({ id, source, confidence, content: text }) + mark(content));
  const isWhole = text === oneLine(content);
  return {
    ...memoryItem(memory, { text, isWhole, line }),
    ...{ part: 'memories', lines: [line] },
    record: (isKnown) => ({
      id,
      content: isKnown ? null : isWhole ? content : text,
      confidence: Math.round(confidence * 1e4) / 1e4,
      whole: isWhole,
    }),
  };
}

/** In characters, as `oneLine` counts them, and fewer each time: letters beyond U+FFFF are two units of a string. */
function cutTo(text: string, most: number): string {
  let cut = text;
  let room = Number.POSITIVE_INFINITY;
  for (let has = estimateTokens(cut); has > most && room > 1; has = estimateTokens(cut)) {
    const length = Math.min(room, [...cut].length);
    room = Math.max(1, Math.min(length - 1, Math.floor((length * most * 0.95) / has)));
    cut = oneLine(cut, room);
  }
  return cut;
}

/** The pins that a conversation has, or that its session will have. */
export async function pinsOf(
  deps: Deps,
  place: Here,
  conversation: SessionId | null,
): Promise<readonly Pin[]> {
  const head = conversation && (await deps.store.head(conversation));
  const nobodys = conversation ? [] : undefined;
  return (await pinsSeen(deps, place, head ? [head] : nobodys)).pins;
}

/** A memory that takes more of its share than this is cut. */
const MOST_OF_SHARE = 1 / 3;

/** Memories of an answer of so many tokens; `mark`: added for failed claims. */
export function memoryPieces(
  { config }: PieceDeps,
  memories: readonly WeighedMemory[],
  { mark, tokens }: Pick<Context, 'mark'> & { readonly tokens: number },
): readonly Piece[] {
  const most = Math.floor(Math.min(config['memories.token_budget'], tokens) * MOST_OF_SHARE);
  return memories.map((memory) => memoryPiece(memory, most, mark));
}

/** Memories besides those that are told as rules. */
export function withoutRules(
  memories: readonly WeighedMemory[],
  { rules }: Pick<Context, 'rules'>,
): readonly WeighedMemory[] {
  return memories.filter(({ memory }) => !rules.some(({ memoryId }) => memoryId === memory.id));
}

/** Most memories of an answer. */
export const MOST = 40;
/** A memory that fits a question half as well as the best answer is left out as noise. */
const FITS_HALF = 0.5;

/** Memories that answer a question, best first; weak ones too, because they were asked for. */
export function memoriesAbout(deps: Deps, hits: readonly MemoryHit[]): readonly WeighedMemory[] {
  const least = (hits[0]?.score ?? 0) * FITS_HALF;
  const found = hits.filter(({ score }) => score >= least).map(({ memory }) => memory);
  const weighed = new Map(softened(deps, found.map(asSaid)).map((one) => [one.memory.id, one]));
  return found.map(({ id }) => weighed.get(id)).filter((one) => one !== undefined);
}

/** Without a question: memories of the contributing sessions, and the latest ones. */
export async function memoriesHere(
  deps: Deps,
  scope: Scope,
  conversation: SessionId | null,
): Promise<readonly WeighedMemory[]> {
  const learnt = conversation ? await learntBefore(deps, scope, conversation) : [];
  const recent = await recentMemories(deps, { scope, limit: MOST });
  const known = new Set(learnt.map(({ memory }) => memory.id));
  const all = [...learnt, ...recent.filter(({ id }) => !known.has(id)).map(asSaid)];
  return softened(deps, all).filter(({ excluded }) => !excluded);
}

async function learntBefore(deps: Deps, scope: Scope, conversation: SessionId): Promise<readonly Learning[]> {
  const ids = await deps.store.contributors(conversation);
  const states = (await Promise.all(ids.map((id) => deps.store.session(id)))).filter((one) => one !== null);
  const sessions = states.map(({ session_id: id, end_time, last_activity, recent_learnings }) => ({
    ...{ id, at: millis(end_time ?? last_activity) ?? 0, memoryIds: recent_learnings },
  }));
  return learningsFrom(deps, sessions, scope.key);
}

function softened(deps: Pick<Deps, 'now' | 'config'>, learnings: readonly Learning[]) {
  const floor = deps.config['session_persistence.decay_min_floor'];
  return inheritMemories(learnings, deps.now(), floor).map(({ memory, decayed, excluded }) => ({
    memory,
    confidence: decayed,
    excluded,
  }));
}
