import { pinIdentity } from '../../domain/pins/pin.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Deps } from '../../engine/deps.ts';
import { pinsHere } from '../../engine/pins/pins.ts';
import { pinsOfNext } from '../../engine/restore/preview.ts';
import { fromTeam } from '../domain/record.ts';
import { type Marking, shareOf } from '../sql/share.ts';

/** The item that a person means: a pin by its label or words, a rule or another memory by its id or words. */
export type Meant =
  | { readonly kind: 'one'; readonly marking: Marking; readonly text: string }
  | { readonly kind: 'several'; readonly texts: readonly string[] }
  | { readonly kind: 'none' };

/** Marks a pin or a rule for the team: without it neither leaves the person's own machines. */
export async function markForTeam(deps: Deps, scope: Scope, words: string): Promise<Meant> {
  const meant = await meantBy(deps, scope, words);
  if (meant.kind === 'one') await shareOf(deps).mark(scope.key, meant.marking, deps.now());
  return meant;
}

/** Takes the mark back, and what was sent with it. */
export async function unmarkForTeam(deps: Deps, scope: Scope, words: string): Promise<Meant> {
  const marked = await shareOf(deps).marked(scope.key);
  const texts = await Promise.all(marked.map((one) => textOf(deps, one)));
  const found = marked
    .map((marking, i) => ({ kind: 'one' as const, marking, text: texts[i]! }))
    .filter((one) => fits(one, words));
  const meant = only(found, words);
  if (meant.kind !== 'one') return meant;
  await shareOf(deps).unmark(scope.key, meant.marking.id);
  await shareOf(deps).withdraw([fromTeam(meant.marking.id)], deps.now());
  return meant;
}

export async function markedForTeam(
  deps: Deps,
  scope: Scope,
): Promise<readonly { readonly kind: string; readonly id: string; readonly text: string }[]> {
  const marked = await shareOf(deps).marked(scope.key);
  return Promise.all(
    marked.map(async (one) => ({ kind: one.kind, id: one.id, text: await textOf(deps, one) })),
  );
}

async function textOf(deps: Pick<Deps, 'store'>, { id, record }: Marking): Promise<string> {
  return record?.content ?? (await deps.store.memory(id))?.content ?? id;
}

interface Candidate {
  readonly kind: 'one';
  readonly marking: Marking;
  readonly text: string;
}

async function meantBy(deps: Deps, scope: Scope, words: string): Promise<Meant> {
  const { pins, waiting } = await pinsHere(deps, scope);
  const next = await pinsOfNext(deps, { scope, branch: null });
  const ofPins = [...pins, ...waiting, ...next].map((pin): Candidate => {
    const id = `pin:${pinIdentity(pin)}`;
    const { label, content, critical } = pin;
    return {
      kind: 'one',
      text: content,
      marking: { id, kind: 'pin', record: { kind: 'pin', id, label, content, critical } },
    };
  });
  const memories = await deps.store.memories({
    ...{ scopeKeys: [scope.key], now: deps.now(), limit: MOST_MEMORIES },
  });
  const ofMemories = memories.map(
    (memory): Candidate => ({
      ...{ kind: 'one', text: memory.content },
      marking: { id: memory.id, kind: 'memory', record: null },
    }),
  );
  const found = [...ofPins, ...ofMemories].filter((one) => fits(one, words));
  return only(found, words);
}

const MOST_MEMORIES = 500;

function fits(candidate: Candidate, words: string): boolean {
  const said = words.trim().toLowerCase();
  return isNamed(candidate, said) || (said.length > 3 && candidate.text.toLowerCase().includes(said));
}

function isNamed({ marking: { id, record } }: Candidate, said: string): boolean {
  return id === said || id === `pin:${said}` || record?.label?.toLowerCase() === said;
}

/** A name comes before words that others hold too. */
function only(found: readonly Candidate[], words: string): Meant {
  const named = found.filter((one) => isNamed(one, words.trim().toLowerCase()));
  const meant = named.length > 0 ? named : found;
  const byId = [...new Map(meant.map((one) => [one.marking.id, one])).values()];
  const [first, ...others] = byId;
  if (!first) return { kind: 'none' };
  return others.length === 0 ? first : { kind: 'several', texts: byId.map(({ text }) => text) };
}
