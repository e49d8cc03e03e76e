import { render, type VNode } from 'preact';
import { ASKS } from '../asks.ts';
import {
  type OperationInput,
  type OperationOutcome,
  readWireAnswer,
  reviveHarmless,
  setSurroundings,
  type WireAnswer,
} from './api.ts';
import { Toast } from './parts.tsx';
import { ToldPage } from './told-page.tsx';

/** Today, inside of a host that shows pages of MCP servers (MCP Apps, 2026-01-26). It talks to that host and to nobody else. */

async function begin(): Promise<void> {
  const host = await meetHost(follow);
  setSurroundings({ ask: askingThrough(host), canAct: host.canCall, hasPages: false });
  render(<App />, document.getElementById('page')!);
  new ResizeObserver(() => host.resized(document.documentElement.scrollHeight)).observe(
    document.body,
  );
}

function App(): VNode {
  return (
    <>
      <main class="alone app" id="main">
        <ToldPage />
      </main>
      <Toast />
    </>
  );
}

/** The host's colours, where it says whether they are light or dark. */
function follow({ theme }: HostContext): void {
  if (theme) document.documentElement.style.colorScheme = theme;
}

/** The answer that the page was opened with comes first; what is asked later goes through the host to the server. */
function askingThrough(host: AppHost) {
  let first: Promise<ToolResult> | null = host.firstResult;
  return async (
    operation: string,
    input: OperationInput,
    confirmed: boolean,
  ): Promise<OperationOutcome<unknown>> => {
    try {
      if (operation !== ASKS.told[0]) {
        const result = await host.call('cortex_today_do', { operation, input, confirmed });
        return readWireAnswer(
          result.isError ? { message: textOf(result) } : (result.structuredContent as WireAnswer),
        );
      }
      const result = await (first ?? host.call('cortex_today', {}));
      first = null;
      return readWireAnswer(
        result.isError ? { message: textOf(result) } : { data: result.structuredContent },
      );
    } catch (error) {
      return {
        kind: 'failed',
        message: error instanceof Error ? error.message : 'The host did not answer.',
      };
    }
  };
}

function textOf({ content = [] }: ToolResult): string {
  return content.map(({ text }) => text ?? '').join('\n') || 'It could not be done.';
}

/** An answer of a tool. */
interface ToolResult {
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

interface HostContext {
  readonly theme?: 'light' | 'dark';
}

/** The connection to the host that shows this page. */
interface AppHost {
  /** The host passes calls of tools on to the server. */
  readonly canCall: boolean;
  /** The answer of the call that this page was opened for. */
  readonly firstResult: Promise<ToolResult>;
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  resized(height: number): void;
}

interface HostMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

const REVISION = '2026-01-26';

/** Greets the host over messages between windows. Only the window that holds this one is listened to. */
async function meetHost(follow: (context: HostContext) => void): Promise<AppHost> {
  const waiting = new Map<
    number,
    { done: (result: unknown) => void; fail: (error: Error) => void }
  >();
  const first = Promise.withResolvers<ToolResult>();
  let last = 0;
  // A page of an opaque origin cannot know that of its host; nothing in a message is a secret to whoever shows it.
  const send = (message: HostMessage) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method: string, params: HostMessage['params']) =>
    new Promise<unknown>((done, fail) => {
      const id = ++last;
      waiting.set(id, { done, fail });
      send({ id, method, params: params ?? {} });
    });

  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || typeof data !== 'object' || data === null) return;
    const { id, method, params = {}, result, error } = clean(data as HostMessage);
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

/** A message without signs that steer: stored text may hold anything. */
function clean(message: HostMessage): HostMessage {
  return JSON.parse(JSON.stringify(message), reviveHarmless) as HostMessage;
}

void begin();
