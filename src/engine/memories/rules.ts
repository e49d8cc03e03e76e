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
  /** They wait for a person's word. */
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

/** A rule of the person's own making, or what an agent proposes as one. */
export function makeRule(
  deps: Deps,
  scope: Scope,
  content: string,
  by: 'person' | 'agent',
): Promise<AddResult> {
  const categories = [by === 'person' ? RULE : PROPOSAL];
  return addMemory(deps, scope, { content, categories, importance: BY_HAND, source: by }, []);
}

/** Sentences out of prompts have less: a rule that a person made on purpose is never judged again. */
const BY_HAND = 3;

/** A person's word makes a proposal a rule. */
export function acceptRule(deps: Pick<Deps, 'store' | 'now'>, id: string): Promise<Memory | null> {
  return changed(deps, id, (memory) => ({ ...asRule(memory, deps.now()), importance: BY_HAND }));
}

/** A rule that is over, or a proposal that nobody wants: the words stay and are told no more. */
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
