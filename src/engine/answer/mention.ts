import { oneLine } from '../../domain/base/text/safe-text.ts';
import { estimateTokens } from '../../domain/base/text/tokens.ts';
import { DAY } from '../../domain/base/time.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import type { EventSender } from '../../domain/facts/sender.ts';
import { isUnmentioned, type Memory } from '../../domain/memories/memory.ts';
import type { Reply } from '../../ports/base/host.ts';
import type { Deps } from '../base/deps.ts';
import { keptRuleWords, noteMentioned, type RulesHere, rulesHere } from '../memories/rules.ts';

/** A doubtful sentence that is older is not asked about. */
const OLDEST_QUESTION = 7 * DAY;
const MOST_TOKENS = 40;

/**
 * Mentions once what was made of the person's own sentences, beside an answer: the rules that are kept, to the person; one sentence
 * that may be a rule, to the agent, who asks them. Where the host shows no notice, the commands list what is kept.
 */
export async function mention(
  deps: Deps,
  source: EventSender,
  event: HostEvent,
  reply: Reply,
): Promise<Reply> {
  if (reply.context === null || (event.kind !== 'session-start' && event.kind !== 'prompt'))
    return reply;
  try {
    const head = await deps.store.sessionOfHost(source.host, event.hostSessionId);
    if (!head) return reply;
    const here = await rulesHere(deps, head.scope);
    const asked = here.proposals.find(
      (one) => isUnmentioned(one) && deps.now() - one.updatedAt <= OLDEST_QUESTION,
    );
    const isNoticed = source.injection?.notice === true && deps.config['restore.notice'];
    const kept = isNoticed ? keptRuleWords(here) : null;
    await noteMentioned(deps, [
      ...(asked ? [asked] : []),
      ...(kept ? here.rules.filter(isUnmentioned) : []),
    ]);
    return {
      ...reply,
      context: asked ? `${reply.context}\n${questionOf(asked, here)}` : reply.context,
      notice: kept ? joined(reply.notice, kept) : (reply.notice ?? null),
    };
  } catch (error) {
    deps.log.failure('rules not mentioned', error);
    return reply;
  }
}

/** `Ask the user once whether this holds for good: "…" (yes: cortex rule --accept 2)`, in at most 40 tokens. */
function questionOf({ id, content }: Memory, { numbers }: RulesHere): string {
  const line = (words: string) =>
    `Ask the user once whether this holds for good: "${words}" (yes: cortex rule --accept ${numbers.get(id)})`;
  for (let most = 160; most > 20; most -= 10) {
    const said = line(oneLine(content, most));
    if (estimateTokens(said) <= MOST_TOKENS) return said;
  }
  return line(oneLine(content, 20));
}

function joined(notice: string | null | undefined, kept: string): string {
  return notice ? `${notice}; ${kept}` : `cortex: ${kept}`;
}
