import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { DAY, type Millis } from '../../domain/base/time.ts';
import {
  fieldNamed,
  joinPassages,
  type PassageField,
  type PassageId,
  turnOf,
} from '../../domain/index/passage.ts';
import { isUnspaced } from '../../domain/index/words.ts';
import { type Fit, fitter, NO_FIT } from '../../domain/search/fit.ts';
import type { Query, SearchItem, SearchTerm } from '../../domain/search/query.ts';
import {
  AFTERMATH,
  isWithin,
  type Question,
  readQuestion,
  timeliness,
} from '../../domain/search/question.ts';
import {
  type Corpus,
  type HitList,
  type Hits,
  type RankedDocument,
  rankDocuments,
  rankTurns,
  withinDocuments,
} from '../../domain/search/rank.ts';
import { type Snippet, snippet } from '../../domain/search/snippet.ts';
import { beginningsOf, nearestWord } from '../../domain/search/spelling.ts';
import type { When } from '../../domain/search/when.ts';
import { findAnswers, type GivenAnswer } from '../../domain/turns/answers.ts';
import type {
  MemoryHit,
  Passage,
  SearchDocument,
  SearchFilter,
  SearchKind,
  SearchSpans,
} from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { searchMemories } from '../memories/memories.ts';
import { type TeamHit, teamHits } from './kept.ts';

/** `answer`: a question of the agent with the person's answer. */
export type RecallKind = SearchKind | 'memory' | 'answer';

export interface RecallOptions {
  /** The scope, which includes the global one; null for all scopes. */
  readonly scope: Scope | null;
  /** All kinds by default. */
  readonly kinds?: readonly RecallKind[];
  /** Filters sessions; only `since` applies to memories. */
  readonly filter?: Omit<SearchFilter, 'kinds' | 'scopeKeys' | 'until'>;
  /** Only memories of these categories. */
  readonly categories?: readonly string[];
  readonly limit: number;
  /** Most turns of one session; one by default. */
  readonly turnsEach?: number;
  /** The text is a prompt, which mostly requests work. */
  readonly isPrompt?: true;
  /** Most memories, if not `limit`. */
  readonly memories?: number;
}

/** The best matching turn of a session, or a thread. */
export interface RecalledTurn {
  readonly document: SearchDocument;
  readonly title: string | null;
  /** Counts from 1; null for a thread, or if only the time matches. */
  readonly turn: number | null;
  /** The field that matches. */
  readonly by: PassageField | null;
  readonly score: number;
  readonly fit: Fit;
  /** The matching excerpt; null if only the time matches. */
  readonly snippet: Snippet | null;
  /** The passages of the turn, with the question's words marked. */
  readonly passages: readonly Passage[];
}

/** A word of the question that is not in the index, and the words searched instead. */
export interface Respelled {
  readonly word: string;
  readonly as: string;
}

export interface Recalled {
  /** Best first; one of each session. */
  readonly turns: readonly RecalledTurn[];
  readonly memories: readonly MemoryHit[];
  /** Items shared by teammates; never shown as the person's. */
  readonly team: readonly TeamHit[];
  /** The times that the question names, if any. */
  readonly ranges: readonly When[];
  readonly respelled: readonly Respelled[];
  /** Whether the question is about the past and does not request work. */
  readonly isAboutPast: boolean;
}

/** The local time zone, for times such as "last Tuesday". */
function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Hits of a more frequent word are read only as far as they are new: it has little weight and is slow to read. */
const MOST_HITS = 4_000;

/** Weight of an id, relative to an equally rare word. */
const NAMED = 6;

type RecallDeps = Pick<Deps, 'store' | 'now' | 'config' | 'deadline' | 'rooms'>;

