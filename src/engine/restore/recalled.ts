import { keywords } from '../../domain/projects/topic.ts';
import { projectName } from '../../domain/scope.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { QUOTED } from '../search/quotes.ts';
import { localZone, type Recalled, recall } from '../search/recall.ts';

/** Earlier turns that a session's prompt recalls; null where they are not to count. */
export async function recalledFor(
  deps: Deps,
  { id, scope }: Pick<SessionHead, 'id' | 'scope'>,
  prompt: string | null,
): Promise<Recalled | null> {
  if (prompt === null || !deps.config['relevance.text_match']) return null;
  const where = { scope, kinds: ['session'] as const, besides: id, ...QUOTED };
  return recall(deps, prompt, where, { timeZone: localZone });
}

/** The session's keywords so far: from the prompt, the scope, the branch, its own pins. */
export async function keywordsOfNow(
  deps: Deps,
  head: Pick<SessionHead, 'id' | 'scope' | 'branch'>,
  prompt: string,
): Promise<ReadonlySet<string>> {
  const own = (await deps.store.pinsNow(head.id)).filter((pin) => !pin.origin);
  const words = [
    prompt,
    projectName(head.scope.label) ?? '',
    head.branch ?? '',
    ...own.map((pin) => `${pin.label ?? ''} ${pin.content}`),
  ];
  return new Set(words.flatMap((text) => keywords(text)));
}
