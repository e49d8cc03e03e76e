import type { SessionId } from '../../domain/ids.ts';
import { type LedgerTotals, type SessionStats, sessionStats } from '../../domain/ledger/totals.ts';
import type { LedgerDay } from '../../store.ts';
import type { Deps } from '../deps.ts';

export interface LedgerStats {
  readonly totals: LedgerTotals;
  readonly stats: SessionStats;
}

/** The tokens that a conversation was sent and spared; null where it has no ledger. */
export async function ledgerStats(
  deps: Pick<Deps, 'store' | 'now'>,
  id: SessionId,
): Promise<LedgerStats | null> {
  const head = await deps.store.findLedger(id);
  if (!head) return null;
  const totals = await deps.store.ledgerTotals(id);
  return { totals, stats: sessionStats(head, totals, deps.now()) };
}

/** The tokens sent and spared in all conversations whose ledger is kept. */
export function ledgerTotals({ store }: Pick<Deps, 'store'>): Promise<LedgerTotals> {
  return store.ledgerTotals(null);
}

/** The same by day, as far as ledgers are kept in the database. */
export function ledgerDays({ store }: Pick<Deps, 'store'>): Promise<readonly LedgerDay[]> {
  return store.ledgerDays();
}
