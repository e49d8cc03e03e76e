import { pinLine as line } from '../../domain/answer/lines.ts';
import { shortId } from '../../domain/ids.ts';
import { type Pin, pinIdentity, pinsMeant } from '../../domain/pin.ts';
import type { Deps } from '../../engine/deps.ts';
import { liveSessions } from '../../engine/live.ts';
import { type PinsHere, pinsHere } from '../../engine/pins.ts';
import { pinsOfNext } from '../../engine/restore/preview.ts';
import type { SessionHead } from '../../store.ts';
import { Failure, UsageError } from './errors.ts';
import { resolveSession } from './ids.ts';
import type { Output } from './output.ts';
import { chooseScope, SCOPE_FLAGS, type ScopeChoice } from './scope.ts';
import { cut } from './width.ts';

export const TARGET_FLAGS = {
  session: { value: 'id', choices: 'sessions', help: 'That session, instead of the one that runs here.' },
  ...SCOPE_FLAGS,
} as const;

interface TargetFlags {
  readonly session: string | undefined;
  readonly scope: string | undefined;
  readonly project: string | undefined;
}

/** Where a command about pins goes: to a session that was named, to those of a scope that was, else to the one meant. */
export interface Target extends ScopeChoice {
  /** Absent: the engine finds the session that the command was typed in. */
  readonly sessions: readonly SessionHead[] | undefined;
}

export async function chooseTarget(deps: Deps, cwd: string, flags: TargetFlags): Promise<Target> {
  if (flags.session !== undefined) {
    if ((flags.scope ?? flags.project) !== undefined)
      throw new UsageError('--session names its scope already.');
    const head = await openSession(deps, flags.session);
    return { scope: head.scope, chosen: true, sessions: [head] };
  }
  const choice = await chooseScope(deps, cwd, flags);
  return { ...choice, sessions: choice.chosen ? await liveSessions(deps, choice.scope) : undefined };
}

/** Working memory is that of a running session. */
export async function openSession(deps: Deps, typed: string): Promise<SessionHead> {
  const state = await resolveSession(deps.store, typed);
  const head = await deps.store.head(state.session_id);
  if (head && head.endedAt === null) return head;
  throw new Failure(
    `Session ${shortId(state.session_id)} has ended.`,
    `What it held can be taken over by a running one: cortex continue ${shortId(state.session_id)}`,
  );
}

/** Pins as they are listed and numbered: those that are held, those that wait, and what the next session would inherit. */
export interface ListedPins extends PinsHere {
  /** Empty while a session runs: it has inherited already. */
  readonly next: readonly Pin[];
}

export async function listedPins(deps: Deps, cwd: string, { scope, chosen, sessions }: Target) {
  const here = await pinsHere(deps, scope, sessions);
  const branch = chosen ? null : deps.locate(cwd).branch;
  const next = here.sessions.length > 0 ? [] : await pinsOfNext(deps, { scope, branch });
  return { ...here, next } satisfies ListedPins;
}

export function inOrder({ pins, waiting, next }: ListedPins): Pin[] {
  return [...pins, ...waiting, ...next];
}

export function pinLine(pin: Pin, { style }: Output): string {
  return line(pin, { critical: style.red, label: style.bold, origin: style.dim });
}

/** Enough to know a pin by, on one line. */
export function pinInShort(pin: Pin): string {
  const { by, ...words } = pin;
  return cut(line({ ...words, origin: null }), 70);
}

/** The pins that words and numbers stand for, each by its identity. */
export function pickPins(pins: readonly Pin[], typed: readonly string[]): string[] {
  return typed.map((word) => {
    const [found, ...others] = pinsMeant(pins, word);
    if (others.length > 0) throw new UsageError(`${word} is the number of one pin and the label of another.`);
    if (found) return pinIdentity(found);
    throw new Failure(
      pins.length === 0 ? 'There are no pins here.' : `No pin here has the label or number ${word}.`,
      'cortex pins lists them with their numbers.',
    );
  });
}
