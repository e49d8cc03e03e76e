import type { SessionId } from '../../domain/base/ids.ts';
import type { HostEvent } from '../../domain/facts/event.ts';
import type { EventSender } from '../../domain/facts/sender.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import type { SessionHead } from '../../store/store.ts';
import { isKeptWithPrompts } from '../answer/told.ts';
import type { Deps } from '../base/deps.ts';
import { takeFromMirror } from '../pins/pins.ts';
import { recoverDead } from '../presence/recover.ts';
import { knowPlace } from '../projects/know.ts';
import { noteOwnerAt, takesFacts } from './record.ts';

/**
 * The session of an event. Hooks may be installed in the middle of a conversation, and a start may have
 * failed: then the first event opens the session.
 */
export async function sessionFor(
  deps: Deps,
  source: EventSender,
  event: HostEvent,
): Promise<SessionHead> {
  const known = await deps.store.sessionOfHost(source.host, event.hostSessionId);
  if (!known) {
    // Its start never arrived: do the work of a start now.
    await knowPlace(deps, event.cwd);
    await recoverDead(deps, deps.locate(event.cwd).scope);
    return (await openFor(deps, source, event, null)).head;
  }
  if (takesFacts(known)) {
    await noteOwnerAt(deps, known, event);
    return known;
  }
  // A prompt after the end resumes the session; a late tool report does not. In cold storage nothing
  // can be added any more: then both open a new session.
  return event.kind === 'prompt' || known.cold
    ? (await openFor(deps, source, event, known.id)).head
    : known;
}

export async function openFor(
  deps: Deps,
  source: EventSender,
  event: HostEvent,
  resumes: SessionId | null,
): Promise<{ head: SessionHead; opened: boolean; isForgotten: boolean }> {
  const location = deps.locate(event.cwd);
  const isForgotten = resumes !== null && (await lacksContext(deps, source, resumes));
  const done = await deps.store.openSession({
    id: deps.newSessionId(),
    ...location,
    // A branch name may contain a secret.
    branch:
      location.branch &&
      redactStrings(location.branch, { strict: deps.config['redaction.strict'] }),
    host: source.host,
    hostSessionId: event.hostSessionId,
    cwd: event.cwd,
    at: deps.now(),
    owner: deps.owners.first(),
    ...(event.kind === 'session-start' && event.transcript && { transcript: event.transcript }),
    resumes,
    ...(isForgotten && { isForgotten: true }),
    maxPins: deps.config['pins.max'],
  });
  if (done.opened) await takeFromMirror(deps, done.head);
  return { ...done, isForgotten };
}

/**
 * Whether a resumed model lacks its context: the session ended after a compaction or before a prompt, or
 * its host does not keep injected text.
 */
async function lacksContext(
  deps: Deps,
  { injection }: EventSender,
  resumes: SessionId,
): Promise<boolean> {
  const keeps = injection?.keeps ?? true;
  if (!keeps) return true;
  const [head, told] = [await deps.store.head(resumes), await deps.store.restoresOf(resumes)];
  const known = told.filter((record) => record.epoch === head?.epoch);
  if (keeps === 'with a prompt') return !known.some(isKeptWithPrompts);
  return head !== null && known.length === 0;
}
