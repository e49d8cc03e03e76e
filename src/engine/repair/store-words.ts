import type { Reply } from '../../host.ts';
import type { Deps } from '../deps.ts';
import { lossAtStart } from './loss.ts';

/** Lines of a start about the store itself: it was rebuilt, or holds less than it did. */
export async function wordsOfStore(deps: Deps): Promise<readonly string[]> {
  try {
    const loss = await lossAtStart(deps);
    if (loss) deps.log.warn('something is missing', { loss });
    return [...deps.takeNotes(), ...(loss ? [`${loss}: cortex doctor`] : [])].map(
      (line) => `cortex: ${line}`,
    );
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
