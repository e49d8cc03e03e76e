import type { CommandContext, ToolContext, ToolResult } from './api.ts';
import { answerCommand } from './command.ts';
import { Gateway, type GatewayOptions } from './gateway.ts';
import { type CortexTool, runTool } from './tools.ts';

/** Everything behind the plugin's registration, loaded with the first event. */
export interface Surface {
  readonly gateway: Gateway;
  tool(name: string, ctx: ToolContext, params: unknown): Promise<ToolResult>;
  command(ctx: CommandContext): Promise<string>;
  stop(isGoing: boolean): Promise<void>;
}

export function makeSurface(options: GatewayOptions, tools: readonly CortexTool[]): Surface {
  const gateway = new Gateway(options);
  return {
    gateway,
    tool: (name, ctx, params) => runTool(gateway, tools, name, ctx, params),
    command: (ctx) => answerCommand(gateway, ctx),
    stop: (isGoing) => gateway.stop(isGoing),
  };
}
