import { damageIndex, INDEX_DAMAGES } from '../../../test/damaged-home.ts';
import type { Fault } from '../fault.ts';

/** F11: an index of words that is damaged, or lost what it held. Nobody is told that there is nothing. */
export const wordIndex: Fault = {
  id: 'F11',
  name: 'a search index that is damaged or out of step',
  async run(torture) {
    const wrong: string[] = [];
    let lost = 0;
    for (const [name, sql] of INDEX_DAMAGES) {
      const world = torture.world();
      world.session('s1');
      const told = world.handed.find(({ event }) => event === 'UserPromptSubmit')!.token;
      damageIndex(world.home, sql);
      if (!world.here(['doctor']).stdout.includes('search_index'))
        wrong.push(`an index that ${name}: doctor says nothing`);
      const found = world.here(['search', told, '--json']);
      if (found.stdout.includes(told)) continue;
      lost++;
      wrong.push(`an index that ${name}: the first search does not find ${told}`);
    }
    return { tried: INDEX_DAMAGES.length, lost, wrong };
  },
};
