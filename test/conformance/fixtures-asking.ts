import { createHmac } from 'node:crypto';
import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { ELICITED_DEFAULTS, ELICITED_ENUMS } from './fixtures-schemas.ts';

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const name = z.object({ name: z.string() });
const confirmation = z.object({ ok: z.boolean() });

const question = (words: string, maxTokens = 100) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });
const nameAsked = inputRequired.elicit({ message: 'What is your name?', requestedSchema: name });

/** Not secret: it shows only that a state which somebody changed is not taken. */
const KEY = 'conformance';
export function sealed(state: string): string {
  return `${state}.${createHmac('sha256', KEY).update(state).digest('hex')}`;
}
const isSealed = (state: unknown, as: string) => state === sealed(as);

type Handler = (ctx: ServerContext) => ReturnType<typeof inputRequired> | ReturnType<typeof said>;

/** What asks the client back: a person, its model, its folders. In 2026 by an unfinished answer, before by a request. */
const ASKING: Record<string, Handler> = {
  test_input_required_result_elicitation: ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', name);
    return given ? said(`Hello, ${given.name}!`) : inputRequired({ inputRequests: { user_name: nameAsked } });
  },
  test_input_required_result_sampling: ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'capital_question');
    return given.kind === 'sampling'
      ? said(JSON.stringify(given.result.content))
      : inputRequired({
          inputRequests: { capital_question: question('What is the capital of France?') },
        });
  },
  test_input_required_result_list_roots: ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'client_roots');
    return given.kind === 'roots'
      ? said(JSON.stringify(given.roots))
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  },
  test_input_required_result_request_state: ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'confirm', confirmation);
    return given && isSealed(mcpReq.requestState(), 'confirming')
      ? said('state-ok')
      : inputRequired({
          inputRequests: {
            confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema: confirmation }),
          },
          requestState: sealed('confirming'),
        });
  },
  test_input_required_result_multiple_inputs: ({ mcpReq: { inputResponses } }) => {
    const given = acceptedContent(inputResponses, 'user_name', name);
    const greeting = inputResponse(inputResponses, 'greeting');
    const roots = inputResponse(inputResponses, 'client_roots');
    return given && greeting.kind === 'sampling' && roots.kind === 'roots'
      ? said(`${given.name}, ${roots.roots.length}`)
      : inputRequired({
          inputRequests: {
            user_name: nameAsked,
            greeting: question('Generate a greeting', 50),
            client_roots: inputRequired.listRoots(),
          },
          requestState: sealed('many'),
        });
  },
  test_input_required_result_multi_round: ({ mcpReq }) => {
    const state = mcpReq.requestState();
    const color = z.object({ color: z.string() });
    if (isSealed(state, 'second')) {
      const given = acceptedContent(mcpReq.inputResponses, 'step2', color);
      if (given) return said(given.color);
    }
    if (isSealed(state, 'first') && acceptedContent(mcpReq.inputResponses, 'step1', name))
      return inputRequired({
        inputRequests: {
          step2: inputRequired.elicit({
            message: 'Step 2: What is your favorite color?',
            requestedSchema: color,
          }),
        },
        requestState: sealed('second'),
      });
    return inputRequired({
      inputRequests: {
        step1: inputRequired.elicit({ message: 'Step 1: What is your name?', requestedSchema: name }),
      },
      requestState: sealed('first'),
    });
  },
  test_input_required_result_capabilities: ({ mcpReq: { envelope } }) => {
    const can = (envelope as Record<string, Record<string, unknown>> | undefined)?.[
      'io.modelcontextprotocol/clientCapabilities'
    ];
    const inputRequests = {
      ...(can?.['sampling'] !== undefined && { greeting: question('Generate a greeting') }),
      ...(can?.['elicitation'] !== undefined && { user_name: nameAsked }),
    };
    return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : said('Nothing to ask.');
  },
  test_streaming_elicitation: ({ mcpReq }) =>
    acceptedContent(mcpReq.inputResponses, 'user_name', name)
      ? said('Done.')
      : inputRequired({ inputRequests: { user_name: nameAsked } }),
};

export function addAskingFixtures(server: McpServer): void {
  for (const [tool, handler] of Object.entries(ASKING))
    server.registerTool(tool, { description: `Fixture: ${tool}` }, (ctx) => handler(ctx));
  const context = z.object({ context: z.string() });
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Fixture: asks back' },
    ({ mcpReq }: ServerContext) => {
      const given = acceptedContent(mcpReq.inputResponses, 'user_context', context);
      if (given)
        return {
          messages: [{ role: 'user' as const, content: { type: 'text' as const, text: given.context } }],
        };
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: 'What context should the prompt use?',
            requestedSchema: context,
          }),
        },
      });
    },
  );
  addRequestFixtures(server);
}

/** Over the stream of the call: another one may not be open yet, and what is sent there meanwhile is lost. */
const here = ({ mcpReq }: ServerContext) => ({ relatedRequestId: mcpReq.id });

/** The requests that servers sent before 2026. */
function addRequestFixtures(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Fixture: asks the model', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, ctx) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      const { content } = await ctx.mcpReq.requestSampling({ messages, maxTokens: 100 }, here(ctx));
      return said(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const username = z.object({ username: z.string(), email: z.string() });
  server.registerTool(
    'test_elicitation',
    { description: 'Fixture: asks the person', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, ctx) => {
      const asked = z.toJSONSchema(username) as typeof ELICITED_DEFAULTS;
      const { type, properties, required } = asked;
      const requestedSchema = { type, properties, ...(required && { required }) };
      const { action, content } = await ctx.mcpReq.elicitInput({ message, requestedSchema }, here(ctx));
      return said(`User response: action=${action}, content=${JSON.stringify(content)}`);
    },
  );
  for (const [tool, requestedSchema] of [
    ['test_elicitation_sep1034_defaults', ELICITED_DEFAULTS],
    ['test_elicitation_sep1330_enums', ELICITED_ENUMS],
  ] as const)
    server.registerTool(tool, { description: `Fixture: ${tool}` }, async (ctx) => {
      const asked = { message: 'Please say', requestedSchema };
      const { action, content } = await ctx.mcpReq.elicitInput(asked, here(ctx));
      return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
    });
}
