import type { Call } from '../../operations/operation.ts';
import type { Seen } from '../seen.ts';
import { nowView } from './now.ts';
import { placesView, projectsView } from './projects.ts';
import { searchView } from './search.ts';
import { sessionsView } from './sessions.ts';
import { storyView } from './story.ts';

/** Reads that only a page needs, by the names under which it asks for them. They change nothing. */
export const VIEWS: Readonly<
  Record<string, (call: Call, input: Readonly<Record<string, unknown>>, seen: Seen) => Promise<unknown>>
> = {
  'page now': (call, _, seen) => nowView(call, seen),
  'page places': placesView,
  'page projects': projectsView,
  'page search': searchView,
  'page sessions': sessionsView,
  'page story': storyView,
};
