import type { Config } from '../../config/config.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { LedgerLimits, Sendable } from '../../domain/ledger/ledger.ts';
import { type Fit, NO_LEDGER, type Sending } from '../../domain/ledger/send.ts';
import { type LedgerTotals, type SessionStats, sessionStats } from '../../domain/ledger/totals.ts';
import { HOUR, MINUTE, type Millis } from '../../domain/time.ts';
import type { LedgerDay, LedgerStore, Receipt } from '../../store.ts';
import type { Deps } from '../deps.ts';

interface LedgerDeps<Units extends keyof LedgerStore> {
  readonly store: { readonly ledger: Pick<LedgerStore, Units> };
  readonly config: Config;
  readonly now: () => Millis;
}

export function ledgerLimits(config: Config): LedgerLimits {
  return {
    inactivityMillis: config['ledger.inactivity_minutes'] * MINUTE,
    durationMillis: config['ledger.max_hours'] * HOUR,
    tokens: config['ledger.max_tokens'],
  };
}

/** For hooks and commands, which have no ledger where it is not kept on disk. */
export function keptLimits(config: Config): LedgerLimits | null {
  return config['ledger.persist'] ? ledgerLimits(config) : null;
}

/**
 * The one way for content into a conversation: `fit` gets what is new or changed and answers with what is in the answer
 * whole, and only that is marked. Without a conversation that can be told from others there is no ledger, and all is new.
 * `lost`: what the model is said to have no longer: everything, so a new epoch begins, or these items alone.
 */
export async function sendItems<T extends Sendable, Answer>(
  deps: LedgerDeps<'send'>,
  conversation: SessionId | null,
  items: readonly T[],
  fit: Fit<T, Answer>,
  lost: 'everything' | 'these' | null = null,
): Promise<Sending<T, Answer> & { readonly receipt: Receipt | null }> {
  if (conversation === null) return { ...NO_LEDGER.send(items, fit), receipt: null };
  const moment = {
    ...{ at: deps.now(), limits: ledgerLimits(deps.config) },
    ...{ refresh: lost === 'everything', again: lost === 'these' },
  };
  return deps.store.ledger.send(conversation, items, fit, moment);
}

/** Records items that were asked for by name, and so shown in any case: nothing else repeats them by itself. */
export async function recordShown(
  deps: LedgerDeps<'recordInLedger'>,
  conversation: SessionId,
  items: readonly Sendable[],
): Promise<void> {
  const facts = items.map((item) => ({ fact: 'sent' as const, item }));
  const moment = { at: deps.now(), limits: ledgerLimits(deps.config) };
  if (facts.length > 0) await deps.store.ledger.recordInLedger(conversation, facts, moment);
}

export interface LedgerStats {
  readonly totals: LedgerTotals;
  readonly stats: SessionStats;
}

/** The tokens that a conversation was sent and spared; null where it has no ledger. */
export async function ledgerStats(
  deps: Pick<Deps, 'store' | 'now'>,
  id: SessionId,
): Promise<LedgerStats | null> {
  const head = await deps.store.ledger.findLedger(id);
  if (!head) return null;
  const totals = await deps.store.ledger.ledgerTotals(id);
  return { totals, stats: sessionStats(head, totals, deps.now()) };
}

/** The tokens sent and spared in all conversations whose ledger is kept. */
export function ledgerTotals({ store }: Pick<Deps, 'store'>): Promise<LedgerTotals> {
  return store.ledger.ledgerTotals(null);
}

/** The same by day, as far as ledgers are kept in the database. */
export function ledgerDays({ store }: Pick<Deps, 'store'>): Promise<readonly LedgerDay[]> {
  return store.ledger.ledgerDays();
}
