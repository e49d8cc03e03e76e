import { type Choosing, chooseSessions } from '../../domain/answer/choose-sessions.ts';
import { withoutMuted } from '../../domain/answer/muted.ts';
import { isSure, opensAtFirst, opensLater } from '../../domain/answer/opens.ts';
import type { SessionFit } from '../../domain/answer/session-fit.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { MINUTE } from '../../domain/base/time.ts';
import {
  documentOf,
  fieldNamed,
  type PassageId,
  passagesOf,
  turnOf,
} from '../../domain/index/passage.ts';
import { rawWords } from '../../domain/index/words.ts';
import { type Fit, fitter } from '../../domain/search/fit.ts';
import { findForeign, isName } from '../../domain/search/foreign.ts';
import { isNamedIn } from '../../domain/search/opening.ts';
import { isTelling, type Query, readQuery, type SearchTerm } from '../../domain/search/query.ts';
import {
  documentsIn,
  firstFrom,
  type HitList,
  rankDocuments,
  rankTurns,
} from '../../domain/search/rank.ts';
import { readReturning } from '../../domain/search/returning.ts';
import { byLatestActivity } from '../../domain/sessions/snapshot.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import type { Deps } from '../base/deps.ts';
import { type Searched, searchSessions } from '../search/recall.ts';
import { resumedAfter } from './conversation.ts';

/** A session of the matter that somebody means, with all its turns and those that hold the words. */
export interface ChosenSession {
  readonly id: SessionId;
  readonly turns: readonly Turn[];
  /** Best first. */
  readonly matching: readonly number[];
  /** The session is the newest of its matter: it knows how that ended. */
  readonly isNewest: boolean;
  /** The words mean it by themselves; otherwise it goes with another one, or was opened before. */
  readonly opens: boolean;
  /** The match may be a coincidence, so the session is told in less room. */
  readonly isUnsure: boolean;
  /** An older one that only worked on the same files: it is told in what the others leave. */
  readonly isBehind: boolean;
}

export interface AskingPlace {
  readonly scope: Scope;
  /** The session that asks, which is not its own past. */
  readonly besides: SessionId | null;
  /** The present work, at a later prompt: its words and files are no sign of an older matter. */
  readonly underWay?: UnderWay;
}

export interface UnderWay {
  readonly isOf: (term: SearchTerm) => boolean;
  /** Sessions of the same conversation. */
  readonly sessions: ReadonlySet<SessionId>;
  /** Sessions that earlier prompts opened: they may be named again by any word. */
  readonly opened: ReadonlySet<SessionId>;
}

type ChooseDeps = Pick<Deps, 'store' | 'now' | 'config' | 'deadline' | 'rooms'>;

/** Sessions that are compared; what fits less well is never the matter. */
const MOST_COMPARED = 12;
const MOST_MATCHING = 3;
/** A turn that holds less of the words than this share of the best one does not belong. */
const MATCHES = 0.5;

/** The earlier sessions of the matter that words mean, the latest first; none where nothing fits. */
export async function choose(
  deps: ChooseDeps,
  words: string,
  place: AskingPlace,
  choosing: Choosing = {},
): Promise<readonly ChosenSession[]> {
  const { isReturn, isBare, object } = readReturning(words);
  if (isBare) return [];
  const sought = place.underWay
    ? seekLater(words, isReturn, place.underWay)
    : {
        query: readQuery(object),
        opens: choosing.opens ?? opensAtFirst({ isReturn }),
        isKnown: isNever,
      };
  const searched = await searchSessions(deps, sought.query, place);
  if (searched === null) return [];
  const fits = await fitSessions(deps, searched, place.underWay);
  const { opens, isKnown } = sought;
  const fitting = chooseSessions(fits, {
    ...choosing,
    opens: (one) => opens(one) || isKnown(one),
    isAnyOpen: place.underWay !== undefined,
  });
  const linked =
    fitting.length === 1
      ? [...fitting, ...(await findContinuation(deps, searched, fitting[0]!, place))]
      : fitting;
  const chosen = await withConversations(deps, linked, place);
  const { texts: muted } = await deps.store.dismissed(place.scope.key);
  // Somebody who comes back or asks means something; any other prompt may only share words with it.
  const isGuess = !isReturn && choosing.opens === undefined && place.underWay === undefined;
  const found = await Promise.all(
    chosen.toSorted(byLatestActivity).map(
      async (fit, i): Promise<ChosenSession> => ({
        id: fit.id,
        turns: withoutMuted(await deps.store.turnsOf(fit.id), muted),
        matching: fit.turns,
        isNewest: i === 0,
        opens: opens(fit),
        isUnsure: isGuess && !isSure(fit),
        isBehind: i > 0 && !fitting.includes(fit),
      }),
    ),
  );
  return found.filter(({ turns }) => turns.length > 0);
}

