import { bullet, knownMemoryLine, type QuotedTurn, quotedTurnLine } from '../../domain/answer/lines.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { TurnLine } from '../../domain/ledger/turns.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { estimateTokens } from '../../domain/text/tokens.ts';
import { wordsIn } from '../../domain/turns/quote.ts';
import type { Deps } from '../deps.ts';
import { item, memoryItem } from '../ledger/ledger-items.ts';

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

/** A turn that was recalled. */
export function quotePiece({ config, now }: Pick<Deps, 'config' | 'now'>, quote: QuotedTurn): Piece {
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
