import { type Context, NOTHING } from '../../../domain/answer/context.ts';
import { sectionsAt } from '../../../domain/answer/contributors.ts';
import { EMPTY_STATE } from '../../../domain/answer/state.ts';
import { type Millis, millis } from '../../../domain/base/time.ts';
import type { Memory } from '../../../domain/memories/memory.ts';
import { fromWorkingMemory, type Pin, pinIdentity } from '../../../domain/pins/pin.ts';
import type { SessionState } from '../../../domain/sessions/session.ts';
import {
  byLatestActivity,
  hasChanges,
  sessionDidSomething,
} from '../../../domain/sessions/snapshot.ts';
import type { ClosedTask, PendingTask } from '../../../domain/todos/task.ts';
import type { Reply } from '../../../ports/base/host.ts';
import type { SessionHead } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import { SILENCE } from '../../base/reply.ts';
import { giveAnswer } from '../answer.ts';
import { readTurnsSince } from '../read/past.ts';
import { readCompany } from '../read/state.ts';
import { type Reading, readScope } from '../read.ts';
import { CONTENT_ONLY, contentOf, type Occasion } from '../select.ts';
import { readNoted } from '../told.ts';

/** Tells a resumed model only the changes; once, even if there are none. */
export async function tellOnResume(deps: Deps, head: SessionHead): Promise<Reply> {
  const left = head.previous && (await deps.store.head(head.previous));
  if (!left) return SILENCE;
  const since = left.endedAt ?? left.lastActivity;
  return giveAnswer(
    deps,
    head,
    await prepareResumption(deps, head, left, { phase: 'resume', since }),
  );
}

/** Tells of the other working sessions in this folder, a line each. */
export async function prepareCompany(
  deps: Deps,
  { id, scope }: SessionHead,
  { phase }: Pick<Occasion, 'phase'>,
): Promise<Occasion> {
  const startedAt = deps.ticks();
  const state = await readCompany(deps, scope, id);
  return {
    ...CONTENT_ONLY,
    phase,
    into: id,
    startedAt,
    sections: sectionsAt('company'),
    content: () => ({ ...NOTHING, state }),
  };
}

/** Tells the changes since the session that `head` resumes: a resumed model has the rest. */
export async function prepareResumption(
  deps: Deps,
  head: SessionHead,
  left: SessionHead,
  { phase, since }: Pick<Occasion, 'phase'> & { readonly since: Millis },
): Promise<Occasion> {
  const { store } = deps;
  const reading = await readScope(deps, head);
  const { lasting, claims } = reading;
  const { dismissed } = reading.stored.check;
  const state = await store.session(left.id);
  const own = new Set<string>([head.id, left.id]);
  const closed = await closedSince(deps, own, left, state?.pending_tasks ?? [], reading, since);
  const known = new Set([...closed, ...(state?.pending_tasks ?? [])].map(({ task_id: id }) => id));
  // The row of a session that runs is as old as its last fold.
  const held = [...(await store.pinsNow(left.id)), ...(left.endedAt === null ? [] : heldBy(state))];
  const unpinned = held.filter((pin) => dismissed.here.pins.has(pinIdentity(pin)));
  const news = newsIn(deps, reading, { since, own, known });
  const turns = await turnsOfOthers(deps, reading, news, { since, own });
  return {
    ...CONTENT_ONLY,
    phase,
    into: head.id,
    startedAt: reading.startedAt,
    sections: sectionsAt('resume'),
    // Pins of others since then, as a start would offer them.
    offers: lasting.offers.filter(
      ({ pin, sessionId }) => pin.pinnedAt > since && !own.has(pin.origin?.sessionId ?? sessionId),
    ),
    dismissed: dismissed.here.pins,
    learnings: lasting.learnings.filter(({ memory }) => isNewMemory(memory, since, own)),
    content: (pins) => ({
      ...news,
      turns,
      closed,
      unpinned: [...new Map(unpinned.map((pin) => [pinIdentity(pin), pin])).values()],
      inheritedPins: pins.taken,
      ownPins: pinsThatWaited(pins.own, held, head),
    }),
    claims: { failed: claims.failed, contradicted: [] },
    loaded: reading.loaded,
  };
}

/** Waiting pins that came with the opening; the model knows pins of the session itself. */
function pinsThatWaited(
  own: readonly Pin[],
  held: readonly Pin[],
  { startedAt }: SessionHead,
): readonly Pin[] {
  const isKnown = (pin: Pin) =>
    held.some((one) => pinIdentity(one) === pinIdentity(pin) && one.content === pin.content);
  return own.filter((pin) => pin.origin === null && pin.pinnedAt <= startedAt && !isKnown(pin));
}

