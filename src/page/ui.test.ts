// The page in a real browser: every page with data and without, by keyboard, in both schemes, narrow, under attack.

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '../../test/agent.ts';
import { findChromium } from '../../test/chromium.ts';
import { IS_LONG } from '../../test/effort.ts';
import { servePage } from '../../test/page-server.ts';
import { scratchFolder } from '../../test/scratch.ts';
import {
  branchStory,
  emptyStory,
  PROGRAM,
  run,
  type Story,
  session,
  tellStory,
} from '../../test/ui-story.ts';

const program = findChromium();
if (!program) console.warn('No Chromium is installed here: the page is not tested in a browser.');

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PAGES = [
  'now',
  'now?all=1',
  'projects',
  'sessions',
  'search?q=shadow',
  'kept',
  'more',
  'told',
  'board',
  'ledger',
  'health',
  'nowhere',
];
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const EVIL = 'evil.example';

/** In every field that somebody else can write. */
const MARKUP = '<script>window.pwned=1</script><img src=x onerror=window.pwned=1>';
const TURNED = '\u202Eevil\u202C \u001b[31mred\u001b[0m \u2066x\u2069 javascript:alert(1)';
const HOSTILE = `${MARKUP} ${TURNED}`;

interface Served {
  readonly story: Story;
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  readonly process: ChildProcess;
}

/** A tab, and what went wrong in it. */
interface Tab {
  readonly page: Page;
  readonly wrong: string[];
}

