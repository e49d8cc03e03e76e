import { findAssignments } from './assignments.ts';
import { findEchoes, findVariants, knownValues } from './echo.ts';
import { isFiller, isRandom } from './entropy.ts';
import { findFormats } from './formats.ts';
import { findKept } from './kept.ts';
import { findNouns } from './nouns.ts';
import { findShapes } from './shapes.ts';
import {
  cover,
  inOriginal,
  mergeSpans,
  PLACEHOLDER,
  placeholdersIn,
  replaceSpans,
  type SecretSpan,
} from './span.ts';
import { findKubernetes } from './tables.ts';
import { findStatedSecrets } from './told.ts';
import { isReference } from './value.ts';

/** Removing one secret can expose another, so the result is searched again until it is stable. */
const PASSES = 8;

export interface RedactOptions {
  /** Also redacts random-looking values near a word for secrets: finds more secrets, with more false positives. */
  readonly strict?: boolean;
  /** The text is kept on purpose (a pin, a note, a task): whatever stands behind a name for a secret goes. */
  readonly kept?: boolean;
}

/** The spans of a text to redact, in order, without overlap. */
export function findSecrets(text: string, options: RedactOptions): SecretSpan[] {
  let found: SecretSpan[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    const shown = replaceSpans(text, found);
    const placeholders = placeholdersIn(shown);
    const byRule = byRules(cover(shown, placeholders), options);
    if (byRule.length === 0) break;
    const fresh = [...byRule, ...findVariants(shown, byRule)];
    const known = knownValues(fresh.map(({ start, end }) => shown.slice(start, end)));
    const echoes = findEchoes(cover(shown, mergeSpans([...placeholders, ...fresh])), known);
    found = mergeSpans([...found, ...inOriginal([...fresh, ...echoes], found, PLACEHOLDER.length)]);
  }
  return found;
}

function byRules(text: string, { strict = false, kept = false }: RedactOptions): SecretSpan[] {
  const unlisted: SecretSpan[] = [];
  return [
    ...findFormats(text, unlisted),
    ...findShapes(text),
    ...findKubernetes(text),
    ...findAssignments(text, { strict }),
    ...findStatedSecrets(text),
    ...(kept ? findKept(text) : []),
    ...(strict ? findNear(text) : []),
    // Last, because another rule that finds the same span has the better name.
    ...unlisted,
  ];
}

const CANDIDATE = /[\w+/=.~-]{12,512}/g;
/** Longest distance between a keyword and its value. */
const NEAR = 96;

/** Random-looking values near a word for secrets, without an assignment between them. */
function findNear(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  const keywords = findNouns(text).map(({ end }) => end);
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
