import type { SessionId } from '../base/ids.ts';
import { tokensLess } from '../base/text/tokens.ts';
import type { Millis } from '../base/time.ts';
import {
  expiry,
  type LedgerFact,
  type LedgerHead,
  type LedgerKind,
  type LedgerLimits,
  ledgerKey,
  newLedger,
  type Sendable,
  type ShownItem,
} from './ledger.ts';

/** An item that was looked up in a ledger. */
export type MarkedItem<T extends Sendable> = T & {
  readonly alreadySent: boolean;
  /** The version that the model has under the same id, if its content differs. */
  readonly replaced: ShownItem | null;
  /** The model got it before and asked for it again. */
  readonly isAgain: boolean;
};

/** Returns the version of an item that the model was shown last. */
export type ShownLookup = (kind: LedgerKind, id: string) => ShownItem | undefined;

/**
 * Marks each item: `alreadySent` if the model has it or the list repeats it. The others are new
 * or changed.
 */
export function deduplicate<T extends Sendable>(
  items: readonly T[],
  lookup: ShownLookup,
): MarkedItem<T>[] {
  return look(items, lookup).map(({ marked }) => marked);
}

interface Looked<T extends Sendable> {
  readonly marked: MarkedItem<T>;
  /** The item of the same list that this one repeats. */
  readonly repeats: MarkedItem<T> | null;
}

function look<T extends Sendable>(
  items: readonly T[],
  lookup: ShownLookup,
  { again = false }: Pick<Moment, 'again'> = {},
): Looked<T>[] {
  const listed = new Map<string, MarkedItem<T>>();
  return items.map((item) => {
    const earlier = listed.get(ledgerKey(item)) ?? null;
    const known = lookup(item.kind, item.id) ?? null;
    // Within a list a later version is compared with the one before it.
    const isKnown = isPartOf(item, (earlier ?? known)?.hash ?? null);
    const isAgain = isKnown && again && !earlier;
    const alreadySent = isKnown && !isAgain;
    const replaced = isKnown || !known || known.hash === item.hash ? null : known;
    const marked: MarkedItem<T> = { ...item, alreadySent, replaced, isAgain };
    if (!alreadySent) listed.set(ledgerKey(item), marked);
    return { marked, repeats: alreadySent ? earlier : null };
  });
}

/** Unknown content never counts as the same. */
function isPartOf({ hash, wholeHash }: Sendable, shown: string | null): boolean {
  return shown !== null && (shown === hash || shown === wholeHash);
}

/** An answer and the items that it contains in full, in reading order. */
export interface FittedAnswer<T extends Sendable, Answer> {
  readonly chosen: readonly MarkedItem<T>[];
  readonly answer: Answer;
  /** Tokens of the answer besides its items; absent if no question was asked. */
  readonly rest?: { readonly tokens: number; readonly estimated: boolean };
  /** The answer as the model gets it: withholding saves at most the tokens by which it is shorter than the whole. */
  readonly text?: string;
}

/**
 * Chooses from the new or changed items within a budget and may mention withheld ones. Pure: it runs
 * inside the transaction, and once more to compute the answer without a ledger.
 */
export type FitAnswer<T extends Sendable, Answer> = (
  fresh: readonly MarkedItem<T>[],
  withheld: readonly MarkedItem<T>[],
) => FittedAnswer<T, Answer>;

export interface Sending<T extends Sendable, Answer> {
  readonly answer: Answer;
  /** Items in the answer, recorded as sent. */
  readonly sent: readonly MarkedItem<T>[];
  /** Items that the model has, or gets by this answer. */
  readonly withheld: readonly MarkedItem<T>[];
  /** Items that did not fit; they are not recorded as sent. */
  readonly leftOut: readonly MarkedItem<T>[];
}

export interface Moment {
  readonly at: Millis;
  readonly limits: LedgerLimits;
  /** The caller says that the model lost its context: a new epoch begins first. */
  readonly refresh?: boolean;
  /** The model lost these items: they are sent again; all others are assumed to be there. */
  readonly again?: boolean;
}

/** Decides which items are sent and withheld, and which facts record that. */
export function decideSending<T extends Sendable, Answer>(
  head: LedgerHead,
  lookup: ShownLookup,
  items: readonly T[],
  fit: FitAnswer<T, Answer>,
  moment: Moment,
): { readonly facts: readonly LedgerFact[]; readonly sending: Sending<T, Answer> } {
  const first = beginning(head, moment);
  const looked = look(items, first.length === 0 ? lookup : () => undefined, moment);
  const all = looked.map(({ marked }) => marked);
  const fresh = all.filter((item) => !item.alreadySent);
  const { chosen, answer, rest, text } = fit(
    fresh,
    all.filter((item) => item.alreadySent),
  );
  const sent = new Set(chosen);
  if (sent.size !== chosen.length || !chosen.every((item) => fresh.includes(item)))
    throw new Error('an answer can hold only items that were offered, and each once');
  const withheld = looked
    .filter(({ marked, repeats }) => marked.alreadySent && (!repeats || sent.has(repeats)))
    .map(({ marked }) => marked);
  const saved = withheld.length > 0 ? savings(withheld, withoutLedger(all, fit), text) : () => 0;
  const facts: LedgerFact[] = [
    ...first,
    ...chosen.map((item) => ({ fact: 'sent' as const, item: plain(item) })),
    ...withheld.map((item) => ({
      fact: 'withheld' as const,
      item: plain(item),
      saved: saved(item),
    })),
    ...(rest ? [{ fact: 'query' as const, ...rest }] : []),
  ];
  const leftOut = all.filter((item) => !sent.has(item) && !withheld.includes(item));
  return { facts, sending: { answer, sent: [...chosen], withheld, leftOut } };
}

