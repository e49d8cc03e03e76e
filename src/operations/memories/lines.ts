import { when as agoOf, knownMemoryLine } from '../../domain/answer/lines.ts';
import { shortId } from '../../domain/ids.ts';
import { confidenceAt, hasExpired, type Memory } from '../../domain/memories/memory.ts';
import type { Millis } from '../../domain/time.ts';
import type { TeamHit } from '../../engine/search/kept.ts';
import type { Line, View } from '../view.ts';
import { ago, count, when } from '../words.ts';

/** A memory with what is known about it: `[0.89] mem-1f3a: … (2d ago, agent, ci)`. */
export function wholeLine(memory: Memory, now: Millis): string {
  const line = knownMemoryLine({ ...memory, confidence: confidenceAt(memory, now) });
  return `${line} (${[agoOf(memory.updatedAt, now), memory.source, ...memory.categories].join(', ')})`;
}

/** A row for each memory. The scope stands there where several are listed. */
export function memoryTable(memories: readonly Memory[], { style, now }: View): Line {
  const { cyan, dim } = style;
  const isMixed = new Set(memories.map((memory) => memory.scopeKey)).size > 1;
  return {
    table: {
      columns: [
        { title: 'memory' },
        { title: 'conf.', align: 'right' },
        { title: 'said', spare: 2 },
        { title: 'by', spare: 4 },
        { title: 'scope', least: 8, keep: 'end', spare: 3 },
        { title: 'categories', least: 8, spare: 1 },
        { title: 'content', least: 10 },
      ],
      rows: memories.map((memory) => [
        { text: memory.id, paint: cyan },
        { text: confidenceAt(memory, now).toFixed(2) },
        { text: ago(memory.updatedAt, now), paint: dim },
        { text: memory.source, paint: dim },
        { text: isMixed ? memory.scope : '', paint: dim },
        { text: memory.categories.join(', '), paint: dim },
        { text: `${'!'.repeat(memory.importance - 1)}${memory.importance > 1 ? ' ' : ''}${memory.content}` },
      ]),
    },
  };
}

/** All that is known of one memory. */
export function memoryLines(memory: Memory, { style, now }: View): readonly Line[] {
  const { bold, dim, yellow } = style;
  const row = (name: string, text: string | null): readonly Line[] =>
    text ? [{ mark: dim(name.padEnd(13)), text }] : [];
  const times = (number: number) => (number > 0 ? count(number, 'time') : null);
  const isSaidAnew = memory.updatedAt !== memory.createdAt;
  const stored = dim(`(stored ${memory.confidence.toFixed(2)}; use, confirmation and age count on reading)`);
  const expired = hasExpired(memory, now) ? yellow(' (it has)') : '';
  return [
    bold(memory.content),
    '',
    ...row('memory', memory.id),
    ...row('scope', memory.scope),
    ...row('categories', memory.categories.join(', ')),
    ...row('importance', `${memory.importance} of 3`),
    ...row('said by', memory.source),
    ...row('made', `${when(memory.createdAt)}, ${ago(memory.createdAt, now)}`),
    ...row('said anew', isSaidAnew ? `${when(memory.updatedAt)}, ${ago(memory.updatedAt, now)}` : null),
    ...row('confidence', `${confidenceAt(memory, now).toFixed(2)} ${stored}`),
    ...row(
      'used',
      memory.accessCount > 0 ? `${times(memory.accessCount)}, ${ago(memory.lastAccessed, now)}` : null,
    ),
    ...row('confirmed', times(memory.validations)),
    ...row('contradicted', times(memory.contradictions)),
    ...row('session', memory.sessionId && shortId(memory.sessionId)),
    ...row('expires', memory.expiresAt === null ? null : `${when(memory.expiresAt)}${expired}`),
  ];
}

/** Somebody else's words: whose comes first. */
export function teamRow({ author, at, content }: TeamHit, { style, now }: View): Line {
  return { mark: `${style.cyan(`[${author}, ${ago(at, now)}]`)}  `, text: content };
}
