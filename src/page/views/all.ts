import { sessionsOf } from '../../engine/sessions/sessions.ts';
import { resolveSession } from '../../operations/base/meant.ts';
import type { OperationCall } from '../../operations/base/operation.ts';
import type { LookHistory } from '../seen.ts';
import { cardOf, type SessionCard } from './card.ts';
import { figuresView } from './figures.ts';
import { lanesView } from './lanes.ts';
import { nowView, toldView } from './now.ts';
import { placesView, projectsView } from './projects.ts';
import { searchView } from './search.ts';
import { storyView } from './story.ts';

/** Reads that only a page needs, by the names under which it asks for them. They change nothing. */
export const VIEWS: Readonly<
  Record<
    string,
    (
      call: OperationCall,
      input: Readonly<Record<string, unknown>>,
      seen: LookHistory,
    ) => Promise<unknown>
  >
> = {
  'page now': nowView,
  'page told': (call, _, seen) => toldView(call, seen),
  'page lanes': lanesView,
  'page figures': figuresView,
  'page places': placesView,
  'page projects': projectsView,
  'page search': searchView,
  'page sessions': sessionsView,
  'page story': storyView,
};

export interface SessionsView {
  readonly sessions: readonly SessionCard[];
  readonly more: boolean;
}

const AT_ONCE = 50;

/** Sessions of the project or of all, newest first, a page at a time. */
async function sessionsView(
  call: OperationCall,
  input: Readonly<Record<string, unknown>>,
): Promise<SessionsView> {
  const { before, all } = input;
  const from =
    typeof before === 'string' ? (await resolveSession(call, before)).session_id : undefined;
  const found = await sessionsOf(call.deps, all === true ? null : call.scope.key, AT_ONCE, from);
  return { sessions: found.sessions.map(cardOf), more: found.more };
}
