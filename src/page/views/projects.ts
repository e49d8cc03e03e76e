import type { ScopeKey } from '../../domain/base/ids.ts';
import { GLOBAL_SCOPE, type Scope } from '../../domain/base/scope.ts';
import { DAY } from '../../domain/base/time.ts';
import { ENDING_WORDS, subjectOf } from '../../domain/matters/matter.ts';
import { ledgerFigures } from '../../engine/ledger/ledger.ts';
import { endingOfSession } from '../../engine/matters/standing.ts';
import { projects } from '../../engine/projects/link.ts';
import { activitySince, latestSession, statusOf } from '../../engine/sessions/sessions.ts';
import { tasksIn } from '../../engine/tasks/open-tasks.ts';
import { threadHere } from '../../engine/threads/threads.ts';
import type { OperationCall } from '../../operations/base/operation.ts';
import { localTime } from '../../operations/base/words.ts';

export interface PlacesView {
  /** The project that the page shows. */
  readonly here: string;
  readonly places: readonly ProjectPlace[];
  /** Pages of the project that have something to show. */
  readonly shows: readonly string[];
}

export interface ProjectPlace {
  readonly key: string;
  readonly label: string;
  /** The top of its working tree; null where that is not known. */
  readonly root: string | null;
}

/** The names of all projects, the last worked on first. */
export async function placesView(call: OperationCall): Promise<PlacesView> {
  const { deps, scope } = call;
  const known = (await projects(deps)).filter(({ isWorkedIn }) => isWorkedIn);
  const places = known
    .sort((a, b) => (a.last < b.last ? 1 : -1))
    .map(({ key, label, root }) => ({ key, label, root }));
  const isKnown = places.some(({ key }) => key === scope.key);
  const here = { key: scope.key, label: scope.label, root: scope.root };
  return {
    here: scope.key,
    places: isKnown ? places : [here, ...places],
    shows: await pagesWith(call),
  };
}

/** Names of the pages that have something to show: an empty board or ledger would only be in the way. */
async function pagesWith({ deps, scope }: OperationCall): Promise<string[]> {
  const thread = await threadHere(deps, scope);
  const { all } = await ledgerFigures(deps, null);
  const hasBoard =
    thread !== null &&
    thread.thread.next.length +
      thread.thread.blockers.length +
      thread.thread.decisions.length +
      thread.thread.done.length >
      0;
  return [...(hasBoard ? ['board'] : []), ...(all.tokensSent > 0 ? ['ledger'] : [])];
}

export interface ProjectCard extends ProjectPlace {
  readonly sessions: number;
  readonly last: string | null;
  /** The subject of the last session, and how that ended. */
  readonly title: string | null;
  readonly ended: string | null;
  readonly red: number;
  readonly open: number;
  /** Sessions of each of the last days, the latest last. */
  readonly days: readonly number[];
}

export interface ProjectsView {
  readonly here: string;
  readonly projects: readonly ProjectCard[];
  /** The number of further projects. */
  readonly more: number;
}

/** More would take longer to read than to search. */
const MOST_CARDS = 24;
const DAYS = 28;

export async function projectsView({ deps, scope }: OperationCall): Promise<ProjectsView> {
  const now = deps.now();
  const rows = await activitySince(deps, now - DAYS * DAY, null);
  const known = (await projects(deps)).filter(({ isWorkedIn }) => isWorkedIn);
  known.sort((a, b) => (a.last < b.last ? 1 : -1));
  const daysOf = (key: ScopeKey) =>
    Array.from({ length: DAYS }, (_, i) => {
      const day = localTime(now - (DAYS - 1 - i) * DAY).slice(0, 10);
      return rows
        .filter((row) => row.scopeKey === key && row.day === day)
        .reduce((sum, { sessions }) => sum + sessions, 0);
    });
  const card = async (one: Scope, sessions: number): Promise<ProjectCard> => {
    const latest = await latestSession(deps, one);
    const blockers = (await threadHere(deps, one))?.thread.blockers ?? [];
    return {
      key: one.key,
      label: one.label,
      root: one.root,
      sessions,
      last: latest?.last_activity ?? null,
      title: latest && (subjectOf(latest) ?? latest.title),
      ended: latest && ENDING_WORDS[endingOfSession(await statusOf(deps, latest))],
      red: blockers.filter(({ resolved, by }) => !resolved && by === 'tool').length,
      open: (await tasksIn(deps, one, true)).filter(({ age }) => age === 'open').length,
      days: daysOf(one.key),
    };
  };
  const cards: ProjectCard[] = [];
  for (const one of known.slice(0, MOST_CARDS)) cards.push(await card(one, one.sessions));
  const outside = await card(GLOBAL_SCOPE, 0);
  if (outside.last !== null) cards.push(outside);
  return { here: scope.key, projects: cards, more: Math.max(0, known.length - MOST_CARDS) };
}
