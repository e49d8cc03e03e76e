import type { Config } from '../config/config.ts';
import type { SessionId } from '../domain/ids.ts';
import {
  type EpochReason,
  type LedgerKind,
  type LedgerLimits,
  newLedger,
  type Sendable,
  sendable,
} from '../domain/ledger.ts';
import { decideSending, type Fit, type Sending } from '../domain/ledger-send.ts';
import { HOUR, MINUTE, type Millis } from '../domain/time.ts';
import { estimateTokens } from '../domain/tokens.ts';
import type { LedgerStore, Receipt } from '../store/ledger.ts';

/** How tokens are counted: with a tokenizer where there is time to load one, else estimated, and marked so. */
export interface TokenCounter {
  count(text: string): number;
  readonly estimated: boolean;
}

export const ESTIMATE: TokenCounter = { count: estimateTokens, estimated: true };

export interface LedgerDeps {
  readonly store: Pick<LedgerStore, 'send' | 'beginLedgerEpoch'>;
  readonly config: Config;
  readonly now: () => Millis;
  readonly tokens: TokenCounter;
}

/** Something that could go into an answer, as it would stand there. */
export interface Offer {
  readonly kind: LedgerKind;
  readonly id: string;
  readonly content: string;
  readonly level?: number;
}

export type Offered = Sendable & Offer;

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
 * `refresh`: the model is said to have lost what it was shown, so a new epoch begins.
 */
export async function sendItems<T extends Sendable, Answer>(
  deps: Omit<LedgerDeps, 'tokens'>,
  conversation: SessionId | null,
  items: readonly T[],
  fit: Fit<T, Answer>,
  refresh = false,
): Promise<Sending<T, Answer> & { readonly receipt: Receipt | null }> {
  const moment = { at: deps.now(), limits: ledgerLimits(deps.config), refresh };
  if (conversation !== null) return deps.store.send(conversation, items, fit, moment);
  const nobody = newLedger({ id: '' as SessionId, at: moment.at });
  return { ...decideSending(nobody, () => undefined, items, fit, moment).sending, receipt: null };
}

/** The same for texts that stand in the answer as they are. */
export function sendOnce<Answer>(
  deps: LedgerDeps,
  conversation: SessionId | null,
  offers: readonly Offer[],
  fit: Fit<Offered, Answer>,
  refresh = false,
): Promise<Sending<Offered, Answer> & { readonly receipt: Receipt | null }> {
  const items = offers.map((offer) => offered(offer, deps.tokens));
  return sendItems(deps, conversation, items, fit, refresh);
}

/** What was asked for by name is told whatever the model has. On record, so that nothing else says it again by itself. */
export async function recordShown(
  deps: { readonly store: Pick<LedgerStore, 'recordInLedger'> } & Omit<LedgerDeps, 'store' | 'tokens'>,
  conversation: SessionId,
  items: readonly Sendable[],
): Promise<void> {
  const facts = items.map((item) => ({ fact: 'sent' as const, item }));
  const moment = { at: deps.now(), limits: ledgerLimits(deps.config) };
  if (facts.length > 0) await deps.store.recordInLedger(conversation, facts, moment);
}

/** The model has forgotten what it was shown. The key is the host's event: reported twice, it happened once. */
export async function forgetShown(
  deps: LedgerDeps,
  conversation: SessionId,
  reason: EpochReason,
  key: string | null,
): Promise<number> {
  return deps.store.beginLedgerEpoch(conversation, reason, deps.now(), key);
}

export function offered(offer: Offer, { count, estimated }: TokenCounter): Offered {
  return { ...offer, ...sendable({ ...offer, tokens: count(offer.content), estimated }) };
}
