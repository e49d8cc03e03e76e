import { Failure, troubleText } from '../engine/base/errors.ts';
import type { Copies } from '../engine/keeping/copy.ts';
import { escapeForModel, wireSchema } from '../surfaces/mcp/schema.ts';
import { TOOLS, type Tool } from '../surfaces/mcp/tools.ts';
import type {
  CommandContext,
  PluginToolContext,
  PluginToolResult,
  ToolDeclaration,
} from './api.ts';
import { turnCall } from './call.ts';
import { answerCommand } from './command.ts';
import { Gateway, type GatewayOptions, type Stopping } from './gateway.ts';

/** Everything behind the plugin's registration, loaded with the first event. */
export interface Surface {
  readonly gateway: Gateway;
  /** Throws with a sentence that says what to do. */
  tool(name: string, ctx: PluginToolContext, params: unknown): Promise<PluginToolResult>;
  command(ctx: CommandContext): Promise<string>;
  stop(why: Stopping): Promise<void>;
}

/** `copies` are the files that forgetting has to go through. */
export function makeSurface(options: GatewayOptions, copies: (folder: string) => Copies): Surface {
  const gateway = new Gateway(options);
  return {
    gateway,
    tool: (name, ctx, params) => runTool(gateway, copies, name, ctx, params),
    command: (ctx) => answerCommand(gateway, ctx),
    stop: (why) => gateway.stop(why),
  };
}

/** The tools of the MCP server, as models read them. */
export function toolDeclarations(): readonly ToolDeclaration[] {
  return TOOLS.map(({ name, description, input }) => {
    const json = wireSchema(input, 'input')['~standard'].jsonSchema.input({
      target: 'draft-2020-12',
    });
    return { name, description, parameters: json };
  });
}

/** A tool in the session of the conversation that uses it. */
async function runTool(
  gateway: Gateway,
  copies: (folder: string) => Copies,
  name: string,
  ctx: PluginToolContext,
  params: unknown,
): Promise<PluginToolResult> {
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(`Cortex has no tool ${name}.`);
  return gateway.withinTurn(ctx, async (within) => {
    try {
      const input = await checked(tool, params);
      const call = await turnCall(within, input['project'], copies);
      const { text, data, isHarmless } = await tool.run(call, input);
      return {
        content: [{ type: 'text', text: isHarmless ? text : escapeForModel(text) }],
        details: data,
      };
    } catch (error) {
      if (!(error instanceof Failure))
        within.deps.log.failure('tool failed', error, { tool: name });
      throw new Error(escapeForModel(troubleText(error)));
    }
  });
}

async function checked(tool: Tool, params: unknown): Promise<Record<string, unknown>> {
  const result = await wireSchema(tool.input, 'input', tool.aliases)['~standard'].validate(
    params ?? {},
  );
  if (!result.issues) return result.value as Record<string, unknown>;
  const said = result.issues.map(({ path, message }) => [...(path ?? []), message].join(': '));
  throw new Failure(`${tool.name} was called with wrong arguments: ${said.join('; ')}.`);
}
