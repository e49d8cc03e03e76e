import { GLOBAL_SCOPE_KEY } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import {
  asMentioned,
  asRule,
  BY_HAND,
  hasExpired,
  isProposal,
  isRule,
  isUnmentioned,
  type Memory,
  PROPOSAL,
  RULE,
} from '../../domain/memories/memory.ts';
import type { Deps } from '../base/deps.ts';
import { type AddResult, addMemory } from './memories.ts';

const MOST = 1_000;

export interface RulesHere {
  readonly rules: readonly Memory[];
  /** Proposed rules that wait for a person's decision. */
  readonly proposals: readonly Memory[];
  /** A short number for each, also for ended ones, so that none changes when another ends. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Rules of a scope and the global ones, the latest first. */
export async function rulesHere(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  scope: Scope,
): Promise<RulesHere> {
  const scopeKeys = [...new Set([scope.key, GLOBAL_SCOPE_KEY])];
  // With `now: 0` nothing has expired.
  const all = await store.memories({
    scopeKeys,
    categories: [RULE, PROPOSAL],
    now: 0,
    limit: MOST,
  });
  const byAge = all.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  const valid = all.filter((memory) => !hasExpired(memory, now()));
  return {
    rules: valid.filter(isRule),
    proposals: valid.filter(isProposal),
    numbers: new Map(byAge.map(({ id }, i) => [id, i + 1])),
  };
}

/** Rules that were made of the person's sentences and not mentioned yet: `"tax is 19 %" (cortex rule --end 1)`. */
export function keptRuleWords({ rules, numbers }: RulesHere): string | null {
  const kept = rules.filter(isUnmentioned);
  const [latest] = kept;
  if (!latest) return null;
  const more = kept.length > 1 ? ` and ${kept.length - 1} more: cortex rule` : '';
  return `kept for good: "${oneLine(latest.content, LONGEST_KEPT)}" (cortex rule --end ${numbers.get(latest.id)})${more}`;
}

const LONGEST_KEPT = 120;

/** The person knows of these: they are not mentioned again. */
export async function noteMentioned(
  deps: Pick<Deps, 'store' | 'now'>,
  memories: readonly Memory[],
): Promise<void> {
  for (const { id } of memories) await changed(deps, id, asMentioned);
}

/** Adds a person's rule, or an agent's proposal. */
export function makeRule(
  deps: Deps,
  scope: Scope,
  content: string,
  by: 'person' | 'agent',
): Promise<AddResult> {
  const categories = [by === 'person' ? RULE : PROPOSAL];
  return addMemory(deps, scope, { content, categories, importance: BY_HAND, source: by }, []);
}

/** Makes a proposal a rule, on a person's decision. */
export function acceptRule(deps: Pick<Deps, 'store' | 'now'>, id: string): Promise<Memory | null> {
  return changed(deps, id, (memory) => ({ ...asRule(memory, deps.now()), importance: BY_HAND }));
}

/** Ends a rule or dismisses a proposal: the text stays but is no longer used. */
export function endRule(deps: Pick<Deps, 'store' | 'now'>, id: string): Promise<Memory | null> {
  return changed(deps, id, (memory) =>
    hasExpired(memory, deps.now()) ? memory : { ...memory, expiresAt: deps.now() },
  );
}

async function changed(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  id: string,
  change: (memory: Memory) => Memory,
): Promise<Memory | null> {
  const made = await store.changeMemory(id, [], now(), (memory) => ({ memory: change(memory) }));
  return made?.memory ?? null;
}
