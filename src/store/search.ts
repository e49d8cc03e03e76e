import type { ScopeKey, SessionId } from '../domain/ids.ts';
import type { PassageId } from '../domain/search/passage.ts';
import type { Form } from '../domain/search/query.ts';
import type { Corpus, HitList } from '../domain/search/rank.ts';
import type { KnownWord } from '../domain/search/spelling.ts';
import type { Millis } from '../domain/time.ts';

export type SearchKind = 'session' | 'thread';

export interface SearchDocument {
  readonly number: number;
  readonly kind: SearchKind;
  /** The id of what it is. */
  readonly ref: string;
  readonly scope: string;
  readonly scopeKey: ScopeKey;
  readonly host: string | null;
  readonly branch: string | null;
  readonly began: Millis;
  readonly ended: Millis;
}

export interface SearchFilter {
  readonly kinds?: readonly SearchKind[];
  readonly scopeKeys?: readonly ScopeKey[];
  readonly host?: string;
  readonly branch?: string;
  /** This session alone. */
  readonly session?: SessionId;
  /** Every session but this one. */
  readonly besides?: SessionId;
  /** Documents of at least some of the time between. */
  readonly since?: Millis;
  readonly until?: Millis;
}

/** Columns, not rows: a search in a scope reads thousands of them. */
export interface SearchSpans {
  readonly numbers: readonly number[];
  readonly began: readonly Millis[];
  readonly ended: readonly Millis[];
  /** Passages of all of them. */
  readonly passages: number;
}

export interface Passage {
  readonly id: PassageId;
  readonly text: string;
}

/** Finding by words. What is found is kept by the transactions that write the rows themselves. */
export interface SearchStore {
  searchCorpus(): Promise<Corpus>;
  /** The passages that hold a term: at most so many, from the newest on. */
  searchHits(term: Form, most: number): Promise<HitList>;
  /** The documents that a filter leaves. */
  searchSpans(filter: SearchFilter): Promise<SearchSpans>;
  searchDocument(number: number): Promise<SearchDocument | null>;
  /** The passages of the turn that one belongs to, in their order, with the terms marked in them. */
  markedTurn(terms: readonly Form[], id: PassageId): Promise<readonly Passage[]>;
  /** Words of the index, without their endings, that begin so. */
  wordsBeginning(start: string): Promise<readonly KnownWord[]>;
  /** A word as it stands in the newest text that holds it. */
  wordAsWritten(form: string): Promise<string | null>;
  /** Sessions, hot and cold, that no document stands for. */
  unindexedSessions(): Promise<number>;
  /** Makes the index anew from the rows and the files of cold storage, session by session; tells how many it read. */
  rebuildSearch(each: (done: number, all: number) => void): Promise<number>;
}
