import { type Forgetting, mayHold, type Subject } from '../../domain/upkeep/forget.ts';
import type { Deps } from '../../engine/deps.ts';
import { memoriesOf } from '../../engine/memories/memories.ts';
import { stillTold, typed } from '../../engine/upkeep/forget.ts';
import { shareOf } from '../sql/share.ts';

/** Other machines have to let go of it too. Only ids are told, and they are found while the words are still there. */
export async function withdraw(deps: Deps, subject: Subject): Promise<void> {
  if ((await shareOf(deps).sharedProjects()).length === 0) return;
  const ids = await idsOf(deps, subject);
  if (ids.length > 0) await shareOf(deps).withdraw(ids, deps.now());
}

async function idsOf(deps: Deps, subject: Subject): Promise<readonly string[]> {
  const { store, now } = deps;
  switch (subject.kind) {
    case 'memories': {
      const known = await memoriesOf(deps, subject.ids);
      const quotes = known.map(({ id, content }): Forgetting => ({ memoryId: id, content }));
      const facts = await shareOf(deps).sharedFactsWhere((text) =>
        quotes.some((quote) => mayHold(text, quote)),
      );
      return [...subject.ids, ...facts];
    }
    case 'words': {
      const forgetting = typed(subject.words);
      const memories = await store.memories({ now: now(), limit: Number.MAX_SAFE_INTEGER });
      const holding = memories.filter(({ content }) => mayHold(content, forgetting)).map(({ id }) => id);
      return [...holding, ...(await shareOf(deps).sharedFactsWhere((text) => mayHold(text, forgetting)))];
    }
    case 'source': {
      const quotes = subject.texts.map((content): Forgetting => ({ memoryId: null, content }));
      const facts = await shareOf(deps).sharedFactsWhere((text) =>
        quotes.some((quote) => mayHold(text, quote)),
      );
      const sessions = await Promise.all(
        subject.sessions.map((id) => idsOf(deps, { kind: 'session', id, rules: true })),
      );
      return [
        ...(await idsOf(deps, { kind: 'memories', ids: subject.memories })),
        ...sessions.flat(),
        ...facts,
      ];
    }
    case 'withdrawn':
      return [];
    case 'session': {
      const holding = await store.sessionHolding(subject.id, stillTold(deps));
      return [subject.id, ...(holding?.findings ?? []), ...(subject.rules ? (holding?.rules ?? []) : [])];
    }
  }
}
