import type { HostEvent } from '../../domain/event.ts';
import { type RecordDeps, record } from '../../engine/record.ts';

const ONLY_RECORDED: ReadonlySet<HostEvent['kind']> = new Set(['tool-use', 'compacting']);

/**
 * Most events only add to an open session and are answered with silence. They take this short way, which loads a third
 * of the code. False: the event needs the whole engine, and nothing was done.
 */
export async function recordOnly(
  open: () => RecordDeps,
  source: { readonly host: string; readonly via: string },
  event: HostEvent,
): Promise<boolean> {
  if (!ONLY_RECORDED.has(event.kind)) return false;
  const deps = open();
  if (!deps.config['session_persistence.enabled']) return true;
  return (await record(deps, source, event)) !== 'unopened';
}
