import { type PluginOptions, road } from '../shared/command.ts';
import { Courier } from '../shared/courier.ts';

/** The used part of Cline's interface for plugins, as of 3.0. */
interface ClineApi {
  registerRule?(rule: { id: string; content: () => Promise<string> }): void;
}

interface SetupContext {
  readonly session?: { readonly sessionId?: string };
  readonly workspaceInfo?: { readonly rootPath?: string };
}

interface ClineSnapshot {
  readonly agentId?: string;
  readonly parentAgentId?: string | null;
  readonly conversationId?: string;
  readonly runId?: string;
  readonly messages?: readonly {
    readonly id?: string;
    readonly role?: string;
    readonly content?: unknown;
  }[];
}

interface RunContext {
  readonly snapshot: ClineSnapshot;
  readonly result?: { readonly status?: string; readonly outputText?: string };
}

interface ClineToolContext {
  readonly snapshot: ClineSnapshot;
  readonly tool?: { readonly name?: string };
  readonly toolCall?: { readonly toolCallId?: string; readonly toolName?: string };
  readonly input?: unknown;
  readonly result?: { readonly output?: unknown; readonly isError?: boolean };
}

/**
 * The plugin that Cline loads, in a process of its own for each session. It sends what Cline's own file hooks would, which
 * can say nothing to the model; what an event means is read in `cortex hook cline`.
 */
export function cortex(options: PluginOptions = {}) {
  let session: string | undefined;
  let root: string | undefined;
  let isOpen = false;
  const courier = new Courier(road('cline', options, import.meta.url), {
    farewells: () => (isOpen ? [payload('session_shutdown', {}, {})] : []),
  });
  const payload = (hookName: string, snapshot: ClineSnapshot, more: object) => {
    isOpen = true;
    return {
      hookName,
      taskId: snapshot.conversationId,
      sessionContext: { rootSessionId: session },
      workspaceRoots: [root ?? process.cwd()],
      agent_id: snapshot.agentId,
      parent_agent_id: snapshot.parentAgentId ?? null,
      ...more,
    };
  };
  const line = (snapshot: ClineSnapshot) => session ?? snapshot.conversationId ?? '';

  return {
    name: 'cortex',
    manifest: { capabilities: ['rules', 'hooks'] },
    setup(api: ClineApi, context: SetupContext = {}): void {
      session = context.session?.sessionId;
      root = context.workspaceInfo?.rootPath;
      leaveWhenTold(() => courier.leave());
      // A rule is part of the system prompt: without a session's id there is nothing that it could be part of.
      if (session === undefined) return;
      api.registerRule?.({
        id: 'cortex',
        content: quietly(
          async () => (await courier.ask(line({}), payload('agent_start', {}, {}))) ?? '',
          '',
        ),
      });
    },
    hooks: {
      beforeRun: quietly(async ({ snapshot }: RunContext) => {
        const userPromptSubmit = spokenLast(snapshot);
        const asked = payload('prompt_submit', snapshot, { userPromptSubmit });
        const text = await courier.ask(line(snapshot), asked);
        return text === null ? undefined : { appendContext: text };
      }, undefined),
      afterTool: quietly(async (used: ClineToolContext) => {
        const { snapshot } = used;
        const tool_result = toolResult(used);
        courier.tell(line(snapshot), payload('tool_result', snapshot, { tool_result }));
        return undefined;
      }, undefined),
      afterRun: quietly(async ({ snapshot, result }: RunContext) => {
        const turn = { id: snapshot.runId, outputText: result?.outputText, status: result?.status };
        courier.tell(line(snapshot), payload('agent_end', snapshot, { turn }));
        // A run without a person ends the program behind it.
        await courier.settle();
      }, undefined),
    },
  };
}

function spokenLast({ messages }: ClineSnapshot) {
  const said = messages?.findLast(({ role }) => role === 'user');
  return { id: said?.id, prompt: textOf(said?.content) };
}

function toolResult({ tool, toolCall, input, result }: ClineToolContext) {
  const name = toolCall?.toolName ?? tool?.name;
  const failed = result?.isError === true && { error: result.output };
  return { id: toolCall?.toolCallId, name, input, output: result?.output, ...failed };
}

/** Cline ends the process that its plugins run in by a signal, and 300 ms later by force. */
function leaveWhenTold(leave: () => void): void {
  process.once('SIGTERM', () => {
    leave();
    // Another listener decides what becomes of the process; without one it goes as it would have.
    if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM');
  });
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? (content as { text?: unknown }[]) : [];
  return parts.flatMap((part) => (typeof part?.text === 'string' ? [part.text] : [])).join('\n');
}

function quietly<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  otherwise: Result,
) {
  return async (...args: Args): Promise<Result> => {
    try {
      return await work(...args);
    } catch {
      return otherwise;
    }
  };
}
