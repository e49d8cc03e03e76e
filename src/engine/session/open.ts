import type { HostEvent } from '../../domain/event.ts';
import type { SessionId } from '../../domain/ids.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { noteOwner, takesFacts } from '../events/record.ts';
import { takeFromMirror } from '../pins/pins.ts';
import { knowPlace } from '../projects/know.ts';
import type { Source } from '../reply.ts';
import { isKeptWithPrompts } from '../restore/told.ts';
import { recoverDead } from './recover.ts';

/**
 * The session that an event belongs to. Hooks may be installed in the middle of a conversation, and a start may have
 * failed: then the first event opens the session.
 */
export async function sessionFor(deps: Deps, source: Source, event: HostEvent): Promise<SessionHead> {
  const known = await deps.store.sessionOfHost(source.host, event.hostSessionId);
  if (!known) {
    // Its start never arrived: what a start does is done now.
    await knowPlace(deps, event.cwd);
    await recoverDead(deps, deps.locate(event.cwd).scope);
    return (await open(deps, source, event, null)).head;
  }
  if (takesFacts(known)) {
    await noteOwner(deps, known, event.kind === 'prompt');
    return known;
  }
  // A person who goes on speaking after the end has resumed; a tool that reports late has not. In cold storage nothing
  // can be added any more: then both have.
  return event.kind === 'prompt' || known.cold ? (await open(deps, source, event, known.id)).head : known;
}

export async function open(
  deps: Deps,
  source: Source,
  event: HostEvent,
  resumes: SessionId | null,
): Promise<{ head: SessionHead; opened: boolean; isForgotten: boolean }> {
  const location = deps.locate(event.cwd);
  const isForgotten = resumes !== null && (await forgets(deps, source, resumes));
  const done = await deps.store.openSession({
    id: deps.newSessionId(),
    ...location,
    // People put anything into the name of a branch.
    branch: location.branch && redactStrings(location.branch, { strict: deps.config['redaction.strict'] }),
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
 * Whether the model that goes on does not know what it should: its session had compacted or nobody had spoken when it ended, or
 * its host does not keep what Cortex said.
 */
async function forgets(deps: Deps, { injection }: Source, resumes: SessionId): Promise<boolean> {
  const keeps = injection?.keeps ?? true;
  if (!keeps) return true;
  const [head, told] = [await deps.store.head(resumes), await deps.store.restoresOf(resumes)];
  const known = told.filter((record) => record.epoch === head?.epoch);
  if (keeps === 'with a prompt') return !known.some(isKeptWithPrompts);
  return head !== null && known.length === 0;
}
