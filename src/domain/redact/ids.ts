import type { HostEvent } from '../event.ts';
import { fingerprint } from '../text/fingerprint.ts';
import { isPlain } from './plain.ts';
import { type RedactOptions, redactText } from './redact.ts';

/**
 * A name that a host gives (to a session, a call, an agent) without the secrets that somebody put into it. Others stay as
 * they are to the letter. One that is changed keeps a mark of what it was, so that it equals itself when it comes again, and
 * no other.
 */
export function safeId(id: string, options: RedactOptions): string {
  if (id.split(/[:#]/).every(isPlain)) return id;
  const safe = redactText(id, options);
  return safe === id ? id : `${safe}~${fingerprint(id)}`;
}

/** An event under ids that may be stored and compared. */
export function withSafeIds<E extends HostEvent>(event: E, options: RedactOptions): E {
  const { hostSessionId, key, subagent } = event;
  const safe = {
    hostSessionId: safeId(hostSessionId, options),
    key: key && safeId(key, options),
    subagent: subagent && safeId(subagent, options),
  };
  const isSame = safe.hostSessionId === hostSessionId && safe.key === key && safe.subagent === subagent;
  return isSame ? event : { ...event, ...safe };
}
