import type { Choosing } from '../../domain/answer/choose-sessions.ts';
import { opensWhenAsked } from '../../domain/answer/opens.ts';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { ledgerKey, type ShownItem } from '../../domain/ledger/ledger.ts';
import { type ShownTurns, turnId } from '../../domain/ledger/turns.ts';
import { markClosed } from '../../domain/tasks/closed.ts';
import type { Deps } from '../base/deps.ts';
import { ledgerLimits } from '../ledger/ledger.ts';
import { sessionsNamed } from '../sessions/named.ts';
import { type AskingPlace, type ChosenSession, choose } from './choose.ts';

/** How much of a matter is read; what is told of it depends on the room. */
interface Extent extends Choosing {
  /** Last turns of the newest session of the matter, and of older ones. */
  readonly newest: number;
  readonly older: number;
}

/** The turns that are read for a prompt. */
const BESIDE: Extent = { newest: 5, older: 2 };

/** Somebody asked: all turns, and more sessions. */
export const ASKED: Extent = {
  opens: opensWhenAsked,
  more: 1,
  newest: Number.POSITIVE_INFINITY,
  older: Number.POSITIVE_INFINITY,
};

/** The sessions of the matter that words mean, each by its matching turns and its last ones, the oldest first. */
export async function findMatter(
  deps: Deps,
  words: string,
  place: AskingPlace,
  extent: Extent = BESIDE,
): Promise<readonly QuotedTurns[]> {
  return quoteChosen(deps, await choose(deps, words, place, extent), extent);
}

/** Chosen sessions as they are told, the oldest first. */
export async function quoteChosen(
  deps: Deps,
  chosen: readonly ChosenSession[],
  extent: Extent = BESIDE,
): Promise<readonly QuotedTurns[]> {
  if (chosen.length === 0) return [];
  const sessions = await sessionsNamed(
    deps,
    chosen.map(({ id }) => id),
  );
  const quoted: QuotedTurns[] = [];
  for (const one of chosen) {
    const found = sessions.find(({ id }) => id === one.id);
    if (found === undefined) continue;
    const { closed } = await deps.store.dismissed(found.scopeKey);
    const session = markClosed(found, one.turns, closed);
    quoted.push({
      session,
      turns: turnsOf(one, extent),
      role: 'matter',
      matching: one.matching,
      ...(one.isBehind && { isBehind: true }),
      ...(chosen.every(({ isUnsure }) => isUnsure) && { isUnsure: true }),
    });
  }
  return quoted.reverse();
}

function turnsOf(
  { turns, matching, isNewest }: ChosenSession,
  { newest, older }: Extent,
): QuotedTurns['turns'] {
  const from = turns.length - (isNewest ? newest : older);
  return turns.filter(({ number }, i) => i >= from || matching.includes(number));
}

/** The turns of earlier sessions that a conversation was shown in its present epoch. */
export async function shownTurns(
  deps: Pick<Deps, 'store' | 'config' | 'now'>,
  conversation: SessionId | null,
): Promise<ShownTurns> {
  const moment = { at: deps.now(), limits: ledgerLimits(deps.config) };
  const state = conversation && (await deps.store.ledger.ledgerState(conversation, moment));
  return (session, number): ShownItem | undefined =>
    state?.entries.get(ledgerKey({ kind: 'session', id: turnId(session, number) }));
}
