import { sessionsOf } from '../../engine/session/sessions.ts';
import { sessionMeant } from '../../operations/meant.ts';
import type { Call } from '../../operations/operation.ts';
import { cardOf, type SessionCard } from './card.ts';

export interface SessionsView {
  readonly sessions: readonly SessionCard[];
  readonly more: boolean;
}

const AT_ONCE = 50;

/** Sessions of the project or of all, newest first, a page at a time. */
export async function sessionsView(
  call: Call,
  input: Readonly<Record<string, unknown>>,
): Promise<SessionsView> {
  const { before, all } = input;
  const from = typeof before === 'string' ? (await sessionMeant(call, before)).session_id : undefined;
  const found = await sessionsOf(call.deps, all === true ? null : call.scope.key, AT_ONCE, from);
  return { sessions: found.sessions.map(cardOf), more: found.more };
}
