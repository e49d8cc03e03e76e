import { type PluginOptions, road } from '../shared/command.ts';
import { createCourier } from '../shared/courier.ts';
import type { AgentMessage, PiApi, PiContext, PiEvent } from './pi.ts';

/** The extension that pi loads. It only carries: what an event means is read in `cortex hook pi`. */
export function cortex(pi: PiApi, options: PluginOptions = {}): void {
  let open: { readonly sessionId: string; readonly cwd: string } | null = null;
  const courier = createCourier(road('pi', options, import.meta.url), {
    farewells: () => (open ? [{ event: 'session_shutdown', ...open, reason: 'gone' }] : []),
  });

  const from = (context: PiContext) => {
    open = { sessionId: context.sessionManager.getSessionId(), cwd: context.cwd };
    return open;
  };
  const tell = (event: string, context: PiContext, more: object = {}) => {
    const session = from(context);
    courier.tell(session.sessionId, { event, ...session, ...more });
  };

  /** Listens without ever failing pi. */
  const on = (name: string, work: (event: PiEvent, context: PiContext) => unknown) => {
    pi.on(name, async (event, context) => {
      try {
        return await work(event, context);
      } catch {
        return undefined;
      }
    });
  };

  on('session_start', (event, context) => {
    tell('session_start', context, { reason: event.reason });
  });
  on('before_agent_start', async (event, context) => {
    const session = from(context);
    const { prompt } = event;
    const asked = { event: 'before_agent_start', ...session, prompt };
    const text = await courier.ask(session.sessionId, asked);
    return text === null ? undefined : { message: { customType: 'cortex', content: text, display: false } };
  });
  on('input', (event, context) => {
    // Words that reach an agent at work start no other one.
    const isMeanwhile = event.streamingBehavior !== undefined && event.source !== 'extension';
    if (isMeanwhile) tell('input', context, { text: event.text });
  });
  on('tool_result', (event, context) => {
    const { toolName, toolCallId, input, content, isError } = event;
    tell('tool_result', context, { toolName, toolCallId, input, content, isError });
  });
  on('agent_end', (event, context) => {
    tell('agent_end', context, { message: lastReply(event.messages) });
  });
  on('session_before_compact', (_event, context) => {
    tell('session_before_compact', context);
  });
  on('session_compact', (_event, context) => {
    tell('session_compact', context);
  });
  on('session_shutdown', async (event, context) => {
    tell('session_shutdown', context, { reason: event.reason });
    open = null;
    await courier.settle();
    // After anything else there is another session.
    if (event.reason === 'quit') courier.leave();
  });
}

function lastReply(messages: readonly AgentMessage[] | undefined): AgentMessage | null {
  return messages?.findLast((message) => message.role === 'assistant') ?? null;
}
