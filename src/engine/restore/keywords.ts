import { keywords } from '../../domain/projects/topic.ts';
import { projectName } from '../../domain/scope.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';

/** The session's keywords so far: from the prompt, the scope, the branch, its own pins. */
export async function keywordsOfNow(
  deps: Deps,
  head: Pick<SessionHead, 'id' | 'scope' | 'branch'>,
  prompt: string | null,
): Promise<ReadonlySet<string>> {
  const own = (await deps.store.pinsNow(head.id)).filter((pin) => !pin.origin);
  const words = [
    prompt ?? '',
    projectName(head.scope.label) ?? '',
    head.branch ?? '',
    ...own.map((pin) => `${pin.label ?? ''} ${pin.content}`),
  ];
  return new Set(words.flatMap((text) => keywords(text)));
}
