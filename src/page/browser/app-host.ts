import { harmless } from './api.ts';

/** An answer of a tool. */
export interface ToolResult {
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export interface HostContext {
  readonly theme?: 'light' | 'dark';
}

/** The host that shows this page. */
export interface Host {
  /** The host passes calls of tools on to the server. */
  readonly canCall: boolean;
  /** The answer of the call that this page was opened for. */
  readonly firstResult: Promise<ToolResult>;
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  resized(height: number): void;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

const REVISION = '2026-01-26';

/** Greets the host over messages between windows. Only the window that holds this one is listened to. */
export async function meetHost(follow: (context: HostContext) => void): Promise<Host> {
  const waiting = new Map<number, { done: (result: unknown) => void; fail: (error: Error) => void }>();
  const first = Promise.withResolvers<ToolResult>();
  let last = 0;
  // A page of an opaque origin cannot know that of its host; nothing in a message is a secret to whoever shows it.
  const send = (message: Message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method: string, params: Message['params']) =>
    new Promise<unknown>((done, fail) => {
      const id = ++last;
      waiting.set(id, { done, fail });
      send({ id, method, params: params ?? {} });
    });

  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || typeof data !== 'object' || data === null) return;
    const { id, method, params = {}, result, error } = clean(data as Message);
    if (method === undefined) {
      const one = waiting.get(Number(id));
      waiting.delete(Number(id));
      if (error) one?.fail(new Error(error.message ?? 'The host refused.'));
      else one?.done(result);
    } else if (method === 'ui/notifications/tool-result') first.resolve(params as ToolResult);
    else if (method === 'ui/notifications/tool-cancelled')
      first.resolve({ isError: true, content: [{ text: 'The call was cancelled.' }] });
    else if (method === 'ui/notifications/host-context-changed') follow(params as HostContext);
    // A ping, or word that the page is about to go: there is nothing to hold on to.
    else if (id !== undefined) send({ id, result: {} });
  });

  const met = (await request('ui/initialize', {
    protocolVersion: REVISION,
    appInfo: { name: 'cortex-today', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  })) as { hostCapabilities?: { serverTools?: unknown }; hostContext?: HostContext };
  follow(met.hostContext ?? {});
  send({ method: 'ui/notifications/initialized', params: {} });
  return {
    canCall: met.hostCapabilities?.serverTools !== undefined,
    firstResult: first.promise,
    call: (name, input) => request('tools/call', { name, arguments: input }) as Promise<ToolResult>,
    resized: (height) => send({ method: 'ui/notifications/size-changed', params: { height } }),
  };
}

/** Stored text may hold anything. */
function clean(message: Message): Message {
  return JSON.parse(JSON.stringify(message), harmless) as Message;
}
