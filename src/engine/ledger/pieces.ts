import type { PersonRule } from '../../domain/answer/context.ts';
import type { SectionName } from '../../domain/answer/contributors.ts';
import {
  bullet,
  knownMemoryLine,
  type QuotedTurn,
  quotedTurnLine,
} from '../../domain/answer/lines.ts';
import type { ThreadId } from '../../domain/base/ids.ts';
import type { TurnLine } from '../../domain/base/section.ts';
import { contentHash } from '../../domain/base/text/hash.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { estimateTokens } from '../../domain/base/text/tokens.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { PendingTask } from '../../domain/todos/task.ts';
import { quotedWords } from '../../domain/turns/quote.ts';
import type { Deps } from '../base/deps.ts';
import { item, memoryItem, pinItem, ruleItem, taskItem, threadItem } from './ledger-items.ts';

/** An item that the answer of a tool may contain, with its lines. */
export interface Piece extends Sendable {
  /** The section in which it stands; a thread has one of its own. */
  readonly part: SectionName | 'thread';
  readonly lines: readonly string[];
  /** The lines that tell turns, each of which is known for itself afterwards. */
  readonly turns?: readonly TurnLine[];
  /** The piece as JSON; `isKnown`: the model has it already, so its text is left out. */
  readonly record?: (isKnown: boolean) => object;
}

export function taskPiece(task: PendingTask, line: string): Piece {
  return {
    ...taskItem(task, line),
    part: 'tasks',
    lines: [line],
    record: (isKnown) => ({ task_id: task.task_id, title: isKnown ? null : task.title }),
  };
}

export function rulePiece(rule: PersonRule, line: string): Piece {
  return { ...ruleItem(rule, line), part: 'rules', lines: [line] };
}

export function pinPiece(pin: Pin, line: string): Piece {
  const { label, critical, content } = pin;
  return {
    ...pinItem(pin, line),
    part: 'ownPins',
    lines: [line],
    record: (isKnown) => ({ label, content: isKnown ? null : content, critical }),
  };
}

export function threadPiece(id: ThreadId, lines: readonly string[]): Piece {
  return {
    ...threadItem(id, lines),
    part: 'thread',
    lines,
    record: (isKnown) => ({ id, lines: isKnown ? [] : lines }),
  };
}

/** A turn that was recalled, with how its session ended where that is not the turn itself. */
export function quotePiece(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  quote: QuotedTurn,
  end: string | null,
): Piece {
  const lines = withEndLine(bullet(quotedTurnLine(quote, now(), config['restore.dates'])), end);
  const hash = contentHash(`${quotedWords(quote.asked)}\n${quotedWords(quote.answered)}`);
  const text = lines.join('\n');
  return { ...item('session', `${quote.sessionId}#${hash}`, hash, text), part: 'recalled', lines };
}

/** The line of a hit, and in a line of its own how its session ended. */
export function withEndLine(line: string, end: string | null): string[] {
  return end === null ? [line] : [line, `  ended: ${end}`];
}

export interface WeighedMemory {
  readonly memory: Memory;
  /** The confidence now, after ageing. */
  readonly confidence: number;
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
  const told = isWhole ? content : text;
  return {
    ...memoryItem(memory, { text, isWhole, line }),
    part: 'memories',
    lines: [line],
    record: (isKnown) => ({
      id,
      content: isKnown ? null : told,
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
