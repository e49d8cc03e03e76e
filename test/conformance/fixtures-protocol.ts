import { setTimeout as sleep } from 'node:timers/promises';
import {
  completable,
  fromJsonSchema,
  inputRequired,
  type JsonSchemaType,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { sealed } from './fixtures-asking.ts';
import { IN_HEADER, KEYWORDS } from './fixtures-schemas.ts';

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** What goes beside answers: progress, log, and what Cortex itself does not declare because it has no use for it. */
export function addProtocolFixtures(server: McpServer): void {
  const { server: protocol } = server;
  protocol.registerCapabilities({ logging: {}, resources: { subscribe: true } });
  protocol.setRequestHandler('resources/subscribe', () => ({}));
  protocol.setRequestHandler('resources/unsubscribe', () => ({}));
  server.registerPrompt(
    'test_completed_prompt',
    {
      description: 'Fixture: its argument can be completed',
      argsSchema: z.object({ arg1: completable(z.string(), (value) => [`${value}ing`]) }),
    },
    () => ({ messages: [] }),
  );
  server.registerTool('test_tool_with_progress', { description: 'Fixture: progress' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
      await sleep(50);
    }
    return said('Done.');
  });
  for (const name of ['test_tool_with_logging', 'test_logging_tool'])
    server.registerTool(name, { description: 'Fixture: log' }, async ({ mcpReq }) => {
      for (const step of ['started', 'processing data', 'completed']) {
        await mcpReq.log('info', `Tool execution ${step}`);
        await sleep(50);
      }
      return said('Done.');
    });
  for (const [name, schema] of [
    ['json_schema_2020_12_tool', KEYWORDS],
    ['test_custom_headers', IN_HEADER],
  ] as const)
    server.registerTool(
      name,
      { description: `Fixture: ${name}`, inputSchema: fromJsonSchema(schema as unknown as JsonSchemaType) },
      () => said('Done.'),
    );
  addRefusals(server);
}

type Call = (request: { params: { name: string } }, ctx: ServerContext) => Promise<unknown>;

/** Errors of the protocol, which the library turns into errors of the tool where a tool throws them. */
function addRefusals(server: McpServer): void {
  const refusals: Record<string, (ctx: ServerContext) => ReturnType<typeof inputRequired>> = {
    test_missing_capability: () => {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
    test_input_required_result_tampered_state: ({ mcpReq }) => {
      const state = mcpReq.requestState();
      if (state !== undefined && state !== sealed('tampering'))
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This state is not ours.');
      const requestedSchema = z.object({ ok: z.boolean() });
      return inputRequired({
        inputRequests: { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema }) },
        requestState: sealed('tampering'),
      });
    },
  };
  for (const name of Object.keys(refusals))
    server.registerTool(name, { description: `Fixture: ${name}` }, () => said('Done.'));
  const handlers = Reflect.get(server.server, '_requestHandlers') as Map<string, Call>;
  const call = handlers.get('tools/call')!;
  handlers.set('tools/call', async (request, ctx) => {
    const refuse = refusals[request.params.name];
    return refuse ? refuse(ctx) : call(request, ctx);
  });
}
