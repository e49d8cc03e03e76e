import type { HostEvent } from '../../domain/event.ts';
import { withSafeIds } from '../../domain/redact/ids.ts';
import type { Reply } from '../../host.ts';
import type { Deps } from '../deps.ts';
import { isHeard, SILENCE, type Source } from '../reply.ts';
import { failOpen, restoreWhatIsDue } from '../restore/restore.ts';
import { noteRead } from './file-note.ts';
import { type Captured, type RecordDeps, record } from './record.ts';

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

/**
 * Records a tool use that has no answer, in a session that is open: most events of all, and a process of its own loads no more than
 * this for it. False where there is more to do, and nothing was stored.
 */
export async function recordOnly(deps: RecordDeps, source: Source, sent: ToolUseEvent): Promise<boolean> {
  const { config } = deps;
  const mayBeTold = isHeard(source, sent) && !source.hearing?.at.includes('prompt');
  if (!config['session_persistence.enabled'] || mayBeTold || watchesReads(config, sent)) return false;
  const event = withSafeIds(sent, { strict: config['redaction.strict'] });
  return (await record(deps, source, event)) !== 'unopened';
}

/** Whether reads are looked at one by one; otherwise nothing of this costs anything. */
function watchesReads(config: Deps['config'], event: ToolUseEvent): boolean {
  return config['ledger.file_note'] && event.use.shown !== undefined;
}
