import type { SessionId } from '../../domain/ids.ts';
import {
  type Entries,
  entryOf,
  expiry,
  foldLedger,
  type LedgerHead,
  type LedgerKind,
  type LedgerState,
  newLedger,
  type RecordedLedgerFact,
  reopened,
  take,
} from '../../domain/ledger/ledger.ts';
import {
  type DecidedFact,
  decideRecording,
  decideSending,
  everything,
  type Lookup,
  missingFrom,
} from '../../domain/ledger/send.ts';
import { tallyOf, totalsOf } from '../../domain/ledger/totals.ts';
import type { Millis } from '../../domain/time.ts';
import type { LedgerStore, Receipt } from '../../store/ledger.ts';

interface Conversation {
  state: LedgerState;
  facts: RecordedLedgerFact[];
  readonly keys: Set<string>;
}

/** What outlives a store in memory: stores that are given the same share it. */
export interface LedgerMemory {
  readonly conversations: Map<SessionId, Conversation>;
}

export function newLedgerMemory(): LedgerMemory {
  return { conversations: new Map() };
}

/** Ledgers for as long as the process lives. One thread, and no method waits in its middle: each is whole. */
export function memoryLedgerStore(memory: LedgerMemory = newLedgerMemory()): LedgerStore {
  const find = (id: SessionId) => memory.conversations.get(id) ?? null;

  function begin(head: LedgerHead): Conversation {
    const begun = { state: foldLedger(head, []), facts: [], keys: new Set<string>() };
    memory.conversations.set(head.id, begun);
    return begun;
  }

  const findOrOpen = (id: SessionId, at: Millis) => find(id) ?? begin(newLedger({ id, at }));

  function append({ state, facts }: Conversation, decided: readonly DecidedFact[], at: Millis): Receipt {
    const firstSeq = state.head.lastSeq + 1;
    for (const { epoch, body } of decided) {
      const recorded = { seq: state.head.lastSeq + 1, at, epoch, body };
      facts.push(recorded);
      take(state, recorded);
    }
    return { id: state.head.id, firstSeq, lastSeq: state.head.lastSeq };
  }

  const store: LedgerStore = {
    async openLedger(opening) {
      const known = find(opening.id);
      const { head, resumes } = reopened(known?.state.head ?? null, opening);
      const conversation = known ?? begin(head);
      conversation.state.head = head;
      const earlier = resumes && find(resumes);
      if (earlier) {
        append(conversation, missingFrom(head, lookupIn(conversation.state), earlier.state), opening.at);
      }
      return conversation.state.head;
    },

    async findLedger(id) {
      return find(id)?.state.head ?? null;
    },

    async ledgerState(id, { at, limits }) {
      const found = find(id);
      if (!found) return null;
      const { head } = found.state;
      return { head, entries: expiry(head, at, limits) ? new Map() : copyOf(found.state.entries) };
    },

    async lastShown(id, kind, itemId, { at, limits }) {
      const state = find(id)?.state;
      return (state && !expiry(state.head, at, limits) && entryOf(state, kind, itemId)) || null;
    },

    async send(id, items, fit, moment) {
      const known = find(id);
      const state = known?.state ?? foldLedger(newLedger({ id, at: moment.at }), []);
      const { facts, sending } = decideSending(state.head, lookupIn(state), items, fit, moment);
      return { ...sending, receipt: append(known ?? begin(state.head), facts, moment.at) };
    },

    markSent: (id, epoch, items, moment) => store.send(id, items, everything, { ...moment, epoch }),

    async takeBack({ id, firstSeq, lastSeq }) {
      const found = find(id);
      if (!found) return;
      const { head } = found.state;
      const stays = ({ seq, body }: RecordedLedgerFact) =>
        seq < firstSeq || seq > lastSeq || body.fact === 'epoch';
      found.facts = found.facts.filter(stays);
      const again = foldLedger(newLedger({ id, at: head.startedAt }), found.facts);
      const { epochTokens } = again.head;
      found.state = { entries: again.entries, head: { ...head, epochTokens } };
    },

    async recordInLedger(id, facts, moment) {
      const conversation = findOrOpen(id, moment.at);
      append(conversation, decideRecording(conversation.state.head, facts, moment), moment.at);
      return conversation.state.head;
    },

    async beginLedgerEpoch(id, reason, at, key) {
      const conversation = findOrOpen(id, at);
      const { state, keys } = conversation;
      if (key !== null && keys.has(key)) return state.head.epoch;
      if (key !== null) keys.add(key);
      append(conversation, [{ epoch: state.head.epoch + 1, body: { fact: 'epoch', reason } }], at);
      return state.head.epoch;
    },

    async endLedger(id, at) {
      const found = find(id);
      if (!found) return null;
      const { head } = found.state;
      found.state.head = { ...head, endedAt: head.endedAt ?? at };
      return found.state.head;
    },

    async cleanLedgers(before) {
      let gone = 0;
      for (const [id, { state }] of memory.conversations) {
        if (state.head.lastActivity < before && memory.conversations.delete(id)) gone++;
      }
      return gone;
    },

    async ledgerTotals(id) {
      const chosen =
        id === null ? [...memory.conversations.values()] : [find(id)].filter((one) => one !== null);
      const facts = chosen.flatMap((one) => one.facts);
      const unique = new Map<LedgerKind, number>();
      for (const one of chosen) {
        for (const [kind, ids] of idsEver(one.facts)) unique.set(kind, (unique.get(kind) ?? 0) + ids.size);
      }
      return totalsOf(
        chosen.length,
        facts.map(tallyOf).filter((tally) => tally !== null),
        unique,
      );
    },

    async ledgerFacts(id) {
      return [...(find(id)?.facts ?? [])];
    },
  };
  return store;
}

function lookupIn(state: LedgerState): Lookup {
  return (kind, id) => entryOf(state, kind, id);
}

/** A state that was given out does not change any more. */
function copyOf(entries: Entries): Entries {
  return new Map([...entries].map(([kind, ofKind]) => [kind, new Map(ofKind)]));
}

/** Everything of each kind that a conversation ever asked for. */
function idsEver(facts: readonly RecordedLedgerFact[]): Map<LedgerKind, Set<string>> {
  const ids = new Map<LedgerKind, Set<string>>();
  for (const { body } of facts) {
    if (body.fact !== 'sent' && body.fact !== 'withheld') continue;
    const { kind, id } = body.item;
    ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  }
  return ids;
}
