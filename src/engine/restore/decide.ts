import type { KnownMemory } from '../../domain/answer/lines.ts';
import type { PreambleContent } from '../../domain/answer/preamble.ts';
import type { SessionId } from '../../domain/ids.ts';
import { inheritPins } from '../../domain/pins/inherit.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import { tellingTopics } from '../../domain/projects/telling-topics.ts';
import { isTaken, TAKEN } from '../../domain/restore/contribute.ts';
import { asPinnedNow } from '../../domain/tasks/task.ts';
import { onlyLetters } from '../../domain/text/letters.ts';
import { unitsOf } from '../../domain/turns/units.ts';
import type { LedgerWithin } from '../../store/ledger.ts';
import type { RestoreOutcome, RestorePhase } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { metricsOfRestore } from '../metrics/metrics.ts';
import { type ExplainedMemory, type Explanation, explain } from './explain.ts';
import type { Gathered } from './gather.ts';
import { weighMemories } from './learnings.ts';
import { tell } from './render.ts';

export interface Occasion {
  readonly phase: RestorePhase;
  /** Sessions that contributed to this one before. */
  readonly known?: readonly SessionId[];
  /** The text of its start: no passage says it again. */
  readonly heard?: string;
  /** Something of other machines came in after the start: it is told now. */
  readonly hasArrived?: boolean;
  /** Memories that it was told before, where no ledger knows. */
  readonly told?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Pure but for the clock that the explanation carries; runs inside the transaction that makes it true. */
export function decide(
  deps: Pick<Deps, 'config' | 'now' | 'ticks'>,
  gathered: Gathered,
  own: readonly Pin[],
  ledger: LedgerWithin,
  occasion: Occasion,
): RestoreOutcome {
  const { config } = deps;
  const { phase, known = [], told = NONE } = occasion;
  const now = deps.now();
  const { taken, decisions } = inheritPins(own, gathered.offers, gathered.letGo.pins, {
    maxInherited: config['session_persistence.max_inherited_pins'],
    maxPins: config['pins.max'],
  });
  const contributing = gathered.ranked.filter((one) => isTaken(one) && !known.includes(one.candidate.id));
  const from = new Map(contributing.map(({ candidate, score }) => [candidate.id, score.total]));
  for (const { offer, refused } of decisions) {
    const id = offer.sessionId as SessionId;
    if (!refused && !known.includes(id) && !from.has(id)) {
      from.set(id, gathered.ranked.find(({ candidate }) => candidate.id === id)?.score.total ?? 0);
    }
  }
  // A first prompt adds what it calls for, and what sessions learnt that join only now.
  const learnings = [
    ...gathered.called,
    ...gathered.learnings.filter(({ sessionId }) => phase !== 'prompt' || from.has(sessionId)),
  ];
  const memories = weighMemories(learnings, told, now, config);
  const content = contentOf(
    gathered,
    { own, taken, refused: decisions.filter(isLeftOver).length },
    {
      ...occasion,
      contributing: new Set(contributing.map(({ candidate }) => candidate.id)),
      sessions: from.size,
      memories: memories.told,
    },
  );
  const { made, withheld } = tell(deps, ledger, content);
  const weighed = weighMemories(learnings, new Set([...told, ...withheld]), now, config);
  const preamble = made?.text ?? null;
  const named = content.tasks.filter((task) => made?.told.has(task));
  const explanation: Explanation = explain({
    phase,
    tasks: named,
    book: gathered.book,
    lastTime: mainOf(content.turns ?? []),
    beforeThat: (content.turns ?? [])
      .filter(({ role }) => role !== 'last' && role !== 'own')
      .map(({ session }) => session.id),
    isShortForm: content.shortForm !== null,
    said: (content.said ?? []).filter((one) => made?.told.has(one)),
    keywords: gathered.keywords,
    ranked: gathered.ranked,
    decisions,
    memories: asTold(
      weighed.explained,
      content.memories.filter((one) => made?.told.has(one)),
    ),
    claims: gathered.claims.failed,
    recalled: (content.passages ?? []).filter((one) => made?.told.has(one)),
    known,
    preamble,
    threshold: config['session_persistence.relevance_threshold'],
    tookMs: deps.ticks() - gathered.startedAt,
    now,
  });
  const outcome = {
    ...{ pins: taken, preamble, thread: gathered.thread?.head.id ?? null },
    from: [...from].map(([id, score]) => ({ id, score })),
  };
  // The short form restores nothing: it leaves neither metric nor link.
  const metrics = content.shortForm
    ? []
    : metricsOfRestore(
        { ...outcome, into: gathered.into, phase, tasks: named, memories: weighed.metrics, at: now },
        config,
      );
  return { ...outcome, explanation, metrics };
}

/** A memory that found no room was not told, and may be told later. */
export function asTold(
  explained: readonly ExplainedMemory[],
  told: readonly KnownMemory[],
): ExplainedMemory[] {
  const ids = new Set(told.map(({ id }) => id));
  return explained.map((one) =>
    one.verdict === TAKEN && !ids.has(one.memory_id) ? { ...one, verdict: 'no room' } : one,
  );
}

/** Pins that would have been inherited if there had been room. */
function isLeftOver({ refused }: { readonly refused: string | null }): boolean {
  return refused === 'inherited limit' || refused === 'working memory is full';
}

interface Telling extends Occasion {
  readonly contributing: ReadonlySet<SessionId>;
  readonly sessions: number;
  readonly memories: readonly KnownMemory[];
}

/** The content for an occasion: everything at a start, at a first prompt only what it adds. */
function contentOf(
  gathered: Gathered,
  pins: { readonly own: readonly Pin[]; readonly taken: readonly Pin[]; readonly refused: number },
  telling: Telling,
): PreambleContent<KnownMemory> & { readonly shortForm: Gathered['shortForm'] } {
  const { phase, known = [], contributing, sessions, memories } = telling;
  const isAddition = phase === 'prompt';
  const { hasArrived = false } = telling;
  const isSilent = isAddition && !hasArrived;
  const before = gathered.ranked.map(({ candidate }) => candidate).filter(({ id }) => known.includes(id));
  const ofNew = gathered.ranked.map(({ candidate }) => candidate).filter(({ id }) => contributing.has(id));
  const isNew = (list: (one: (typeof before)[number]) => readonly string[]) => {
    const said = new Set(before.flatMap(list));
    return (word: string) => !said.has(word);
  };
  // Topics are words, and those of global sessions are told nowhere else.
  const ofHere = ofNew.filter(({ isApart, scopeKey }) => !isApart && scopeKey === gathered.scopeKey);
  const ofAll = tellingTopics(distinct(ofHere.flatMap((one) => one.topics)), gathered.names);
  const topics = ofAll.filter(isNew((one) => one.topics));
  const projects = distinct(ofNew.flatMap((one) => one.projects)).filter(isNew((one) => one.projects));
  const tasksTold = new Set(before.flatMap((one) => one.tasks.map((task) => task.task_id)));
  const openTasks = asPinnedNow(gathered.book.told, [...pins.own, ...pins.taken]);
  const shared = {
    sessions,
    memories,
    passages: gathered.passages.filter(
      ({ asked, answered }) => !isHeard(`${asked}\n${answered}`, telling.heard ?? ''),
    ),
    inheritedPins: isAddition ? pins.taken : [...pins.own.filter((pin) => pin.origin), ...pins.taken],
    morePins: pins.refused,
    team: isSilent ? null : gathered.team,
    othersAsOf: gathered.othersAsOf,
    mark: gathered.claims.mark,
    project: gathered.names[0] ?? null,
    apartBranch: (session: string) => gathered.apart.get(session) ?? null,
  };
  if (gathered.shortForm && !isAddition) {
    // The record of the last work, and what holds for the scope whatever its age.
    const { said, turns, shortForm } = gathered;
    const nothing = { tasks: [], projects: [], topics: [], state: null };
    return { ...shared, ...nothing, said, turns, shortForm, ownPins: ownOf(pins.own) };
  }
  return {
    ...shared,
    shortForm: null,
    turns: isSilent ? [] : gathered.turns.filter(({ session }) => !known.includes(session.id)),
    apart: isAddition ? joining(gathered.branches, contributing) : gathered.branches,
    state: isSilent ? null : gathered.state,
    tasks: isAddition
      ? openTasks.filter((task) => !tasksTold.has(task.task_id) && isOf(task, ofNew))
      : openTasks,
    olderTasks: isAddition || !isContinued(gathered) ? 0 : countOf(gathered.book),
    said: isAddition ? [] : gathered.said,
    ownPins: isAddition ? [] : ownOf(pins.own),
    decisions: isSilent ? [] : gathered.decisions,
    olderDecisions: isAddition || !isContinued(gathered) ? 0 : gathered.olderDecisions,
    earlier: isAddition
      ? ofNew.filter(
          ({ id, isApart }) => !isApart && !gathered.turns.some(({ session }) => session.id === id),
        )
      : gathered.earlier,
    projects,
    topics: [
      ...topics.filter((one) => !gathered.commonTopics.has(one)),
      ...topics.filter((one) => gathered.commonTopics.has(one)),
    ],
  };
}

/** Keeps only newly joined sessions of unmerged branches; their open items were counted at the start. */
function joining(branches: Gathered['branches'], ids: ReadonlySet<SessionId>): Gathered['branches'] {
  const left = { tasks: 0, next: 0, blockers: 0, decisions: 0, pins: 0 };
  return branches.map(({ branch, sessions }) => ({
    ...{ branch, left },
    sessions: sessions.filter(({ id }) => ids.has(id)),
  }));
}

/** Old work is counted beside what is told; alone it is no reason to speak. */
function isContinued({ ranked, lastTime, book }: Gathered): boolean {
  return lastTime !== null || ranked.some(isTaken) || book.told.length > 0;
}

function countOf({ older, overtaken }: Gathered['book']): number {
  return older.length + overtaken.length;
}

function mainOf(turns: Gathered['turns']): SessionId | null {
  return turns.find(({ role }) => role === 'last' || role === 'own')?.session.id ?? null;
}

function isOf(
  { task_id: id }: { readonly task_id: string },
  sessions: readonly { readonly tasks: readonly { readonly task_id: string }[] }[],
) {
  return sessions.some(({ tasks }) => tasks.some((task) => task.task_id === id));
}

/** Whether a quote stands in what was told, for the most part. */
function isHeard(quote: string, heard: string): boolean {
  if (heard === '') return false;
  const told = asWords(heard);
  let known = 0;
  let all = 0;
  for (const { text } of unitsOf(quote)) {
    const words = asWords(text);
    all += words.length;
    if (isIn(words, told)) known += words.length;
  }
  return known > all * MOSTLY;
}

function asWords(text: string): string {
  return onlyLetters(text.toLowerCase(), ' ').trim();
}

function isIn(words: string, told: string): boolean {
  const parts = words.split(' ');
  const runs = Math.max(1, Math.floor(parts.length / RUN));
  let known = 0;
  for (let i = 0; i < runs; i++) if (told.includes(parts.slice(i * RUN, (i + 1) * RUN).join(' '))) known++;
  return known > runs * MOSTLY;
}

const MOSTLY = 0.6;
/** Words that are looked up together. */
const RUN = 4;

function ownOf(pins: readonly Pin[]): Pin[] {
  return pins.filter((pin) => !pin.origin);
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)];
}
