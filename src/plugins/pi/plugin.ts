import { type PluginOptions, road } from '../shared/command.ts';
import { Courier } from '../shared/courier.ts';

/** The used part of pi's interface for extensions, as of 0.87. */
interface PiApi {
  on(event: string, handler: (event: PiEvent, context: PiContext) => unknown): void;
}

interface PiContext {
  readonly cwd: string;
  readonly sessionManager: { getSessionId(): string };
}

/** The fields of all events together; which event has which is pi's to say. */
interface PiEvent {
  readonly reason?: string;
  readonly prompt?: string;
  readonly text?: string;
  readonly source?: string;
  /** Set where the agent is at work already. */
  readonly streamingBehavior?: string;
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly input?: unknown;
  readonly content?: unknown;
  readonly isError?: boolean;
  readonly messages?: readonly { readonly role?: string }[];
}

/** The extension that pi loads. It only carries: what an event means is read in `cortex hook pi`. */
export function cortex(pi: PiApi, options: PluginOptions = {}): void {
  let open: { readonly sessionId: string; readonly cwd: string } | null = null;
  const courier = new Courier(road('pi', options, import.meta.url), {
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

  on('session_start', ({ reason }, context) => tell('session_start', context, { reason }));
  on('before_agent_start', async ({ prompt }, context) => {
    const session = from(context);
    const text = await courier.ask(session.sessionId, {
      event: 'before_agent_start',
      ...session,
      prompt,
    });
    return text === null
      ? undefined
      : { message: { customType: 'cortex', content: text, display: false } };
  });
  on('input', ({ text, source, streamingBehavior }, context) => {
    // Words that reach an agent at work start no other one.
    if (streamingBehavior !== undefined && source !== 'extension') tell('input', context, { text });
  });
  on('tool_result', ({ toolName, toolCallId, input, content, isError }, context) =>
    tell('tool_result', context, { toolName, toolCallId, input, content, isError }),
  );
  on('agent_end', ({ messages }, context) => {
    const message = messages?.findLast(({ role }) => role === 'assistant') ?? null;
    tell('agent_end', context, { message });
  });
  on('session_before_compact', (_event, context) => tell('session_before_compact', context));
  on('session_compact', (_event, context) => tell('session_compact', context));
  on('session_shutdown', async ({ reason }, context) => {
    tell('session_shutdown', context, { reason });
    open = null;
    await courier.settle();
    // After anything else there is another session.
    if (reason === 'quit') courier.leave();
  });
}