describe.skipIf(!program)('the page in a browser', () => {
  const folders = [scratchFolder(), scratchFolder()];
  let browser: Browser;
  let full: Served;
  let empty: Served;

  beforeAll(async () => {
    full = await serve(emptyStory(folders[0]!.path), async (story) => {
      const now = Date.now();
      await hostile(story, now);
      await branchStory(story, now);
      await tellStory(story, now);
    });
    empty = await serve(emptyStory(folders[1]!.path), async () => {});
    browser = await chromium.launch({
      executablePath: program!,
      args: ['--no-sandbox', `--host-resolver-rules=MAP ${EVIL} 127.0.0.1`],
    });
  });

  afterAll(async () => {
    await browser?.close();
    for (const served of [full, empty]) served?.process.kill();
    for (const folder of folders) folder.dispose();
  });

  /** A test in a tab of the full page, which asks for nothing foreign and reports no error. */
  const visits = (title: string, path: string, look: (page: Page) => Promise<void>) =>
    it(title, async () => {
      const { page, wrong } = await tab(browser, full);
      if (path !== 'now') await go(page, `${full.origin}/#/${path}`);
      await look(page);
      expect(wrong).toEqual([]);
      await page.context().close();
    });

  it('shows every page with data and without: nothing foreign, no error, no violation, light and dark, wide and narrow', async () => {
    for (const served of [full, empty]) {
      const { page, wrong } = await tab(browser, served);
      for (const path of PAGES) await examine(page, `${served.origin}/#/${path}`, wrong);
      if (served === full) {
        await go(page, `${served.origin}/#/sessions`);
        await examine(
          page,
          `${served.origin}/${await page.locator('.session a').first().getAttribute('href')}`,
          wrong,
        );
        await go(page, `${served.origin}/#/kept`);
        await examine(
          page,
          `${served.origin}/${await page.locator('a:text("more")').first().getAttribute('href')}`,
          wrong,
        );
      }
      expect(wrong).toEqual([]);
      await page.context().close();
    }
  });

  it('keeps the token out of the address; other tabs of the browser need not ask again, other browsers do', async () => {
    const { page } = await tab(browser, full);
    await page.waitForSelector('.lanes');
    expect(page.url()).toBe(`${full.origin}/#/now`);
    const other = await page.context().newPage();
    await other.goto(`${full.origin}/#/sessions`);
    await other.waitForSelector('.session');
    await page.context().close();
    const stranger = await browser.newContext();
    const page2 = await stranger.newPage();
    await page2.goto(`${full.origin}/`);
    expect(await page2.textContent('main')).toContain('cortex ui');
    // A token of another server is worth nothing, and is not kept.
    await page2.evaluate(`localStorage.setItem('cortex-token', '${'x'.repeat(43)}')`);
    await page2.goto(`${full.origin}/#/now`);
    await page2.reload();
    await page2.waitForSelector('main:has-text("cortex ui")');
    expect(await page2.evaluate("localStorage.getItem('cortex-token')")).toBeNull();
    await stranger.close();
  });

  it('a running session writes itself under the eyes of who looks, within two seconds', async () => {
    const { page, wrong } = await tab(browser, full);
    await go(page, `${full.origin}/#/now?all=1`);
    const agent = new Agent({ home: full.story.home, cwd: full.story.shop });
    await agent.start();
    const began = Date.now();
    await agent.prompt('Draw the antenna pattern of the dipole');
    await agent.edit(join(full.story.shop, 'src/dipole.ts'));
    const lane = page.locator('.lane.is-running', { hasText: 'Draw the antenna pattern' });
    await lane.waitFor({ timeout: 10_000 });
    took('a running session appears', Date.now() - began);
    await page.waitForSelector('.lede:has-text("is at work on Draw the antenna pattern")');
    await lane.locator('.bar.running').click();
    await page.waitForSelector('.turn:has-text("not answered")');
    await agent.stop('The dipole has two lobes.');
    await page.waitForSelector('.turn:has-text("two lobes")');
    await agent.end();
    await page.waitForSelector('.badge.done');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  visits(
    'the picture has a lane for each matter, and says what is open in it',
    'now',
    async (page) => {
      const lane = page.locator('.lane', { hasText: 'Fix the red test of the grace period' });
      expect(await lane.getAttribute('class')).toContain('is-open');
      expect(await lane.locator('.lane-open').textContent()).toMatch(/1 check red; 3 open tasks/);
      expect(await lane.locator('.branch.open').count()).toBe(1);
      // Two sessions that changed the same rare file are one matter.
      expect(await lane.locator('.bar').count()).toBe(2);
      expect(await lane.locator('.bar .event.red').count()).toBe(1);
      await lane.locator('.bar').last().hover();
      expect(await page.locator('.tip').textContent()).toMatch(
        /claude-code.*2 turns.*left red.*red npm test/s,
      );
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await lane.focus();
      await page.keyboard.press('c');
      await page.waitForSelector('text=Copied: cortex continue');
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
        /^cortex continue [\da-f]{8}$/,
      );
      // Everybody gets the same facts.
      await page.getByText('As a table').click();
      const rows = await page.locator('.lanes tbody tr').allTextContents();
      expect(rows.filter((row) => row.includes('1 check red; 3 open tasks')).length).toBe(2);
      expect(rows.length).toBe(await page.locator('.bar').count());
      await page.keyboard.press('Escape');
      await lane.locator('.bar').last().click();
      await page.waitForSelector('.story');
    },
  );

  visits(
    'the picture shows one project, or all with their names; the address says which',
    'now',
    async (page) => {
      expect(await page.locator('.lane', { hasText: 'serial port' }).count()).toBe(0);
      await page.getByRole('button', { name: 'All projects' }).click();
      await page.locator('.lane', { hasText: 'serial port' }).waitFor();
      expect(
        await page.locator('.lane', { hasText: 'serial port' }).locator('b').textContent(),
      ).toBe('radio');
      expect(page.url()).toContain('all=1');
      await page.reload();
      await page.locator('.lane', { hasText: 'serial port' }).waitFor();
    },
  );

  visits(
    'a session is copied as Markdown, and forgetting asks with its words',
    'sessions',
    async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const agent = new Agent({ home: full.story.home, cwd: full.story.shop });
      await agent.start();
      await agent.prompt('Burn the letters of the autumn');
      await agent.stop('They are ash.');
      await agent.end();
      await page.locator('.session', { hasText: 'Burn the letters' }).locator('a').click();
      await page.getByRole('button', { name: /^Actions/ }).click();
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await page.waitForSelector('text=Copied as Markdown');
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
        /Burn the letters[\s\S]*They are ash/,
      );
      await page.getByRole('button', { name: /^Actions/ }).click();
      await page.getByRole('button', { name: /^Forget/ }).click();
      await page.waitForSelector(
        'dialog[open]:has-text("Forget “Burn the letters of the autumn” for good?")',
      );
      await page.getByRole('button', { name: 'Yes, for good' }).click();
      await page.waitForSelector('h1:text("Sessions")');
      expect(run(full.story, ['search', 'letters', 'autumn'], Date.now())).not.toContain('Burn');
    },
  );

  visits('says why a line is told, and does what can be done about it', 'told', async (page) => {
    const task = page.locator('.line', { hasText: 'Write the runbook for the switch' });
    await task.getByRole('button', { name: 'Why' }).click();
    expect(await task.textContent()).toMatch(
      /Open, and touched lately: to-do of session .*From session/,
    );
    await task.getByRole('button', { name: 'Done' }).click();
    await page.waitForSelector('text=Done: [todo:write-the-runbook-for-the-switch]');
    await task.waitFor({ state: 'detached' });
    await page
      .locator('.line', { hasText: 'amounts are integers' })
      .getByRole('button', { name: 'Unpin' })
      .click();
    await page.locator('.line', { hasText: 'amounts are integers' }).waitFor({ state: 'detached' });
    expect(run(full.story, ['tasks'], Date.now())).not.toContain('runbook');
    expect(run(full.story, ['pins'], Date.now())).not.toContain('amounts');
  });

  it('marks what is new since the last look', async () => {
    run(full.story, ['note', 'next', 'tell the support team'], Date.now());
    run(full.story, ['done', 'Run the shadow report for a week'], Date.now());
    const again = await start(full.story);
    const { page } = await tab(browser, again);
    await page.waitForSelector('text=Since you looked');
    expect(await page.locator('.since .came').allTextContents()).toEqual([
      expect.stringContaining('tell the support team'),
    ]);
    // Work that was closed meanwhile is among what went.
    expect(await page.locator('.since .went').allTextContents()).toEqual([
      expect.stringContaining('Run the shadow report for a week'),
    ]);
    await go(page, `${again.origin}/#/told`);
    expect(await page.locator('.line.new').allTextContents()).toEqual([
      expect.stringContaining('tell the support team'),
    ]);
    await page.context().close();
    again.process.kill();
  });

  visits('works by keyboard alone; forgetting asks', 'now', async (page) => {
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate('document.activeElement.textContent') as Promise<string>;
    const tabTo = async (text: RegExp) => {
      for (let i = 0; i < 80; i++) {
        if (text.test(await focused())) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`no way to ${text} by Tab`);
    };
    await tabTo(/^Kept$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1:text("Kept")');
    await page.getByRole('button', { name: 'pin', exact: true }).press('Enter');
    await page.getByPlaceholder('Something that every session keeps in mind').focus();
    await page.keyboard.type('a pin by keyboard');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.line:has-text("a pin by keyboard")');
    const memory = page.locator('.line', { hasText: 'drops idempotency keys' });
    await memory.getByRole('button', { name: 'Forget' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
    expect(await memory.count()).toBe(1);
    await memory.getByRole('button', { name: 'Forget' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await tabTo(/^Yes, for good$/);
    await page.keyboard.press('Enter');
    await memory.waitFor({ state: 'detached' });
    expect(run(full.story, ['memory', 'list'], Date.now())).not.toContain('idempotency');
  });

  visits(
    'says where it stopped, how it ended, what is red and what comes next',
    'now',
    async (page) => {
      await page.waitForSelector('.lede a');
      const facts = (await page.locator('.standing').textContent())!.replace(/\s+/g, ' ');
      expect(facts).toMatch(
        /Red.*npm test: .*ignores what polling has not seen yet failed .* ago, not green since/,
      );
      expect(facts).toMatch(/Next.*Change the comparison to >=/);
      await page.locator('.lede a').click();
      await page.waitForSelector('.story');
    },
  );

  visits(
    'a project is a card that leads to its own page, under its name',
    'projects',
    async (page) => {
      const shop = page.locator('.tile', { hasText: 'shop-api' });
      expect(await shop.locator('.tile-foot').textContent()).toMatch(/1 red\s*\d+ open/);
      expect(await shop.textContent()).toContain('the agent answered');
      expect(await shop.locator('.spark').getAttribute('aria-label')).toMatch(
        /^\d+ sessions in the last four weeks$/,
      );
      await page.locator('.tile', { hasText: 'radio' }).locator('a').click();
      await page.waitForSelector('.eyebrow:has-text("radio")');
      expect(page.url()).toMatch(/#\/now\?in=.*radio$/);
      expect(
        await page
          .locator('select[aria-label=Project]')
          .evaluate((one) => one.selectedOptions[0].textContent),
      ).toBe('radio');
      expect(await page.locator('.lede').textContent()).toContain(
        'The serial port times out after sleep',
      );
    },
  );

  visits(
    'a session is a story: requests, files, checks and answers, and ids lead on',
    'sessions',
    async (page) => {
      expect(await page.locator('.figures').textContent()).toMatch(/Sessions\d+.*Agents/s);
      await page.locator('.session', { hasText: 'Fix the red test' }).locator('a').click();
      const turns = page.locator('.turn');
      await turns.nth(1).waitFor();
      expect(await turns.nth(0).textContent()).toMatch(
        /Fix the red test.*shadow\.ts.*shadow\.test\.ts.*I changed the filter/s,
      );
      expect(await turns.nth(1).getAttribute('class')).toContain('red');
      expect(await turns.nth(1).textContent()).toMatch(
        /Good\. What is left\?.*npm test red.*ignores what polling.*the filter has to be >=/s,
      );
      await page.locator('.neighbours a').first().click();
      await page.waitForSelector('h1:has-text("Ignore differences younger than 5 minutes")');
    },
  );

  visits(
    'shows how a check came from red to green, the commit, and Markdown as it is meant',
    'now',
    async (page) => {
      const agent = new Agent({ home: full.story.home, cwd: full.story.shop });
      await agent.start();
      await agent.prompt('Round half up in the totals of invoices');
      await agent.hook('PostToolUseFailure', {
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        tool_use_id: 'red',
        error: 'FAIL src/totals.test.ts > rounds\n Tests  1 failed | 2 passed (3)',
      });
      await agent.edit(join(full.story.shop, 'src/totals.ts'));
      await agent.tool('Bash', { command: 'npm test' }, { stdout: ' Tests  3 passed (3)' });
      await agent.tool(
        'Bash',
        { command: 'git commit -am "round half up"' },
        { stdout: '[main 1a2b3c4] round half up' },
      );
      await agent.stop(
        'Done:\n\n- totals round **half up**\n- `roundCents` is gone\n\n```ts\nconst a = 1;\n```',
      );
      await agent.end();
      await go(page, `${full.origin}/#/sessions`);
      await page.locator('.session', { hasText: 'Round half up' }).locator('a').click();
      const turn = page.locator('.turn');
      await turn.first().waitFor();
      expect(await turn.getAttribute('class')).toContain('done');
      expect(await turn.locator('.chips').textContent()).toMatch(
        /totals\.ts\s*npm test red → green\s*commit 1a2b3c4 round half up/,
      );
      expect(await turn.locator('.answered li').allTextContents()).toEqual([
        'totals round half up',
        'roundCents is gone',
      ]);
      expect(await turn.locator('.answered pre').textContent()).toBe('const a = 1;');
    },
  );

  visits('a proposal is told to nobody until it is kept', 'now', async (page) => {
    const agent = new Agent({ home: full.story.home, cwd: full.story.shop });
    await agent.start();
    await agent.run('rule', 'run the linter before each commit');
    await agent.end();
    await go(page, `${full.origin}/#/kept`);
    const proposed = page.locator('.kept:has(.badge.proposed)', { hasText: 'run the linter' });
    expect(run(full.story, ['why'], Date.now())).not.toContain('run the linter');
    await proposed.hover();
    await proposed.getByRole('button', { name: 'Keep for good' }).click();
    await page.locator('.kept:has(.badge.rule)', { hasText: 'run the linter' }).waitFor();
    expect(run(full.story, ['why'], Date.now())).toContain('run the linter');
  });

  visits(
    'finds the turn with what was said around the place, and leads there',
    'search',
    async (page) => {
      await page.getByPlaceholder('Words, or a time').pressSequentially('exactly 5 minutes old');
      const hit = page.locator('.hit', { hasText: 'What is left?' });
      expect(await hit.textContent()).toMatch(
        /Good\.\s+What is left\?.*evt_3 is exactly 5 minutes old.*turn 2/s,
      );
      expect(await hit.locator('mark').count()).toBeGreaterThan(1);
      expect(page.url()).toContain('q=exactly+5+minutes+old');
      // Arrows choose while the field keeps the cursor, Enter opens.
      const hits = await page.locator('.hit').allTextContents();
      for (let i = 0; i < hits.findIndex((one) => one.includes('What is left?')); i++)
        await page.keyboard.press('ArrowDown');
      expect(await page.locator('.hit.chosen').textContent()).toContain('What is left?');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.turn.meant:has-text("What is left?")');
    },
  );

  visits('keys lead from line to line and from page to page', 'now', async (page) => {
    await page.waitForSelector('.lane');
    await page.keyboard.press('3');
    await page.waitForSelector('.session');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const first = await page.locator('.session').first().textContent();
    expect(await page.evaluate('document.activeElement.textContent')).toBe(first);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.neighbours');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
    await page.keyboard.press('/');
    await page.waitForSelector('input[type=search]:focus');
    await page.keyboard.type('idempotency 1');
    expect(await page.inputValue('input[type=search]')).toBe('idempotency 1');
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.waitForSelector('.lane');
    await page.keyboard.press('Control+k');
    await page.waitForSelector('input[type=search]:focus');
  });

  visits('filters of the search stand in the address', 'search?q=shadow&red=1', async (page) => {
    await page.waitForSelector('.hit');
    for (const hit of await page.locator('.hit').allTextContents())
      expect(hit).toContain('left red');
    await page.getByLabel('Red only').uncheck();
    await page.locator('.hit', { hasText: 'Compare polling and webhooks' }).waitFor();
    expect(page.url()).not.toContain('red=1');
    expect(page.url()).toContain('q=shadow');
  });

  visits('what fades becomes what stays with one click, and a rule ends', 'now', async (page) => {
    run(full.story, ['memory', 'add', 'the clock of the sandbox is ten minutes late'], Date.now());
    await go(page, `${full.origin}/#/kept`);
    const memory = page.locator('.kept', { hasText: 'ten minutes late' });
    await memory.hover();
    await memory.getByRole('button', { name: 'Keep for good' }).click();
    const rule = page.locator('.kept:has(.badge.rule)', { hasText: 'ten minutes late' });
    await rule.waitFor();
    expect(run(full.story, ['rule'], Date.now())).toContain('ten minutes late');
    await rule.hover();
    await rule.getByRole('button', { name: 'End' }).click();
    await rule.waitFor({ state: 'detached' });
    expect(run(full.story, ['rule'], Date.now())).not.toContain('ten minutes late');
  });

  visits('shows the work of one branch, by keyboard too', 'board', async (page) => {
    const card = page.locator('.cards li', { hasText: 'Write dates of refunds in UTC' });
    const noted = page.locator('.cards li', { hasText: 'remove the polling job' });
    expect(await card.textContent()).toContain('on refunds');
    await page.getByRole('button', { name: 'main', exact: true }).focus();
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'refunds', exact: true }).click();
    await card.waitFor();
    // Said outside of sessions, it holds on every branch.
    expect(await noted.count()).toBe(1);
    expect(run(full.story, ['thread', '--branch', 'main'], Date.now())).not.toContain(
      'dates of refunds',
    );
    expect(run(full.story, ['thread', '--branch', 'refunds'], Date.now())).toContain(
      'dates of refunds',
    );
  });

  it('changes the words of a memory', async () => {
    const { page, wrong } = await tab(browser, full);
    await go(page, `${full.origin}/#/kept`);
    await page.locator('.line', { hasText: 'younger than five minutes' }).locator('a').click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.locator('textarea').fill('compareShadow ignores events younger than six minutes');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('blockquote:text("six minutes")');
    await page.getByRole('button', { name: 'It proved wrong' }).click();
    await page.waitForSelector('td:text("manual")');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  visits('stored markup, addresses and signs that steer stay text', 'sessions', async (page) => {
    const own = page.locator('.session', { hasText: 'window.pwned' }).locator('a');
    const links = await own.evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    expect(links.length).toBeGreaterThan(0);
    for (const path of [
      ...PAGES.map((one) => `#/${one}`),
      ...links,
      '#/search?q=pwned',
      `#/session/${encodeURIComponent(MARKUP)}`,
    ]) {
      await go(page, `${full.origin}/${path}`);
      const seen = (await page.evaluate(
        `({ pwned: window.pwned, scripts: document.scripts.length, images: document.images.length, bad: [...document.querySelectorAll('[href],[src],[action]')].filter((one) => /^\\s*javascript:/i.test(one.getAttribute('href') ?? one.getAttribute('src') ?? one.getAttribute('action'))).length, text: document.body.textContent })`,
      )) as { text: string };
      expect(seen).toMatchObject({ pwned: undefined, scripts: 1, images: 0, bad: 0 });
      expect(seen.text.slice(0, 200_000), path).not.toMatch(/[\u001b\u202a-\u202e\u2066-\u2069]/);
    }
  });

  it('a page of another origin gets nothing and does nothing', async () => {
    const before = run(full.story, ['pins', '--json'], Date.now());
    const attacker = await attack(full);
    const context = await browser.newContext();
    const page = await context.newPage();
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(full.origin)) statuses.push(response.status());
    });
    await page.goto(`http://127.0.0.1:${(attacker.address() as AddressInfo).port}/`);
    await page.waitForSelector('#over');
    const got = JSON.parse((await page.textContent('#got'))!) as Record<string, string>;
    expect(got).toEqual({
      read: 'refused',
      blind: 'opaque',
      image: 'refused',
      socket: 'refused',
      frame: 'empty',
    });
    expect(statuses.length).toBeGreaterThan(0);
    expect([...new Set(statuses)]).toEqual([403]);
    await context.close();
    attacker.close();
    expect(run(full.story, ['pins', '--json'], Date.now())).toBe(before);
  });

  it('a name that leads to this machine is not served: DNS rebinding', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const response = await page.goto(`http://${EVIL}:${full.port}/`);
    expect(response!.status()).toBe(403);
    const token = /token=(.*)$/.exec(full.url)![1]!;
    expect(
      await post(full.port, { host: `${EVIL}:${full.port}`, authorization: `Bearer ${token}` }),
    ).toBe(403);
    expect(
      await post(full.port, { authorization: `Bearer ${token}`, origin: 'http://localhost:3000' }),
    ).toBe(403);
    expect(
      await post(full.port, { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-site' }),
    ).toBe(403);
    expect(await post(full.port, { authorization: `Bearer ${'x'.repeat(43)}` })).toBe(401);
    expect(await post(full.port, {})).toBe(401);
    expect(await post(full.port, { authorization: `Bearer ${token}` })).toBe(200);
    await context.close();
  });

  it('a report shows the pages without a server, and changes nothing', async () => {
    const path = join(folders[0]!.path, 'report.html');
    expect(run(full.story, ['report', '--out', path], Date.now())).toContain('Written to');
    full.process.kill();
    const context = await browser.newContext({ viewport: WIDE });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('console', (message) => wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(String(error)));
    for (const name of ['sessions', 'kept', 'board', 'ledger', 'health', 'more', 'now', 'told']) {
      await go(page, `${pathToFileURL(path)}#/${name}`);
      expect(await page.locator('[role=alert]').count(), name).toBe(0);
    }
    await page.waitForSelector('.told');
    expect(await page.locator('.line-doing button:not([aria-expanded])').count()).toBe(0);
    await go(page, `${pathToFileURL(path)}#/now`);
    expect(await page.locator('.lede').textContent()).toMatch(/You stopped|is at work/);
    expect(await page.locator('.lane .bar').count()).toBeGreaterThan(1);
    await go(page, `${pathToFileURL(path)}#/sessions`);
    await page.locator('.session', { hasText: 'Fix the red test' }).locator('a').click();
    await page.waitForSelector('.turn:has-text("I changed the filter")');
    expect(wrong).toEqual([]);
    await context.close();
  });
});

/** How long something took goes to the log of the test: no test depends on a time. */
function took(what: string, ms: number): void {
  console.info(`${what} after ${ms} ms`);
}

async function serve(story: Story, tell: (story: Story) => Promise<void>): Promise<Served> {
  await tell(story);
  return start(story);
}

async function start(story: Story): Promise<Served> {
  const { server, url } = await servePage(PROGRAM, { cwd: story.shop, env: story.env });
  const { origin, port } = new URL(url);
  return { story, url, origin, port: Number(port), process: server };
}

async function tab(browser: Browser, { url, origin }: Served): Promise<Tab> {
  const context = await browser.newContext({
    viewport: WIDE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (asked) => {
    if (!asked.url().startsWith(`${origin}/`) && !asked.url().startsWith('data:'))
      wrong.push(`foreign: ${asked.url()}`);
  });
  await page.goto(url);
  await page.waitForSelector('main h1');
  return { page, wrong };
}

async function go(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForSelector('main h1');
  await page.waitForSelector('[aria-busy]', { state: 'detached' });
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Every rule of axe, and those that colours or the width decide. */
const ALL_RULES = '{ resultTypes: ["violations"] }';
const LOOK_RULES =
  '{ resultTypes: ["violations"], runOnly: ["color-contrast", "scrollable-region-focusable"] }';

/** Colours do not depend on the width, so each scheme and each width once is enough; the long form takes all four, by every rule. */
const LOOKS = [
  ['light', WIDE, ALL_RULES],
  ['dark', NARROW, IS_LONG ? ALL_RULES : LOOK_RULES],
  ...(IS_LONG
    ? ([
        ['dark', WIDE, ALL_RULES],
        ['light', NARROW, ALL_RULES],
      ] as const)
    : []),
] as const;

async function examine(page: Page, url: string, wrong: string[]): Promise<void> {
  await page.setViewportSize(WIDE);
  await go(page, url);
  // Another page of the same tab is the same document.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(AXE);
  for (const [colorScheme, viewport, rules] of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    const { violations } = (await page.evaluate(`axe.run(document, ${rules})`)) as {
      violations: readonly Violation[];
    };
    for (const { id, nodes } of violations)
      wrong.push(
        `${url.split('#')[1]} ${colorScheme} ${viewport.width}: ${id}: ${nodes[0]!.html.slice(0, 120)}`,
      );
    const wide = (await page.evaluate(
      'document.documentElement.scrollWidth - innerWidth',
    )) as number;
    if (wide > 0) wrong.push(`${url.split('#')[1]} is ${wide} px too wide at ${viewport.width}`);
  }
}

/** Hostile text as prompt, reply, pin, label, note, memory, file and to-do. */
async function hostile(story: Story, now: number): Promise<void> {
  await session(
    story,
    {
      days: 10,
      asks: [[`Look at ${HOSTILE}`, `Done with ${HOSTILE}`]],
      edits: [`src/${MARKUP.replaceAll('/', '_')}.ts`],
      todos: [[`Remove ${HOSTILE}`, 'pending']],
    },
    now,
  );
  for (const words of [
    ['pin', HOSTILE, '--label', `label ${MARKUP}`],
    ['note', 'next', `next ${HOSTILE}`],
    ['note', 'decision', `decided ${HOSTILE}`, '--reason', HOSTILE, '--subject', MARKUP],
    ['note', 'blocker', `blocked ${HOSTILE}`, '--type', '<b>bug</b>'],
    ['memory', 'add', `remember ${HOSTILE}`, '-c', '<i>c</i>'],
  ])
    run(story, words, now - 3_600_000);
}

/** A page that knows the port and tries what a page can. */
async function attack({ origin, port }: Served): Promise<Server> {
  const body = JSON.stringify({ operation: 'pin', input: { content: 'from elsewhere' } });
  const html = `<!doctype html><iframe id="frame" src="${origin}/"></iframe>
    <form id="form" action="${origin}/call" method="post" enctype="text/plain" target="frame2"><input name='${body.slice(0, -1)}, "x": "' value='"}'></form>
    <iframe name="frame2"></iframe>
    <script>
      const body = ${JSON.stringify(body)};
      const read = () => fetch('${origin}/call', { method: 'POST', body, headers: { authorization: 'Bearer guess', 'content-type': 'application/json' } }).then(() => 'read', () => 'refused');
      const blind = () => fetch('${origin}/call', { method: 'POST', mode: 'no-cors', body }).then((answer) => answer.type, () => 'opaque');
      const image = () => new Promise((done) => { const one = new Image(); one.onload = () => done('loaded'); one.onerror = () => done('refused'); one.src = '${origin}/'; });
      const socket = () => new Promise((done) => { const one = new WebSocket('ws://127.0.0.1:${port}/call'); one.onopen = () => done('open'); one.onerror = () => done('refused'); });
      const frame = () => { try { return document.getElementById('frame').contentDocument.title || 'read'; } catch { return 'empty'; } };
      (async () => {
        document.getElementById('form').submit();
        const got = { read: await read(), blind: await blind(), image: await image(), socket: await socket(), frame: frame() };
        const told = document.createElement('p'); told.id = 'got'; told.textContent = JSON.stringify(got); document.body.append(told);
        const over = document.createElement('p'); over.id = 'over'; over.textContent = 'over'; document.body.append(over);
      })();
    </script>`;
  const server = createServer((_, res) =>
    res.writeHead(200, { 'content-type': 'text/html' }).end(html),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

/** The status of a call that no browser would make. */
function post(port: number, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((done, fail) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/call', method: 'POST', headers },
      (response) => done(response.resume().statusCode!),
    );
    asked.on('error', fail);
    asked.end(JSON.stringify({ operation: 'pins' }));
  });
}
