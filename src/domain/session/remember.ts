import type { Recorded } from '../fact.ts';
import { asRule, type Memory, makeMemory, memoryContent } from '../memories/memory.ts';
import { rulesIn } from '../rules/rules.ts';
import type { Scope } from '../scope.ts';
import { contentHash } from '../text/hash.ts';
import { looseIdentity } from '../text/near.ts';
import { DAY, type Millis } from '../time.ts';

/** A sentence of a person's that rules for good, or that may: then it waits for their word. */
export interface Remembered {
  readonly kind: 'rule' | 'proposal';
  readonly text: string;
  readonly at: Millis;
  readonly seq: number;
}

/** A rule in a transcript that is older than this may long be overtaken. */
const OLDEST_RULE = 30 * DAY;

/** A person's rules. Words of agents, also those that a person chose among, of a group, of subagents and of tools are nobody's rules. */
export function rememberedIn(facts: readonly Recorded[], now: Millis): Remembered[] {
  return facts.flatMap(({ fact, at, seq }): Remembered[] => {
    if (fact.kind !== 'prompt' || fact.group || fact.chosen || now - at > OLDEST_RULE) return [];
    const { rules, proposals } = rulesIn(fact.text);
    return [
      ...rules.map((text) => ({ kind: 'rule' as const, text, at, seq })),
      ...proposals.map((text) => ({ kind: 'proposal' as const, text, at, seq })),
    ];
  });
}

/** The memory that a sentence makes; a known one where the same words were said before. */
export function memoryOf(
  said: Remembered,
  known: readonly Memory[],
  place: { readonly scope: Scope; readonly sessionId: Memory['sessionId'] },
): Memory | null {
  const content = memoryContent(said.text);
  if (!content) return null;
  const same = known.find((one) => looseIdentity(one.content) === looseIdentity(content));
  if (same) return again(same, said);
  const id = `mem-${contentHash(`${place.sessionId ?? ''}\n${said.seq}\n${content}`).slice(0, 8)}`;
  const request = { content, categories: [said.kind], importance: 2, source: 'person' } as const;
  return makeMemory(request, { id, ...place }, said.at);
}

/** A rule that was ended holds anew where it is said anew. A doubtful sentence changes nothing that the person decided. */
function again(known: Memory, said: Remembered): Memory {
  // A session that is folded anew says nothing anew: what was ended or judged since stays so.
  if (said.at <= known.updatedAt) return known;
  return said.kind === 'rule' ? asRule(known, said.at) : { ...known, updatedAt: said.at };
}
