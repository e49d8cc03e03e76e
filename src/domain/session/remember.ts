import type { Recorded } from '../fact.ts';
import { type Memory, makeMemory, memoryContent } from '../memories/memory.ts';
import type { Revoked } from '../observe/said/endings.ts';
import type { Scope } from '../scope.ts';
import { contentHash } from '../text/hash.ts';
import { DAY, type Millis } from '../time.ts';
import { isForAllWork } from './everywhere.ts';

/** What of a session's words becomes a memory, in the order in which it was said. */
export type Remembered =
  | {
      readonly kind: 'rule' | 'finding';
      readonly text: string;
      readonly at: Millis;
      readonly seq: number;
      /** The person means all of their work, not this scope alone. */
      readonly everywhere?: true;
    }
  /** The person took back what the prompt of that moment ruled. */
  | { readonly kind: 'rule-ended'; readonly promptAt: Millis; readonly at: Millis }
  | RuleRevoked;

/** The person took back a rule by what it is about, whenever it was said. */
export interface RuleRevoked extends Revoked {
  readonly kind: 'rule-revoked';
  readonly at: Millis;
  readonly everywhere?: true;
}

/** How sentences are read. */
export interface SaidReaders {
  readonly rulesIn: (text: string) => readonly string[];
  readonly findingsIn: (text: string) => readonly string[];
  readonly endsLastRule: (text: string) => boolean;
  readonly revokedIn: (text: string) => readonly Revoked[];
}

/** A rule in a transcript that is older than this may long be overtaken. */
const OLDEST_RULE = 30 * DAY;
/** A talkative agent must not fill the memory of a scope. */
const MOST_FINDINGS = 8;

/**
 * A person's rules and an agent's findings. A subagent's words, those of a group and everything that tools printed are
 * nobody's rules and nobody's findings.
 */
export function rememberedIn(
  facts: readonly Recorded[],
  readers: SaidReaders,
  { lastPromptAt, now }: { readonly lastPromptAt: Millis | null; readonly now: Millis },
): Remembered[] {
  const remembered: Remembered[] = [];
  let promptAt = lastPromptAt;
  for (const { fact, at, seq } of facts) {
    if (fact.kind === 'prompt' && !fact.group) {
      // First: a rule that the same words give stays.
      for (const revoked of readers.revokedIn(fact.text))
        remembered.push({
          ...{ kind: 'rule-revoked', ...revoked, at },
          ...(isForAllWork(fact.text) && { everywhere: true }),
        });
      if (promptAt !== null && readers.endsLastRule(fact.text))
        remembered.push({ kind: 'rule-ended', promptAt, at });
      else if (now - at <= OLDEST_RULE)
        for (const text of readers.rulesIn(fact.text)) {
          remembered.push({ kind: 'rule', text, at, seq, ...(isForAllWork(text) && { everywhere: true }) });
        }
      promptAt = at;
    }
    if (fact.kind === 'reply' && fact.subagent === undefined && !fact.group)
      for (const text of readers.findingsIn(fact.text)) remembered.push({ kind: 'finding', text, at, seq });
  }
  const findings = remembered.filter(({ kind }) => kind === 'finding');
  const dropped = new Set(findings.slice(0, Math.max(0, findings.length - MOST_FINDINGS)));
  return remembered.filter((one) => !dropped.has(one));
}

const FINDING_CONFIDENCE = 0.6;

/** A memory as it is after something was said: a new one, or a known one said again or in other words. */
export function memoryOf(
  said: Extract<Remembered, { kind: 'rule' | 'finding' }>,
  known: readonly Memory[],
  place: { readonly scope: Scope; readonly sessionId: Memory['sessionId'] },
  saysAnew: (older: string, later: string) => boolean,
): Memory | null {
  const content = memoryContent(said.text);
  if (!content) return null;
  const same = known.find((one) => one.content === content);
  if (same) return { ...same, updatedAt: Math.max(same.updatedAt, said.at), expiresAt: null };
  const isRule = said.kind === 'rule';
  const older = isRule && known.find((one) => saysAnew(one.content, content));
  if (older) {
    const isNewer = said.at >= older.updatedAt;
    return isNewer
      ? { ...older, content, updatedAt: said.at, sessionId: place.sessionId, expiresAt: null }
      : older;
  }
  const id = `mem-${contentHash(`${place.sessionId ?? ''}\n${said.seq}\n${content}`).slice(0, 8)}`;
  const request = isRule
    ? ({ content, categories: ['rule'], importance: 2, source: 'person' } as const)
    : ({ content, categories: ['finding'], source: 'agent', confidence: FINDING_CONFIDENCE } as const);
  return makeMemory(request, { id, ...place }, said.at);
}
