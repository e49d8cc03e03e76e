import type { Config } from '../../config/config.ts';
import type { QuotedTurns } from '../../domain/answer/last-time.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import { HOUR, MINUTE, type Millis } from '../../domain/base/time.ts';
import { type LedgerLimits, ledgerKey, type Sendable } from '../../domain/ledger/ledger.ts';
import type { Receipt } from '../../domain/ledger/receipt.ts';
import { type FitAnswer, NO_LEDGER, type Sending } from '../../domain/ledger/send.ts';
import { type LedgerTotals, type SessionStats, sessionStats } from '../../domain/ledger/totals.ts';
import { lastId, turnId } from '../../domain/ledger/turns.ts';
import type { LedgerDay } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { turnsHash } from './ledger-items.ts';

export function ledgerLimits(config: Config): LedgerLimits {
  return {
    inactivityMillis: config['ledger.inactivity_minutes'] * MINUTE,
    durationMillis: config['ledger.max_hours'] * HOUR,
    tokens: config['ledger.max_tokens'],
  };
}

/** The ledger limits for hooks and commands; null if ledgers are not stored on disk. */
export function keptLimits(config: Config): LedgerLimits | null {
  return config['ledger.persist'] ? ledgerLimits(config) : null;
}

/**
 * Sends content to a conversation: `fit` gets the new or changed items and returns those in the answer
 * in full; only these are recorded. Without an identified conversation there is no ledger, and everything is new.
 * `lost`: items that the model lost: everything, so a new epoch begins, or only these items.
 */
export async function sendItems<T extends Sendable, Answer>(
  deps: Pick<Deps, 'store' | 'config' | 'now'>,
  conversation: SessionId | null,
  items: readonly T[],
  fit: FitAnswer<T, Answer>,
  lost: 'everything' | 'these' | null = null,
): Promise<Sending<T, Answer> & { readonly receipt: Receipt | null }> {
  if (conversation === null) return { ...NO_LEDGER.send(items, fit), receipt: null };
  const moment = {
    at: deps.now(),
    limits: ledgerLimits(deps.config),
    refresh: lost === 'everything',
    again: lost === 'these',
  };
  return deps.store.ledger.send(conversation, items, fit, moment);
}

/** Without turns that another answer told. What was told as a whole before is known as such, and stays. */
export async function withoutToldTurns(
  { store, config, now }: Pick<Deps, 'store' | 'config' | 'now'>,
  conversation: SessionId | null,
  turns: readonly QuotedTurns[],
): Promise<readonly QuotedTurns[]> {
  const moment = { at: now(), limits: ledgerLimits(config) };
  const state = conversation && (await store.ledger.ledgerState(conversation, moment));
  if (!state) return turns;
  const known = (id: string) => state.entries.get(ledgerKey({ kind: 'session', id }));
  const left = turns.map((one) => {
    const { id } = one.session;
    if (known(lastId(id))?.hash === turnsHash(one.turns)) return one;
    return { ...one, turns: one.turns.filter(({ number }) => !known(turnId(id, number))) };
  });
  return left.filter((one) => one.turns.length > 0);
}

/** Records items that were requested by name and so sent in any case, to prevent repeats. */
export async function recordShown(
  deps: Pick<Deps, 'store' | 'config' | 'now'>,
  conversation: SessionId,
  items: readonly Sendable[],
): Promise<void> {
  const facts = items.map((item) => ({ fact: 'sent' as const, item }));
  const moment = { at: deps.now(), limits: ledgerLimits(deps.config) };
  if (facts.length > 0) await deps.store.ledger.recordInLedger(conversation, facts, moment);
}

/** Tokens sent and saved. */
export interface LedgerFigures {
  /** In one conversation; null without a ledger. */
  readonly here: { readonly totals: LedgerTotals; readonly stats: SessionStats } | null;
  readonly all: LedgerTotals;
  readonly days: readonly LedgerDay[];
}

export async function ledgerFigures(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  id: SessionId | null,
): Promise<LedgerFigures> {
  const head = id && (await store.ledger.findLedger(id));
  const totals = head && (await store.ledger.ledgerTotals(head.id));
  return {
    here: head && totals ? { totals, stats: sessionStats(head, totals, now()) } : null,
    all: await store.ledger.ledgerTotals(null),
    days: await store.ledger.ledgerDays(0),
  };
}

/** Tokens that conversations were sent since then. */
export async function tokensSentSince(
  { store }: Pick<Deps, 'store'>,
  since: Millis,
): Promise<number> {
  const days = await store.ledger.ledgerDays(since);
  return days.reduce((sum, { tokens_sent }) => sum + tokens_sent, 0);
}
