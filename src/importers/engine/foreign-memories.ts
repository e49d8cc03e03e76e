import type { Memory } from '../../domain/memories/memory.ts';
import { fingerprint } from '../../domain/text/hash.ts';
import type { Deps } from '../../engine/deps.ts';
import type { ForeignMemory } from '../domain/foreign-rows.ts';
import { importsOf } from '../sql.ts';
import type { Tally } from './foreign-tally.ts';

/** Memories that are written in one transaction, so that not every one of them waits for the disk. */
const BATCH = 200;

export type MemoryTaker = ReturnType<typeof memoryTaker>;

/** Takes memories over under ids that follow from their own, so that a second import knows them. */
export function memoryTaker(deps: Pick<Deps, 'store' | 'config'>, count: Tally) {
  const max = deps.config['memories.max_chars'];
  let waiting: Memory[] = [];
  const finish = async () => {
    const memories = waiting;
    waiting = [];
    if (memories.length === 0) return;
    const added = await importsOf(deps).importMemories(memories, !count.dryRun);
    count.outcome('memories', true, added);
    count.outcome('memories', false, memories.length - added);
  };
  return {
    finish,
    async take({ id, memory, createdAt }: ForeignMemory, where: string): Promise<void> {
      const { content, categories } = count.clean({ content: memory.content, categories: memory.categories });
      if ([...content].length > max) {
        count.skip('memories', where, `it is longer than ${max} characters (memories.max_chars)`);
        return;
      }
      const known = await deps.store.memory(id);
      // Two databases may both have numbered theirs from 1.
      const isAnother = known !== null && createdAt !== null && known.createdAt !== createdAt;
      const own = isAnother ? `${id}-${fingerprint(`${createdAt} ${content}`)}` : id;
      waiting.push({ ...memory, id: own, content, categories });
      if (waiting.length >= BATCH) await finish();
    },
  };
}
