import type { HostEvent } from '../domain/event.ts';
import type { Reply } from '../host.ts';
import { capture, captureReply, captureTurnEnd } from './capture.ts';
import { compacted } from './compacted.ts';
import type { Deps } from './deps.ts';
import { end } from './end.ts';
import { instruct } from './instruct.ts';
import { prompt } from './prompt.ts';
import { SILENCE, type Source } from './reply.ts';
import { isExcluded } from './session/exclusion.ts';
import { start } from './start.ts';
import { toolUse } from './tool-use.ts';

/** The one door: everything that happens in a host comes through here. */
export async function handle(deps: Deps, source: Source, event: HostEvent): Promise<Reply> {
  if (!deps.config['session_persistence.enabled'] || isExcluded(deps, event.cwd)) return SILENCE;
  switch (event.kind) {
    case 'session-start':
      return start(deps, source, event);
    case 'prompt':
      return prompt(deps, source, event);
    case 'tool-use':
      return toolUse(deps, source, event);
    case 'compacting':
    case 'summary':
      await capture(deps, source, event);
      return SILENCE;
    case 'compacted':
      await compacted(deps, source, event);
      return SILENCE;
    case 'reply':
    case 'subagent-end':
      await captureReply(deps, source, event);
      return SILENCE;
    case 'tool-intent':
      return instruct(deps, source, event);
    case 'turn-end':
      await captureTurnEnd(deps, source, event);
      return SILENCE;
    case 'session-end':
      await end(deps, source, event);
      return SILENCE;
  }
}
