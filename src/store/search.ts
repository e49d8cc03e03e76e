import type { ScopeKey, SessionId } from '../domain/ids.ts';
import type { HitList } from '../domain/search/holding.ts';
import type { PassageId } from '../domain/search/passage.ts';
import type { Term } from '../domain/search/query.ts';
import type { Corpus } from '../domain/search/rank.ts';
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
  /** Documents of at least some of the time between. */
  readonly since?: Millis;
  readonly until?: Millis;
}

export type SearchSpan = Pick<SearchDocument, 'number' | 'ref' | 'began' | 'ended'>;

export interface SessionFilter {
  readonly scopeKeys: readonly ScopeKey[];
  readonly besides: SessionId;
  /** Began before. */
  readonly until?: Millis;
}

/** Columns, not rows: a first prompt reads thousands of them. */
export interface SessionSpans {
  readonly numbers: readonly number[];
  /** When each ended. */
  readonly ended: readonly Millis[];
}

/** Finding by words. What is found is kept by the transactions that write the rows themselves. */
export interface SearchStore {
  searchCorpus(): Promise<Corpus>;
  /** The passages that hold a term: at most so many, from the newest on. */
  searchHits(term: Term, most: number): Promise<HitList>;
  /** The documents that a filter leaves. */
  searchSpans(filter: SearchFilter): Promise<readonly SearchSpan[]>;
  /** The sessions of these scopes but one, in no order. */
  searchSessions(filter: SessionFilter): Promise<SessionSpans>;
  /** The documents of these sessions; a session without one is absent. */
  searchNumbers(ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, number>>;
  /** The sessions of these documents. */
  sessionsNumbered(numbers: readonly number[]): Promise<ReadonlyMap<number, SessionId>>;
  searchDocument(number: number): Promise<SearchDocument | null>;
  /** Passages as they were said, in the order of their ids; those that there are. */
  passageTexts(
    ids: readonly PassageId[],
  ): Promise<readonly { readonly id: PassageId; readonly text: string }[]>;
  /** A passage with the terms marked in it: as dear as a look for each term. */
  markedPassage(terms: readonly Term[], id: PassageId): Promise<string>;
  /** Sessions, hot and cold, that no document stands for. */
  unindexedSessions(): Promise<number>;
  /** Makes the index anew from the rows and the files of cold storage, session by session; tells how many it read. */
  rebuildSearch(each: (done: number, all: number) => void): Promise<number>;
}
