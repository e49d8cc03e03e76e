import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import type { SessionId } from '../../domain/ids.ts';
import { keyOf, type Shown } from '../../domain/ledger/ledger.ts';
import { type ShownTurns, turnId } from '../../domain/ledger/turns.ts';
import type { Deps } from '../deps.ts';
import { ledgerLimits } from '../ledger/ledger.ts';
import { sessionsNamed } from '../session/named.ts';
import { type ChosenSession, choose, type Place } from './choose.ts';

/** Last turns of the newest session of a matter, and of the older one. */
const LAST_TURNS = { newest: 5, older: 2 };

/** The sessions of the matter that words mean, each by its matching turns and its last ones, the oldest first. */
export async function matterOf(deps: Deps, words: string, place: Place): Promise<readonly QuotedTurns[]> {
  const chosen = await choose(deps, words, place);
  if (chosen.length === 0) return [];
  const sessions = await sessionsNamed(
    deps,
    chosen.map(({ id }) => id),
  );
  return chosen
    .flatMap((one): QuotedTurns[] => {
      const session = sessions.find(({ id }) => id === one.id);
      return session ? [{ session, turns: turnsOf(one), role: 'matter', matching: one.matching }] : [];
    })
    .reverse();
}

function turnsOf({ turns, matching, isNewest }: ChosenSession): QuotedTurns['turns'] {
  const last = turns.length - (isNewest ? LAST_TURNS.newest : LAST_TURNS.older);
  return turns.filter(({ number }, i) => i >= last || matching.includes(number));
}

/** What a conversation was shown of the turns of earlier sessions in its present epoch. */
export async function shownTurns(
  deps: Pick<Deps, 'store' | 'config' | 'now'>,
  conversation: SessionId | null,
): Promise<ShownTurns> {
  const moment = { at: deps.now(), limits: ledgerLimits(deps.config) };
  const state = conversation && (await deps.store.ledger.ledgerState(conversation, moment));
  return (session, number): Shown | undefined =>
    state?.entries.get(keyOf({ kind: 'session', id: turnId(session, number) }));
}
