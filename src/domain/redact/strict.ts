import { isFiller, isRandom } from './entropy.ts';
import { nounsIn } from './nouns.ts';
import type { Span } from './span.ts';
import { isReference } from './value.ts';

const CANDIDATE = /[\w+/=.~-]{12,512}/g;
/** How far after the keyword a value still belongs to it. */
const NEAR = 96;

/** Values that look drawn by a machine and stand near a word for secrets, with no assignment between. */
export function findNear(text: string): Span[] {
  const found: Span[] = [];
  const keywords = nounsIn(text).map(({ end }) => end);
  if (keywords.length === 0) return found;
  let next = 0;
  for (const { index, 0: value } of text.matchAll(CANDIDATE)) {
    while (next < keywords.length && keywords[next]! <= index + value.length) next++;
    const last = keywords[next - 1];
    if (last === undefined || index - last > NEAR || !isCandidate(value)) continue;
    found.push({ rule: 'near-keyword', start: index, end: index + value.length });
  }
  return found;
}

function isCandidate(value: string): boolean {
  if (isReference(value) || isFiller(value) || value.split('/').length > 3) return false;
  return isRandom(value, 14) && /\d/.test(value);
}
