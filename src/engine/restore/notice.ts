import { TAKEN } from '../../domain/restore/contribute.ts';
import { FORGOTTEN } from '../../domain/text/forgotten.ts';
import { oneLine } from '../../domain/text/safe-text.ts';
import { ago, type Millis } from '../../domain/time.ts';
import type { Explanation } from './explain.ts';
import type { Gathered } from './gather.ts';

/** One line for the person: `cortex: 2 pins, 1 failing check, stopped 2d ago at ">= instead of >"`. */
export function noticeOf(gathered: Gathered, why: Explanation, now: Millis): string | null {
  const pins = why.pins.filter(({ verdict }) => verdict === TAKEN);
  const { state, book, lastTime, beforeThat, shortForm } = gathered;
  const failing = state.blockers.filter(({ by, identity }) => by === 'tool' && identity !== null).length;
  const stopped = beforeThat ?? lastTime;
  const { question = null, next = [], asked = null } = stopped?.stopped ?? {};
  // A sentence with a hole in it says less than when it was.
  const said = [question, next[0], asked?.text].find((text) => text && !text.includes(FORGOTTEN));
  const stop = stopped && `stopped ${ago(stopped.at, now)}${said ? ` at "${oneLine(said, 60)}"` : ''}`;
  const parts = [
    pins.length > 0 ? count(pins.length, 'pin') : null,
    failing > 0 ? `${count(failing, 'check')} failing` : null,
    book.told.length > 0 && !shortForm ? count(book.told.length, 'open task') : null,
    stop ?? (shortForm ? `last work ${ago(shortForm.last.at, now)}` : null),
  ].filter((part) => part !== null);
  return parts.length > 0 ? `cortex: ${parts.join(', ')}` : null;
}

function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
