import { wholeAnswer, wholeSection } from '../../domain/answer/answer-text.ts';
import { type Context, NOTHING } from '../../domain/answer/context.ts';
import type { RankedSession } from '../../domain/answer/contribute.ts';
import {
  contributedSections,
  PINNED_HEADING,
  sectionsAt,
} from '../../domain/answer/contributors.ts';
import { HEADINGS } from '../../domain/answer/headings.ts';
import { goalToldOf, type QuotedTurns } from '../../domain/answer/last-time.ts';
import { bullet, pinLine } from '../../domain/answer/lines.ts';
import { threadWithoutMuted } from '../../domain/answer/muted.ts';
import { EMPTY_STATE, isCheck, type StateContent } from '../../domain/answer/state.ts';
import { shortId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { renderSections, type Section } from '../../domain/base/section.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { fromWorkingMemory } from '../../domain/pins/pin.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import {
  byLatestActivity,
  hasTurns,
  type SessionSnapshot,
  sessionDidSomething,
  sessionSnapshot,
} from '../../domain/sessions/snapshot.ts';
import { EMPTY_THREAD, withoutSessions } from '../../domain/threads/thread.ts';
import type { ScopeAndBranch } from '../../ports/projects/location.ts';
import type { SessionHead } from '../../store/store.ts';
import { listPins, NOBODY } from '../answer/doors/preview.ts';
import type { ToldPast } from '../answer/read/past.ts';
import { uncommittedIn } from '../answer/read/state.ts';
import { type Reading, readScope } from '../answer/read.ts';
import { preambleLimits } from '../answer/render.ts';
import { contentOf } from '../answer/select.ts';
import type { Deps } from '../base/deps.ts';
import { asOfNow } from '../sessions/as-of-now.ts';
import { statusOf } from '../sessions/sessions.ts';
import { threadHere, threadLeft } from '../threads/threads.ts';

/** The state of the work for a person or another agent: the content of a start, with its place. */
export interface Handoff extends Context {
  readonly scope: Pick<Scope, 'label'>;
  readonly branch: string | null;
  /** The last session that did something; if it only talked, the earlier one that left work. */
  readonly session: SessionSnapshot | null;
  readonly state: StateContent;
}

/** Hands over a scope, from the same reading as a start. `current`: the asking session; ignored if empty. */
export async function scopeHandoff(
  deps: Deps,
  place: ScopeAndBranch,
  current: SessionHead | null,
): Promise<Handoff> {
  const world = asOfNow(deps);
  const row = current && (await deps.store.session(current.id));
  const now = row && sessionSnapshot((await statusOf(deps, row)).state, null, current.place);
  const own = now && hasTurns(now) && sessionDidSomething(now) ? now : null;
  const reading = await readScope(world, { id: NOBODY, ...place }, { again: [], own });
  const content = contentOf(world, reading);
  const { past, work } = reading;
  const session = past.lastTime ?? findLatest(past, place.scope, current);
  // Old work hands over only its open items.
  const isLongOver = past.shortForm !== null;
  const { told, older, overtaken } = work.book;
  return {
    ...content,
    scope: place.scope,
    branch: place.branch,
    session,
    turns: past.told.length > 0 || !session ? past.told : await quoteSession(world, session),
    shortForm: session ? null : content.shortForm,
    state: await stateFor(world, place.scope, reading, [current?.id, session?.id]),
    tasks: isLongOver ? [...told, ...older] : told,
    olderTasks: (isLongOver ? 0 : older.length) + overtaken.length,
    decisions: await decisionsStanding(world, place.scope, reading),
    olderDecisions: 0,
    // Pins of the session, else of the running ones, else those that the next one would have.
    ownPins: (await listPins(deps, place, current ? [current] : undefined)).pins,
  };
}

/** The state for an agent that knows nothing of these sessions: unlike a running one it does not know their files. */
async function stateFor(
  deps: Deps,
  scope: Scope,
  { past, work, state }: Reading,
  known: readonly (string | undefined)[],
): Promise<StateContent> {
  const quiet = past.ranked.filter((one) => !isBusy(one));
  const isOther = ({ id }: { readonly id: string }) => !known.includes(id);
  const left = work.left.blockers.filter((one) => !isCheck(one)).toReversed();
  return {
    ...state,
    uncommitted: await uncommittedIn(deps, scope, past.told, quiet),
    ...(past.shortForm !== null && { blockers: left, olderBlockers: 0 }),
    busy: state.busy.filter(isOther),
    waiting: state.waiting.filter(isOther),
  };
}

/** Decisions that a hand-over holds: the latest. */
const MOST_DECISIONS = 50;

/** Decisions of any age that stand, also of a thread that is idle by now: the next agent has no other way to know them. */
async function decisionsStanding(
  deps: Deps,
  scope: Scope,
  { claims, sessions, stored }: Reading,
): Promise<Context['decisions']> {
  const seen = (await threadHere(deps, scope)) ?? (await threadLeft(deps, scope));
  if (!seen) return [];
  const merged = withoutSessions(seen.thread, new Set(sessions.unmerged.keys()));
  const { decisions } = threadWithoutMuted(merged, stored.check.dismissed.here.texts);
  return claims
    .groundedDecisions(decisions.filter(({ replaced }) => !replaced))
    .toReversed()
    .slice(0, MOST_DECISIONS);
}

async function quoteSession(
  { store }: Deps,
  session: SessionSnapshot,
): Promise<readonly QuotedTurns[]> {
  const turns = await store.turnsOf(session.id);
  return turns.length > 0 ? [{ session, turns, role: 'last' }] : [];
}

/** The latest session that did something, whatever its age; a working one only if there is no other. */
function findLatest(
  { ranked }: Pick<ToldPast, 'ranked'>,
  { key }: Scope,
  current: Pick<SessionHead, 'id'> | null,
): SessionSnapshot | null {
  const [latest] = ranked
    .filter((one) => one.scopeKey === key && one.id !== current?.id && sessionDidSomething(one))
    .sort((a, b) => Number(isBusy(a)) - Number(isBusy(b)) || byLatestActivity(a, b));
  return latest ?? null;
}

function isBusy({ verdict }: RankedSession): boolean {
  return verdict === 'busy';
}

/** The hand-over of one session, as it ended. */
export async function sessionHandoff(deps: Deps, named: SessionState): Promise<Handoff> {
  const { state } = await statusOf(deps, named);
  const id = await deps.store.threadOfSession(state.session_id);
  const thread = (id && (await deps.store.thread(id))?.thread) || EMPTY_THREAD;
  const session = sessionSnapshot(state);
  return {
    ...NOTHING,
    scope: { label: state.scope },
    branch: state.branch,
    session,
    turns: [{ session, turns: state.turns, role: 'last' }],
    state: {
      ...EMPTY_STATE,
      phase: thread.phase,
      thread,
      blockers: thread.blockers.filter(({ resolved }) => !resolved).reverse(),
    },
    decisions: thread.decisions.filter(({ replaced }) => !replaced).reverse(),
    tasks: state.pending_tasks,
    ownPins: state.working_memory.map(fromWorkingMemory).filter((pin) => pin !== null),
  };
}

/** The hand-over for a model, in a Cortex element. */
export function handoffNote(
  deps: Pick<Deps, 'config' | 'now'>,
  kind: string,
  given: Handoff,
): string {
  const sections = sectionsIn(deps, given);
  const remarks = isEmpty(sections) ? [UNKNOWN] : [];
  return wholeAnswer(sections, { kind, scope: given.scope.label, remarks });
}

/** The hand-over for a person. */
export function handoffText(deps: Pick<Deps, 'config' | 'now'>, given: Handoff): string {
  const sections = sectionsIn(deps, given);
  if (isEmpty(sections)) return UNKNOWN;
  return renderSections(
    sections,
    sections.map(({ items }) => items.length),
  ).join('\n\n');
}

/**
 * The hand-over for a pull request, which strangers read: work, not talk. No word of the conversation, no pin, rule or memory, and
 * no path of this machine; redacted once more, more strictly than what is stored.
 */
export function handoffForRequest(
  deps: Pick<Deps, 'config' | 'now' | 'userHome'>,
  given: Handoff,
  root: string | null,
): string {
  const sections = sectionsIn(deps, withoutTalk(given)).filter(({ heading, items }) =>
    FOR_REQUEST.some(([start]) => heading?.startsWith(start) && items.length > 0),
  );
  const blocks = sections.map(({ heading, items }) => {
    const title = FOR_REQUEST.find(([start]) => heading!.startsWith(start))![1];
    return [`### ${title}`, '', ...items.map(({ text }) => text)].join('\n');
  });
  const places = [root, deps.userHome()].filter(
    (one) => one !== null && one.length > 1,
  ) as string[];
  const text = places.reduce((all, place) => all.replaceAll(`${place}/`, ''), blocks.join('\n\n'));
  return text === '' ? UNKNOWN : redactStrings(text, { strict: true });
}

/** Open sessions are named by what they were asked. */
function withoutTalk(given: Handoff): Handoff {
  return { ...given, turns: [], state: { ...given.state, busy: [], waiting: [] } };
}

const FOR_REQUEST: readonly (readonly [heading: string, title: string])[] = [
  [HEADINGS.state, 'State'],
  [HEADINGS.decisions, 'Decisions'],
  [HEADINGS.tasks, 'Left to do'],
];

const UNKNOWN = 'Nothing is known here yet.';

function isEmpty(sections: readonly Section[]): boolean {
  return sections.slice(1).every(({ items, beyond = 0 }) => items.length + beyond === 0);
}

function sectionsIn({ config, now }: Pick<Deps, 'config' | 'now'>, given: Handoff): Section[] {
  const { session, branch } = given;
  const goal = session && goalToldOf(given.turns, session);
  const topics = session?.topics.slice(0, config['restore.topics']) ?? [];
  return [
    wholeSection('WHERE:', [
      bullet(oneLine(given.scope.label, 120)),
      ...(branch ? [bullet(`branch: ${oneLine(branch, 120)}`)] : []),
    ]),
    wholeSection('GOAL:', [
      ...(goal ? [bullet(`asked for: ${oneLine(goal, 300)}`)] : []),
      ...(session && given.turns.length === 0 ? [bullet(sessionName(session))] : []),
      ...(topics.length > 0 ? [bullet(`topics: ${oneLine(topics.join(', '), 300)}`)] : []),
    ]),
    ...contributedSections(given, preambleLimits(config), now(), sectionsAt('handoff')),
    wholeSection(
      PINNED_HEADING,
      given.ownPins.map((pin) => bullet(pinLine(pin))),
    ),
  ];
}

function sessionName({ id, host }: SessionSnapshot): string {
  return `session: ${oneLine(shortId(id), 12)} of ${oneLine(host, 60)}`;
}
