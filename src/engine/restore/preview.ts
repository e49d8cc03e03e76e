import type { OpenMatter } from '../../domain/answer/elsewhere.ts';
import type { SessionId } from '../../domain/ids.ts';
import { scratchLedger } from '../../domain/ledger/send.ts';
import { inheritPins } from '../../domain/pins/inherit.ts';
import { beginWith, type Pin } from '../../domain/pins/pin.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Here } from '../../ports/projects/location.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { type PinsHere, pinsHere } from '../pins/pins.ts';
import { asOfNow } from './as-of-now.ts';
import { type Decided, decide, type Explanation } from './decide.ts';
import { readInputs } from './inputs.ts';
import { calledBy } from './memories.ts';
import { addition, everything, pinLimits } from './occasion.ts';

/** The start of the next session: its exact text, sections, explanation and pins. */
export type Preview = Awaited<ReturnType<typeof previewIn>>;

/** No session has this id: it stands for one that has not begun, or for a client that nobody can identify. */
export const NOBODY = '' as SessionId;

/** Previews the restore of the next session in a scope. Nothing is written, inherited or put on record as shown. */
export function preview(deps: Deps, place: Here, prompt: string | null = null): Promise<Preview> {
  return previewIn(asOfNow(deps), place, prompt);
}

/** The preview from given dependencies, within the caller's deadline. `prompt`: includes the additions of this first prompt. */
export async function previewIn(world: Deps, place: Here, prompt: string | null = null) {
  const head = { id: NOBODY, scope: place.scope, branch: place.branch };
  const waiting = await ownOfNext(world, place.scope);
  const ledger = scratchLedger();
  const first = decide(world, everything(await readInputs(world, head), 'start'), waiting, ledger);
  const start = toldBy(first);
  const pins = [...waiting, ...first.outcome.pins];
  const called = prompt === null ? null : await calledBy(world, head, prompt);
  const told = new Set(start.explanation.memories.map(({ memory_id }) => memory_id));
  const learnings = called?.learnings.filter(({ memory }) => !told.has(memory.id)) ?? [];
  const adding = called && addition(NOBODY, { ...called, learnings });
  return {
    ...{ start, pins, sections: first.sections },
    prompt: adding && toldBy(decide(world, adding, pins, ledger)),
  };
}

/** Pins as they are listed and numbered: those that sessions hold or that wait; without a session also what the next inherits. */
export async function pinsSeen(
  deps: Deps,
  place: Here,
  sessions?: readonly SessionHead[],
): Promise<PinsHere> {
  const here = await pinsHere(deps, place.scope, sessions);
  if (here.sessions.length > 0) return here;
  const next = (await pinsOfNext(deps, place)).map((pin) => ({ ...pin, place: 'next' as const }));
  return { ...here, pins: [...here.pins, ...next] };
}

/** Other matters than those that the next session in a scope would be told, with what is open in them. */
export async function openMatters(deps: Deps, place: Here): Promise<readonly OpenMatter[]> {
  const inputs = await readInputs(asOfNow(deps), { id: NOBODY, ...place });
  return inputs.openMatters;
}

/** Pins that the next session in a scope would inherit, beside those that wait for it. */
export async function pinsOfNext(deps: Deps, place: Here): Promise<readonly Pin[]> {
  const world = asOfNow(deps);
  const { offers, check } = await readInputs(world, { id: NOBODY, ...place });
  const own = await ownOfNext(world, place.scope);
  return inheritPins(own, offers, check.dismissed.here.pins, pinLimits(deps.config)).taken;
}

/** Pins that a session begins with as its own: the person's, and those that wait. */
async function ownOfNext(deps: Deps, scope: Scope): Promise<readonly Pin[]> {
  return beginWith([], await deps.store.waitingPins(scope.key), deps.config['pins.max']).pins;
}

function toldBy({ outcome: { preamble: text, explanation } }: Decided) {
  return { text, explanation: explanation as Explanation };
}