/** The pins in the row of a session in cold storage. */
function heldBy(state: SessionState | null): Pin[] {
  return (state?.working_memory ?? []).map(fromWorkingMemory).filter((pin) => pin !== null);
}

function isNewMemory(
  { updatedAt, sessionId }: Memory,
  since: Millis,
  own: ReadonlySet<string>,
): boolean {
  return updatedAt > since && !own.has(sessionId ?? '');
}

/** The content of a start without earlier items and the conversation's own. */
function newsIn(
  deps: Pick<Deps, 'config' | 'now'>,
  reading: Reading,
  was: {
    readonly since: Millis;
    readonly own: ReadonlySet<string>;
    /** Tasks that the conversation knows. */
    readonly known: ReadonlySet<string>;
  },
): Context {
  const { since, own, known } = was;
  const { here, global } = reading.stored;
  const content = contentOf(deps, reading);
  const isNew = ({ at, session }: { readonly at: Millis; readonly session?: string | undefined }) =>
    at > since && !own.has(session ?? '');
  const rules = [...here.rules, ...global.rules].filter((one) => isNewMemory(one, since, own));
  return {
    ...NOTHING,
    decisions: content.decisions.filter(isNew),
    state: { ...EMPTY_STATE, blockers: content.state.blockers.filter(isNew) },
    rules: content.rules.filter(({ memoryId }) => rules.some(({ id }) => id === memoryId)),
    tasks: reading.work.book.told.filter(
      ({ source, task_id, session, last_activity }) =>
        // Project lists and messages have their own dates, not the time when they became known here.
        source === 'host_todo' &&
        !known.has(task_id) &&
        isNew({ at: millis(last_activity) ?? 0, session: session?.id }),
    ),
    mark: content.mark,
  };
}

/** Most other sessions that are quoted. */
const MOST_QUOTED = 3;

/** The turns of the latest other sessions since then, without running turns. */
async function turnsOfOthers(
  deps: Deps,
  { stored, past }: Reading,
  { decisions, state }: Context,
  { since, own }: { since: Millis; own: ReadonlySet<string> },
): Promise<Context['turns']> {
  // A session with notes counts as work; one that continued this one is always included.
  const noting = new Set([...decisions, ...(state?.blockers ?? [])].map(({ session }) => session));
  const { recipient, check } = stored;
  const others = past.ranked
    .filter(
      (one) =>
        one.scopeKey === recipient.scope.key &&
        !one.isUnmerged &&
        one.at > since &&
        !own.has(one.id),
    )
    .filter(
      (one) =>
        noting.has(one.id) || hasChanges(one) || (own.size === 1 && sessionDidSomething(one)),
    );
  const midTurn = await deps.store.midTurn(
    others.filter(({ running }) => running).map(({ id }) => id),
  );
  const done = others.filter(({ id }) => !midTurn.has(id)).sort(byLatestActivity);
  return readTurnsSince(deps, done.slice(0, MOST_QUOTED), since, check.dismissed.here.texts);
}

/** Tasks that the session left open or knew, and that are closed now. */
async function closedSince(
  { store }: Pick<Deps, 'store'>,
  own: ReadonlySet<string>,
  left: SessionHead,
  leftOpen: readonly PendingTask[],
  { stored }: Reading,
  since: Millis,
): Promise<ClosedTask[]> {
  const { check, here } = stored;
  const { dismissed } = check;
  const told = (await store.restoresOf(left.id)).flatMap((record) => readNoted(record).tasks ?? []);
  const others = here.sessions.filter(({ id }) => !own.has(id)).flatMap(({ tasks }) => tasks);
  const known = new Map(
    [...others.filter(({ task_id }) => told.includes(task_id)), ...leftOpen].map((task) => [
      task.task_id,
      task,
    ]),
  );
  const open = new Set(
    check.stillOpen([...others, ...known.values()]).map(({ task_id }) => task_id),
  );
  return [...known.values()].flatMap(({ task_id, title }) => {
    const at = dismissed.here.tasks.get(task_id) ?? dismissed.global.tasks.get(task_id) ?? null;
    // Lists and messages have no closing time: a task that the session left open was closed later.
    const isSince = at === null ? leftOpen.some((task) => task.task_id === task_id) : at > since;
    return isSince && !open.has(task_id) ? [{ task_id, title, at }] : [];
  });
}
