import { Failure, troubleText } from '../engine/errors.ts';
import type { Copies } from '../engine/upkeep/copy.ts';
import { harmless, wire } from '../surfaces/mcp/schema.ts';
import { TOOLS, type Tool } from '../surfaces/mcp/tools.ts';
import { turnCall } from './call.ts';
import type { CortexTool, ToolDeclaration } from './tools.ts';

/** The tools of the MCP server, as models read them. */
export function toolDeclarations(): readonly ToolDeclaration[] {
  return TOOLS.map(({ name, description, input }) => {
    const json = wire(input, 'input')['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    return { name, description, parameters: json };
  });
}

/** The same tools in the session of a conversation. `copies` are the files that forgetting has to go through. */
export function cortexTools(copies: (folder: string) => Copies): readonly CortexTool[] {
  return TOOLS.map((tool) => ({
    name: tool.name,
    run: async (within, params) => {
      try {
        const input = await checked(tool, params);
        const { text, data, isHarmless } = await tool.run(
          await turnCall(within, input['project'], copies),
          input,
        );
        return { text: isHarmless ? text : harmless(text), data };
      } catch (error) {
        if (!(error instanceof Failure)) within.deps.log.failure('tool failed', error, { tool: tool.name });
        throw new Error(harmless(troubleText(error)));
      }
    },
  }));
}

async function checked(tool: Tool, params: unknown): Promise<Record<string, unknown>> {
  const result = await wire(tool.input, 'input', tool.aliases)['~standard'].validate(params ?? {});
  if (!result.issues) return result.value as Record<string, unknown>;
  const said = result.issues.map(({ path, message }) => [...(path ?? []), message].join(': '));
  throw new Failure(`${tool.name} was not called rightly: ${said.join('; ')}.`);
}
