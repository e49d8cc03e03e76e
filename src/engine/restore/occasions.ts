import type { Context } from '../../domain/answer/contributors.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import { tellingTopics } from '../../domain/projects/topic.ts';
import { type Candidate, isTaken } from '../../domain/restore/contribute.ts';
import { asPinnedNow } from '../../domain/tasks/task.ts';
import { onlyLetters } from '../../domain/text/letters.ts';
import { unitsOf } from '../../domain/turns/units.ts';
import type { RestoreInputs } from './inputs.ts';
import { CHOSEN, type Occasion, type SessionPins } from './occasion.ts';

/** A session begins, or its model has forgotten: everything. */
export function everything(inputs: RestoreInputs, phase: 'start' | 'compact'): Occasion {
  const { context, book } = inputs;
  const contributing = inputs.ranked.filter(isTaken);
  const from = scoresOf(contributing);
  const isOld = context.shortForm !== null;
  return {
    ...common(inputs),
    ...{ phase, from },
    sections: isOld ? CHOSEN[phase].filter((name) => !OF_WORK.includes(name)) : CHOSEN[phase],
    learnings: () => [...inputs.called, ...inputs.learnings],
    context: (pins) => ({
      ...context,
      tasks: openTasks(inputs, pins),
      olderTasks: isContinued(inputs) ? book.older.length + book.overtaken.length : 0,
      olderDecisions: isContinued(inputs) ? context.olderDecisions : 0,
      inheritedPins: [...pins.own.filter(({ origin }) => origin), ...pins.taken],
      morePins: pins.refused,
      ownPins: ownOf(pins.own),
      ...namesIn(
        inputs,
        contributing.map(({ candidate }) => candidate),
      ),
    }),
  };
}

/** Sections about work that is under way: where nothing is recent enough, the record speaks in their place. */
const OF_WORK: readonly string[] = [
  ...['state', 'unmerged', 'tasks', 'decisions', 'earlier', 'projects', 'topics'],
];

export interface Before {
  /** Sessions that contributed to this one before. */
  readonly known: readonly SessionId[];
  /** The text of its start: no quote says it again. */
  readonly heard: string;
  /** Memories that it was told before, where no ledger knows. */
  readonly told: ReadonlySet<string>;
  /** Something of other machines came in after the start: it is told now. */
  readonly hasArrived?: boolean;
}

/** A first prompt: only what it adds. */
export function addition(
  inputs: RestoreInputs,
  { known, heard, told, hasArrived = false }: Before,
): Occasion {
  const { context } = inputs;
  const candidates = inputs.ranked.map(({ candidate }) => candidate);
  const before = candidates.filter(({ id }) => known.includes(id));
  const contributing = inputs.ranked.filter((one) => isTaken(one) && !known.includes(one.candidate.id));
  const from = scoresOf(contributing);
  const joining = contributing.map(({ candidate }) => candidate);
  const tasksBefore = new Set(before.flatMap(({ tasks }) => tasks.map(({ task_id }) => task_id)));
  const tasksJoining = new Set(joining.flatMap(({ tasks }) => tasks.map(({ task_id }) => task_id)));
  return {
    ...common(inputs),
    ...{ phase: 'prompt', known, told, from },
    sections: hasArrived ? CHOSEN.arrived : CHOSEN.prompt,
    learnings: (all) => [...inputs.called, ...inputs.learnings.filter(({ sessionId }) => all.has(sessionId))],
    context: (pins) => ({
      ...context,
      shortForm: null,
      turns: context.turns.filter(({ session }) => !known.includes(session.id)),
      branches: branchesJoining(context.branches, from),
      tasks: openTasks(inputs, pins).filter(
        ({ task_id }) => !tasksBefore.has(task_id) && tasksJoining.has(task_id),
      ),
      olderTasks: 0,
      olderDecisions: 0,
      rules: [],
      inheritedPins: pins.taken,
      morePins: pins.refused,
      earlier: joining.filter(
        ({ id, isUnmerged }) => !isUnmerged && !context.turns.some(({ session }) => session.id === id),
      ),
      recalled: context.recalled.filter(({ asked, answered }) => !isHeard(`${asked}\n${answered}`, heard)),
      ...namesIn(inputs, joining, before),
    }),
  };
}

function common(inputs: RestoreInputs) {
  const { into, offers, dismissed, ranked, book, keywords, claims, thread, loaded, startedAt } = inputs;
  return {
    ...{ into, offers, ranked, book, keywords, loaded, startedAt },
    dismissed: dismissed.pins,
    claims: claims.failed,
    thread: thread?.head.id ?? null,
  };
}

function scoresOf(contributing: RestoreInputs['ranked']): ReadonlyMap<SessionId, number> {
  return new Map(contributing.map(({ candidate, score }) => [candidate.id, score.total]));
}

function openTasks({ book }: RestoreInputs, { own, taken }: SessionPins): Context['tasks'] {
  return asPinnedNow(book.told, [...own, ...taken]);
}

function ownOf(pins: readonly Pin[]): Pin[] {
  return pins.filter(({ origin }) => !origin);
}

/** Projects and topics of sessions, without those of sessions that spoke before. Those of global sessions are told nowhere else. */
function namesIn(
  { scopeKey, names, commonTopics }: RestoreInputs,
  sessions: readonly Candidate[],
  before: readonly Candidate[] = [],
): Pick<Context, 'projects' | 'topics'> {
  const isNew = (list: (one: Candidate) => readonly string[]) => {
    const said = new Set(before.flatMap(list));
    return (word: string) => !said.has(word);
  };
  const here = sessions.filter((one) => !one.isUnmerged && one.scopeKey === scopeKey);
  const topics = tellingTopics(distinct(here.flatMap((one) => one.topics)), names).filter(
    isNew((one) => one.topics),
  );
  return {
    projects: distinct(sessions.flatMap((one) => one.projects)).filter(isNew((one) => one.projects)),
    topics: [
      ...topics.filter((one) => !commonTopics.has(one)),
      ...topics.filter((one) => commonTopics.has(one)),
    ],
  };
}

/** Keeps only newly joined sessions of unmerged branches; their open items were counted at the start. */
function branchesJoining(
  branches: Context['branches'],
  joining: ReadonlyMap<SessionId, number>,
): Context['branches'] {
  const left = { tasks: 0, next: 0, blockers: 0, decisions: 0, pins: 0 };
  return branches.map(({ branch, sessions }) => ({
    ...{ branch, left },
    sessions: sessions.filter(({ id }) => joining.has(id)),
  }));
}

/** Old work is counted beside what is told; alone it is no reason to speak. */
function isContinued({ ranked, lastTime, book }: RestoreInputs): boolean {
  return lastTime !== null || ranked.some(isTaken) || book.told.length > 0;
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

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)];
}
