import type { Contributor, PersonRule } from '../../domain/answer/context.ts';
import { type PinOffer, pinOffers } from '../../domain/answer/inherit.ts';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import { type LoadedSentences, loadedSentences } from '../../domain/answer/loaded.ts';
import type { StateContent } from '../../domain/answer/state.ts';
import { DAY, type Millis } from '../../domain/base/time.ts';
import type { Learning } from '../../domain/memories/decay.ts';
import { hasExpired, type Memory } from '../../domain/memories/memory.ts';
import { type Deps, inTime } from '../base/deps.ts';
import { othersAsOf } from '../base/team.ts';
import { type CheckedClaims, checkClaims } from './read/claims.ts';
import { readForeignWork } from './read/foreign.ts';
import { readLearnings } from './read/memories.ts';
import { readPast, type ToldPast } from './read/past.ts';
import {
  type Earlier,
  type EarlierSessions,
  type Recipient,
  readSessions,
  readStored,
  type StoredScope,
} from './read/sessions.ts';
import { readState } from './read/state.ts';
import { type Elsewhere, findOpenElsewhere, type OpenWork, readWork } from './read/work.ts';

/** All that is known about a scope at this moment, in the order in which it is read: each part needs only those before it. */
export interface Reading {
  readonly startedAt: number;
  readonly stored: StoredScope;
  readonly sessions: EarlierSessions;
  readonly past: ToldPast;
  readonly work: OpenWork;
  readonly state: StateContent;
  readonly elsewhere: Elsewhere;
  readonly lasting: Lasting;
  readonly claims: CheckedClaims;
  /** Sessions of other projects with what they did here, the earliest first. */
  readonly foreign: readonly QuotedTurns[];
  /** Sections of other rooms, and when their work was last complete. */
  readonly guests: readonly Contributor[];
  readonly othersAsOf: Millis | null;
  /** Sentences that the host loads by itself. */
  readonly loaded: LoadedSentences;
}

/** Pins, memories and rules on offer. */
export interface Lasting {
  readonly offers: readonly PinOffer[];
  readonly learnings: readonly Learning[];
  readonly rules: readonly PersonRule[];
}

const NOTHING_TOLD: Earlier = { again: [], own: null };

/** Reads a scope for a session that begins there or goes on, step by step, within the deadline of a restore. */
export async function readScope(
  deps: Deps,
  recipient: Recipient,
  earlier: Earlier = NOTHING_TOLD,
): Promise<Reading> {
  const startedAt = deps.ticks();
  const limit = deps.within(deps.config['restore.deadline_ms']);
  inTime(deps, limit, 'looking for earlier sessions');
  const stored = await readStored(deps, recipient, earlier);
  const sessions = await readSessions(deps, stored);
  const past = await readPast(deps, stored, sessions);

  inTime(deps, limit, 'collecting pins, tasks and memories');
  const { scope, host } = recipient;
  const work = readWork(deps, stored, sessions, past);
  const learnings = await readLearnings(deps, stored, past.taken);
  const state = await readState(deps, stored, sessions, past, work);
  const offers = offerPins(deps, stored, sessions, past);
  const rules = rulesIn([...stored.here.rules, ...stored.global.rules], deps.now());
  const claims = checkClaims(
    deps,
    recipient,
    sessions.ofScope,
    stored.here.thread?.thread ?? null,
    {
      offers,
      dismissed: stored.check.dismissed.here.pins,
      global: stored.global,
      rules,
      learnings,
      decisions: work.decisions,
      blockers: state.blockers,
      tasks: work.book.told,
    },
  );
  return {
    startedAt,
    stored,
    sessions,
    past,
    work,
    state,
    elsewhere: findOpenElsewhere(past.newest, sessions.ofScope, work, state, deps.now()),
    lasting: { offers, learnings: claims.grounded(learnings), rules },
    claims,
    foreign: await readForeignWork(deps, scope, stored.here, stored.check.dismissed.here.texts),
    guests: await guestsIn(deps, recipient, work),
    othersAsOf: await othersAsOf(deps, scope),
    loaded: loadedSentences(host ? deps.loadedBy(host, scope.root) : []),
  };
}

/** Pins that a session would be offered, and those that were unpinned: the part of a reading that pins need. */
export interface PinsOnOffer {
  readonly offers: readonly PinOffer[];
  readonly dismissed: ReadonlySet<string>;
}

export async function readPinsOnOffer(deps: Deps, recipient: Recipient): Promise<PinsOnOffer> {
  const stored = await readStored(deps, recipient, NOTHING_TOLD);
  const sessions = await readSessions(deps, stored);
  const offers = offerPins(deps, stored, sessions, await readPast(deps, stored, sessions));
  return { offers, dismissed: stored.check.dismissed.here.pins };
}

function offerPins(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { here, global, check }: StoredScope,
  { unmerged }: EarlierSessions,
  { ranked }: ToldPast,
): readonly PinOffer[] {
  return pinOffers(ranked, [here, global], {
    criticalSince: now() - config['session_persistence.critical_inheritance_days'] * DAY,
    threshold: config['pins.threshold'],
    dismissedGlobally: check.dismissed.global.pins,
    unmerged,
  });
}

/** Rules of the scope, whatever their age. */
function rulesIn(rules: readonly Memory[], now: Millis): PersonRule[] {
  return rules
    .filter((rule) => !hasExpired(rule, now))
    .map(({ id, content, updatedAt, sessionId }) => ({
      memoryId: id,
      text: content,
      at: updatedAt,
      sessionId,
    }));
}

/** Sections of other rooms. */
async function guestsIn(
  deps: Deps,
  { scope }: Recipient,
  { thread }: OpenWork,
): Promise<readonly Contributor[]> {
  const all = await Promise.all(
    deps.rooms.map((room) => room.contributes?.(deps, scope, thread) ?? null),
  );
  return all.filter((one) => one !== null);
}
