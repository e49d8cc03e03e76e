import { type SessionId, shortId } from './ids.ts';
import { oneLine } from './safe-text.ts';
import { age, iso, type Millis } from './time.ts';

/** An older session that is named only: whoever needs it can fetch it. */
export interface Pointer {
  readonly id: SessionId;
  readonly at: Millis;
  readonly title: string | null;
  /** The words of the prompt that it holds too. */
  readonly words: readonly string[];
}

export const POINTERS_HEADING = 'POINTERS: older sessions about the same (cortex show <id> tells more)';
const WORDS = ', same words: ';

/** `- 1a2b3c4d (12d ago) The title, same words: serial, hamlib`. */
export function pointerLine(
  { id, at, title, words }: Pointer,
  now: Millis,
  dates: 'relative' | 'absolute',
): string {
  const when = dates === 'relative' ? `${age(at, now)} ago` : iso(at).slice(0, 10);
  const about = title === null ? '(no title)' : oneLine(title, 90);
  const why = words.length > 0 ? `${WORDS}${words.map((word) => oneLine(word, 30)).join(', ')}` : '';
  return `- ${oneLine(shortId(id), 12)} (${when}) ${about}${why}`;
}

/** A line without the words that are not wanted; any other line as it is. */
export function withoutPointerWords(line: string, wanted: (words: string[]) => string[]): string {
  const at = line.lastIndexOf(WORDS);
  if (at < 0 || !/^- [^ ]{1,12} \(/.test(line)) return line;
  const kept = wanted(line.slice(at + WORDS.length).split(', '));
  return line.slice(0, at) + (kept.length > 0 ? WORDS + kept.join(', ') : '');
}
