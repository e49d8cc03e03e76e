import { makePreamble } from '../../domain/answer/preamble.ts';
import type { HostEvent } from '../../domain/event.ts';
import type { Reply } from '../../host.ts';
import type { RestorePhase, RestoreRecord, SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { keptLimits } from '../ledger/ledger.ts';
import { mirrorPins } from '../pins/working-memory-file.ts';
import { knownBy } from '../projects/know.ts';
import { SILENCE, type Source } from '../reply.ts';
import { foldingUnder } from '../session/folding.ts';
import { hasArrivedSince } from '../team.ts';
import { countAgainst } from './claims.ts';
import { decide } from './decide.ts';
import type { Explanation } from './explain.ts';
import { type Gathered, gather, sessionsNamed } from './gather.ts';
import { memoriesTold } from './learnings.ts';
import { preambleLimits } from './limits.ts';
import { decideMeanwhile } from './meanwhile.ts';
import { noticeOf } from './notice.ts';
import { isPassing, owed } from './owed.ts';
import { sinceLeft } from './since-left.ts';
import { isResumption } from './told.ts';

/** A restore that fails is a cold start: on record, and nobody waits for it. The session of `head` is told what it is owed. */
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

/** Gives a new session what the earlier ones left; once, however often it is asked. */
export async function restore(deps: Deps, head: SessionHead): Promise<Reply> {
  const done = await deps.store.restoresOf(head.id);
  return done.some((record) => record.phase === 'start') ? SILENCE : restoreOpened(deps, head);
}

/** The same for a session that this very event opened: nobody can have told it anything. */
export async function restoreOpened(deps: Deps, head: SessionHead): Promise<Reply> {
  return begin(deps, head, null);
}

async function begin(deps: Deps, head: SessionHead, prompt: string | null): Promise<Reply> {
  const gathered = await gather(deps, head, { prompt });
  const { place } = deps.locate(head.scope.root);
  const known_by = place === undefined ? undefined : await knownBy(deps, place);
  const record = await deps.store.commitRestore(keyOf(deps, head, 'start'), (own, ledger) => {
    const outcome = decide(deps, gathered, own, ledger, { phase: 'start' });
    return {
      ...outcome,
      explanation: {
        ...(outcome.explanation as Explanation),
        ...(known_by && { known_by }),
        ...(prompt !== null && { with_prompt: true }),
      },
    };
  });
  return reply(deps, record, gathered);
}

function keyOf(deps: Deps, { id, epoch }: SessionHead, phase: RestorePhase) {
  return { sessionId: id, epoch, phase, at: deps.now(), ledger: keptLimits(deps.config) };
}

/** The first prompt says more than the scope does: sessions are weighed again, and only what is new is added. */
export async function restoreForPrompt(deps: Deps, head: SessionHead, prompt: string): Promise<Reply> {
  const done = await deps.store.restoresOf(head.id);
  const first = done.find((record) => record.phase === 'start');
  if (!first) return begin(deps, head, prompt);
  if (head.epoch > 0) return giveWhatIsDue(deps, head, done);
  if (isOnlyResumed(done)) return tellMeanwhile(deps, head);
  if (done.length > 1) return SILENCE;
  const gathered = await gather(deps, head, { prompt, adds: true });
  const known = await deps.store.contributors(head.id);
  const hasArrived = await hasArrivedSince(deps, head.scope.key, first.at);
  const key = keyOf(deps, head, 'prompt');
  const told = key.ledger ? NONE : memoriesTold(done, head.epoch);
  const record = await deps.store.commitRestore(key, (own, shown) =>
    decide(deps, gathered, own, shown, {
      phase: 'prompt',
      known,
      told,
      heard: first.preamble ?? '',
      hasArrived,
    }),
  );
  return reply(deps, record, gathered);
}

/** Delivers a restore that is still owed in this epoch. */
export async function restoreWhatIsDue(deps: Deps, head: SessionHead): Promise<Reply> {
  return giveWhatIsDue(deps, head, await deps.store.restoresOf(head.id));
}

async function giveWhatIsDue(deps: Deps, head: SessionHead, done: readonly RestoreRecord[]): Promise<Reply> {
  if (isOnlyResumed(done)) return tellMeanwhile(deps, head);
  if (done.some((record) => record.epoch === head.epoch)) return SILENCE;
  return head.epoch > 0 ? giveAgain(deps, head) : begin(deps, head, null);
}

function isOnlyResumed(done: readonly RestoreRecord[]): boolean {
  return done.length === 1 && isResumption(done[0]!);
}

/** A resumed model still has everything, but for what changed while it was left; once, also where that is nothing. */
export async function tellMeanwhile(deps: Deps, head: SessionHead): Promise<Reply> {
  const left = head.previous && (await deps.store.head(head.previous));
  if (!left) return SILENCE;
  const meanwhile = await sinceLeft(deps, head, left, () => gather(deps, head, { adds: true }));
  const record = await deps.store.commitRestore(keyOf(deps, head, 'resume'), (own, ledger) =>
    decideMeanwhile(deps, meanwhile, own, ledger),
  );
  if (record) await mirrorPins(deps, record.sessionId);
  return { context: record?.preamble ?? null, receipt: record?.shown ?? null };
}

/** After compaction the model has forgotten: everything again, with what this session pinned itself. */
export async function giveAgain(deps: Deps, head: SessionHead): Promise<Reply> {
  // Folds the unfolded facts of the running session: they belong to where it stopped.
  await deps.store.fold(head.id, foldingUnder(deps.config), deps.now());
  const [own = null] = await sessionsNamed(deps, [head.id]);
  const gathered = await gather(deps, head, { again: await deps.store.contributors(head.id), own });
  const record = await deps.store.commitRestore(keyOf(deps, head, 'compact'), (pins, ledger) =>
    decide(deps, gathered, pins, ledger, { phase: 'compact' }),
  );
  return reply(deps, record, gathered);
}

/**
 * A subagent's model starts empty: it gets the pins of the session it works for, what the person said once and for all, and the
 * state of the work. Nothing is put on record, since the session's own model was told all of it.
 */
export async function briefSubagent(
  deps: Deps,
  { host }: Source,
  { hostSessionId }: Pick<HostEvent, 'hostSessionId'>,
): Promise<Reply> {
  return failOpen(deps, null, async () => {
    const head = await deps.store.sessionOfHost(host, hostSessionId);
    if (!head) return SILENCE;
    const { said, state, claims, apart } = await gather(deps, head);
    const pins = await deps.store.pinsNow(head.id);
    const content = {
      ...{ sessions: 0, tasks: [], memories: [], projects: [], topics: [], said, state },
      inheritedPins: pins.filter(({ origin }) => origin),
      ownPins: pins.filter(({ origin }) => !origin),
      mark: claims.mark,
      apartBranch: (session: string) => apart.get(session) ?? null,
    };
    return { context: makePreamble(content, preambleLimits(deps.config), deps.now())?.text ?? null };
  });
}

/**
 * A session that was told nothing at its start, as one of a client without hooks, gets what it inherits all the same;
 * whoever asked for it tells of it. A failure is on record, and the session goes without.
 */
export async function inheritQuietly(deps: Deps, head: SessionHead, prompt: string | null): Promise<void> {
  if (!deps.config['session_persistence.enabled'] || head.endedAt !== null) return;
  try {
    const done = await deps.store.restoresOf(head.id);
    if (done.some((record) => record.phase === 'start')) return;
    const gathered = await gather(deps, head, { prompt });
    const record = await deps.store.commitRestore(
      { ...keyOf(deps, head, 'start'), ledger: null },
      (own, ledger) => ({ ...decide(deps, gathered, own, ledger, { phase: 'start' }), preamble: null }),
    );
    if (record) await mirrorPins(deps, record.sessionId);
    if (record) await countAgainst(deps, gathered.claims.contradicted, record.sessionId);
  } catch (error) {
    deps.log.failure('restore failed', error);
  }
}

const NONE: ReadonlySet<string> = new Set();

type Committed = Awaited<ReturnType<Deps['store']['commitRestore']>>;

async function reply(deps: Deps, record: Committed, gathered: Gathered): Promise<Reply> {
  if (record) await mirrorPins(deps, record.sessionId);
  if (record) await countAgainst(deps, gathered.claims.contradicted, record.sessionId);
  if (record) deps.log.debug('restored', { session_id: record.sessionId, explanation: record.explanation });
  const notice =
    record?.preamble && deps.config['restore.notice']
      ? noticeOf(gathered, record.explanation as Explanation, deps.now())
      : null;
  return { context: record?.preamble ?? null, receipt: record?.shown ?? null, notice };
}