/** Finds the turns and memories about a question's subject; every surface searches through this. */
export async function recall(
  deps: RecallDeps,
  question: string,
  where: RecallOptions,
): Promise<Recalled> {
  if (where.kinds?.includes('answer')) {
    const among = { ...where, kinds: ['session'], limit: MOST_LOOKED, turnsEach: 5 } as const;
    const found = await recall(deps, question, among);
    return { ...found, turns: (await answersAmong(deps, found.turns)).slice(0, where.limit) };
  }
  const asked = readQuestion(question, deps.now(), localZone);
  const isWanted = (kind: RecallKind) => where.kinds?.includes(kind) ?? true;
  const isOfWords = !asked.isOnlyTime && isWanted('memory');
  const { since, host, branch, session } = where.filter ?? {};
  // A memory has no host, no branch and no session.
  const isOfSessions = [host, branch, session].some((one) => one !== undefined);
  const found =
    isWanted('session') || isWanted('thread') ? await turnsFor(deps, asked, where) : NOTHING;
  const { ranges, isAboutPast } = asked;
  if (!isOfWords || isOfSessions) return { ...found, memories: [], team: [], ranges, isAboutPast };
  const { scope, categories } = where;
  const query = {
    scope,
    limit: where.memories ?? where.limit,
    ...(categories && { categories }),
    ...(since !== undefined && { since }),
  };
  return {
    ...found,
    memories: timely(await searchMemories(deps, question, query), asked),
    team: await teamHits(deps, question, query),
    ranges,
    isAboutPast,
  };
}

/** Turns among which questions and answers are looked for. */
const MOST_LOOKED = 60;

/** Questions with their answers, if either is among the turns. */
async function answersAmong(
  { store }: Pick<RecallDeps, 'store'>,
  found: readonly RecalledTurn[],
): Promise<readonly RecalledTurn[]> {
  const bySession = new Map<string, readonly GivenAnswer[]>();
  const answers = new Map<string, RecalledTurn>();
  for (const one of found) {
    const id = one.document.ref as SessionId;
    if (!bySession.has(id)) bySession.set(id, findAnswers(await store.turnsOf(id)));
    // A turn may answer one question and end with the next.
    const near = bySession
      .get(id)!
      .filter(({ turn }) => turn === one.turn || turn - 1 === one.turn);
    const given = one.by === 'agent' ? near.at(-1) : near[0];
    if (!given || answers.has(`${id} ${given.turn}`)) continue;
    const snippet = { text: `${given.question} → ${given.answer}`, marks: [] };
    answers.set(`${id} ${given.turn}`, {
      ...one,
      turn: given.turn,
      by: null,
      snippet,
      passages: [],
    });
  }
  return [...answers.values()];
}

const NOTHING = { turns: [], respelled: [] };

/** Drops memories of another time than the question's, unless there are no others. */
function timely(hits: readonly MemoryHit[], { ranges }: Question): readonly MemoryHit[] {
  if (ranges.length === 0) return hits;
  const within = hits.filter(({ memory }) => isWithin(ranges, memory.createdAt, memory.updatedAt));
  return within.length > 0 ? within : hits;
}

async function turnsFor(
  deps: RecallDeps,
  asked: Question,
  where: RecallOptions,
): Promise<Pick<Recalled, 'turns' | 'respelled'>> {
  const { store } = deps;
  const filter = filterOf(asked, where);
  const spans = Object.keys(filter).length > 0 ? await store.searchSpans(filter) : null;
  if (spans?.numbers.length === 0) return NOTHING;
  const times = await timelyDocuments(deps, asked, filter);
  // Nothing is stored from that time: the time words may be part of a name.
  const asWords = asked.ranges.length > 0 && times.size === 0 && !asked.isOnlyTime;
  const read = asked.isOnlyTime
    ? { query: { terms: [], pairs: [] }, hits: { terms: [], pairs: [] }, respelled: [] }
    : await soundHits(deps, asWords ? asked.asWords : asked.about);
  const corpus = spans ? corpusOf(spans) : await store.searchCorpus();
  const hits = spans ? hitsWithin(read.hits, spans) : read.hits;
  const ranked = rankDocuments(hits, corpus, {
    timely: times,
    isOwn: asked.isOwn,
    limit: Math.max(where.limit, SESSIONS_WEIGHED),
    ...(where.isPrompt && !asked.isAboutPast && { ageOf: agesInDays(spans, deps.now()) }),
  });
  const fitOf = fitter(read.query.terms, hits.terms, corpus.documents);
  const best = bestTurns(ranked, hits, corpus, where.turnsEach ?? 1).slice(0, where.limit);
  const turns = await Promise.all(
    best.map((one) =>
      presentTurn(deps, read.query, one, one.passage === null ? NO_FIT : fitOf(one.passage)),
    ),
  );
  return { turns: turns.filter((one) => one !== null), respelled: read.respelled };
}

