import type { Reply } from '../host.ts';
import type { Deps } from './deps.ts';
import { missingFacts } from './loss.ts';

/** What a start says about the store itself: that it was rebuilt, or holds less than it did. */
export async function wordsOfStore(deps: Deps): Promise<readonly string[]> {
  try {
    const missing = await missingFacts(deps);
    const lost =
      missing > 0
        ? `memory lost its last ${missing} facts, or was put back from an older copy: cortex doctor`
        : null;
    if (lost) deps.log.warn('facts are missing', { missing });
    return [...deps.takeNotes(), ...(lost ? [lost] : [])].map((line) => `cortex: ${line}`);
  } catch (error) {
    deps.log.failure('the store was not compared', error);
    return [];
  }
}

/** Model and person both hear it: many hosts pass on only one of the two. */
export function withWords(reply: Reply, words: readonly string[]): Reply {
  if (words.length === 0) return reply;
  const said = words.join('\n');
  return {
    ...reply,
    context: reply.context ? `${reply.context}\n${said}` : said,
    notice: [reply.notice, ...words].filter(Boolean).join('; '),
  };
}