/** With the later parts of the conversations that were resumed since: who resumes one does not say again what it is about. */
async function withConversations(
  deps: ChooseDeps,
  fits: readonly SessionFit[],
  { besides, underWay }: AskingPlace,
): Promise<readonly SessionFit[]> {
  const all = new Map(fits.map((fit) => [fit.id, fit]));
  for (const fit of fits) {
    for (const head of await resumedAfter(deps, fit.id)) {
      const { id, place, endedAt, lastActivity } = head;
      const isOpen = endedAt === null && isBusy(deps, lastActivity);
      if (isOpen || all.has(id) || id === besides || underWay?.sessions.has(id)) continue;
      all.set(id, { ...fit, id, place, at: endedAt ?? lastActivity, words: 0, turns: [] });
    }
  }
  return [...all.values()];
}

/** A query for earlier sessions, and which results count: by the words themselves, or because a prompt opened them before. */
interface SoughtSessions {
  readonly query: Query;
  readonly opens: (one: SessionFit) => boolean;
  readonly isKnown: (one: SessionFit) => boolean;
}

const isNever = () => false;

/** At a later prompt: by its words about something else than what is under way, which mean only what was opened before. */
function seekLater(words: string, isReturn: boolean, { isOf, opened }: UnderWay): SoughtSessions {
  const isKnown = ({ id }: SessionFit) => opened.has(id);
  const foreign = findForeign(words, isOf);
  return foreign
    ? { query: foreign.query, opens: opensLater(foreign.least, { isReturn }), isKnown }
    : { query: readQuery(readReturning(words).object), opens: isNever, isKnown };
}

/** Whether a later prompt may mean earlier work at all, before anything is looked for. */
export function isSought(words: string, { isOf, opened }: UnderWay): boolean {
  return findForeign(words, isOf) !== null || (opened.size > 0 && isNamedIn(words));
}

/** Files of a session that are looked up. */
const MOST_FILES = 12;

/**
 * The newest other session of the same matter: who goes on rarely says again what it is about. It worked on a file of the
 * matter, or a later one speaks of the same things: it may overrule what was said.
 */
async function findContinuation(
  deps: ChooseDeps,
  { among }: Searched,
  of: SessionFit,
  place: AskingPlace,
): Promise<readonly SessionFit[]> {
  const linked = await linkedSessions(deps, among, of, place.underWay);
  const found = linked[0] ?? (await spokenOfAgain(deps, of, place));
  return found ? [{ ...of, turns: [], ...found, words: 0 }] : [];
}

/** Words of the matching turns that are looked for, and so many rare ones that two sessions share by no chance. */
const SPOKEN = { looked: 24, shared: 3, share: 0.36 };

/** The newest later session that holds the rare words of the turns that were found. */
async function spokenOfAgain(
  deps: ChooseDeps,
  of: SessionFit,
  place: AskingPlace,
): Promise<Pick<SessionFit, 'id' | 'place' | 'at' | 'turns'> | null> {
  const turns = await deps.store.turnsOf(of.id);
  const said = turns.filter(({ number }) => of.turns.includes(number));
  const text = said.map(({ asked, answered }) => `${asked ?? ''}\n${answered ?? ''}`).join('\n');
  const { terms } = readQuery(text, undefined, SPOKEN.looked * 2);
  const query = { terms: terms.filter(isTelling).slice(0, SPOKEN.looked), pairs: [] };
  const searched = await searchSessions(deps, query, place);
  if (searched === null) return null;
  const fits = await fitSessions(deps, searched, place.underWay);
  const later = fits.filter(
    (one) =>
      byLatestActivity(one, of) < 0 && one.rare >= SPOKEN.shared && one.fit.share >= SPOKEN.share,
  );
  return later.toSorted(byLatestActivity)[0] ?? null;
}

