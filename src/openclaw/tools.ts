import type { ToolContext, ToolResult } from './api.ts';
import type { Gateway, OpenConversation } from './gateway.ts';

/** A tool as a model reads it. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}

/** A tool in the session that it is used in. Throws with a sentence that says what to do. */
export interface CortexTool {
  readonly name: string;
  run(within: OpenConversation, params: unknown): Promise<{ readonly text: string; readonly data: unknown }>;
}

export async function runTool(
  gateway: Gateway,
  tools: readonly CortexTool[],
  name: string,
  ctx: ToolContext,
  params: unknown,
): Promise<ToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`Cortex has no tool ${name}.`);
  const { text, data } = await gateway.withinTurn(ctx, (within) => tool.run(within, params));
  return { content: [{ type: 'text', text }], details: data };
}
