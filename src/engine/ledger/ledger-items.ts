import type { ThreadId } from '../../domain/ids.ts';
import type { LedgerKind, Sendable } from '../../domain/ledger/ledger.ts';
import { type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import { contentHash } from '../../domain/text/hash.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import type { TokenCounter } from './ledger.ts';

/**
 * How the ledger knows what Cortex says, whoever says it: by its content, whatever age and confidence stand beside it, so
 * that a preamble and a tool tell of the same thing once. Tokens are those of the line as it stands in the answer.
 */

/** `told` is what the line holds of the memory: all of it, or a part that is not taken for the whole. */
export function memoryItem(
  memory: { readonly id: string; readonly content: string },
  told: { readonly text: string; readonly isWhole: boolean; readonly line: string },
  tokens: TokenCounter,
): Sendable {
  const wholeHash = contentHash(memory.content);
  if (told.isWhole) return item('memory', memory.id, wholeHash, told.line, tokens);
  return { ...item('memory', memory.id, contentHash(told.text), told.line, tokens), wholeHash, level: 1 };
}

/** Told from beginning to end. */
export function wholeMemory(
  memory: { readonly id: string; readonly content: string },
  line: string,
  tokens: TokenCounter,
): Sendable {
  return memoryItem(memory, { text: memory.content, isWhole: true, line }, tokens);
}

/** A pin is named by its own words, and the ledger keeps none. */
export function pinItem(pin: Pin, line: string, tokens: TokenCounter): Sendable {
  const hash = contentHash(`${pin.label ?? ''}\n${pin.content}`);
  return item('pin', contentHash(pinIdentity(pin)), hash, line, tokens);
}

/** The same for a task. */
export function taskItem(task: PendingTask, line: string, tokens: TokenCounter): Sendable {
  return item('task', contentHash(task.task_id), contentHash(`${task.title}\n${task.stage}`), line, tokens);
}

/** A thread of which something was left out is not the whole. */
export function threadItem(id: ThreadId, lines: readonly string[], tokens: TokenCounter): Sendable {
  const codes = lines.join('\n');
  const isCut = lines.some((line) => line.startsWith('… '));
  return { ...item('thread', id, contentHash(codes), codes, tokens), level: isCut ? 1 : 0 };
}

/** The turns of a session, as a ledger knows them. */
export function turnsHash(turns: readonly Turn[]): string {
  return contentHash(JSON.stringify(turns));
}

export function item(
  kind: LedgerKind,
  id: string,
  hash: string,
  line: string,
  { count, estimated }: TokenCounter,
): Sendable {
  return { kind, id, hash, tokens: count(line), estimated, level: 0 };
}
