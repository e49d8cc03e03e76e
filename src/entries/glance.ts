import { isReadOnly } from '../domain/read-only.ts';
import { readIntent } from '../hosts/shape/tools.ts';

/**
 * Whether an event before a tool call is about one that only looks, which is most of them: no instruction is given then, and
 * nothing more has to be loaded. In doubt it is not.
 */
export function onlyLooks(text: string): boolean {
  try {
    const { tool_name: tool, tool_input: input } = JSON.parse(text) as Record<string, unknown>;
    return typeof tool === 'string' && isReadOnly(readIntent(tool, input));
  } catch {
    return false;
  }
}
