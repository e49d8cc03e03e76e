import type { Scope } from '../base/scope.ts';
import { contentHash } from '../base/text/hash.ts';
import { agreement, contentWords, looseIdentity } from '../base/text/near.ts';
import { DAY, type Millis } from '../base/time.ts';
import type { RecordedFact } from '../facts/fact.ts';
import { asRule, type Memory, makeMemory, memoryContent } from '../memories/memory.ts';
import { findRules } from '../memories/rules.ts';
import { redactText } from '../redact/redact.ts';

/** A sentence of a person that is a lasting rule, or a doubtful one, which they must accept first. */
export interface RememberedSentence {
  /** An order becomes a proposal if another session heard it, too. */
  readonly kind: 'rule' | 'proposal' | 'order';
  readonly text: string;
  readonly at: Millis;
  readonly seq: number;
}

/** A rule in an older transcript may be outdated. */
const OLDEST_RULE = 30 * DAY;

/** A person's rules. Words of agents (also as options that a person chose), groups, subagents and tools never become rules. */
export function findRemembered(facts: readonly RecordedFact[], now: Millis): RememberedSentence[] {
  return facts.flatMap(({ fact, at, seq }): RememberedSentence[] => {
    if (fact.kind !== 'prompt' || fact.group || fact.chosen || now - at > OLDEST_RULE) return [];
    const { rules, proposals, orders } = findRules(fact.text);
    return [
      ...rules.map((text) => ({ kind: 'rule' as const, text, at, seq })),
      ...proposals.map((text) => ({ kind: 'proposal' as const, text, at, seq })),
      ...orders.map((text) => ({ kind: 'order' as const, text, at, seq })),
    ];
  });
}

/** Most of the words of a repeated order are the same. */
const SAME = 0.75;
const FEWEST_WORDS = 3;

/** Whether an earlier prompt of another session has the same order. */
export function isOrderedIn(order: string, earlier: readonly string[]): boolean {
  if (contentWords(order).length < FEWEST_WORDS) return false;
  return earlier.some((prompt) => {
    const { rules, proposals, orders } = findRules(prompt);
    return [...rules, ...proposals, ...orders].some((known) => {
      const { ofSaid, ofText } = agreement(order, known);
      return ofSaid >= SAME && ofText >= SAME;
    });
  });
}

/** The memory of a sentence; the known one if the same sentence was stated before. */
export function memoryOfSentence(
  said: RememberedSentence,
  known: readonly Memory[],
  place: { readonly scope: Scope; readonly sessionId: Memory['sessionId'] },
): Memory | null {
  const content = memoryContent(redactText(said.text, { kept: true }));
  if (!content) return null;
  const same = known.find((one) => looseIdentity(one.content) === looseIdentity(content));
  if (same) return again(same, said);
  const id = `mem-${contentHash(`${place.sessionId ?? ''}\n${said.seq}\n${content}`).slice(0, 8)}`;
  const kind = said.kind === 'rule' ? 'rule' : 'proposal';
  const request = { content, categories: [kind], importance: 2, source: 'person' } as const;
  return makeMemory(request, { id, ...place }, said.at);
}

/** Repeating an ended rule makes it valid again. A doubtful sentence does not change the person's decision. */
function again(known: Memory, said: RememberedSentence): Memory {
  // Folding a session again repeats nothing: later decisions stay.
  if (said.at <= known.updatedAt) return known;
  return said.kind === 'rule' ? asRule(known, said.at) : { ...known, updatedAt: said.at };
}
