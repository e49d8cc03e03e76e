import { claudeCode } from '../src/agents/claude-code/host.ts';
import type { Deps } from '../src/engine/base/deps.ts';
import { handle } from '../src/engine/engine.ts';
import type { Reply } from '../src/ports/base/host.ts';

/** The events of one session of Claude Code, put to the engine as its hooks would. */
export function claudeEvents(deps: Deps, session_id: string, cwd: string) {
  return (hook_event_name: string, more: object = {}): Promise<Reply> => {
    const payload = { session_id, cwd, hook_event_name, ...more };
    return handle(deps, { host: 'claude-code', via: 'test' }, claudeCode.parse(payload)!);
  };
}
