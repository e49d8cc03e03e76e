import type { SessionId } from '../domain/ids.ts';
import { type LedgerTotals, type SessionStats, sessionStats } from '../domain/ledger-totals.ts';
import type { Deps } from './deps.ts';

export interface LedgerStats {
  readonly totals: LedgerTotals;
  readonly stats: SessionStats;
}

/** What a conversation was sent and spared; null where it has no ledger. */
export async function ledgerStats(
  deps: Pick<Deps, 'store' | 'now'>,
  id: SessionId,
): Promise<LedgerStats | null> {
  const head = await deps.store.findLedger(id);
  if (!head) return null;
  const totals = await deps.store.ledgerTotals(id);
  return { totals, stats: sessionStats(head, totals, deps.now()) };
}
