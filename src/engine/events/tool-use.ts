import type { HostEvent } from '../../domain/event.ts';
import type { Reply } from '../../host.ts';
import type { Deps } from '../deps.ts';
import { isHeard, SILENCE, type Source } from '../reply.ts';
import { failOpen, restoreWhatIsDue } from '../restore/restore.ts';
import { noteRead } from './file-note.ts';
import type { Captured } from './record.ts';

type ToolUseEvent = Extract<HostEvent, { kind: 'tool-use' }>;

/** Answers a recorded tool use. Where a host passes on no answer to a prompt, the model hears here what is due. */
export async function toolUse(
  deps: Deps,
  source: Source,
  event: ToolUseEvent,
  captured: Captured | null,
): Promise<Reply> {
  if (!captured) return SILENCE;
  const noted = watchesReads(deps.config, event) ? await noteRead(deps, captured, event) : SILENCE;
  if (!isHeard(source, event)) return SILENCE;
  if (!source.hearing || source.hearing.at.includes('prompt')) return noted;
  const head = await deps.store.head(captured.head.id);
  const due = head ? await failOpen(deps, head, () => restoreWhatIsDue(deps, head)) : SILENCE;
  return due.context ? due : noted;
}

/** Whether reads are looked at one by one; otherwise nothing of this costs anything. */
export function watchesReads(config: Deps['config'], event: ToolUseEvent): boolean {
  return config['ledger.file_note'] && event.use.shown !== undefined;
}
