import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Query } from '../../domain/search/query.ts';
import {
  AFTERMATH,
  isWithin,
  type Question,
  readQuestion,
  timeliness,
} from '../../domain/search/question.ts';
import { type Hits, type Ranked, rank } from '../../domain/search/rank.ts';
import { type Snippet, snippet } from '../../domain/search/snippet.ts';
import type { When } from '../../domain/search/when.ts';
import { isUnspaced } from '../../domain/search/words.ts';
import type { Millis } from '../../domain/time.ts';
import type { MemoryHit } from '../../store/memories.ts';
import type { SearchDocument, SearchFilter, SearchKind } from '../../store/search.ts';
import type { Deps } from '../deps.ts';
import { searchMemories } from '../memories/memories.ts';
import { type TeamHit, teamHits } from './team.ts';

export interface SearchRequest {
  /** Sessions and threads where nothing is said. */
  readonly kinds?: readonly SearchKind[];
  readonly question: string;
  /** Time zone of "last Tuesday". */
  readonly timeZone: string;
  /** Its own work and the global one; null: that of every scope. */
  readonly scope: Scope | null;
  readonly host?: string;
  readonly branch?: string;
  readonly since?: Millis;
  readonly limit: number;
}

/** A session or a thread. */
export interface Found {
  readonly document: SearchDocument;
  readonly title: string | null;
  readonly score: number;
  /** How much of what was asked its best passage says: 0 to 1. */
  readonly share: number;
  /** Why it was found; null where only the time fits. */
  readonly snippet: Snippet | null;
}

/** A hit of any kind, best first. */
export type Answer =
  | ({ readonly kind: 'document' } & Found)
  | { readonly kind: 'memory'; readonly memory: Memory }
  /** A teammate's shared item; never shown as the person's. */
  | { readonly kind: 'team'; readonly hit: TeamHit };

export interface Findings {
  readonly found: readonly Found[];
  /** The times that the question names, if any. */
  readonly ranges: readonly When[];
}

/** A word that more passages hold is read from the newest on: it tells little, and reading it is what takes time. */
const MOST_HITS = 10_000;

type SearchDeps = Pick<Deps, 'store' | 'now'>;

/** The best answers to a question. "What was I working on last Tuesday?": all sessions of that day. */
export async function search(
  deps: SearchDeps,
  request: SearchRequest,
  asked = read(deps, request),
): Promise<Findings> {
  const { store } = deps;
  const filter = filterOf(asked.isOnlyTime ? { kinds: ['session'], ...request } : request);
  const isFiltered = Object.keys(filter).length > 0;
  const admitted = isFiltered ? new Set((await store.searchSpans(filter)).map(({ number }) => number)) : null;
  const timely = await timelyDocuments(deps, asked, filter);
  // Nothing is stored from that time: its words may be the name of something.
  const asWords = asked.ranges.length > 0 && timely.size === 0 && !asked.isOnlyTime;
  const query = asWords ? asked.asWords : asked.about;
  const hits = asked.isOnlyTime ? NO_HITS : await soundHits(deps, query);
  const ranked = rank(hits, await store.searchCorpus(), {
    timely,
    isOwn: asked.isOwn,
    limit: request.limit,
    ...(admitted && { admitted }),
  });
  const found = await Promise.all(ranked.map((one) => present(deps, query, one)));
  return { found: found.filter((one) => one !== null), ranges: asked.ranges };
}

function read({ now }: SearchDeps, { question, timeZone }: SearchRequest): Question {
  return readQuestion(question, now(), timeZone);
}

const NO_HITS: Hits = { terms: [], pairs: [] };

function filterOf({ kinds, scope, host, branch, since }: SearchRequest): SearchFilter {
  return {
    ...(kinds && { kinds }),
    ...(scope && { scopeKeys: [...new Set<ScopeKey>([scope.key, GLOBAL_SCOPE_KEY])] }),
    ...(host !== undefined && { host }),
    ...(branch !== undefined && { branch }),
    ...(since !== undefined && { since }),
  };
}

async function timelyDocuments(
  deps: SearchDeps,
  asked: Question,
  filter: SearchFilter,
): Promise<ReadonlyMap<number, number>> {
  const timely = new Map<number, number>();
  if (asked.ranges.length === 0) return timely;
  const since = Math.max(filter.since ?? 0, Math.min(...asked.ranges.map(({ from }) => from)));
  const until = Math.max(...asked.ranges.map(({ to }) => to)) + AFTERMATH;
  for (const { number, began, ended } of await deps.store.searchSpans({ ...filter, since, until })) {
    const fit = timeliness(asked.ranges, began, ended);
    if (asked.isOnlyTime ? isWithin(asked.ranges, began, ended) : fit > 0) timely.set(number, fit);
  }
  return timely;
}