/** The sessions that go with a named one, the latest first, each with its turns. */
export async function sessionsOfMatter(
  deps: ChooseDeps,
  id: SessionId,
  { scope, besides }: AskingPlace,
  most: number,
): Promise<readonly Pick<ChosenSession, 'id' | 'turns'>[]> {
  const { numbers } = await deps.store.searchSpans({
    kinds: ['session'],
    scopeKeys: [scope.key],
    ...(besides !== null && { besides }),
  });
  const linked = await linkedSessions(deps, new Set(numbers), { id });
  const { texts: muted } = await deps.store.dismissed(scope.key);
  const found = await Promise.all(
    linked.slice(0, most).map(async (one) => ({
      id: one.id,
      turns: withoutMuted(await deps.store.turnsOf(one.id), muted),
    })),
  );
  return found.filter(({ turns }) => turns.length > 0);
}

/** Sessions of the same matter that words do not show, the latest first: they worked on a file that few sessions touched. */
async function linkedSessions(
  deps: ChooseDeps,
  among: Searched['among'],
  of: Pick<SessionFit, 'id'>,
  underWay?: UnderWay,
): Promise<readonly Pick<SessionFit, 'id' | 'place' | 'at'>[]> {
  const files = (await deps.store.turnsOf(of.id)).flatMap((turn) => turn.files);
  const linked = new Set<number>();
  for (const file of [...new Set(files)].slice(-MOST_FILES)) {
    const documents = await sessionsTouching(deps, among, file);
    if (documents.size <= fewOf(among)) for (const one of documents) linked.add(one);
  }
  const others: Pick<SessionFit, 'id' | 'place' | 'at'>[] = [];
  for (const document of linked) {
    const found = await sessionOf(deps, document, underWay);
    if (found !== null && found.id !== of.id) others.push(found);
  }
  return others.toSorted(byLatestActivity);
}

/** The sessions that touched a file. */
async function sessionsTouching(
  { store }: ChooseDeps,
  among: Searched['among'],
  file: string,
): Promise<ReadonlySet<number>> {
  const { ids } = await store.searchHits(
    { forms: [rawWords(file.toLowerCase()).join(' ')] },
    MOST_HITS,
  );
  const documents = ids.filter((id) => fieldNamed(id) === 'paths').map(documentOf);
  return new Set(documents.filter((document) => among.has(document)));
}

/** Hits of a file's name that are read, the newest ones: more of them are no sign of a matter. */
const MOST_HITS = 400;

/** A session by its document; null where it was forgotten, or where somebody works now. */
async function sessionOf(
  deps: ChooseDeps,
  document: number,
  underWay: UnderWay | undefined,
): Promise<Pick<SessionFit, 'id' | 'place' | 'at'> | null> {
  const found = await deps.store.searchDocument(document);
  if (found === null) return null;
  const id = found.ref as SessionId;
  if (underWay?.sessions.has(id)) return null;
  const head = await deps.store.head(id);
  if (head !== null && head.endedAt === null && isBusy(deps, head.lastActivity)) return null;
  return { id, place: head?.place ?? 0, at: Math.min(found.ended, deps.now()) };
}

