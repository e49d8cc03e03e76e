import type { ToolDeclaration } from './tools.ts';

/** What models read of the tools, and what the manifest has to name. */
export function openClawTools(): readonly ToolDeclaration[] {
  return [];
}
