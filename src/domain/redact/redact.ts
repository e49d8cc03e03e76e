/**
 * Finds and removes secrets and private blocks before anything is stored. A rule sees only the text and its names, keeps no secret, and never
 * changes a text in which it finds none.
 */

import { findEchoes, type KnownValues, knownValues } from './echo.ts';
import { claimOf } from './names.ts';
import { withoutPrivate } from './private.ts';
import { findSecrets, type RedactOptions } from './search.ts';
import {
  cover,
  inOriginal,
  PLACEHOLDER,
  placeholdersIn,
  replaceSpans,
  type SecretSpan,
} from './span.ts';
import { isPassphrase, isSecret, type SecretClaim, takesPhrase } from './value.ts';

export type { RedactOptions } from './search.ts';

/** A redacted range of the input and its rule. */
export type SecretFinding = SecretSpan;

export interface Redaction {
  readonly text: string;
  readonly found: readonly SecretFinding[];
}

/** Shortest text that can contain a name, an operator and a value. */
const SHORTEST = 8;

/** Removes secrets and private blocks from a text. Idempotent. */
export function redact(input: string, options: RedactOptions = {}): Redaction {
  if (input.length < SHORTEST) return { text: input, found: [] };
  const { text, cuts } = withoutPrivate(input);
  const spans = searched(text, options);
  if (spans.length === 0 && cuts.length === 0) return { text, found: [] };
  const found = [
    ...cuts.map((cut) => ({ rule: 'private', ...cut })),
    ...inOriginal(spans, cuts, 0),
  ];
  return { text: replaceSpans(text, spans), found: found.sort((a, b) => a.start - b.start) };
}

/** Invisible characters. No key contains one; they come from pages and documents that break long words. */
const UNSEEN = /[\u00AD\u200B-\u200D\u2060\uFEFF]+/g;

/** The spans to redact, also if invisible characters split them. */
function searched(text: string, options: RedactOptions): readonly SecretSpan[] {
  const unseen = Array.from(text.matchAll(UNSEEN), ({ index, 0: run }) => ({
    start: index,
    end: index + run.length,
  }));
  if (unseen.length === 0) return findSecrets(text, options);
  return inOriginal(findSecrets(text.replace(UNSEEN, ''), options), unseen, 0);
}

export function redactText(input: string, options: RedactOptions = {}): string {
  return redact(input, options).text;
}

/**
 * Redacts every string of plain JSON data, including keys. A value is judged by its key (`{password: …}`), and
 * a secret found in one string is redacted in all.
 */
export function redactDeep<T>(value: T, options: RedactOptions = {}): T {
  const values = new Set<string>();
  const clean = mapped(value, null, 0, (text, name) => {
    const claim = name === null ? null : claimOf(name);
    if (claim && isValueOf(name!, text, { ...claim, written: 'quoted' }, options.strict ?? false)) {
      values.add(text);
      return PLACEHOLDER;
    }
    const context = name !== null && HEADER.test(name) ? `${name}: ` : '';
    const { text: out, found } = redact(context + text, options);
    for (const { rule, start, end } of found) {
      if (rule !== 'private') values.add(text.slice(start - context.length, end - context.length));
    }
    return out.slice(context.length);
  });
  if (values.size === 0) return clean as T;
  const known = knownValues(values);
  return mapped(clean, null, 0, (text) => withoutKnown(text, known)) as T;
}

function isValueOf(name: string, text: string, claim: SecretClaim, strict: boolean): boolean {
  if (isSecret(text, claim, strict)) return true;
  return (
    claim.kind === 'chosen' && claim.last && takesPhrase(name) && isPassphrase(text, 'quoted', 4)
  );
}

/** Names of HTTP headers whose whole value is a secret. */
const HEADER = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)$/i;
const FLAG = /^--?[A-Za-z][\w-]{0,63}$/;

/** Deeper than any real payload, and far from a stack overflow. Deeper data cannot be checked, so it is removed. */
const DEEPEST = 256;

type Visit = (text: string, name: string | null) => string;

function mapped(value: unknown, name: string | null, depth: number, visit: Visit): unknown {
  if (typeof value === 'string') return visit(value, name);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return PLACEHOLDER;
  if (Array.isArray(value)) {
    // `["--password", "…"]`: in a list of arguments the flag is the name.
    return value.map((item, i) => {
      const before: unknown = value[i - 1];
      return mapped(
        item,
        typeof before === 'string' && FLAG.test(before) ? before : name,
        depth + 1,
        visit,
      );
    });
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const label =
    (value as { name?: unknown; key?: unknown }).name ?? (value as { key?: unknown }).key;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
    visit(key, null),
    mapped(item, /^value$/i.test(key) && typeof label === 'string' ? label : key, depth + 1, visit),
  ]);
  return Object.fromEntries(entries);
}

function withoutKnown(text: string, known: KnownValues): string {
  return replaceSpans(text, findEchoes(cover(text, placeholdersIn(text)), known));
}
