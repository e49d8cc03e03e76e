import { shortId } from '../../domain/ids.ts';
import { confidenceAt, hasExpired, type Memory } from '../../domain/memory.ts';
import type { Millis } from '../../domain/time.ts';
import type { MemoryHistoryEntry } from '../../store/memories.ts';
import type { Output } from './output.ts';
import { printTable } from './table.ts';
import { ago, count, when } from './times.ts';

/** A line for each memory. The scope stands there where several are listed. */
export function printMemories(out: Output, memories: readonly Memory[], now: Millis): void {
  const isMixed = new Set(memories.map((memory) => memory.scopeKey)).size > 1;
  printTable(
    out,
    [
      { title: 'memory' },
      { title: 'conf.', align: 'right' },
      { title: 'said', spare: 2 },
      { title: 'by', spare: 4 },
      { title: 'scope', least: 8, keep: 'end', spare: 3 },
      { title: 'categories', least: 8, spare: 1 },
      { title: 'content', least: 10 },
    ],
    memories.map((memory) => [
      { text: memory.id, paint: out.style.cyan },
      { text: confidenceAt(memory, now).toFixed(2) },
      { text: ago(memory.updatedAt, now), paint: out.style.dim },
      { text: memory.source, paint: out.style.dim },
      { text: isMixed ? memory.scope : '', paint: out.style.dim },
      { text: memory.categories.join(', '), paint: out.style.dim },
      { text: `${'!'.repeat(memory.importance - 1)}${memory.importance > 1 ? ' ' : ''}${memory.content}` },
    ]),
  );
}

export function printMemory(out: Output, memory: Memory, now: Millis): void {
  const { bold, dim, yellow } = out.style;
  out.block(bold(memory.content));
  out.line();
  const row = (name: string, text: string | null) => {
    if (text) out.item(dim(name.padEnd(11)), text);
  };
  row('memory', memory.id);
  row('scope', memory.scope);
  row('categories', memory.categories.join(', '));
  row('importance', `${memory.importance} of 3`);
  row('said by', memory.source);
  row('made', `${when(memory.createdAt)}, ${ago(memory.createdAt, now)}`);
  if (memory.updatedAt !== memory.createdAt)
    row('said anew', `${when(memory.updatedAt)}, ${ago(memory.updatedAt, now)}`);
  const stored = dim(`(stored ${memory.confidence.toFixed(2)}; use, confirmation and age count on reading)`);
  row('confidence', `${confidenceAt(memory, now).toFixed(2)} ${stored}`);
  row(
    'used',
    memory.accessCount > 0 ? `${count(memory.accessCount, 'time')}, ${ago(memory.lastAccessed, now)}` : null,
  );
  row('confirmed', memory.validations > 0 ? count(memory.validations, 'time') : null);
  row('contradicted', memory.contradictions > 0 ? count(memory.contradictions, 'time') : null);
  row('session', memory.sessionId && shortId(memory.sessionId));
  if (memory.expiresAt !== null) {
    const expires = `${when(memory.expiresAt)}${hasExpired(memory, now) ? yellow(' (it has)') : ''}`;
    row('expires', expires);
  }
}

export function printHistory(out: Output, entries: readonly MemoryHistoryEntry[]): void {
  if (entries.length === 0) {
    out.line('Its confidence has not changed since it was made.');
    return;
  }
  printTable(
    out,
    [
      { title: 'when' },
      { title: 'from', align: 'right' },
      { title: 'to', align: 'right' },
      { title: 'reason' },
      { title: 'session', spare: 1 },
    ],
    entries.map((entry) => [
      { text: when(entry.timestamp) },
      { text: entry.old_score.toFixed(2) },
      { text: entry.new_score.toFixed(2) },
      { text: entry.reason },
      { text: entry.session_id ? shortId(entry.session_id) : '', paint: out.style.cyan },
    ]),
  );
}
