import type { PersonRule } from '../../domain/answer/context.ts';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import type { ThreadId } from '../../domain/base/ids.ts';
import { contentHash } from '../../domain/base/text/hash.ts';
import { estimateTokens } from '../../domain/base/text/tokens.ts';
import type { LedgerKind, Sendable } from '../../domain/ledger/ledger.ts';
import { lastId } from '../../domain/ledger/turns.ts';
import { type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import type { PendingTask } from '../../domain/todos/task.ts';

/**
 * Ledger items for everything that Cortex sends: identified by content, without age and confidence, so
 * that a preamble and a tool send the same thing once. Tokens are those of the line in the answer.
 */

/** `told` is the part of the memory in the line; a part does not count as the whole. */
export function memoryItem(
  memory: { readonly id: string; readonly content: string },
  told: { readonly text: string; readonly isWhole: boolean; readonly line: string },
): Sendable {
  const wholeHash = contentHash(memory.content);
  if (told.isWhole) return item('memory', memory.id, wholeHash, told.line);
  return { ...item('memory', memory.id, contentHash(told.text), told.line), wholeHash, level: 1 };
}

/** A memory that is sent in full. */
export function wholeMemory(
  memory: { readonly id: string; readonly content: string },
  line: string,
): Sendable {
  return memoryItem(memory, { text: memory.content, isWhole: true, line });
}

/** The id is a hash of the pin's identity, because the ledger stores no content. */
export function pinItem(pin: Pin, line: string): Sendable {
  const hash = contentHash(`${pin.label ?? ''}\n${pin.content}`);
  return item('pin', contentHash(pinIdentity(pin)), hash, line);
}

/** A task, likewise. */
export function taskItem(task: PendingTask, line: string): Sendable {
  return item('task', contentHash(task.task_id), contentHash(`${task.title}\n${task.stage}`), line);
}

/** A shortened thread does not count as the whole. */
export function threadItem(id: ThreadId, lines: readonly string[]): Sendable {
  const codes = lines.join('\n');
  const isCut = lines.some((line) => line.startsWith('… '));
  return { ...item('thread', id, contentHash(codes), codes), level: isCut ? 1 : 0 };
}

/** A rule is the memory that holds it. */
export function ruleItem({ memoryId: id, text: content }: PersonRule, line: string): Sendable {
  return wholeMemory({ id, content }, line);
}

/** The turns of a session are one item. */
export function turnsItem({ session, turns }: QuotedTurns, text: string): Sendable {
  return item('session', lastId(session.id), turnsHash(turns), text);
}

export function turnsHash(turns: QuotedTurns['turns']): string {
  return contentHash(JSON.stringify(turns));
}

export function item(kind: LedgerKind, id: string, hash: string, line: string): Sendable {
  return { kind, id, hash, tokens: estimateTokens(line), estimated: true, level: 0 };
}
