import { isGiven, marksDue } from '../../domain/answer/due.ts';
import { isGlobal, type Scope } from '../../domain/base/scope.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { canInject, type EventSender } from '../../domain/facts/sender.ts';
import { observe } from '../../domain/observe/observation.ts';
import { asStored, toStorable } from '../../domain/redact/facts.ts';
import { withSafeIds } from '../../domain/redact/ids.ts';
import { isNamedIn, openingIn } from '../../domain/search/opening.ts';
import type { Arrival, RestoreMade, SessionHead, Store, ThreadEntry } from '../../store/store.ts';
import type { BesideDeps, BesideRow, Deps } from '../base/deps.ts';
import { mayBeDue } from '../keeping/copy.ts';
import { ignoredIn, withoutIgnored } from '../presence/exclusion.ts';
import { keepsWords } from '../presence/keeping.ts';
import { threadEntries, withCheck, withProjects } from '../threads/thread-entries.ts';

/** The dependencies of recording; a hook that only records loads nothing else. */
export type RecordDeps = Pick<
  Deps,
  | 'config'
  | 'now'
  | 'owners'
  | 'newThreadId'
  | 'scopeOfFile'
  | 'readText'
  | 'exists'
  | 'isLate'
  | 'isNowhere'
  | 'captureRooms'
  | 'homeSecret'
> & {
  readonly store: Pick<Store, 'sessionOfHost' | 'append' | 'setOwner'>;
};

/** The stored facts of an event and their session. */
export interface Captured {
  readonly head: SessionHead;
  readonly facts: readonly Fact[];
}

/** The outcome of recording an event. */
export type Recording =
  /** `captured` is null if there was nothing new. */
  | { readonly kind: 'recorded'; readonly captured: Captured | null }
  /** There is no open session for it, and the caller has to open one. */
  | { readonly kind: 'unopened' };

export const UNOPENED: Recording = { kind: 'unopened' };

/** Appends an event's facts to its open session. */
export async function recordEvent(
  deps: RecordDeps,
  source: EventSender,
  event: HostEvent,
): Promise<Recording> {
  const head = await deps.store.sessionOfHost(source.host, event.hostSessionId);
  if (!head || !takesFacts(head)) return UNOPENED;
  await noteOwnerAt(deps, head, event);
  const facts = await appendTo(deps, source, head, event);
  return { kind: 'recorded', captured: facts && { head, facts } };
}

/** Whether a session is open, or was considered dead: then this event reopens it. */
export function takesFacts(head: SessionHead): boolean {
  return head.endedAt === null || head.crashRecovered;
}

/**
 * Stores and returns the facts of an event; null if it is a repeat or has none. `besides` are facts
 * made by Cortex itself, which contain no secrets.
 */
export async function appendTo(
  deps: RecordDeps,
  source: EventSender,
  head: SessionHead,
  sent: HostEvent,
  besides: readonly Fact[] = [],
): Promise<readonly Fact[] | null> {
  const { root } = head.scope;
  const event = withoutIgnored(sent, ignoredIn(deps, root), root);
  if (!event) return null;
  const seen = withProjects(deps, head.scope, observe(event), event.cwd);
  if (seen.length === 0) return null;
  const stored = toStorable(seen, { strict: deps.config['redaction.strict'] });
  const threads = mayConcernThreads(event)
    ? threadEntries(deps, head, asStored(event, stored))
    : [];
  if (!keepsWords(deps, head)) return recordElsewhere(deps, source, head, stored, threads);
  const facts = [...withCheck(head.scope, stored, threads), ...besides];
  const incoming = facts.map((fact, i) => ({ fact, key: i === 0 ? event.key : null }));
  const beside = besideRows(deps, head.scope, event);
  return (
    (await deps.store.append(head.id, incoming, arrivalOf(deps, source), threads, beside)) && facts
  );
}

/** Rows of rooms beside the facts of an event, whose ignored files are left out already. */
export function besideRows(
  deps: BesideDeps & Pick<Deps, 'captureRooms'>,
  scope: Scope,
  event: HostEvent,
): readonly BesideRow[] {
  if (event.kind !== 'tool-use') return [];
  return deps.captureRooms.flatMap((room) => room.beside(deps, scope, event));
}

/**
 * Records notes of a person, and work in other projects, in their threads. The facts themselves are only returned, because they
 * say what was asked.
 */
