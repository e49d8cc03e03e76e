/**
 * Keeps events that no database could take in time, a file each in `spool/` of the home (`system/hooks/spool`), and takes them in once one
 * can. It stands at the engine's root, because servers, commands and the library take events in, too.
 */
import type { OwnerRecord } from '../domain/base/ids.ts';
import { parseJson } from '../domain/base/text/json.ts';
import type { Millis } from '../domain/base/time.ts';
import { type HostEvent, isForgetful } from '../domain/facts/event.ts';
import { canInject, type EventSender } from '../domain/facts/sender.ts';
import { observe } from '../domain/observe/observation.ts';
import { redactStrings } from '../domain/redact/facts.ts';
import { withSafeIds } from '../domain/redact/ids.ts';
import type { Reply } from '../ports/base/host.ts';
import type { Limit } from '../ports/base/limit.ts';
import type { Spool } from '../ports/hooks/spool.ts';
import { announceOwed, isPassing } from './answer/owed.ts';
import type { Deps } from './base/deps.ts';
import { isUnavailable, troubleOf } from './base/errors.ts';
import { SILENCE } from './base/reply.ts';
import { handle } from './engine.ts';
import { addStoreWords } from './keeping/loss.ts';
import { isExcluded } from './presence/exclusion.ts';

type SpoolingDeps = Pick<
  Deps,
  'config' | 'now' | 'owners' | 'rootOf' | 'readText' | 'exists' | 'newSessionId'
> & {
  readonly spool: Spool;
};

/**
 * Spools an event because the database is unavailable: redacted, and only what a session would keep. False if
 * there is nothing to keep.
 */
export function spoolEvent(deps: SpoolingDeps, source: EventSender, event: HostEvent): boolean {
  if (!deps.config['session_persistence.enabled'] || isExcluded(deps, event.cwd)) return false;
  const isMore =
    event.kind === 'session-start' || event.kind === 'session-end' || event.kind === 'compacted';
  if (!isMore && observe(event).length === 0) return false;
  const strict = { strict: deps.config['redaction.strict'] };
  const { key, hostSessionId, cwd, ...said } = withSafeIds(event, strict);
  const clean = redactStrings(said, strict);
  const record: Spooled = {
    version: 1,
    id: deps.newSessionId(),
    at: deps.spool.began(),
    host: source.host,
    via: source.via,
    owner: deps.owners.first(),
    // Ids and folder stay complete: they are compared and looked up later.
    event: bounded({ ...clean, key, hostSessionId, cwd } as HostEvent),
  };
  deps.spool.write(record.at, record.id, JSON.stringify(record));
  return true;
}

/** The answer to a start if the database is unavailable: silence would look like an empty memory. */
export function answerWithout(event: HostEvent, error: unknown): Reply {
  if (event.kind !== 'session-start' || !isUnavailable(error) || isPassing(error)) return SILENCE;
  const what = troubleOf(error)
    .message.replace(/ \(.*\)$/, '')
    .replace(/\.$/, '');
  return addStoreWords(SILENCE, [`cortex: memory is unavailable (${what}): cortex doctor`]);
}

/** The same if the database exists and may only be busy: then a start or a prompt announces the owed restore. */
export async function answerSpooled(
  deps: Deps,
  source: EventSender,
  event: HostEvent,
  error: unknown,
): Promise<Reply> {
  if (!isPassing(error)) return answerWithout(event, error);
  const { config } = deps;
  const isOwing = event.kind === 'session-start' || event.kind === 'prompt';
  const isOn = config['session_persistence.enabled'] && config['restore.enabled'];
  if (!isOwing || !isOn || !canInject(source, event) || isExcluded(deps, event.cwd)) return SILENCE;
  const isForgotten = event.kind === 'session-start' && isForgetful(event.source);
  return announceOwed(deps, async () => {
    const { hostSessionId } = withSafeIds(event, { strict: config['redaction.strict'] });
    const head = isForgotten ? null : await deps.store.sessionOfHost(source.host, hostSessionId);
    return { scope: deps.locate(event.cwd).scope, head };
  });
}

