import type { HostEvent } from '../domain/event.ts';
import type { Reply } from '../host.ts';
import { capture } from './capture.ts';
import type { Deps } from './deps.ts';
import { noteRead, watchesReads } from './file-note.ts';
import { isHeard, SILENCE, type Source } from './reply.ts';
import { failOpen, restoreWhatIsDue } from './restore/restore.ts';

/** A tool was used. Where a host passes on no answer to a prompt, this is where the model hears what is due. */
export async function toolUse(
  deps: Deps,
  source: Source,
  event: Extract<HostEvent, { kind: 'tool-use' }>,
): Promise<Reply> {
  const captured = await capture(deps, source, event);
  if (!captured) return SILENCE;
  const noted = watchesReads(deps.config, event) ? await noteRead(deps, captured, event) : SILENCE;
  if (!isHeard(source, event)) return SILENCE;
  if (!source.hearing || source.hearing.at.includes('prompt')) return noted;
  const head = await deps.store.head(captured.head.id);
  const due = head ? await failOpen(deps, () => restoreWhatIsDue(deps, head)) : SILENCE;
  return due.context ? due : noted;
}
