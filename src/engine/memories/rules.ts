import { GLOBAL_SCOPE_KEY } from '../../domain/ids.ts';
import {
  asRule,
  hasExpired,
  isProposal,
  isRule,
  type Memory,
  PROPOSAL,
  RULE,
} from '../../domain/memories/memory.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../deps.ts';
import { type AddResult, addMemory } from './memories.ts';

const MOST = 1_000;

export interface RulesHere {
  readonly rules: readonly Memory[];
  /** Proposed rules that wait for a person's decision. */
  readonly proposals: readonly Memory[];
}

/** Rules of a scope and the global ones, the latest first. */
export async function rulesHere(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  scope: Scope,
): Promise<RulesHere> {
  const scopeKeys = [...new Set([scope.key, GLOBAL_SCOPE_KEY])];
  const all = await store.memories({ scopeKeys, categories: [RULE, PROPOSAL], now: now(), limit: MOST });
  return { rules: all.filter(isRule), proposals: all.filter(isProposal) };
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

/** Importance of rules made on purpose; rules from prompts have less and may be reviewed. */
const BY_HAND = 3;

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
