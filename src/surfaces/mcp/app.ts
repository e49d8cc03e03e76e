import type { McpServer, RegisteredTool } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { muteOperation } from '../../operations/answer/mute.ts';
import { toldOperation } from '../../operations/answer/session-told.ts';
import { UsageError, wrongInput } from '../../operations/base/errors.ts';
import type { Operation, OperationCall } from '../../operations/base/operation.ts';
import { memoryUpdate } from '../../operations/memories/change.ts';
import { memoryForget } from '../../operations/memories/forget.ts';
import { unpinOperation } from '../../operations/pins/pin.ts';
import { doneOperation } from '../../operations/tasks/tasks.ts';
import { noteOperation } from '../../operations/threads/note.ts';
import { answerModel, declareTool, type Tool, type ToolAnswer } from './tools.ts';

/** The page of Today for hosts that show pages of servers: MCP Apps, revision 2026-01-26. */
const TODAY_PAGE = 'ui://cortex/today';
const PAGE_TYPE = 'text/html;profile=mcp-app';
const EXTENSION = 'io.modelcontextprotocol/ui';

/** The tool that opens the page. */
const show = declareTool({
  name: 'cortex_today',
  title: 'Today',
  description:
    'Shows the user what the next session here would be told, each line with its reason and buttons. Only when they want to see or sort it out; memory_context is for you.',
  input: z.strictObject({}),
  output: z.looseObject({ scope: z.string() }),
  effect: 'reads',
  writes: () => false,
  run: async (call): Promise<ToolAnswer> => {
    const { data } = await answerModel(toldOperation, call, {});
    const { sections = [] } = data as { sections?: readonly { lines: readonly unknown[] }[] };
    const lines = sections.reduce((sum, section) => sum + section.lines.length, 0);
    return { text: `The user sees ${lines} lines that the next session here would be told.`, data };
  },
});

/** The operations behind the buttons of Today. */
const BUTTONS: readonly Operation[] = [
  unpinOperation,
  doneOperation,
  memoryForget,
  memoryUpdate,
  noteOperation,
  muteOperation,
];

/** Does what a button of the page says; only the page calls it. A question comes back as an answer, for the page to ask. */
const act = declareTool({
  name: 'cortex_today_do',
  title: 'Button of Today',
  description: 'Called by the page of cortex_today, when the user presses a button.',
  input: z.strictObject({
    operation: z.enum(BUTTONS.map(({ name }) => name.command!)),
    input: z.record(z.string(), z.unknown()),
    confirmed: z.boolean().optional(),
  }),
  output: z.looseObject({}),
  effect: 'changes',
  writes: () => false,
  run: async (call, { operation: name, input, confirmed }): Promise<ToolAnswer> => {
    const operation = BUTTONS.find(({ name: { command } }) => command === name)!;
    const checked = operation.input.safeParse(input);
    if (!checked.success) throw new UsageError(wrongInput(checked.error));
    return press(call as OperationCall, operation, checked.data, { isSure: confirmed === true });
  },
});

async function press(
  call: OperationCall,
  operation: Operation,
  input: Record<string, unknown>,
  { isSure }: { readonly isSure: boolean },
): Promise<ToolAnswer> {
  const asked = isSure ? null : await operation.confirm?.(call, input);
  if (asked)
    return { text: asked.question, data: { question: asked.question, lines: asked.lines } };
  const { text, data } = await answerModel(operation, call, input);
  return { text, data: { text, data } };
}

/** Both tools, in the order in which clients list them, and who may call them besides the page. */
export const APP_TOOLS: readonly { readonly tool: Tool; readonly meta: Record<string, unknown> }[] =
  [
    { tool: show, meta: { ui: { resourceUri: TODAY_PAGE } } },
    { tool: act, meta: { ui: { resourceUri: TODAY_PAGE, visibility: ['app'] } } },
  ];

/** A client that shows no pages has no use for their tools, and its model should not read of them. */
export function onlyWithPages(
  server: McpServer,
  registered: Pick<RegisteredTool, 'enabled'>,
): void {
  Object.defineProperty(registered, 'enabled', { get: () => showsPages(server) });
}

function showsPages({ server }: McpServer): boolean {
  const { extensions } = (server.getClientCapabilities() ?? {}) as {
    extensions?: Record<string, unknown>;
  };
  const said = extensions?.[EXTENSION] as { mimeTypes?: unknown } | undefined;
  return (
    said !== undefined && (!Array.isArray(said.mimeTypes) || said.mimeTypes.includes(PAGE_TYPE))
  );
}

/** The page itself, the same for everybody; what it shows comes with the answer of the tool. */
export function addTodayPage(server: McpServer, html: string): void {
  const registered = server.registerResource(
    'today',
    TODAY_PAGE,
    {
      title: 'Today',
      description: 'What the next session here would be told.',
      mimeType: PAGE_TYPE,
    },
    (uri) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: PAGE_TYPE,
          text: html,
          _meta: { ui: { csp: {}, prefersBorder: true } },
        },
      ],
    }),
  );
  onlyWithPages(server, registered as unknown as RegisteredTool);
}
