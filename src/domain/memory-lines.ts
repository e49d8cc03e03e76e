import { oneLine } from './safe-text.ts';

/** Memories as a preamble tells them: a heading, and a line for each. */
export const MEMORIES_HEADING = 'MEMORIES (confidence softened by age):';

/** Enough for a sentence or two; the whole can be asked for. */
const MAX_LINE_CHARS = 300;

export interface ToldMemory {
  readonly content: string;
  /** As it is now. */
  readonly confidence: number;
}

/** One that can be told from others. */
export interface KnownMemory extends ToldMemory {
  readonly id: string;
}

export function memoryLine(memory: ToldMemory): string {
  return `- [${memory.confidence.toFixed(2)}] ${toldPart(memory)}`;
}

/** What a memory's line holds of it. */
export function toldPart({ content }: ToldMemory): string {
  return oneLine(content, MAX_LINE_CHARS);
}

/** Whether a memory's line tells the whole of it. */
export function isToldWhole({ content }: ToldMemory): boolean {
  return oneLine(content).length <= MAX_LINE_CHARS;
}

/** A stored preamble without the line of one memory. Lines are in the order of `ids`, and the last may be missing. */
export function withoutMemoryLine(
  preamble: string,
  ids: readonly string[],
  id: string,
  instead: string,
): string {
  const place = ids.indexOf(id);
  const lines = preamble.split('\n');
  const first = lines.indexOf(MEMORIES_HEADING) + 1;
  const at = first + place;
  const isThere =
    first > 0 && place >= 0 && lines.slice(first, at + 1).every((line) => line.startsWith('- '));
  if (!isThere || at >= lines.length) return preamble;
  return lines.with(at, `- ${instead}`).join('\n');
}
