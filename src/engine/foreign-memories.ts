import { fingerprint } from '../domain/fingerprint.ts';
import type { ForeignMemory } from '../domain/foreign-rows.ts';
import type { Memory } from '../domain/memory.ts';
import type { Deps } from './deps.ts';
import type { Tally } from './foreign-tally.ts';

/** Takes a memory over under an id that follows from its own, so that a second import knows it. */
export async function takeMemory(
  deps: Pick<Deps, 'store' | 'config'>,
  count: Tally,
  { id, memory, createdAt }: ForeignMemory,
  where: string,
): Promise<void> {
  const max = deps.config['memories.max_chars'];
  const { content, categories } = count.clean({ content: memory.content, categories: memory.categories });
  if ([...content].length > max) {
    count.skip('memories', where, `it is longer than ${max} characters (memories.max_chars)`);
    return;
  }
  const isSame = (known: Memory | null) => known && (createdAt === null || known.createdAt === createdAt);
  const known = await deps.store.memory(id);
  // Two databases may both have numbered theirs from 1.
  const own = known && !isSame(known) ? `${id}-${fingerprint(`${createdAt} ${content}`)}` : id;
  const isNew = await deps.store.importMemory({ ...memory, id: own, content, categories }, !count.dryRun);
  count.outcome('memories', isNew);
}
