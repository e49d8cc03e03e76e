import type { Context } from '../../../domain/answer/context.ts';
import { isTaken } from '../../../domain/answer/contribute.ts';
import { sectionsAt } from '../../../domain/answer/contributors.ts';
import { withoutLoaded } from '../../../domain/answer/loaded.ts';
import type { HostEvent } from '../../../domain/facts/event.ts';
import type { EventSender } from '../../../domain/facts/sender.ts';
import { NO_LEDGER } from '../../../domain/ledger/send.ts';
import { asPinnedNow } from '../../../domain/todos/task.ts';
import type { Reply } from '../../../ports/base/host.ts';
import type { RestorePhase, SessionHead } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import { SILENCE } from '../../base/reply.ts';
import { withoutToldTurns } from '../../ledger/ledger.ts';
import { noteLastWords } from '../../presence/transcript-words.ts';
import { knownBy } from '../../projects/know.ts';
import { sessionsNamed } from '../../sessions/named.ts';
import { failOpen, giveAnswer } from '../answer.ts';
import { type Called, chooseCalled } from '../called.ts';
import { type Reading, readScope } from '../read.ts';
import { render } from '../render.ts';
import {
  CONTENT_ONLY,
  contentOf,
  lastingContent,
  type Occasion,
  type SessionPins,
  sectionsOfContent,
} from '../select.ts';
import { openedByPrompts } from './later-prompt.ts';

/** Tells a new session, once. `prompt`: the prompt that came before any start was answered. */
export async function tellAtStart(
  deps: Deps,
  head: SessionHead,
  prompt: string | null = null,
): Promise<Reply> {
  const reading = await readScope(deps, head);
  const called = prompt === null ? null : await chooseCalled(deps, head, prompt);
  const { place } = deps.locate(head.scope.root);
  const known_by = place === undefined ? undefined : await knownBy(deps, place);
  const more = {
    ...(known_by && { known_by }),
    ...(prompt !== null && { with_prompt: true as const }),
  };
  return giveAnswer(deps, head, prepareStart(deps, 'start', reading, called), { more });
}

/** Tells everything of a reading, and what a prompt calls for. */
export function prepareStart(
  deps: Pick<Deps, 'config' | 'now'>,
  phase: RestorePhase,
  reading: Reading,
  called: Called | null,
): Occasion {
  const { stored, past, lasting, claims } = reading;
  const content = contentOf(deps, reading);
  const asked = called?.claims ?? CONTENT_ONLY.claims;
  return {
    phase,
    into: stored.recipient.id,
    startedAt: reading.startedAt,
    sections: sectionsOfContent(sectionsAt('start'), content),
    content: (pins) => ({
      ...withPins(lastingContent(content), pins),
      recalled: called?.recalled ?? [],
    }),
    offers: lasting.offers,
    dismissed: stored.check.dismissed.here.pins,
    pinLimits: null,
    learnings: [...(called?.learnings ?? []), ...lasting.learnings],
    isByName: false,
    claims: {
      failed: [...asked.failed, ...claims.failed],
      contradicted: [...claims.contradicted, ...asked.contradicted],
    },
    loaded: reading.loaded,
    from: new Map(past.ranked.filter(isTaken).map(({ id, score }) => [id, score.total])),
    opens: called?.recalled ?? [],
    reading,
  };
}

function withPins(content: Context, { own, taken, refused }: SessionPins): Context {
  return {
    ...content,
    tasks: asPinnedNow(content.tasks, [...own, ...taken]),
    inheritedPins: [...own.filter(({ origin }) => origin), ...taken],
    morePins: refused,
    ownPins: own.filter(({ origin }) => !origin),
  };
}

/** After compaction: everything again, with this session's own work, and a line for each matter that prompts opened. */
export async function tellAfterCompaction(deps: Deps, head: SessionHead): Promise<Reply> {
  await noteLastWords(deps, head);
  // Folds the unfolded facts of the running session: they belong to where it stopped.
  await deps.store.fold(head.id, deps.now());
  const [own = null] = await sessionsNamed(deps, [head.id]);
  const reading = await readScope(deps, head, {
    again: await deps.store.contributors(head.id),
    own,
  });
  const whole = prepareStart(deps, 'compact', reading, null);
  const opened = openedByPrompts(await deps.store.restoresOf(head.id));
  const alsoAbout = await sessionsNamed(deps, opened);
  // A tool may have been asked before this came.
  const turns = await withoutToldTurns(deps, head.id, reading.past.told);
  return giveAnswer(deps, head, {
    ...whole,
    content: (pins) => ({ ...whole.content(pins), turns, alsoAbout }),
  });
}

/**
 * A subagent's model starts empty: it gets the pins of its parent session, the person's rules, and the
 * state of the work. Nothing is recorded, because the session's own model has all of it.
 */
export async function briefSubagent(
  deps: Deps,
  { host }: EventSender,
  { hostSessionId }: Pick<HostEvent, 'hostSessionId'>,
): Promise<Reply> {
  return failOpen(deps, null, async () => {
    const head = await deps.store.sessionOfHost(host, hostSessionId);
    if (!head) return SILENCE;
    const reading = await readScope(deps, head);
    const pins = await deps.store.pinsNow(head.id);
    const content = {
      ...contentOf(deps, reading),
      inheritedPins: pins.filter(({ origin }) => origin),
      ownPins: pins.filter(({ origin }) => !origin),
      shortForm: null,
      othersAsOf: null,
    };
    const { made } = render(deps, NO_LEDGER, withoutLoaded(content, reading.loaded), {
      sections: sectionsAt('subagent'),
    });
    return { context: made?.text ?? null };
  });
}

/**
 * A session without an answer at its start, e.g. of a client without hooks, inherits too;
 * the caller shows it. A failure is logged, and the session inherits nothing.
 */
export async function inheritQuietly(deps: Deps, head: SessionHead): Promise<void> {
  if (!deps.config['session_persistence.enabled'] || head.endedAt !== null) return;
  try {
    if ((await deps.store.restoresOf(head.id)).some(({ phase }) => phase === 'start')) return;
    const occasion = prepareStart(deps, 'start', await readScope(deps, head), null);
    await giveAnswer(deps, head, occasion, { isQuiet: true });
  } catch (error) {
    deps.log.failure('restore failed', error);
  }
}
