import type { Memory } from './memory.ts';

/** The categories of a sentence that holds for good, and of one that waits for a person's word. */
export const RULE = 'rule';
export const PROPOSAL = 'proposal';

type Judged = Pick<Memory, 'categories' | 'source'>;

/** A rule is a person's. Of an agent's memory the category says only what the agent wants. */
export function isRule({ categories, source }: Judged): boolean {
  return categories.includes(RULE) && source === 'person';
}

/** Told to nobody until a person accepts it. */
export function isProposal(memory: Judged): boolean {
  const { categories } = memory;
  return (categories.includes(PROPOSAL) || categories.includes(RULE)) && !isRule(memory);
}

/** The categories of what an agent says: its rules are proposals. */
export function proposed(categories: readonly string[]): string[] {
  return categories.map((name) => (name === RULE ? PROPOSAL : name));
}
