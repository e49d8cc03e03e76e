import type { HostEvent } from '../domain/event.ts';
import type { Hearing, Reply } from '../host.ts';
import { capture, captureReply, captureTurnEnd } from './capture.ts';
import { compacted } from './compacted.ts';
import type { Deps } from './deps.ts';
import { end } from './end.ts';
import { instruct } from './instruct.ts';
import { prompt } from './prompt.ts';
import { start } from './start.ts';
import { toolUse } from './tool-use.ts';

/** Where an event came from. */
export interface Source {
  readonly host: string;
  /** The configuration that delivered it. */
  readonly via: string;
  /** As most hosts do where nothing is said. */
  readonly hearing?: Hearing;
}

/** Whether the model gets to know what this event is answered with. */
export function isHeard({ hearing }: Source, event: HostEvent): boolean {
  if (hearing === undefined) return true;
  const isDeaf = event.kind === 'tool-use' && event.use.failed && hearing.notAfterFailure === true;
  return !isDeaf && hearing.at.some((kind) => kind === event.kind);
}

export const SILENCE: Reply = { context: null };

/** The one door: everything that happens in a host comes through here. */
export async function handle(deps: Deps, source: Source, event: HostEvent): Promise<Reply> {
  if (!deps.config['session_persistence.enabled']) return SILENCE;
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
