import { mutedIdentity } from '../../domain/answer/muted.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { RestoreRecord, Store } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';

/** Most parts of a resumed conversation that are repeated. */
const FARTHEST_BACK = 100;

/**
 * Everything that was delivered to a session's model and that it has not forgotten, in order and to the byte: for
 * hosts that drop injected text from later turns. Nothing is sent anew, and no ledger records it.
 */
export async function deliveredTexts(
  deps: { readonly store: Pick<Store, 'head' | 'restoresOf'> },
  id: SessionId,
  farthest = FARTHEST_BACK,
): Promise<readonly string[]> {
  const { store } = deps;
  const head = await store.head(id);
  if (!head) return [];
  const records = (await store.restoresOf(id)).filter((record) => record.epoch === head.epoch);
  const here = records.flatMap((one) => (one.preamble && !isAnswer(one) ? [one.preamble] : []));
  // A resumed session continues in the context of the one before it.
  const goesOn = head.previous !== null && farthest > 0 && records.some(isResumption);
  return goesOn ? [...(await deliveredTexts(deps, head.previous!, farthest - 1)), ...here] : here;
}

/**
 * The sessions of which a conversation was told something in this epoch, where no ledger is kept on the disk: read from the reasons
 * that its answers are stored with. Answers of tools are known to their process alone then.
 */
export async function sessionsTold(
  deps: Pick<Deps, 'store' | 'config'>,
  id: SessionId | null,
  farthest = FARTHEST_BACK,
): Promise<ReadonlySet<string>> {
  const head = id === null || deps.config['ledger.persist'] ? null : await deps.store.head(id);
  if (!head) return NONE_TOLD;
  const records = (await deps.store.restoresOf(head.id)).filter(
    (record) => record.epoch === head.epoch,
  );
  const goesOn = head.previous !== null && farthest > 0 && records.some(isResumption);
  const before = goesOn ? await sessionsTold(deps, head.previous, farthest - 1) : NONE_TOLD;
  return new Set([...before, ...records.flatMap(sessionsIn)]);
}

const NONE_TOLD: ReadonlySet<string> = new Set();

/** The sessions that a stored answer told. Only the reasons say so: the text of a prompt's answer goes when the turn ends. */
function sessionsIn(record: RestoreRecord): readonly string[] {
  if (record.preamble === null && !record.phase.startsWith('prompt')) return [];
  const { last_time: last = null, before_that: before = [], recalled = [] } = readNoted(record);
  return [
    ...(last === null ? [] : [last]),
    ...[before].flat(),
    ...recalled.map((one) => one.session_id),
  ];
}

/** Leaves out the entries of sessions that were told before. */
export function leaveOutTold<T extends { readonly session: { readonly id: string } }>(
  all: readonly T[],
  told: ReadonlySet<string>,
): readonly T[] {
  return told.size === 0 ? all : all.filter(({ session }) => !told.has(session.id));
}

/** The parts of a stored explanation that affect later restores. */
interface Noted {
  readonly last_time?: string | null;
  /** An older version stored one id in place of a list. */
  readonly before_that?: string | readonly string[];
  readonly tasks?: readonly string[];
  readonly asked_by?: string;
  readonly with_prompt?: true;
  readonly resumption?: string;
  readonly recalled?: readonly { readonly session_id: SessionId }[];
}

export function readNoted({ explanation }: Pick<RestoreRecord, 'explanation'>): Noted {
  return explanation ?? {};
}

/** An agent's own request is in the conversation as the tool's answer. */
function isAnswer(record: RestoreRecord): boolean {
  return (
    record.phase.startsWith(CONTINUE) && readNoted(record).asked_by?.startsWith('agent ') === true
  );
}

const CONTINUE = 'continue:';

/** The sessions that were continued by name, in order. */
export function continuedSessions(done: readonly RestoreRecord[]): SessionId[] {
  return done.flatMap(({ phase }) =>
    phase.startsWith(CONTINUE) ? [phase.slice(CONTINUE.length) as SessionId] : [],
  );
}

/** Whether a host that keeps only text injected at prompts has this one: injected so, or by a resumption. */
export function isKeptWithPrompts(record: RestoreRecord): boolean {
  return readNoted(record).with_prompt === true || isResumption(record);
}

export function isResumption(record: RestoreRecord): boolean {
  return readNoted(record).resumption !== undefined;
}

/** The words of earlier work that prompts of these sessions opened: a list for each prompt, the newest first. */
export async function textsOpened(
  { store }: Pick<Deps, 'store'>,
  sessions: readonly SessionId[],
): Promise<readonly (readonly string[])[]> {
  const records = (await Promise.all(sessions.map((id) => store.restoresOf(id)))).flat();
  const opened = records.filter(({ phase }) => phase.startsWith('prompt')).reverse();
  return Promise.all(
    opened.map(async (record) => {
      const ids = (readNoted(record).recalled ?? []).map((one) => one.session_id);
      const turns = (await Promise.all(ids.map((id) => store.turnsOf(id)))).flat();
      return turns
        .flatMap(({ asked, answered }) => [asked, answered])
        .filter((one) => one !== null);
    }),
  );
}

/** Mutes texts in a scope: no later preamble contains them. */
export async function mute(
  deps: Pick<Deps, 'store' | 'now'>,
  scope: Scope,
  texts: readonly string[],
) {
  await deps.store.dismiss(scope.key, 'text', texts.map(mutedIdentity), deps.now());
}

/** Unmutes all texts of a scope; returns their number. */
export function unmute({ store }: Pick<Deps, 'store'>, scope: Scope): Promise<number> {
  return store.tellAgain(scope.key);
}