async function fitSessions(
  deps: ChooseDeps,
  searched: Searched,
  underWay: UnderWay | undefined,
): Promise<readonly SessionFit[]> {
  const { query, hits, corpus } = searched;
  const fitOf = fitter(query.terms, hits.terms, corpus.documents);
  const isNew = (term: SearchTerm) => underWay?.isOf(term) !== true;
  const telling = tellingHits(searched, isNew);
  const rare = telling.filter(
    ({ hits: { ids, reach } }) => documentsIn(ids) / reach <= rareAmong(searched.among),
  );
  const fits: SessionFit[] = [];
  for (const { document, score } of rankDocuments(hits, corpus, { limit: MOST_COMPARED })) {
    const session = await sessionOf(deps, document, underWay);
    if (session === null) continue;
    const turns = rankTurns(document, hits, corpus);
    const least = MATCHES * (turns[0]?.score ?? 0);
    const matching = turns.filter((turn) => turn.score >= least && turnOf(turn.passage) > 0);
    fits.push({
      ...session,
      words: score,
      paths: pathsIn(searched, document, isNew),
      telling: telling.filter((one) => hitsIn(one.hits.ids, document).length > 0).length,
      ...countSigns(rare, document),
      fit: bestFit(turns.map(({ passage }) => fitOf(passage))),
      turns: matching.slice(0, MOST_MATCHING).map(({ passage }) => turnOf(passage)),
    });
  }
  return fits;
}

/** Somebody works there now: it is nobody's past. */
function isBusy({ config, now }: ChooseDeps, lastActivity: number): boolean {
  return now() - lastActivity < config['restore.quiet_minutes'] * MINUTE;
}

function bestFit(fits: readonly Fit[]): Fit {
  return fits.reduce((best, fit) => (fit.share > best.share ? fit : best), fits[0]!);
}

/** How many of the files that the words name a session touched. */
function pathsIn(
  { query, hits }: Searched,
  document: number,
  isNew: (term: SearchTerm) => boolean,
): number {
  const isTouched = ({ ids }: HitList) => hitsIn(ids, document).some(isOfPath);
  const isNamed = (term: SearchTerm, i: number) =>
    term.kind === 'file' && isNew(term) && isTouched(hits.terms[i]!);
  return query.terms.filter(isNamed).length;
}

function hitsIn(ids: readonly PassageId[], document: number): readonly PassageId[] {
  const [from, to] = passagesOf(document);
  return ids.slice(firstFrom(ids, from), firstFrom(ids, to));
}

/** The rare words of a prompt in one session. */
function countSigns(
  rare: readonly Sign[],
  document: number,
): Pick<SessionFit, 'rare' | 'said' | 'saidAgain' | 'isNamed'> {
  const held = rare
    .map(({ term, hits }) => ({ term, ids: hitsIn(hits.ids, document) }))
    .filter(({ ids }) => ids.length > 0);
  const said = held.filter(({ ids }) => ids.some(isOfPerson));
  return {
    rare: held.length,
    said: said.length,
    saidAgain: said.filter(({ ids }) => new Set(ids.map(turnOf)).size > 1).length,
    isNamed: held.some(
      ({ term, ids }) => isName(term) && (term.kind === 'id' || ids.some(isOfPath)),
    ),
  };
}

function isOfPath(id: PassageId): boolean {
  return fieldNamed(id) === 'paths';
}

/** A person speaks of a matter in their own words, or by the names of files. */
function isOfPerson(id: PassageId): boolean {
  return fieldNamed(id) === 'user' || isOfPath(id);
}

/** So many sessions are few, or this share of all. */
const FEW = { sessions: 3, share: 1 / 8 };
/** A word is rare that few sessions hold, and no more than this share: of three sessions one. */
const RARE = 1 / 3;

function fewOf({ size }: Searched['among']): number {
  return Math.max(FEW.sessions, size * FEW.share);
}

function rareAmong(among: Searched['among']): number {
  return Math.min(fewOf(among), among.size * RARE);
}

/** A word that carries the subject, and its hits. */
interface Sign {
  readonly term: SearchTerm;
  readonly hits: HitList;
}

/** The words that carry the subject and are not under way. */
function tellingHits(
  { query, hits }: Searched,
  isNew: (term: SearchTerm) => boolean,
): readonly Sign[] {
  const signs = query.terms.map((term, i): Sign => ({ term, hits: hits.terms[i]! }));
  return signs.filter(({ term }) => isTelling(term) && !term.isGuess && isNew(term));
}