/** The hits of a query among the sessions of a scope. */
export interface Searched {
  readonly query: Query;
  readonly hits: Hits;
  readonly corpus: Corpus;
  /** The documents of the scope's sessions. */
  readonly among: ReadonlySet<number>;
}

/** Searches the sessions of a scope besides one; null where it has none. */
export async function searchSessions(
  deps: RecallDeps,
  query: Query,
  { scope, besides }: { readonly scope: Scope; readonly besides: SessionId | null },
): Promise<Searched | null> {
  const spans = await deps.store.searchSpans({
    kinds: ['session'],
    scopeKeys: [scope.key],
    ...(besides !== null && { besides }),
  });
  if (spans.numbers.length === 0) return null;
  const read = await soundHits(deps, query);
  const among = new Set(spans.numbers);
  return { query: read.query, hits: hitsWithin(read.hits, spans), corpus: corpusOf(spans), among };
}

function agesInDays(spans: SearchSpans | null, now: Millis): (document: number) => number {
  const days = new Map(
    spans?.numbers.map((number, i) => [number, Math.max(0, now - spans.ended[i]!) / DAY]),
  );
  return (document) => days.get(document) ?? 0;
}

/** Sessions among whose turns the best are chosen. */
const SESSIONS_WEIGHED = 5;

/** A document and a passage of its best turn; null if only the time matches. */
interface BestTurn {
  readonly document: number;
  readonly score: number;
  readonly passage: PassageId | null;
}

/** The best turns of each session; with several per session, all sorted together, with more weight on the session's rank. */
function bestTurns(
  ranked: readonly RankedDocument[],
  hits: Hits,
  corpus: Corpus,
  each: number,
): readonly BestTurn[] {
  const top = ranked[0]?.score ?? 1;
  const turns = ranked.flatMap(
    ({ document, score, hasWords }): (BestTurn & { readonly order: number })[] => {
      const order = (score / top) ** 3;
      if (!hasWords) return [{ document, score, passage: null, order }];
      const found = rankTurns(document, hits, corpus);
      return found.slice(0, each).map((turn) => ({
        document,
        score,
        passage: turn.passage,
        order: (order * turn.score) / found[0]!.score,
      }));
    },
  );
  return each > 1 ? turns.sort((a, b) => b.order - a.order) : turns;
}

function corpusOf({ numbers, passages }: SearchSpans): Corpus {
  return { documents: numbers.length, passages };
}

function hitsWithin({ terms, pairs }: Hits, { numbers }: SearchSpans): Hits {
  const among = new Set(numbers);
  return {
    terms: terms.map((list) => withinDocuments(list, among)),
    pairs: pairs.map((list) => withinDocuments(list, among)),
  };
}

function filterOf(asked: Question, { scope, kinds: wanted, filter }: RecallOptions): SearchFilter {
  const named = wanted?.filter((kind) => kind !== 'memory' && kind !== 'answer');
  // A time is asked of sessions.
  const kinds = named ?? (asked.isOnlyTime ? (['session'] as const) : null);
  return {
    ...(kinds && { kinds }),
    ...(scope && { scopeKeys: [...new Set<ScopeKey>([scope.key, GLOBAL_SCOPE_KEY])] }),
    ...filter,
  };
}

async function timelyDocuments(
  deps: RecallDeps,
  asked: Question,
  filter: SearchFilter,
): Promise<ReadonlyMap<number, number>> {
  const timely = new Map<number, number>();
  if (asked.ranges.length === 0) return timely;
  const since = Math.max(filter.since ?? 0, Math.min(...asked.ranges.map(({ from }) => from)));
  const until = Math.max(...asked.ranges.map(({ to }) => to)) + AFTERMATH;
  const { numbers, began, ended } = await deps.store.searchSpans({ ...filter, since, until });
  numbers.forEach((number, i) => {
    const fit = timeliness(asked.ranges, began[i]!, ended[i]!);
    if (asked.isOnlyTime ? isWithin(asked.ranges, began[i]!, ended[i]!) : fit > 0)
      timely.set(number, fit);
  });
  return timely;
}

/** The query as finally searched, and its hits. */
interface ReadHits {
  readonly query: Query;
  readonly hits: Hits;
  readonly respelled: readonly Respelled[];
}

