import { withoutLoaded } from '../../domain/answer/loaded.ts';
import { makePreamble } from '../../domain/answer/preamble.ts';
import type { HostEvent } from '../../domain/event.ts';
import { isGiven, marksDue } from '../../domain/restore/due.ts';
import type { Reply } from '../../host.ts';
import type { LastPrompt, RestoreRecord, SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { noteLastWords } from '../events/transcript-words.ts';
import { keptLimits } from '../ledger/ledger.ts';
import { mirrorPins } from '../pins/working-memory-file.ts';
import { knownBy } from '../projects/know.ts';
import { SILENCE, type Source } from '../reply.ts';
import { sessionsNamed } from '../session/named.ts';
import { hasArrivedSince } from '../team.ts';
import { countAgainst } from './claims.ts';
import { newsDue, oweToOthers } from './company.ts';
import { decide, type Explanation } from './decide.ts';
import { readInputs } from './inputs.ts';
import { openedByPrompts, tellLater } from './later.ts';
import { calledBy } from './memories.ts';
import { noticeOf, openedNotice, returnNotice } from './notice.ts';
import { addition, arrived, CHOSEN, companyOf, everything, type Occasion } from './occasion.ts';
import { isPassing, owed } from './owed.ts';
import { preambleLimits } from './render.ts';
import { resumption } from './resume.ts';
import { isResumption } from './told.ts';

/** A failed restore is a cold start and is logged. The session of `head` gets the announcement of an owed restore. */
export async function failOpen(
  deps: Deps,
  head: SessionHead | null,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (!deps.config['restore.enabled']) return SILENCE;
  try {
    return await work();
  } catch (error) {
    deps.log.failure('restore failed', error);
    return head && isPassing(error) ? owed(deps, () => ({ scope: head.scope, head })) : SILENCE;
  }
}

/** Restores a new session, once. `prompt`: the prompt that came before any start was answered. */
export async function restore(deps: Deps, head: SessionHead, prompt: string | null = null): Promise<Reply> {
  const inputs = await readInputs(deps, head);
  const called = prompt === null ? undefined : await calledBy(deps, head, prompt);
  const { place } = deps.locate(head.scope.root);
  const known_by = place === undefined ? undefined : await knownBy(deps, place);
  return give(deps, head, everything(inputs, 'start', called), {
    ...(known_by && { known_by }),
    ...(prompt !== null && { with_prompt: true }),
  });
}

/** Commits a restore and returns its text; silent if it was committed before. `isQuiet`: the caller shows it itself. */
async function give(
  deps: Deps,
  { id, epoch }: SessionHead,
  occasion: Occasion,
  more: Partial<Explanation> = {},
  isQuiet = false,
): Promise<Reply> {
  const { phase, contradicted = [] } = occasion;
  const ledger = isQuiet ? null : keptLimits(deps.config);
  const record = await deps.store.commitRestore(
    { sessionId: id, epoch, phase, at: deps.now(), ledger },
    (own, shown) => {
      const { outcome } = decide(deps, occasion, own, shown);
      const explanation = { ...outcome.explanation, ...more };
      return { ...outcome, explanation, ...(isQuiet && { preamble: null }) };
    },
  );
  if (!record) return SILENCE;
  const { preamble, explanation, shown } = record;
  await mirrorPins(deps, id);
  await countAgainst(deps, contradicted, id);
  // By lines, because the log cuts long texts.
  deps.log.debug('restored', { session_id: id, explanation, preamble: preamble?.split('\n') ?? null });
  const isNoticed = preamble !== null && deps.config['restore.notice'];
  const notice = isNoticed ? noticeAt(deps, occasion, explanation as Explanation) : null;
  return { context: preamble, receipt: shown, notice };
}

/** The person saw the notice of the start; a prompt says only what it opened. */
function noticeAt({ now }: Deps, { phase, inputs, opens = [] }: Occasion, why: Explanation): string | null {
  if (phase !== 'prompt') return inputs ? noticeOf(inputs, why, now()) : null;
  const opened = opens.findLast(({ session }) => why.recalled.some((one) => one.session_id === session.id));
  return opened ? openedNotice(opened) : null;
}

/** The first prompt adds matching items, and work that arrived from other machines since the start. */
export async function restoreForPrompt(deps: Deps, head: SessionHead, prompt: string): Promise<Reply> {
  const done = await deps.store.restoresOf(head.id);
  const first = done.find((record) => record.phase === 'start');
  if (done.length <= 1) {
    for (const room of deps.rooms) await room.prompts?.(deps, head.scope);
    await oweToOthers(deps, head);
  }
  if (!first) return restore(deps, head, prompt);
  const given = done.filter(isGiven);
  if (head.epoch > 0 || given.length > 1 || isOnlyResumed(given)) {
    const due = await restoreWhatIsDue(deps, head, done);
    return due.context === null ? tellLater(deps, head, prompt, done) : due;
  }
  const called = await calledBy(deps, head, prompt);
  // What came while the start was being answered is in none of its inputs.
  const since = Math.min(first.at, head.startedAt);
  const inputs = (await hasArrivedSince(deps, head.scope.key, since)) ? await readInputs(deps, head) : null;
  const adding = addition(head.id, called);
  const occasion = inputs ? arrived(inputs, adding, first, await deps.store.contributors(head.id)) : adding;
  return give(deps, head, occasion);
}

/** For hosts that hear no answer to a prompt: what is due, else what the newest prompt chose, with a tool's result. */
export async function restoreAtTool(deps: Deps, head: SessionHead): Promise<Reply> {
  const done = await deps.store.restoresOf(head.id);
  const due = await restoreWhatIsDue(deps, head, done);
  const prompt = due.context === null ? await deps.store.lastPrompt(head.id) : null;
  return prompt ? heardLater(deps, head, prompt, done) : due;
}

/** What a prompt chose, once. */
async function heardLater(
  deps: Deps,
  head: SessionHead,
  { seq, text }: LastPrompt,
  done: readonly RestoreRecord[],
): Promise<Reply> {
  if (done.some(({ phase }) => phase === `prompt:${seq}`)) return SILENCE;
  const given = done.filter(isGiven);
  const isFirst = head.epoch === 0 && given.length === 1 && given.some(({ phase }) => phase === 'start');
  if (isFirst && !isOnlyResumed(given)) return restoreForPrompt(deps, head, text);
  return tellLater(deps, head, text, done);
}

/** Delivers a restore that is still owed in this epoch, or news. */
export async function restoreWhatIsDue(
  deps: Deps,
  head: SessionHead,
  known?: readonly RestoreRecord[],
): Promise<Reply> {
  const done = known ?? (await deps.store.restoresOf(head.id));
  const reply = await giveWhatIsDue(deps, head, done.filter(isGiven));
  return reply.context === null && marksDue(done).length > 0 ? tellNews(deps, head, done) : reply;
}

async function giveWhatIsDue(deps: Deps, head: SessionHead, given: readonly RestoreRecord[]): Promise<Reply> {
  if (isOnlyResumed(given)) return tellMeanwhile(deps, head);
  if (given.some((record) => record.epoch === head.epoch)) return SILENCE;
  return head.epoch > 0 ? giveAgain(deps, head) : restore(deps, head);
}

function isOnlyResumed(done: readonly RestoreRecord[]): boolean {
  return done.length === 1 && isResumption(done[0]!);
}

/** Restores only the changes for a resumed model; once, even if there are none. */
export async function tellMeanwhile(deps: Deps, head: SessionHead): Promise<Reply> {
  const left = head.previous && (await deps.store.head(head.previous));
  if (!left) return SILENCE;
  const since = left.endedAt ?? left.lastActivity;
  return give(deps, head, await resumption(deps, head, left, { phase: 'resume', since }));
}

/** Delivers news to an open session: work of others while it waited, or sessions that work in parallel. */
async function tellNews(deps: Deps, head: SessionHead, done: readonly RestoreRecord[]): Promise<Reply> {
  const news = newsDue(done);
  const occasion = news.isAfterLimit
    ? await resumption(deps, head, head, news)
    : await companyOf(deps, head, news);
  const told = await give(deps, head, occasion);
  if (told.context === null || !deps.config['restore.notice']) return told;
  const { turns } = occasion.context({ own: [], taken: [], refused: 0 });
  return { ...told, notice: returnNotice(turns, deps.now()) };
}

/** After compaction: the full restore again, with this session's own pins. */
export async function giveAgain(deps: Deps, head: SessionHead): Promise<Reply> {
  await noteLastWords(deps, head);
  // Folds the unfolded facts of the running session: they belong to where it stopped.
  await deps.store.fold(head.id, deps.now());
  const [own = null] = await sessionsNamed(deps, [head.id]);
  const inputs = await readInputs(deps, head, { again: await deps.store.contributors(head.id), own });
  const again = everything(inputs, 'compact');
  const opened = openedByPrompts(await deps.store.restoresOf(head.id));
  const alsoAbout = await sessionsNamed(deps, opened);
  return give(deps, head, { ...again, context: (pins) => ({ ...again.context(pins), alsoAbout }) });
}

/**
 * A subagent's model starts empty: it gets the pins of its parent session, the person's rules, and the
 * state of the work. Nothing is recorded, because the session's own model has all of it.
 */
export async function briefSubagent(
  deps: Deps,
  { host }: Source,
  { hostSessionId }: Pick<HostEvent, 'hostSessionId'>,
): Promise<Reply> {
  return failOpen(deps, null, async () => {
    const head = await deps.store.sessionOfHost(host, hostSessionId);
    if (!head) return SILENCE;
    const { context, loaded } = await readInputs(deps, head);
    const pins = await deps.store.pinsNow(head.id);
    const told = {
      ...context,
      inheritedPins: pins.filter(({ origin }) => origin),
      ownPins: pins.filter(({ origin }) => !origin),
      ...{ shortForm: null, othersAsOf: null },
    };
    const limits = preambleLimits(deps.config);
    return {
      context: makePreamble(withoutLoaded(told, loaded), limits, deps.now(), CHOSEN.subagent)?.text ?? null,
    };
  });
}

/**
 * A session without a restore at its start, e.g. of a client without hooks, inherits too;
 * the caller shows it. A failure is logged, and the session inherits nothing.
 */
export async function inheritQuietly(deps: Deps, head: SessionHead): Promise<void> {
  if (!deps.config['session_persistence.enabled'] || head.endedAt !== null) return;
  try {
    if ((await deps.store.restoresOf(head.id)).some(({ phase }) => phase === 'start')) return;
    await give(deps, head, everything(await readInputs(deps, head), 'start'), {}, true);
  } catch (error) {
    deps.log.failure('restore failed', error);
  }
}
