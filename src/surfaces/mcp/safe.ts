import { oneLine } from '../../domain/text/safe-text.ts';

/** Stored text is data: in an answer it opens and closes nothing, and shows all that it holds. Line ends stay. */
export function harmless(text: string): string {
  return text
    .split('\n')
    .map((line) => oneLine(line))
    .join('\n');
}

/** The same for every text in a record. */
export function harmlessDeep<T>(value: T): T {
  if (typeof value === 'string') return harmless(value) as T;
  if (Array.isArray(value)) return value.map(harmlessDeep) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, harmlessDeep(part)])) as T;
}
