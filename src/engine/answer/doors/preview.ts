import type { OpenMatter } from '../../../domain/answer/elsewhere.ts';
import { inheritPins } from '../../../domain/answer/inherit.ts';
import type { FittedSection } from '../../../domain/answer/preamble.ts';
import type { SessionId } from '../../../domain/base/ids.ts';
import type { Scope } from '../../../domain/base/scope.ts';
import { scratchLedger } from '../../../domain/ledger/send.ts';
import { choosePins, type Pin } from '../../../domain/pins/pin.ts';
import type { ScopeAndBranch } from '../../../ports/projects/location.ts';
import type { SessionHead } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import { type PinsHere, pinsHere } from '../../pins/pins.ts';
import { asOfNow } from '../../sessions/as-of-now.ts';
import { makeAnswer, type SessionAnswer } from '../answer.ts';
import { chooseCalled } from '../called.ts';
import type { Explanation } from '../explain.ts';
import { readPinsOnOffer, readScope } from '../read.ts';
import { pinLimits } from '../select.ts';
import { preparePrompt } from './prompt.ts';
import { prepareStart } from './start.ts';

/** A text that would be told, and why. */
export interface Previewed {
  readonly text: string | null;
  readonly explanation: Explanation;
}

/** The start of the next session: its exact text, sections and pins. */
export interface Preview {
  readonly start: Previewed;
  readonly pins: readonly Pin[];
  readonly sections: readonly FittedSection[];
  /** The additions of a first prompt; null where none was given. */
  readonly prompt: Previewed | null;
}

/** No session has this id: it stands for one that has not begun, or for a client that nobody can identify. */
export const NOBODY = '' as SessionId;

/** Previews what the next session in a scope is told. Nothing is written, inherited or put on record as shown. */
export function preview(
  deps: Deps,
  place: ScopeAndBranch,
  prompt: string | null = null,
): Promise<Preview> {
  return previewIn(asOfNow(deps), place, prompt);
}

/** The preview from given dependencies, within the caller's deadline. `prompt`: includes the additions of this first prompt. */
export async function previewIn(
  world: Deps,
  place: ScopeAndBranch,
  prompt: string | null = null,
): Promise<Preview> {
  const recipient = { id: NOBODY, scope: place.scope, branch: place.branch };
  const waiting = await ownPinsOfNext(world, place.scope);
  const ledger = scratchLedger();
  const start = prepareStart(world, 'start', await readScope(world, recipient), null);
  const first = makeAnswer(world, start, waiting, ledger);
  const pins = [...waiting, ...first.outcome.pins];
  const called = prompt === null ? null : await chooseCalled(world, recipient, prompt);
  const told = new Set(first.explanation.memories.map(({ memory_id }) => memory_id));
  const learnings = called?.learnings.filter(({ memory }) => !told.has(memory.id)) ?? [];
  const adding = called && preparePrompt(NOBODY, { ...called, learnings });
  return {
    start: previewed(first),
    pins,
    sections: first.sections,
    prompt: adding && previewed(makeAnswer(world, adding, pins, ledger)),
  };
}

/** Pins as they are listed and numbered: those that sessions hold or that wait; without a session also what the next inherits. */
export async function listPins(
  deps: Deps,
  place: ScopeAndBranch,
  sessions?: readonly SessionHead[],
): Promise<PinsHere> {
  const here = await pinsHere(deps, place.scope, sessions);
  if (here.sessions.length > 0) return here;
  const next = (await pinsOfNext(deps, place)).map((pin) => ({ ...pin, place: 'next' as const }));
  return { ...here, pins: [...here.pins, ...next] };
}

/** The pins that a conversation has, or that its session will have. */
export async function pinsOfConversation(
  deps: Deps,
  place: ScopeAndBranch,
  conversation: SessionId | null,
): Promise<readonly Pin[]> {
  const head = conversation && (await deps.store.head(conversation));
  const nobodys = conversation ? [] : undefined;
  return (await listPins(deps, place, head ? [head] : nobodys)).pins;
}

/** Other matters than those that the next session in a scope would be told, with what is open in them. */
export async function openMatters(
  deps: Deps,
  place: ScopeAndBranch,
): Promise<readonly OpenMatter[]> {
  return (await readScope(asOfNow(deps), { id: NOBODY, ...place })).elsewhere.all;
}

/** Pins that the next session in a scope would inherit, beside those that wait for it. */
export async function pinsOfNext(deps: Deps, place: ScopeAndBranch): Promise<readonly Pin[]> {
  const world = asOfNow(deps);
  const { offers, dismissed } = await readPinsOnOffer(world, { id: NOBODY, ...place });
  const own = await ownPinsOfNext(world, place.scope);
  return inheritPins(own, offers, dismissed, pinLimits(deps.config)).taken;
}

/** Pins that a session begins with as its own: the person's, and those that wait. */
async function ownPinsOfNext(deps: Deps, scope: Scope): Promise<readonly Pin[]> {
  return choosePins([], await deps.store.waitingPins(scope.key), deps.config['pins.max']).pins;
}

function previewed({ outcome, explanation }: SessionAnswer): Previewed {
  return { text: outcome.preamble, explanation };
}