async function recordElsewhere(
  deps: RecordDeps,
  source: EventSender,
  head: SessionHead,
  facts: readonly Fact[],
  threads: readonly ThreadEntry[],
): Promise<readonly Fact[]> {
  const isNoted = facts.some(({ kind }) => kind === 'prompt');
  const kept = threads.filter(({ scope }) => isNoted || !isGlobal(scope.key));
  if (kept.length > 0) await deps.store.append(head.id, [], arrivalOf(deps, source), kept);
  return facts;
}

/** Whether an event may concern a thread: read-only tools, i.e. most of them, do not. */
function mayConcernThreads(event: HostEvent): boolean {
  if (event.kind !== 'tool-use') return true;
  const { changes, command, todos } = event.use;
  return changes.length > 0 || command !== null || todos !== null;
}

export function arrivalOf(
  deps: Pick<Deps, 'config' | 'now' | 'isLate'>,
  source: EventSender,
): Arrival {
  const { isLate } = deps;
  return {
    via: source.via,
    at: deps.now(),
    repeatMillis: deps.config['capture.repeat_ms'],
    ...(isLate && { isLate }),
  };
}

/** Finds the host's process from two events; once that is certain, only prompts check whether it changed. */
export async function noteOwnerAt(
  deps: RecordDeps,
  head: SessionHead,
  { kind }: HostEvent,
): Promise<void> {
  if (kind === 'prompt' || head.owner?.['confirmed'] !== true) await noteOwner(deps, head);
}

/** Stores the host's process where it is another than was known. */
export async function noteOwner(
  deps: Pick<RecordDeps, 'owners' | 'store'>,
  head: SessionHead,
): Promise<void> {
  const owner = deps.owners.next(head.owner);
  if (owner) await deps.store.setOwner(head.id, owner);
}

export type RecordOnlyDeps = RecordDeps &
  Pick<Deps, 'copiedAt'> & { readonly store: Pick<Store, 'restoresMade'> };

/**
 * Records an event without an answer in an open session: most events are such, and their process loads no more than
 * this. False if there is more to do; then nothing was stored.
 */
export async function recordOnly(
  deps: RecordOnlyDeps,
  source: EventSender,
  sent: HostEvent,
): Promise<boolean> {
  const { config } = deps;
  if (!config['session_persistence.enabled']) return false;
  const event = withSafeIds(sent, { strict: config['redaction.strict'] });
  if (!(await isAll(deps, source, event))) return false;
  const recorded = await recordEvent(deps, source, event);
  if (recorded.kind === 'unopened') return false;
  // A prompt that was recorded before may be one whose answer was lost.
  const isLost =
    recorded.captured === null && event.kind === 'prompt' && opensMatter(config, event.text);
  return !isLost;
}

/** Whether earlier work may be told at a later prompt of these words. */
export function opensMatter(config: Deps['config'], words: string): boolean {
  return asksAtPrompts(config) && openingIn(words) !== null;
}

function asksAtPrompts(config: Deps['config']): boolean {
  return (
    config['restore.prompts'] === 'all' &&
    config['restore.enabled'] &&
    config['relevance.text_match']
  );
}

/** Whether an event only has to be recorded. */
async function isAll(
  deps: RecordOnlyDeps,
  source: EventSender,
  event: HostEvent,
): Promise<boolean> {
  const { config } = deps;
  const cannotInject = !canInject(source, event);
  if (event.kind === 'tool-use')
    return (
      !watchesReads(config, event) &&
      (cannotInject || source.injection?.at.includes('prompt') === true)
    );
  if (event.kind !== 'prompt' || mayBeDue(deps)) return false;
  if (cannotInject) return true;
  // A process that starts for one prompt looks only for what the prompt names; before the database is opened.
  if (asksAtPrompts(config) && isNamedIn(event.text)) return false;
  const head = await deps.store.sessionOfHost(source.host, event.hostSessionId);
  return head !== null && isToldAll(head, await deps.store.restoresMade(head.id));
}

/** Whether single reads of files are recorded; if not, they cost nothing. */
export function watchesReads(
  config: Deps['config'],
  { use }: Extract<HostEvent, { kind: 'tool-use' }>,
): boolean {
  return config['ledger.file_note'] && use.shown !== undefined;
}

/**
 * Whether nothing is left to inject at a prompt: the start and the first prompt were answered, and the model has forgotten
 * nothing since. True for most prompts, which then do not load the restore code.
 */
export function isToldAll({ epoch }: SessionHead, made: readonly RestoreMade[]): boolean {
  if (marksDue(made).length > 0) return false;
  const given = made.filter(isGiven);
  const isStarted = given.length > 1 && given.some(({ phase }) => phase === 'start');
  return isStarted && (epoch === 0 || given.some((one) => one.epoch === epoch));
}
