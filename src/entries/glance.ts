import { isReadOnly } from '../domain/read-only.ts';
import { readIntent } from '../hosts/shape/tools.ts';

/**
 * Whether an event before a tool call is about one that only looks, which is most of them: no instruction is given then, and
 * nothing more has to be loaded. In doubt it is not.
 */
export function onlyLooks(text: string): boolean {
  try {
    const {
      hook_event_name: name,
      tool_name: tool,
      tool_input: input,
    } = JSON.parse(text) as Record<string, unknown>;
    // A name further in belongs to what a tool was given, and an event that is over must not be lost.
    return name === 'PreToolUse' && typeof tool === 'string' && isReadOnly(readIntent(tool, input));
  } catch {
    return false;
  }
}