/** Searches; an empty result is checked against a damaged index. */
async function soundHits(deps: RecallDeps, query: Query): Promise<ReadHits> {
  const mended = async () => (await deps.store.mendIndexes()).length > 0;
  try {
    const read = await hitsOf(deps, query);
    const isPlausible =
      query.terms.length === 0 || read.hits.terms.some(({ ids }) => ids.length > 0);
    if (isPlausible || !(await mended())) return read;
  } catch (error) {
    if (!(await mended())) throw error;
  }
  return hitsOf(deps, query);
}

async function hitsOf(deps: RecallDeps, query: Query): Promise<ReadHits> {
  const { store, deadline } = deps;
  const terms: SearchTerm[] = [];
  const hits: HitList[] = [];
  const respelled: Respelled[] = [];
  for (const term of query.terms) {
    // An answer from fewer words is better than none.
    if (deadline.passed()) break;
    const found = await store.searchHits(term, MOST_HITS);
    const other = found.ids.length === 0 ? await findNearly(deps, term) : null;
    terms.push(other ? { ...term, ...other.form } : term);
    hits.push({ ...(other?.found ?? found), ...(term.kind === 'id' && { factor: NAMED }) });
    if (other) respelled.push(other.respelled);
  }
  // Pairs of very frequent words are slow to find and have little weight.
  const isFound = (place: number): boolean => (hits[place]?.ids.length ?? 0) > 0;
  const isCommon = (place: number): boolean => hits[place]!.reach < 1;
  const pairs = query.pairs.filter(({ of }) => of.every(isFound) && !of.every(isCommon));
  const pairHits = await Promise.all(pairs.map((pair) => store.searchHits(pair, MOST_HITS)));
  return { query: { terms, pairs }, hits: { terms: hits, pairs: pairHits }, respelled };
}

interface Nearly {
  readonly form: SearchItem & { readonly isGuess?: true };
  readonly found: HitList;
  readonly respelled: Respelled;
}

/** Replacements for a word without hits: longer words, hashes with that beginning, or similar spellings. */
async function findNearly(
  { store }: RecallDeps,
  { kind, forms, prefix }: SearchTerm,
): Promise<Nearly | null> {
  const word = forms[0]!;
  if (kind === 'number' || kind === 'file' || word.includes(' ') || isUnspaced(word)) return null;
  const look = async (form: Nearly['form'], as: string): Promise<Nearly | null> => {
    const found = await store.searchHits(form, MOST_HITS);
    return found.ids.length > 0 ? { form, found, respelled: { word, as } } : null;
  };
  if (!prefix && word.length >= 4) {
    const longer = await look({ forms: [word], prefix: true }, `${word}…`);
    if (longer) return longer;
  }
  if (/^[0-9a-f]{8,40}$/.test(word)) {
    const cut = [12, 10, 8, 7]
      .filter((length) => length < word.length)
      .map((length) => word.slice(0, length));
    return look({ forms: cut }, cut.at(-1)!);
  }
  const known = await Promise.all(beginningsOf(word).map((start) => store.wordsBeginning(start)));
  const near = nearestWord(word, known.flat());
  return near === null
    ? null
    : look({ forms: [near], isGuess: true }, (await store.wordAsWritten(near)) ?? near);
}

async function presentTurn(
  deps: RecallDeps,
  query: Query,
  one: BestTurn,
  fit: Fit,
): Promise<RecalledTurn | null> {
  const { store } = deps;
  const document = await store.searchDocument(one.document);
  // Forgotten in the meantime.
  if (!document) return null;
  const { title } = document;
  const passages = one.passage === null ? [] : await store.markedTurn(query.terms, one.passage);
  const best = one.passage === null ? null : fieldNamed(one.passage);
  const said = passages.filter(({ id }) => fieldNamed(id) === best).map(({ text }) => text);
  return {
    document,
    title,
    fit,
    passages,
    score: one.score,
    turn: one.passage === null ? null : turnOf(one.passage) || null,
    by: best,
    snippet: said.length > 0 ? snippetOf(query, joinPassages(said)) : null,
  };
}

function snippetOf(query: Query, marked: string): Snippet {
  const forms = query.terms.map((term) => term.forms[0]!);
  const shown = snippet(marked, forms.filter(isUnspaced));
  // A match inside an identifier: the index cannot mark it, so the letters are searched.
  return shown.marks.length > 0 ? shown : snippet(marked, forms);
}

/** Sessions that are not in the index yet. */
export function unindexedSessions({ store }: Pick<Deps, 'store'>): Promise<number> {
  return store.unindexedSessions();
}
