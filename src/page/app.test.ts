// Today as a page inside of a host: the tools that only such a host sees, and the page itself in a browser with a small host.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../test/chromium.ts';
import { scratchFolder } from '../../test/scratch.ts';
import { emptyStory, run, type Story, tellStory } from '../../test/ui-story.ts';
import { FOR_MODELS } from '../operations/for-models.ts';
import { serverWorld } from '../program/server-world.ts';
import { openDesk } from '../surfaces/mcp/desk.ts';
import { buildServer } from '../surfaces/mcp/server.ts';

const program = findChromium();
if (!program) console.warn('No Chromium is installed here: the app is not tested in a browser.');

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HTML = readFileSync(
  join(import.meta.dirname, '..', '..', 'dist', 'ui', 'today.html'),
  'utf8',
);
const PAGES = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

const folder = scratchFolder();
let story: Story;
beforeAll(async () => {
  story = emptyStory(folder.path);
  await tellStory(story, Date.now());
});
afterAll(() => folder.dispose());

/** A client of a server inside this process, with what it says it can do. */
async function connect(capabilities: object, logged: string[] = []): Promise<Client> {
  const { around } = serverWorld(story.env, () => story.shop);
  const log = (what: string) => void logged.push(what);
  const desk = openDesk({ ...around, log }, { isParent: false, isKnown: true });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await buildServer({ version: '1', operations: FOR_MODELS }, desk, HTML).connect(there);
  const client = new Client({ name: 'a host', version: '1' }, { capabilities });
  await client.connect(here);
  return client;
}

describe('tools of the app', () => {
  it('are seen by a host that shows pages, and by no other', async () => {
    const plain = await connect({});
    const names = async (client: Client) =>
      (await client.listTools()).tools.map(({ name }) => name);
    expect(await names(plain)).not.toContain('cortex_today');
    await expect(plain.callTool({ name: 'cortex_today_do', arguments: {} })).rejects.toThrow(
      'disabled',
    );
    await plain.close();
    const client = await connect(PAGES);
    const { tools } = await client.listTools();
    const found = tools.filter(({ name }) => name.startsWith('cortex_today'));
    expect(found.map(({ name, _meta }) => [name, _meta])).toEqual([
      ['cortex_today', { ui: { resourceUri: 'ui://cortex/today' } }],
      ['cortex_today_do', { ui: { resourceUri: 'ui://cortex/today', visibility: ['app'] } }],
    ]);
    const { contents } = await client.readResource({ uri: 'ui://cortex/today' });
    expect(contents).toMatchObject([
      { uri: 'ui://cortex/today', mimeType: 'text/html;profile=mcp-app' },
    ]);
    expect((contents[0] as { text: string }).text).toContain("default-src 'none'");
    await client.close();
  });

  it('ask before they forget, and do nothing but what a button does', async () => {
    const logged: string[] = [];
    const client = await connect(PAGES, logged);
    const press = (operation: string, input: object, confirmed = false) =>
      client.callTool({ name: 'cortex_today_do', arguments: { operation, input, confirmed } });
    run(story, ['memory', 'add', 'the sandbox resets at midnight'], Date.now());
    const [memory] = JSON.parse(run(story, ['memory', 'list', '--json'], Date.now())) as {
      id: string;
    }[];
    const asked = await press('memory forget', { ids: [memory!.id] });
    expect(asked.structuredContent).toMatchObject({ question: 'Erase it for good, everywhere?' });
    expect(run(story, ['memory', 'list'], Date.now())).toContain('midnight');
    expect((await press('export', {})).isError).toBe(true);
    const wrong = await press('unpin', { pins: 'none of these', nonsense: true });
    expect(wrong.isError).toBe(true);
    // A line for the page, no dump of a schema.
    expect(JSON.stringify(wrong.content)).toMatch(/"text":"pins: [^\\\n]+"/);
    expect(logged).toEqual([]);
    await press('memory forget', { ids: [memory!.id] }, true);
    expect(run(story, ['memory', 'list'], Date.now())).not.toContain('midnight');
    await client.close();
  });
});

