import type { Deps } from '../deps.ts';
import type { Explanation } from './explain.ts';

/** A stored explanation may be of an older Cortex: every part may be missing. */
export type Explained = Partial<Explanation>;

/** Words of rules and memories that an explanation names, by their ids; one that was forgotten since has none. */
export type RuleWords = ReadonlyMap<string, string>;

export async function ruleWords(
  { store }: Pick<Deps, 'store'>,
  explained: readonly Explained[],
): Promise<RuleWords> {
  const ids = new Set(
    explained.flatMap(({ rules = [], claims = [] }) => [
      ...rules,
      ...claims.filter(({ claim }) => typeof claim === 'number').map(({ of }) => of),
    ]),
  );
  const found = await Promise.all([...ids].map((id) => store.memory(id)));
  return new Map(found.flatMap((memory) => (memory ? [[memory.id, memory.content]] : [])));
}
