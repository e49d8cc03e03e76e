import type { ScopeKey } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { pinIdentity } from '../../domain/pins/pin.ts';
import { pinsOfNext } from '../../engine/answer/doors/preview.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { pinsHere } from '../../engine/pins/pins.ts';
import { type Marking, shareOf } from '../sql/share.ts';

/** An item that words can name: a pin by its label or words, a rule or another memory by its id or words. */
interface MarkableItem {
  readonly marking: Marking;
  readonly text: string;
}

/** Marks a pin or a rule for the team, if exactly one is meant: without it neither leaves the person's own machines. */
export async function markForTeam(
  deps: Deps,
  scope: Scope,
  words: string,
): Promise<readonly MarkableItem[]> {
  const meant = matchWords(words, await candidates(deps, scope));
  if (meant.length === 1)
    await shareOf(deps).mark(await sharedKey(deps, scope), meant[0]!.marking, deps.now());
  return meant;
}

/** Takes the mark back, and what was sent with it. */
export async function unmarkForTeam(
  deps: Deps,
  scope: Scope,
  words: string,
): Promise<readonly MarkableItem[]> {
  const meant = matchWords(words, await marked(deps, scope));
  if (meant.length === 1)
    await shareOf(deps).unmark(await sharedKey(deps, scope), meant[0]!.marking.id, deps.now());
  return meant;
}

/** The key under which a project is shared: its folder may have been linked to another one since. */
async function sharedKey(deps: Deps, { key }: Scope): Promise<ScopeKey> {
  return (await shareOf(deps).sharedProject(key))?.scopeKey ?? key;
}

/** A pin or a memory that the team may see. */
export interface MarkedForTeam extends Pick<Marking, 'kind' | 'id'> {
  readonly text: string;
}

export async function markedForTeam(deps: Deps, scope: Scope): Promise<readonly MarkedForTeam[]> {
  const all = await marked(deps, scope);
  return all.map(({ marking: { kind, id }, text }) => ({ kind, id, text }));
}

async function marked(deps: Deps, scope: Scope): Promise<MarkableItem[]> {
  const markings = await shareOf(deps).marked(await sharedKey(deps, scope));
  return Promise.all(
    markings.map(async (marking) => {
      const { id, record } = marking;
      return { marking, text: record?.content ?? (await deps.store.memory(id))?.content ?? id };
    }),
  );
}

async function candidates(deps: Deps, scope: Scope): Promise<MarkableItem[]> {
  const { pins } = await pinsHere(deps, scope);
  const next = await pinsOfNext(deps, { scope, branch: null });
  const ofPins = [...pins, ...next].map((pin): MarkableItem => {
    const id = `pin:${pinIdentity(pin)}`;
    const { label, content, critical } = pin;
    return {
      text: content,
      marking: { id, kind: 'pin', record: { kind: 'pin', id, label, content, critical } },
    };
  });
  const memories = await deps.store.memories({
    scopeKeys: [scope.key],
    now: deps.now(),
    limit: MOST_MEMORIES,
  });
  const ofMemories = memories.map(
    ({ id, content }): MarkableItem => ({
      text: content,
      marking: { id, kind: 'memory', record: null },
    }),
  );
  return [...ofPins, ...ofMemories];
}

const MOST_MEMORIES = 500;

/** An exact name wins over words that other items contain too. */
function matchWords(words: string, all: readonly MarkableItem[]): readonly MarkableItem[] {
  const said = words.trim().toLowerCase();
  const named = all.filter(
    ({ marking: { id, record } }) =>
      id === said || id === `pin:${said}` || record?.label?.toLowerCase() === said,
  );
  const holding = all.filter(({ text }) => said.length > 3 && text.toLowerCase().includes(said));
  const meant = named.length > 0 ? named : holding;
  return [...new Map(meant.map((one) => [one.marking.id, one])).values()];
}
