import { fingerprint } from '../base/text/hash.ts';
import type { HostEvent } from '../facts/event.ts';
import { type RedactOptions, redactText } from './redact.ts';

/** No known token is shorter than this. */
const SHORTEST_SECRET = 16;
/** Longest name that people give to a file. */
const LONGEST_NAME = 40;

/**
 * Whether a name, a path or an id is so plain that no rule (except strict ones) finds a secret in it. This saves a hook
 * from trying all rules, which V8 compiles anew in every process. Each part between slashes is short, or has neither digits
 * nor capitals (a random token has neither once in a hundred million), or consists of words, or is a random id of a host.
 */
export function isPlain(text: string): boolean {
  let start = 0;
  let drawn = false;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : SLASH;
    const digitOrCapital = (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
    drawn ||= digitOrCapital;
    if (
      digitOrCapital ||
      (code >= 97 && code <= 122) ||
      code === DASH ||
      code === UNDERSCORE ||
      code === DOT
    )
      continue;
    if (code !== SLASH && code !== BACKSLASH) return false;
    if (i - start > (drawn ? SHORTEST_SECRET - 1 : LONGEST_NAME) && !isKnown(text.slice(start, i)))
      return false;
    start = i + 1;
    drawn = false;
  }
  return true;
}

const [SLASH, BACKSLASH, DOT, DASH, UNDERSCORE] = [47, 92, 46, 45, 95];

/** `UserProfileCard.test.tsx`, `2026-11-15-notes`, `cortex-bench-AbC3fG`: words, numbers and at most one short other suffix. */
const WORDS =
  /^(?!sk[-_])(?:[-_.]*(?:[A-Z]?[a-z]{2,}\d{0,4}(?![a-z\d])|(?:^|(?<=[-_.]))(?:[a-z]\d{0,4}|[A-Z]{1,12}|\d{1,8})(?![A-Za-z\d])))+(?:[-.][A-Za-z\d]{6})?(?:\.[a-z\d]{1,5})?$/;
/** Random ids of hosts for sessions and calls. Prefixes after which a key could follow are left out. */
const DRAWN =
  /^(?:(?:session_)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.[a-z]{1,5})?|(?:[a-z]{2,8}_)?\d{13}_[a-z\d]{4,9}|(?:agent-)?a[\da-f]{16}|(?:toolu(?:_vrtx|_bdrk)?|tooluse|call|msg|ses|prt)_(?!LTAI|ATBB|ATTA|AKLT|IGQV|EAA|GR1348941|K00|BSA|EXO)[A-Za-z\d]{21,32})$/;

function isKnown(part: string): boolean {
  return DRAWN.test(part) || WORDS.test(part);
}

/**
 * An id from a host (of a session, a call, an agent) without secrets. An id without secrets stays
 * unchanged. A redacted one gets a fingerprint of the original, so that it equals itself when it comes again, and
 * no other.
 */
export function safeId(id: string, options: RedactOptions): string {
  if (id.split(/[:#]/).every(isPlain)) return id;
  const safe = redactText(id, options);
  return safe === id ? id : `${safe}~${fingerprint(id)}`;
}

/** An event whose ids may be stored and compared. */
export function withSafeIds<E extends HostEvent>(event: E, options: RedactOptions): E {
  const { hostSessionId, key, subagent } = event;
  const safe = {
    hostSessionId: safeId(hostSessionId, options),
    key: key && safeId(key, options),
    subagent: subagent && safeId(subagent, options),
  };
  const isSame =
    safe.hostSessionId === hostSessionId && safe.key === key && safe.subagent === subagent;
  return isSame ? event : { ...event, ...safe };
}