/**
 * Records spooled events, oldest first, through the same entrance and at their original time. Each is stored with its
 * id before its file is removed, so that it counts once even if this is interrupted or runs twice.
 */
export async function takeIn(deps: Deps, limit: Limit = deps.deadline): Promise<number> {
  let taken = 0;
  for (const name of deps.spool?.names() ?? []) {
    if (limit.passed()) break;
    const text = deps.spool!.read(name);
    if (text === null) continue;
    const found = readSpooled(text);
    switch (found.kind) {
      case 'newer':
        break;
      case 'damaged':
        deps.spool!.setAside(name);
        break;
      case 'event':
        if (await take(deps, found.event, name)) taken++;
    }
  }
  return taken;
}

/** Does the same before another operation: events that fail now stay spooled. Returns the reason, if any. */
export async function takeInQuietly(deps: Deps): Promise<unknown> {
  try {
    await takeIn(deps);
    return null;
  } catch (error) {
    deps.log.failure('waiting events not taken in', error);
    return error;
  }
}

async function take(deps: Deps, record: Spooled, name: string): Promise<boolean> {
  try {
    await handle(asOf(deps, record), sourceOf(record), keyed(record));
    deps.spool!.remove(name);
    return true;
  } catch (error) {
    // An unavailable database keeps this event and all after it waiting. An event that fails by itself is set aside.
    if (isUnavailable(error)) throw error;
    deps.log.failure('event not taken in', error, { file: name });
    deps.spool!.setAside(name);
    return false;
  }
}

/** The source of a spooled event, which cannot inject: owed restores stay owed. */
function sourceOf({ host, via }: Spooled): EventSender {
  return { host, via, injection: { at: [], keeps: true } };
}

function keyed({ id, event }: Spooled): HostEvent {
  return event.key === null ? { ...event, key: `spool:${id}` } : event;
}

/** The dependencies at the event's time: its clock, its process, and no spool. */
function asOf(deps: Deps, { at, owner }: Spooled): Deps {
  const owners = { ...deps.owners, first: () => owner, next: () => null };
  const { spool: _, ...rest } = deps;
  return { ...rest, now: () => at, owners, isLate: true };
}

/** Version of the file format. Increase it if older versions cannot read a record; all earlier formats stay readable. */
const VERSION = 1;

/** The file of a spooled event. */
interface Spooled {
  readonly version: typeof VERSION;
  /** Stored with the event's fact, so that recording it twice counts once. */
  readonly id: string;
  /** When the process that received it began. */
  readonly at: Millis;
  readonly host: string;
  readonly via: string;
  /** The session's process, as far as known. */
  readonly owner: OwnerRecord | null;
  readonly event: HostEvent;
}

/** Most characters of each text: the store cuts more anyway. */
const MOST_TEXT = 64_000;

/**
 * The event cut to the parts that are needed later; the caller redacts it before this cut. The content of a file
 * that was read (`shown`) is never kept.
 */
function bounded<T>(value: T): T {
  if (typeof value === 'string') return ends(value, MOST_TEXT) as T;
  if (Array.isArray(value)) return value.map(bounded) as T;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'shown');
  return Object.fromEntries(kept.map(([name, one]) => [name, bounded(one)])) as T;
}

/** Keeps beginning and end of a text. */
function ends(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most / 2)}\n…\n${text.slice(-most / 2)}`;
}

type SpooledFile =
  | { readonly kind: 'event'; readonly event: Spooled }
  /** A newer version wrote it and will record it. */
  | { readonly kind: 'newer' }
  /** Not a record of an event. */
  | { readonly kind: 'damaged' };

function readSpooled(text: string): SpooledFile {
  const record = parseJson(text) as Partial<Spooled> | null | undefined;
  if (Number(record?.version) > VERSION) return { kind: 'newer' };
  const isOne =
    record?.version === VERSION &&
    Number.isFinite(record.at) &&
    [record.id, record.host, record.via, record.event?.kind, record.event?.hostSessionId].every(
      (one) => typeof one === 'string',
    );
  return isOne ? { kind: 'event', event: record as Spooled } : { kind: 'damaged' };
}