/** A host: it answers the page's greeting, passes its calls on, and writes down what it is told. */
const HOST = `<!doctype html><html lang="en"><title>A host</title><body><main><iframe id="view" title="Today" sandbox="allow-scripts" style="width:100%;height:600px;border:0"></iframe></main><script>
  const view = document.getElementById('view');
  window.heard = [];
  addEventListener('message', async ({ source, data }) => {
    if (source !== view.contentWindow) return;
    window.heard.push(data.method ?? 'answer');
    const send = (message) => view.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
    if (data.method === 'ui/initialize')
      send({ id: data.id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'a host', version: '1' }, hostCapabilities: { serverTools: {} }, hostContext: { theme: window.theme } } });
    if (data.method === 'ui/notifications/initialized')
      send({ method: 'ui/notifications/tool-result', params: await window.callTool('cortex_today', {}) });
    if (data.method === 'ui/notifications/size-changed') view.style.height = data.params.height + 'px';
    if (data.method === 'tools/call') send({ id: data.id, result: await window.callTool(data.params.name, data.params.arguments) });
  });
</script></body></html>`;

describe.skipIf(!program)('the app in a browser', () => {
  let browser: Browser;
  let client: Client;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: program!, args: ['--no-sandbox'] });
    client = await connect(PAGES);
  });
  afterAll(async () => {
    await browser?.close();
    await client?.close();
  });

  async function shown(theme: 'light' | 'dark', width: number) {
    const context = await browser.newContext({
      viewport: { width, height: 700 },
      reducedMotion: 'reduce',
      bypassCSP: false,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const wrong: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('request', (asked) => {
      if (!/^(?:data:|about:|http:\/\/host\.test\/$)/.test(asked.url()))
        wrong.push(`foreign: ${asked.url()}`);
    });
    await page.route('http://host.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: HOST }),
    );
    await page.exposeFunction('callTool', (name: string, args: Record<string, unknown>) =>
      client.callTool({ name, arguments: args }),
    );
    await page.goto('http://host.test/');
    await page.evaluate(`window.theme = '${theme}'; view.srcdoc = ${JSON.stringify(HTML)}`);
    const view = page.frameLocator('#view');
    await view.locator('.told').first().waitFor();
    return { page, view, wrong, close: () => context.close() };
  }

  async function violations(page: Page): Promise<string[]> {
    const [, frame] = page.frames();
    await frame!.evaluate(AXE);
    const found = (await frame!.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
      violations: readonly { readonly id: string }[];
    };
    return found.violations.map(({ id }) => id);
  }

  it.each([
    ['light', 900],
    ['dark', 400],
  ] as const)(
    'shows the lines in a %s host of %i px, without a foreign request, an error or a violation',
    async (theme, width) => {
      const { page, view, wrong, close } = await shown(theme, width);
      expect(await view.locator('h1').textContent()).toBe('Today');
      expect(await view.locator('.told').allTextContents()).toEqual(
        expect.arrayContaining([expect.stringContaining('no migrations without asking')]),
      );
      expect(
        await page.frames()[1]!.evaluate('getComputedStyle(document.documentElement).colorScheme'),
      ).toBe(theme);
      expect(await violations(page)).toEqual([]);
      const wide = await view.locator('html').evaluate((one) => one.scrollWidth - one.clientWidth);
      expect(wide).toBeLessThanOrEqual(0);
      expect(await page.evaluate('heard')).toEqual(
        expect.arrayContaining([
          'ui/initialize',
          'ui/notifications/initialized',
          'ui/notifications/size-changed',
        ]),
      );
      expect(wrong).toEqual([]);
      await close();
    },
  );

  it('does what a button says, through the host', async () => {
    const { page, view, wrong, close } = await shown('light', 900);
    const line = view.locator('.line', { hasText: 'amounts are integers' });
    await line.getByRole('button', { name: 'Unpin' }).focus();
    await page.keyboard.press('Enter');
    await line.waitFor({ state: 'detached' });
    expect(run(story, ['pins'], Date.now())).not.toContain('amounts are integers');
    const last = view.locator('.line:has(.answered)').first();
    await last.getByRole('button', { name: 'Mute' }).click();
    await view.getByText('Muted: ').waitFor();
    expect(wrong).toEqual([]);
    await close();
  });
});
