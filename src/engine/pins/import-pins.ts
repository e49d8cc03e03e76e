import {
  entriesOfOthers,
  type FileContent,
  pinsInEntries,
  pinsInFile,
} from '../../domain/pins/working-memory.ts';
import type { Scope } from '../../domain/scope.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { addAll, type PinsAdded } from './pins.ts';
import { pinRules, withMirror } from './working-memory-file.ts';

/** Takes the pins of an older Cortex' `working_memory.json` over, on request. The file stays as it is. */
export function importPins(
  deps: Deps,
  scope: Scope,
  content: FileContent,
  sessions?: readonly SessionHead[],
): Promise<PinsAdded> {
  return addAll(deps, scope, pinsInFile(content, pinRules(deps)), sessions);
}

/** Pins that others added to the mirrored file since our last write go to the session that starts. */
export async function takeFromMirror(deps: Deps, head: SessionHead): Promise<void> {
  await withMirror(deps, async (file) => {
    const { content, written } = file.read();
    const pins = pinsInEntries(entriesOfOthers(content, written), pinRules(deps));
    if (pins.length === 0) return;
    const { taken, refused } = await addAll(deps, head.scope, pins, [head]);
    deps.log.info('pins taken from the working memory file', { session_id: head.id, pins: taken.length });
    if (refused.length > 0)
      deps.log.warn('pins of the working memory file found no room', { pins: refused.length });
  });
}