const NOBODY = newLedger({ id: '' as SessionId, at: 0 });
const EVER = { inactivityMillis: Infinity, durationMillis: Infinity, tokens: Infinity };

/** A conversation's ledger within the transaction of an answer. */
export interface LedgerWithin {
  send<T extends Sendable, Answer>(
    items: readonly T[],
    fit: FitAnswer<T, Answer>,
  ): Sending<T, Answer>;
  /** Records items that entered the conversation in another way. */
  record(items: readonly Sendable[]): void;
  /** The version of an item that the model was shown last. */
  readonly shown: ShownLookup;
}

/** Without a ledger: everything is new and nothing is recorded. */
export const NO_LEDGER: LedgerWithin = {
  send: (items, fit) =>
    decideSending(NOBODY, () => undefined, items, fit, { at: 0, limits: EVER }).sending,
  record: () => {},
  shown: () => undefined,
};

/** A ledger for as long as somebody looks at what would be told: nothing is kept. */
export function scratchLedger(): LedgerWithin {
  const entries = new Map<string, ShownItem>();
  const shown: ShownLookup = (kind, id) => entries.get(ledgerKey({ kind, id }));
  const record = (items: readonly Sendable[]) => {
    for (const item of items) entries.set(ledgerKey(item), { ...plain(item), sentAt: 0 });
  };
  return {
    send: (items, fit) => {
      const { sending } = decideSending(NOBODY, shown, items, fit, { at: 0, limits: EVER });
      record(sending.sent);
      return sending;
    },
    record,
    shown,
  };
}

/** Records items that were sent in any case. */
export function decideRecording(
  head: LedgerHead,
  bodies: readonly LedgerFact[],
  moment: Moment,
): readonly LedgerFact[] {
  const kept = bodies.map((body) => ('item' in body ? { ...body, item: plain(body.item) } : body));
  return [...beginning(head, moment), ...kept];
}

/** Items that the model has from an earlier conversation and that were not sent again in this one. */
export function missingFrom(
  lookup: ShownLookup,
  earlier: Iterable<ShownItem>,
): readonly LedgerFact[] {
  return [...earlier]
    .filter(({ kind, id }) => !lookup(kind, id))
    .map((item) => ({ fact: 'carried', item: plain(item) }));
}

/** The fact that begins a new epoch, if one is due. */
function beginning(head: LedgerHead, { at, limits, refresh }: Moment): readonly LedgerFact[] {
  const reason = refresh ? 'refresh' : expiry(head, at, limits);
  return reason ? [{ fact: 'epoch', reason }] : [];
}

interface Whole<T extends Sendable> {
  readonly items: ReadonlySet<MarkedItem<T>>;
  readonly text: string | undefined;
}

/** The tokens that each withheld item saves: together at most those by which the answer is shorter. */
function savings<T extends Sendable>(
  withheld: readonly MarkedItem<T>[],
  whole: Whole<T>,
  text: string | undefined,
): (item: MarkedItem<T>) => number {
  const tokensOf = (item: MarkedItem<T>) => (whole.items.has(item) ? (item.tokens ?? 0) : 0);
  if (whole.text === undefined || text === undefined) return tokensOf;
  const sum = withheld.reduce((tokens, item) => tokens + tokensOf(item), 0);
  const share = Math.min(1, tokensLess(whole.text, text) / Math.max(1, sum));
  return (item) => Math.floor(tokensOf(item) * share);
}

/** The answer as it would be if the model had nothing. */
function withoutLedger<T extends Sendable, Answer>(
  all: readonly MarkedItem<T>[],
  fit: FitAnswer<T, Answer>,
): Whole<T> {
  const originals = new Map<MarkedItem<T>, MarkedItem<T>>();
  for (const item of all)
    originals.set({ ...item, alreadySent: false, replaced: null, isAgain: false }, item);
  const { chosen, text } = fit([...originals.keys()], []);
  return { items: new Set(chosen.map((item) => originals.get(item)!)), text };
}

/** The item without its text, as the ledger stores it. */
function plain({ kind, id, hash, tokens, estimated, level }: Sendable): Sendable {
  return { kind, id, hash, tokens, estimated, level };
}
