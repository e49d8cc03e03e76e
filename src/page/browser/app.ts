import { html } from 'htm/preact';
import { render, type VNode } from 'preact';
import { ASKS } from '../asks.ts';
import { type Answered, type Input, type Outcome, outcomeOf, standIn } from './api.ts';
import { type Host, type HostContext, meetHost, type ToolResult } from './app-host.ts';
import { NowPage } from './now.ts';
import { Said } from './parts.ts';

/** Today, inside of a host that shows pages of MCP servers (MCP Apps, 2026-01-26). It talks to that host and to nobody else. */

async function begin(): Promise<void> {
  const host = await meetHost(follow);
  standIn({ ask: askingThrough(host), canAct: host.canCall, hasPages: false });
  render(html`<${App} />`, document.getElementById('page')!);
  new ResizeObserver(() => host.resized(document.documentElement.scrollHeight)).observe(document.body);
}

function App(): VNode {
  return html`<main class="alone app" id="main"><${NowPage} /></main><${Said} />`;
}

/** The host's colours, where it says whether they are light or dark. */
function follow({ theme }: HostContext): void {
  if (theme) document.documentElement.style.colorScheme = theme;
}

/** The answer that the page was opened with comes first; what is asked later goes through the host to the server. */
function askingThrough(host: Host) {
  let first: Promise<ToolResult> | null = host.firstResult;
  return async (operation: string, input: Input, confirmed: boolean): Promise<Outcome<unknown>> => {
    try {
      if (operation !== ASKS.now[0]) {
        const result = await host.call('cortex_today_do', { operation, input, confirmed });
        return outcomeOf(
          result.isError ? { message: textOf(result) } : (result.structuredContent as Answered),
        );
      }
      const result = await (first ?? host.call('cortex_today', {}));
      first = null;
      return outcomeOf(result.isError ? { message: textOf(result) } : { data: result.structuredContent });
    } catch (error) {
      return { kind: 'failed', message: error instanceof Error ? error.message : 'The host did not answer.' };
    }
  };
}

function textOf({ content = [] }: ToolResult): string {
  return content.map(({ text }) => text ?? '').join('\n') || 'It could not be done.';
}

void begin();
