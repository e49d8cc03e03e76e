import type { ThreadId } from '../../domain/ids.ts';
import type { LedgerKind, Sendable } from '../../domain/ledger/ledger.ts';
import { type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { estimateTokens } from '../../domain/text/tokens.ts';
import type { Turn } from '../../domain/turns/turn.ts';

/**
 * How the ledger knows what Cortex says, whoever says it: by its content, whatever age and confidence stand beside it, so
 * that a preamble and a tool tell of the same thing once. Tokens are those of the line as it stands in the answer.
 */

/** `told` is what the line holds of the memory: all of it, or a part that is not taken for the whole. */
export function memoryItem(
  memory: { readonly id: string; readonly content: string },
  told: { readonly text: string; readonly isWhole: boolean; readonly line: string },
): Sendable {
  const wholeHash = contentHash(memory.content);
  if (told.isWhole) return item('memory', memory.id, wholeHash, told.line);
  return { ...item('memory', memory.id, contentHash(told.text), told.line), wholeHash, level: 1 };
}

/** Told from beginning to end. */
export function wholeMemory(
  memory: { readonly id: string; readonly content: string },
  line: string,
): Sendable {
  return memoryItem(memory, { text: memory.content, isWhole: true, line });
}

/** A pin is named by its own words, and the ledger keeps none. */
export function pinItem(pin: Pin, line: string): Sendable {
  const hash = contentHash(`${pin.label ?? ''}\n${pin.content}`);
  return item('pin', contentHash(pinIdentity(pin)), hash, line);
}

/** The same for a task. */
export function taskItem(task: PendingTask, line: string): Sendable {
  return item('task', contentHash(task.task_id), contentHash(`${task.title}\n${task.stage}`), line);
}

/** A thread of which something was left out is not the whole. */
export function threadItem(id: ThreadId, lines: readonly string[]): Sendable {
  const codes = lines.join('\n');
  const isCut = lines.some((line) => line.startsWith('… '));
  return { ...item('thread', id, contentHash(codes), codes), level: isCut ? 1 : 0 };
}

/** The turns of a session, as a ledger knows them. */
export function turnsHash(turns: readonly Turn[]): string {
  return contentHash(JSON.stringify(turns));
}

export function item(kind: LedgerKind, id: string, hash: string, line: string): Sendable {
  return { kind, id, hash, tokens: estimateTokens(line), estimated: true, level: 0 };
}