/** An index that lost its words says that there is nothing: before that is believed, the index is looked at. */
async function soundHits(deps: SearchDeps, query: Query): Promise<Hits> {
  const mended = async () => (await deps.store.mendIndexes()).length > 0;
  try {
    const hits = await hitsOf(deps, query);
    const isPlausible = query.terms.length === 0 || hits.terms.some(({ ids }) => ids.length > 0);
    if (isPlausible || !(await mended())) return hits;
  } catch (error) {
    if (!(await mended())) throw error;
  }
  return hitsOf(deps, query);
}

async function hitsOf({ store }: SearchDeps, query: Query): Promise<Hits> {
  const terms = await Promise.all(query.terms.map((term) => store.searchHits(term, MOST_HITS)));
  // Side by side, two words that are everywhere are slow to find and tell little.
  const isCommon = (place: number): boolean => terms[place]!.reach < 1;
  const pairs = query.pairs.filter(({ of }) => !of.every(isCommon));
  return { terms, pairs: await Promise.all(pairs.map((pair) => store.searchHits(pair, MOST_HITS))) };
}

async function present({ store }: SearchDeps, query: Query, one: Ranked): Promise<Found | null> {
  const document = await store.searchDocument(one.document);
  // Forgotten in this very moment.
  if (!document) return null;
  const id = document.ref as SessionId;
  const title = document.kind === 'session' ? ((await store.titlesOf([id])).get(id) ?? null) : null;
  const { score, share } = one;
  return { document, title, score, share, snippet: await snippetOf({ store }, query, one) };
}

async function snippetOf({ store }: Pick<Deps, 'store'>, query: Query, one: Ranked): Promise<Snippet | null> {
  if (one.passage === null) return null;
  const marked = await store.markedPassage(query.terms, one.passage);
  const forms = query.terms.map((term) => term.forms[0]!);
  const shown = snippet(marked, forms.filter(isUnspaced));
  // Found inside an identifier: the index cannot mark it, and any place where the letters stand will do.
  return shown.marks.length > 0 ? shown : snippet(marked, forms);
}

/** The kinds asked for, if not all. */
export type AnswerKind = SearchKind | 'memory';

/**
 * Sessions, threads and memories in one order: a memory comes before what says less of the question than it does. Times
 * count for sessions and threads; of a question about nothing but a time a memory is no answer.
 */
export async function searchEverything(
  deps: Deps,
  { kind, ...request }: Omit<SearchRequest, 'kinds'> & { readonly kind?: AnswerKind },
): Promise<{ readonly answers: readonly Answer[]; readonly ranges: readonly When[] }> {
  const withKinds = kind === undefined || kind === 'memory' ? request : { ...request, kinds: [kind] };
  const asked = read(deps, request);
  const nothing: Findings = { found: [], ranges: [] };
  const { found, ranges } = kind === 'memory' ? nothing : await search(deps, withKinds, asked);
  // A memory has no host and no branch.
  const isOfSessions = request.host !== undefined || request.branch !== undefined;
  const isOfWords = kind !== 'session' && kind !== 'thread' && !isOfSessions && !asked.isOnlyTime;
  const known = isOfWords ? (await memoriesFor(deps, request, asked)).map(ofMemory) : [];
  const fromTeam = isOfWords ? (await teamHits(deps, request.question, request)).map(ofTeam) : [];
  // One's own comes first where both say as much.
  const kept = [...known, ...fromTeam].sort((a, b) => b.score - a.score);
  return { answers: merged(found, kept).slice(0, request.limit), ranges };
}

interface Kept {
  readonly score: number;
  readonly answer: Answer;
}

function merged(found: readonly Found[], kept: readonly Kept[]): Answer[] {
  const answers: Answer[] = [];
  let next = 0;
  for (const one of found) {
    while (next < kept.length && kept[next]!.score > one.share) answers.push(kept[next++]!.answer);
    answers.push({ kind: 'document', ...one });
  }
  return [...answers, ...kept.slice(next).map(({ answer }) => answer)];
}

function ofMemory({ memory, score }: MemoryHit): Kept {
  return { score, answer: { kind: 'memory', memory } };
}

function ofTeam(hit: TeamHit): Kept {
  return { score: hit.score, answer: { kind: 'team', hit } };
}

/** Memories that answer it, without those of other times where the question names one. */
export async function memoriesFor(
  deps: Deps,
  request: SearchRequest,
  { ranges, isOnlyTime } = read(deps, request),
): Promise<readonly MemoryHit[]> {
  const { scope, since, limit } = request;
  const query = { scope, limit, ...(since !== undefined && { since }) };
  if (isOnlyTime) return [];
  const hits = await searchMemories(deps, request.question, query);
  const isTimely = ({ memory: { createdAt, updatedAt } }: MemoryHit) =>
    ranges.length === 0 || isWithin(ranges, createdAt, updatedAt);
  const timely = hits.filter(isTimely);
  return timely.length > 0 ? timely : hits;
}

/** Sessions that are not in the index yet. */
export function unindexedSessions({ store }: Pick<Deps, 'store'>): Promise<number> {
  return store.unindexedSessions();
}
