import type { Context } from '../../domain/answer/contributors.ts';
import type { Pointer } from '../../domain/answer/lines.ts';
import { keywords } from '../../domain/projects/topic.ts';
import { projectName } from '../../domain/scope.ts';
import type { Millis } from '../../domain/time.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { quotedPassages } from '../search/passages.ts';
import type { Matches, StrongMatch } from '../search/text-match.ts';

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

const MOST_PASSAGES = 3;

/** Quotes that the prompt fits, and sessions from before `since` that it fits well. */
export async function recalled(
  deps: Deps,
  prompt: string | null,
  matches: Matches | null,
  since: Millis,
): Promise<Pick<Context, 'passages' | 'pointers'>> {
  if (!prompt || !matches) return { passages: [], pointers: [] };
  const quoted = await quotedPassages(deps, prompt, matches, MOST_PASSAGES);
  const strong = await matches.strong(since, deps.config['restore.pointers']);
  return {
    passages: quoted.flatMap(({ session, at, by, text }) =>
      by === 'note' ? [] : [{ sessionId: session, at, by, text }],
    ),
    pointers: await withTitles(deps, strong),
  };
}

async function withTitles(deps: Deps, strong: readonly StrongMatch[]): Promise<readonly Pointer[]> {
  if (strong.length === 0) return [];
  const titles = await deps.store.titlesOf(strong.map(({ id }) => id));
  return strong.map((one) => ({ ...one, title: titles.get(one.id) ?? null }));
}
