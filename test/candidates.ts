import type { SessionCandidate } from '../src/domain/answer/contribute.ts';
import type { ScopeKey, SessionId } from '../src/domain/base/ids.ts';
import { HOUR } from '../src/domain/base/time.ts';
import { NO_OUTCOME } from '../src/domain/sessions/outcome.ts';

export const NOW = Date.parse('2026-11-15T12:00:00Z');
export const HERE = '/repo/.git' as ScopeKey;

/** An earlier session that somebody talked in, so many hours ago. */
export function session(
  id: string,
  hoursAgo: number,
  more: Partial<SessionCandidate> = {},
): SessionCandidate {
  return {
    id: id as SessionId,
    scopeKey: HERE,
    conversation: null,
    tree: '/repo',
    host: 'claude-code',
    branch: 'main',
    title: id,
    running: false,
    crashed: false,
    turns: 1,
    listAt: null,
    topics: [],
    projects: [],
    tasks: [],
    pins: [],
    learnings: [],
    place: -hoursAgo,
    startedAt: NOW - (hoursAgo + 1) * HOUR,
    at: NOW - hoursAgo * HOUR,
    stopped: { ...NO_OUTCOME, work: 1 },
    ...more,
  };
}
